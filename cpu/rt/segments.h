// Segments: parts of axis 0 that lie one after the other, from offsets[i] to offsets[i + 1].
#pragma once

#include "array.h"
#include "element.h"
#include "elementary.h"
#include "parallel.h"
#include "reduce.h"

namespace np {

// Whether offsets go from 0 to the size of the axis and never fall.
inline bool are_offsets(const Array<i64, 1>& offsets, i64 total) {
  const i64 count = offsets.shape[0];
  if (count < 1 || offsets[0] != 0 || offsets[count - 1] != total) return false;
  bool rises = true;
  for (i64 i = 1; i < count; ++i) rises &= offsets[i - 1] <= offsets[i];
  return rises;
}

inline bool has_empty_segment(const Array<i64, 1>& offsets) {
  for (i64 i = 1; i < offsets.shape[0]; ++i) {
    if (offsets[i - 1] == offsets[i]) return true;
  }
  return false;
}

// How many elements there are at each place of axis 0.
template <class T, int R> i64 row_size(const Array<T, R>& x) {
  i64 size = 1;
  for (int axis = 1; axis < R; ++axis) size *= x.shape[axis];
  return size;
}

// `use(number, first, end)` for each segment, on threads; `cost` is that of one element.
template <class F> void each_segment(const Array<i64, 1>& offsets, i64 width, i64 cost, F use) {
  const i64 count = offsets.shape[0] - 1;
  const i64* const ends = offsets.data;
  const i64 work = count ? ends[count] / count * width * cost + 1 : 1;
  parallel(count, work, [=](i64 first, i64 last, int) {
    for (i64 i = first; i < last; ++i) use(i, ends[i], ends[i + 1]);
  });
}

// The sum of each segment: of one column in pairs, of several one row after the other, as NumPy adds.
template <class A, class T, int R, int Q>
void segment_sum(const Array<T, R>& x, const Array<i64, 1>& offsets, Array<A, Q>& to) {
  const i64 width = row_size(x);
  const T* const from = x.data;
  A* const sums = to.data;
  each_segment(offsets, width, 2, [=](i64 i, i64 first, i64 end) {
    A start = A(0);
    if constexpr (is_float<A> || is_complex<A>) start = first < end ? -A(0) : A(0);
    if (width == 1) {
      sums[i] = sum<A>(from + first, end - first, start);
      return;
    }
    A* const row = sums + i * width;
    for (i64 k = 0; k < width; ++k) row[k] = start;
    for (i64 at = first; at < end; ++at) {
      for (i64 k = 0; k < width; ++k) row[k] = A(row[k] + cast<A>(from[at * width + k]));
    }
  });
}

// `better` of all rows of each segment and, where it is empty, what it starts with.
template <class T, int R, int Q, class F>
void segment_best(const Array<T, R>& x, const Array<i64, 1>& offsets, Array<T, Q>& to, bool begun, T start, F better) {
  const i64 width = row_size(x);
  const T* const from = x.data;
  T* const bests = to.data;
  each_segment(offsets, width, 2, [=](i64 i, i64 first, i64 end) {
    T* const row = bests + i * width;
    for (i64 k = 0; k < width; ++k) row[k] = begun ? start : from[first * width + k];
    for (i64 at = first + !begun; at < end; ++at) {
      for (i64 k = 0; k < width; ++k) row[k] = better(row[k], from[at * width + k]);
    }
  });
}

// Each row of x for all places of its segment.
template <class T, int R>
void segment_repeat(const Array<T, R>& x, const Array<i64, 1>& offsets, Array<T, R>& to) {
  const i64 width = row_size(x);
  const T* const rows = x.data;
  T* const places = to.data;
  each_segment(offsets, width, 1, [=](i64 i, i64 first, i64 end) {
    for (i64 at = first; at < end; ++at) {
      for (i64 k = 0; k < width; ++k) places[at * width + k] = rows[i * width + k];
    }
  });
}

// Softmax of each segment, a block of columns at a time.
template <class T, int R>
void segment_softmax(const Array<T, R>& x, const Array<i64, 1>& offsets, Array<T, R>& to) {
  constexpr i64 most = 32;
  const i64 width = row_size(x);
  const T* const from = x.data;
  T* const into = to.data;
  each_segment(offsets, width, 16, [=](i64, i64 first, i64 end) {
    if (width == 1) {
      T top = -T(__builtin_inf());
      for (i64 at = first; at < end; ++at) top = maximum(top, from[at]);
      for (i64 at = first; at < end; ++at) into[at] = exp(from[at] - top);
      const T total = sum<T>(into + first, end - first, T(-0.0));
      for (i64 at = first; at < end; ++at) into[at] /= total;
      return;
    }
    for (i64 column = 0; column < width; column += most) {
      const i64 columns = width - column < most ? width - column : most;
      T top[most], total[most];
      for (i64 k = 0; k < columns; ++k) top[k] = -T(__builtin_inf()), total[k] = T(0);
      for (i64 at = first; at < end; ++at) {
        const T* const row = from + at * width + column;
        for (i64 k = 0; k < columns; ++k) top[k] = maximum(top[k], row[k]);
      }
      for (i64 at = first; at < end; ++at) {
        const T* const row = from + at * width + column;
        T* const made = into + at * width + column;
        for (i64 k = 0; k < columns; ++k) made[k] = exp(row[k] - top[k]);
        for (i64 k = 0; k < columns; ++k) total[k] += made[k];
      }
      for (i64 at = first; at < end; ++at) {
        T* const made = into + at * width + column;
        for (i64 k = 0; k < columns; ++k) made[k] /= total[k];
      }
    }
  });
}

}  // namespace np
