// Parts of arrays, whose elements lie anywhere apart: copied, set to a number, turned, taken by rows.
#pragma once

#include "device.h"

// A part has up to six axes: the extents of all but the first, and how far apart neighbours lie on each.
#define PART_EXTENTS i64 n1, i64 n2, i64 n3, i64 n4, i64 n5
#define PART_STEPS(s) i64 s##0, i64 s##1, i64 s##2, i64 s##3, i64 s##4, i64 s##5

// The places of element `number` of a part in one array or two.
struct Place {
  i64 one, other;
};
template <class Index>
Place place_in_part(Index number, PART_EXTENTS, PART_STEPS(f), PART_STEPS(t)) {
  Place at{0, 0};
  const Index extents[5] = {Index(n1), Index(n2), Index(n3), Index(n4), Index(n5)};
  const i64 one[5] = {f1, f2, f3, f4, f5}, other[5] = {t1, t2, t3, t4, t5};
  for (int axis = 4; axis >= 0; --axis) {
    if (extents[axis] == 1) continue;
    const Index place = number % extents[axis];
    number /= extents[axis];
    at.one += i64(place) * one[axis];
    at.other += i64(place) * other[axis];
  }
  return {at.one + i64(number) * f0, at.other + i64(number) * t0};
}

#define PLACE_IN_PART(Index, i) \
  place_in_part<Index>(Index(i), n1, n2, n3, n4, n5, f0, f1, f2, f3, f4, f5, t0, t1, t2, t3, t4, t5)

// `use(place)` for each element, in 32 bits where that is enough.
#define EACH_OF_PART(count, use)                                                                    \
  if (count < (i64(1) << 31)) {                                                                     \
    for (i64 i = thread_of_grid(); i < count; i += threads_of_grid()) use(PLACE_IN_PART(u32, i));   \
  } else {                                                                                          \
    for (i64 i = thread_of_grid(); i < count; i += threads_of_grid()) use(PLACE_IN_PART(i64, i));   \
  }

#define COPY_PART(name, T)                                                                                        \
  extern "C" __global__ void name(const T* from, T* to, i64 from_start, i64 to_start, i64 count, PART_EXTENTS,    \
                                  PART_STEPS(f), PART_STEPS(t)) {                                                 \
    const auto copy = [=](Place at) { to[to_start + at.other] = from[from_start + at.one]; };                     \
    EACH_OF_PART(count, copy)                                                                                     \
  }

#define FILL_PART(name, T)                                                                                        \
  extern "C" __global__ void name(T value, T* to, i64 to_start, i64 count, PART_EXTENTS, PART_STEPS(f), PART_STEPS(t)) { \
    const auto fill = [=](Place at) { to[to_start + at.other] = value; };                                         \
    EACH_OF_PART(count, fill)                                                                                     \
  }

// Matrices whose columns lie side by side as matrices whose rows do, by tiles in shared memory: a block of 32 by 8 threads
// for each. `from` has the columns of a matrix `from_step` apart and the matrices `from_far`, `to` its rows.
template <class T>
void turn_part(const T* from, T* to, i64 from_start, i64 to_start, i64 matrices, i64 rows, i64 columns, i64 from_far,
               i64 from_step, i64 to_far, i64 to_step, unsigned char* shared) {
  T(*const tile)[33] = reinterpret_cast<T(*)[33]>(shared);
  const i64 across = (columns + 31) / 32, down = (rows + 31) / 32;
  for (i64 number = blockIdx.x; number < matrices * across * down; number += gridDim.x) {
    const i64 matrix = number / (across * down), row = number / across % down * 32, column = number % across * 32;
    for (int i = threadIdx.y; i < 32; i += 8) {
      if (column + i < columns && row + threadIdx.x < rows) {
        tile[i][threadIdx.x] = from[from_start + matrix * from_far + (column + i) * from_step + row + threadIdx.x];
      }
    }
    __syncthreads();
    for (int i = threadIdx.y; i < 32; i += 8) {
      if (row + i < rows && column + threadIdx.x < columns) {
        to[to_start + matrix * to_far + (row + i) * to_step + column + threadIdx.x] = tile[threadIdx.x][i];
      }
    }
    __syncthreads();
  }
}

#define TURN_PART(name, T)                                                                                         \
  extern "C" __global__ void name(const T* from, T* to, i64 from_start, i64 to_start, i64 matrices, i64 rows,      \
                                  i64 columns, i64 from_far, i64 from_step, i64 to_far, i64 to_step) {             \
    DYNAMIC_SHARED(shared);                                                                                        \
    turn_part<T>(from, to, from_start, to_start, matrices, rows, columns, from_far, from_step, to_far, to_step, shared); \
  }
