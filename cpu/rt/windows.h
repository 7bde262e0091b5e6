// Windows that slide over the last axes of an array: convolution and pooling.
#pragma once

#include "array.h"
#include "element.h"

namespace np {

// How windows lie on an axis: place k of window o is element (o * stride + k * dilation - before) / stretch, where
// that is whole and on the axis; elsewhere it is padding.
struct Axis {
  i64 stride, before, dilation, stretch;
};

// The windows that have an element at one place: first, first + step, ... with the elements from, from + by, ...
struct Run {
  i64 first, step, from, by, count;
};

inline i64 ceiling(i64 a, i64 b) { return a <= 0 ? 0 : (a + b - 1) / b; }

inline Run run(const Axis& axis, i64 place, i64 elements, i64 windows) {
  const i64 offset = place * axis.dilation - axis.before;
  i64 first = ceiling(-offset, axis.stride), tries = 0;
  while ((first * axis.stride + offset) % axis.stretch != 0) {
    if (++tries == axis.stretch) return {};
    ++first;
  }
  i64 step = 1;
  while (step * axis.stride % axis.stretch != 0) ++step;
  const i64 from = (first * axis.stride + offset) / axis.stretch, by = step * axis.stride / axis.stretch;
  const i64 left = ceiling(windows - first, step), inside = ceiling(elements - from, by);
  return {first, step, from, by, left < inside ? left : inside};
}

// Call take(y, x, step, by, count) for each row of windows and the elements that they have at one place; neighbours on
// an axis are `apart` from each other.
template <int S, class T, class F>
void rows(const Run* runs, const i64* windows, const i64* apart, T* y, const T* x, const F& take) {
  const Run& run = *runs;
  if constexpr (S == 1) {
    take(y + run.first, x + run.from * *apart, run.step, run.by * *apart, run.count);
  } else {
    i64 below = 1;
    for (int axis = 1; axis < S; ++axis) below *= windows[axis];
    for (i64 i = 0; i < run.count; ++i) {
      rows<S - 1>(runs + 1, windows + 1, apart + 1, y + (run.first + i * run.step) * below,
                  x + (run.from + i * run.by) * *apart, take);
    }
  }
}

// Call visit(runs, number) for each place of a window, in C order.
template <int S, class F>
void places(const Axis (&axes)[S], const i64* window, const i64* elements, const i64* windows, const F& visit) {
  i64 total = 1;
  for (int axis = 0; axis < S; ++axis) total *= window[axis];
  for (i64 number = 0; number < total; ++number) {
    Run runs[S];
    i64 rest = number;
    for (int axis = S - 1; axis >= 0; --axis) {
      runs[axis] = run(axes[axis], rest % window[axis], elements[axis], windows[axis]);
      rest /= window[axis];
    }
    visit(runs, number);
  }
}

inline i64 product(const i64* sizes, int count) {
  i64 found = 1;
  for (int axis = 0; axis < count; ++axis) found *= sizes[axis];
  return found;
}

// How far apart neighbours are on each of the last S axes of an array.
template <int S> struct Apart {
  i64 axis[S];

  explicit Apart(const i64* sizes) {
    i64 below = 1;
    for (int each = S - 1; each >= 0; --each) {
      axis[each] = below;
      below *= sizes[each];
    }
  }
};

// The planes of an image, one for each channel.
template <int S, class T> struct Planes {
  const T* data;
  i64 channels, between;     // how many, and how far apart
  i64 size[S], apart[S];     // of their axes, and how far apart neighbours on them are
};

// y[o, ...] = sums of weight[o, c, ...] * x[c, ...] for some outputs, in panels; whether it is done.
template <int S, class T>
bool convolve_by_panels(const Axis (&axes)[S], const i64 (&window)[S], const i64 (&windows)[S], const Planes<S, T>& x,
                        const T* weight, T* y, i64 outputs);

// The same in any case: padding adds nothing, whatever the weights are.
template <int S, class T>
void convolve(const Axis (&axes)[S], const i64 (&window)[S], const i64 (&windows)[S], const Planes<S, T>& x,
              const T* weight, T* y, i64 outputs) {
  if constexpr (is_float<T>) {
    if (convolve_by_panels(axes, window, windows, x, weight, y, outputs)) return;
  }
  const i64 each = product(window, S), out = product(windows, S);
  for (i64 i = 0; i < outputs * out; ++i) y[i] = 0;
  for (i64 o = 0; o < outputs; ++o) {
    const T* const factors = weight + o * x.channels * each;
    places(axes, window, x.size, windows, [&](const Run* runs, i64 place) {
      for (i64 c = 0; c < x.channels; ++c) {
        const T factor = factors[c * each + place];
        rows<S>(runs, windows, x.apart, y + o * out, x.data + c * x.between,
                [factor](T* y, const T* x, i64 step, i64 by, i64 count) {
                  if (step == 1 && by == 1) {
                    for (i64 i = 0; i < count; ++i) y[i] += factor * x[i];
                  } else {
                    for (i64 i = 0; i < count; ++i) y[i * step] += factor * x[i * by];
                  }
                });
      }
    });
  }
}

// The same for outputs from number `first` on, of which each group of `alike` has channels of its own.
template <int S, class T>
void convolve(const Axis (&axes)[S], const i64 (&window)[S], const i64 (&windows)[S], const Planes<S, T>& x,
              const T* weight, T* y, i64 outputs, i64 first, i64 alike) {
  const i64 of_weight = x.channels * product(window, S), of_y = product(windows, S);
  for (i64 done = 0; done < outputs;) {
    const i64 number = first + done, left = alike - number % alike, some = left < outputs - done ? left : outputs - done;
    Planes<S, T> own = x;
    own.data += number / alike * x.channels * x.between;
    convolve(axes, window, windows, own, weight + done * of_weight, y + done * of_y, some);
    done += some;
  }
}

template <int S, class T, int R>
void convolve(const Axis (&axes)[S], i64 groups, const Array<T, R>& x, const Array<T, R>& weight, Array<T, R>& y) {
  const i64 channels = weight.shape[1], outputs = weight.shape[0], alike = outputs / groups;
  const Apart<S> apart(x.shape + 2);
  Planes<S, T> planes = {x.data, channels, product(x.shape + 2, S), {}, {}};
  i64 window[S], windows[S];
  for (int axis = 0; axis < S; ++axis) {
    window[axis] = weight.shape[2 + axis], windows[axis] = y.shape[2 + axis];
    planes.size[axis] = x.shape[2 + axis], planes.apart[axis] = apart.axis[axis];
  }
  for (i64 n = 0; n < x.shape[0]; ++n) {
    planes.data = x.data + n * x.shape[1] * planes.between;
    convolve(axes, window, windows, planes, weight.data, y.data + n * outputs * product(windows, S), outputs, 0, alike);
  }
}

// Every window of the last S axes reduced by `combine`, from `start` on.
template <int S, class T, int R, class F>
void pool(const Axis (&axes)[S], const i64 (&window)[S], const Array<T, R>& x, Array<T, R>& y, T start, const F& combine) {
  const i64 plane = product(x.shape + R - S, S), out = product(y.shape + R - S, S), outer = product(x.shape, R - S);
  const Apart<S> apart(x.shape + R - S);
  for (i64 i = 0; i < y.size(); ++i) y[i] = start;
  for (i64 n = 0; n < outer; ++n) {
    places(axes, window, x.shape + R - S, y.shape + R - S, [&](const Run* runs, i64) {
      rows<S>(runs, y.shape + R - S, apart.axis, y.data + n * out, x.data + n * plane,
              [&combine](T* y, const T* x, i64 step, i64 by, i64 count) {
                for (i64 i = 0; i < count; ++i) y[i * step] = combine(y[i * step], x[i * by]);
              });
    });
  }
}

template <int S, class T, int R>
void max_pool(const Axis (&axes)[S], const i64 (&window)[S], const Array<T, R>& x, Array<T, R>& y) {
  pool(axes, window, x, y, -infinity<T>, [](T a, T b) { return maximum(a, b); });
}

template <int S, class T, int R>
void sum_pool(const Axis (&axes)[S], const i64 (&window)[S], const Array<T, R>& x, Array<T, R>& y) {
  pool(axes, window, x, y, T(0), [](T a, T b) { return T(a + b); });
}

}  // namespace np
