// What an array is true for, and Python's slices where only the run knows the bounds.
#pragma once

#include "array.h"

namespace np {

template <class T, int R> i64 count_nonzero(const Array<T, R>& x) {
  i64 count = 0;
  for (i64 place = 0, size = x.size(); place < size; ++place) count += x[place] != 0;
  return count;
}

// The indices of elements in C order, an array for each axis.
template <int R> struct Places {
  i64 count = 0;
  Array<i64, 1> at[R];
};

template <class T, int R> Result<Places<R>> nonzero(const Array<T, R>& x) {
  Places<R> found;
  found.count = count_nonzero(x);
  for (int axis = 0; axis < R; ++axis) {
    found.at[axis].shape[0] = found.count;
    if (Status made = found.at[axis].allocate(); made.failure.kind != Kind::none) return made.failure;
  }
  i64 index[R] = {}, count = 0;
  for (i64 place = 0, size = x.size(); place < size; ++place) {
    if (x[place] != 0) {
      for (int axis = 0; axis < R; ++axis) found.at[axis][count] = index[axis];
      ++count;
    }
    for (int axis = R - 1; axis >= 0 && ++index[axis] == x.shape[axis]; --axis) index[axis] = 0;
  }
  return found;
}

// The index in a value's axis, which may be of size 1 and is then repeated.
inline i64 repeated(i64 index, i64 size) { return size == 1 ? 0 : index; }

}  // namespace np

namespace py {

// A bound of a slice: a number, or {} where it is left out.
struct Bound {
  bool given = false;
  i64 value = 0;
  Bound() = default;
  Bound(i64 number) : given(true), value(number) {}
};

// The indices of range(size)[start:stop:step].
struct Slice { i64 start = 0, step = 1, length = 0; };

inline Result<Slice> slice(i64 size, Bound start, Bound stop, i64 step) {
  if (step == 0) return Kind::zero_step;
  const i64 least = step < 0 ? -1 : 0, most = step < 0 ? size - 1 : size;
  const auto clipped = [&](Bound bound, i64 otherwise) {
    if (!bound.given) return otherwise;
    const i64 place = bound.value < 0 ? bound.value + size : bound.value;
    return place < least ? least : place > most ? most : place;
  };
  const i64 first = clipped(start, step < 0 ? most : least), last = clipped(stop, step < 0 ? least : most);
  const i64 distance = step < 0 ? first - last : last - first;
  const u64 stride = step < 0 ? -u64(step) : u64(step);
  return Slice{first, step, distance <= 0 ? 0 : i64(u64(distance - 1) / stride) + 1};
}

}  // namespace py
