// Rows that arrays of integers name: taken, and written to in the order in which they are named.
#pragma once

#include "device.h"

// The number of the row that each integer names on an axis of some size, behind the axes before; `outside` tells of one
// that is not there, whose place is 0 until somebody looks.
template <class I> void find_places(const I* keys, i64* places, u32* outside, i64 count, i64 size, bool is_first) {
  for (i64 i = thread_of_grid(); i < count; i += threads_of_grid()) {
    i64 key = i64(keys[i]);
    const bool too_large = sizeof(I) == 8 && !is_signed<I> && key < 0;
    key += key < 0 ? size : 0;
    const bool is_there = !too_large && u64(key) < u64(size);
    if (!is_there) atomicOr(outside, 1u);
    places[i] = (is_first ? 0 : places[i] * size) + (is_there ? key : 0);
  }
}

#define FIND_PLACES(name, I)                                                                                    \
  extern "C" __global__ void name(const I* keys, i64* places, u32* outside, i64 count, i64 size, bool is_first) { \
    find_places<I>(keys, places, outside, count, size, is_first);                                               \
  }

#define TAKE_ROWS(name, T)                                                                                      \
  extern "C" __global__ void name(const T* from, const i64* places, T* to, i64 count, i64 width) {              \
    for (i64 i = thread_of_grid(); i < count * width; i += threads_of_grid()) {                                 \
      to[i] = from[places[i / width] * width + i % width];                                                      \
    }                                                                                                           \
  }

// Each row of x by a warp, which looks at all places and does what those say that name its row, in their order: so the
// result depends on nothing but that. `take(x, number, column)` is an element behind one write.
template <class T, class F>
void write_rows(T* x, const i64* places, i64 rows, i64 width, i64 count, F take) {
  const int lane = int(threadIdx.x % 32);
  const i64 step = threads_of_grid() / 32;
  for (i64 row = thread_of_grid() / 32; row < rows; row += step) {
    for (i64 first = 0; first < count; first += 32) {
      const bool is_mine = first + lane < count && places[first + lane] == row;
      for (u32 named = __ballot_sync(0xffffffffu, is_mine); named; named &= named - 1) {
        const i64 number = first + __ffs(int(named)) - 1;
        for (i64 column = lane; column < width; column += 32) {
          T& element = x[row * width + column];
          element = take(element, number, column);
        }
      }
    }
  }
}

// What is written are `values`, `far` apart for each place and `near` for each column.
#define WRITE_ROWS(name, T, V, made)                                                                             \
  extern "C" __global__ void name(T* x, const i64* places, const V* values, i64 rows, i64 width, i64 count, i64 far, \
                                  i64 near) {                                                                    \
    write_rows<T>(x, places, rows, width, count, [=](T before, i64 number, i64 column) {                         \
      const V old = V(before), value = values[number * far + column * near];                                     \
      return np::cast<T>(V(made));                                                                               \
    });                                                                                                          \
  }
