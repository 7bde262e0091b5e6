// Windows that slide over the last axes of an array, up to three of them: see ir/ops/windows.py.
#pragma once

#include "tiles.h"

// One axis: its elements, the places of a window, how many windows there are.
struct Sliding {
  i32 size, places, windows, stride, before, dilation, stretch;

  // The element that a window has at a place; -1 for padding.
  i32 element(i32 window, i32 place) const {
    const i32 at = window * stride + place * dilation - before;
    if (at < 0 || at % stretch != 0) return -1;
    return at / stretch < size ? at / stretch : -1;
  }
};

#define SLIDING(s) i32 s##_size, i32 s##_places, i32 s##_windows, i32 s##_stride, i32 s##_before, i32 s##_dilation, i32 s##_stretch
#define SLIDES(s) \
  Sliding { s##_size, s##_places, s##_windows, s##_stride, s##_before, s##_dilation, s##_stretch }

// The element that window `window` has at place `place`, both numbers of all axes; -1 for padding.
inline i32 element_of(const Sliding& x, const Sliding& y, const Sliding& z, i32 window, i32 place) {
  const i32 c = z.element(window % z.windows, place % z.places);
  window /= z.windows, place /= z.places;
  const i32 b = y.element(window % y.windows, place % y.places);
  const i32 a = x.element(window / y.windows, place / y.places);
  return a < 0 || b < 0 || c < 0 ? -1 : (a * y.size + b) * z.size + c;
}

// Convolution as a product of matrices: the weights of a group, and what its channels have in each window, which is read
// where it is.
template <class T>
void convolve(const T* given, const T* weights, T* made, i64 batch, i32 groups, i32 outputs, i32 inputs, const Sliding& x,
              const Sliding& y, const Sliding& z, unsigned char* shared) {
  const i32 places = x.places * y.places * z.places, windows = x.windows * y.windows * z.windows;
  const i64 elements = i64(x.size) * y.size * z.size, length = i64(inputs) * places;
  const i32 height = outputs / groups;
  const i64 width = batch * windows, of_group = tiles::count(height, width);
  for (i64 number = blockIdx.x; number < groups * of_group; number += gridDim.x) {
    const i32 group = i32(number / of_group);
    const auto left = [=](i64 row, i64 place) { return weights[(group * height + row) * length + place]; };
    const auto right = [=](i64 place, i64 column) {
      const i32 channel = i32(place) / places, image = i32(column / windows);
      const i32 at = element_of(x, y, z, i32(column % windows), i32(place) % places);
      return at < 0 ? T(0) : given[((image * i64(groups) + group) * inputs + channel) * elements + at];
    };
    const auto set = [=](i64 row, i64 column, T sum) {
      if (sum != sum) {  // padding times infinity is no number, but padding adds nothing
        sum = 0;
        for (i64 place = 0; place < length; ++place) {
          const i32 at = element_of(x, y, z, i32(column % windows), i32(place) % places);
          if (at >= 0) sum = multiply_add(left(row, place), right(place, column), sum);
        }
      }
      made[(column / windows * outputs + group * height + row) * windows + column % windows] = sum;
    };
    tiles::product<T>(shared, number % of_group, height, width, length, left, right, set);
  }
}

#define CONVOLVE(name, T)                                                                                             \
  extern "C" __global__ void name(const T* given, const T* weights, T* made, i64 batch, i32 groups, i32 outputs,      \
                                  i32 inputs, SLIDING(x), SLIDING(y), SLIDING(z)) {                                   \
    DYNAMIC_SHARED(shared);                                                                                           \
    convolve<T>(given, weights, made, batch, groups, outputs, inputs, SLIDES(x), SLIDES(y), SLIDES(z), shared);       \
  }

// What each window has, taken together one place after the other, by one thread.
template <class T, class F>
void pool(const T* given, T* made, i64 images, T start, const Sliding& x, const Sliding& y, const Sliding& z, F take) {
  const i32 places = x.places * y.places * z.places, windows = x.windows * y.windows * z.windows;
  const i64 elements = i64(x.size) * y.size * z.size;
  for (i64 i = thread_of_grid(); i < images * windows; i += threads_of_grid()) {
    T found = start;
    for (i32 place = 0; place < places; ++place) {
      const i32 at = element_of(x, y, z, i32(i % windows), place);
      if (at >= 0) found = take(found, given[i / windows * elements + at]);
    }
    made[i] = found;
  }
}

#define POOL(name, T, start, taken)                                                                                   \
  extern "C" __global__ void name(const T* given, T* made, i64 images, SLIDING(x), SLIDING(y), SLIDING(z)) {          \
    pool<T>(given, made, images, start, SLIDES(x), SLIDES(y), SLIDES(z), [](T a, T b) { return T(taken); });          \
  }
