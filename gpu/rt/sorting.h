// Rows in ascending order, as networks of Batcher's (1968): pairs that are put in order side by side.
#pragma once

#include "device.h"

// Whether place a of a row comes before place b: by its element, NaN last, else by the place. Behind the end is nothing.
template <class T> bool comes_before(const T* row, i64 length, i32 a, i32 b) {
  if (a >= length || b >= length) return a < b;
  const T one = row[a], other = row[b];
  if (one < other || (one == one && other != other)) return true;
  if (other < one || (other == other && one != one)) return false;
  return a < b;
}

// The pairs that are `step` apart, where runs of `run` places go up and down by turns.
template <class T> void put_in_order(const T* row, i64 length, i32* order, i64 pair, i64 run, i64 step) {
  const i64 low = pair / step * 2 * step + pair % step, high = low + step;
  const i32 a = order[low], b = order[high];
  const bool up = (low & run) == 0;
  if (comes_before(row, length, b, a) == up) {
    order[low] = b;
    order[high] = a;
  }
}

// Each row of `length` elements by a block, which has the order of `size` places, a power of two, in shared memory.
#define SORT_ROWS(name, T)                                                                                        \
  extern "C" __global__ void name(const T* x, i32* orders, i64 rows, i64 length, i64 size) {                      \
    DYNAMIC_SHARED(shared);                                                                                       \
    i32* const order = reinterpret_cast<i32*>(shared);                                                            \
    T* const row = reinterpret_cast<T*>(order + size);                                                            \
    for (i64 number = blockIdx.x; number < rows; number += gridDim.x) {                                           \
      for (i64 i = threadIdx.x; i < size; i += blockDim.x) {                                                      \
        order[i] = i32(i);                                                                                        \
        if (i < length) row[i] = x[number * length + i];                                                          \
      }                                                                                                           \
      __syncthreads();                                                                                            \
      for (i64 run = 2; run <= size; run *= 2) {                                                                  \
        for (i64 step = run / 2; step > 0; step /= 2) {                                                           \
          for (i64 pair = threadIdx.x; pair < size / 2; pair += blockDim.x) {                                     \
            put_in_order(row, length, order, pair, run, step);                                                    \
          }                                                                                                       \
          __syncthreads();                                                                                        \
        }                                                                                                         \
      }                                                                                                           \
      for (i64 i = threadIdx.x; i < size; i += blockDim.x) orders[number * size + i] = order[i];                  \
      __syncthreads();                                                                                            \
    }                                                                                                             \
  }

// One step for rows that shared memory does not hold; the first one begins with the places in their order.
#define SORT_STEP(name, T)                                                                                        \
  extern "C" __global__ void name(const T* x, i32* orders, i64 rows, i64 length, i64 size, i64 run, i64 step) {   \
    for (i64 i = thread_of_grid(); i < rows * (size / 2); i += threads_of_grid()) {                               \
      const i64 number = i / (size / 2), pair = i % (size / 2);                                                   \
      i32* const order = orders + number * size;                                                                  \
      if (run == 2) {                                                                                             \
        order[2 * pair] = i32(2 * pair);                                                                          \
        order[2 * pair + 1] = i32(2 * pair + 1);                                                                  \
      }                                                                                                           \
      put_in_order(x + number * length, length, order, pair, run, step);                                          \
    }                                                                                                             \
  }

#define TAKE_IN_ORDER(name, T)                                                                                    \
  extern "C" __global__ void name(const T* x, const i32* orders, T* made, i64 rows, i64 length, i64 size) {       \
    for (i64 i = thread_of_grid(); i < rows * length; i += threads_of_grid()) {                                   \
      made[i] = x[i / length * length + orders[i / length * size + i % length]];                                  \
    }                                                                                                             \
  }

#define PLACES_IN_ORDER(name)                                                                                     \
  extern "C" __global__ void name(const i32* orders, i64* made, i64 rows, i64 length, i64 size) {                 \
    for (i64 i = thread_of_grid(); i < rows * length; i += threads_of_grid()) {                                   \
      made[i] = orders[i / length * size + i % length];                                                           \
    }                                                                                                             \
  }
