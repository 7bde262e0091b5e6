// Products of matrices by tiles in shared memory: a block of 256 threads for 64 rows by 64 columns, each thread for 4 by 4.
#pragma once

#include "device.h"

namespace tiles {
constexpr int rows = 64, columns = 64, depth = 16, threads = 256, each = 4, across = columns / each;

template <class A> constexpr int shared_bytes = depth * (rows + 1 + columns) * sizeof(A);

// How many tiles a matrix has.
inline i64 count(i64 height, i64 width) { return ((height + rows - 1) / rows) * ((width + columns - 1) / columns); }

// One tile: `set(row, column, sum)` for each of its elements, of `left(row, place)` times `right(place, column)`, which are
// asked for places inside of the matrices alone, and added up as A. `shared` holds `shared_bytes<A>`.
template <class A, class L, class R, class S>
void product(unsigned char* shared, i64 number, i64 height, i64 width, i64 length, L left, R right, S set) {
  A(*const of_left)[rows + 1] = reinterpret_cast<A(*)[rows + 1]>(shared);
  A(*const of_right)[columns] = reinterpret_cast<A(*)[columns]>(of_left + depth);
  const int thread = int(threadIdx.x), mine_down = thread / across, mine_across = thread % across;
  const i64 tiles_across = (width + columns - 1) / columns;
  const i64 first_row = number / tiles_across * rows, first_column = number % tiles_across * columns;
  A sums[each][each] = {};
  for (i64 first = 0; first < length; first += depth) {
    for (int at = thread; at < rows * depth; at += threads) {
      const i64 row = first_row + at / depth, place = first + at % depth;
      of_left[at % depth][at / depth] = row < height && place < length ? A(left(row, place)) : A(0);
    }
    for (int at = thread; at < columns * depth; at += threads) {
      const i64 place = first + at / columns, column = first_column + at % columns;
      of_right[at / columns][at % columns] = column < width && place < length ? A(right(place, column)) : A(0);
    }
    __syncthreads();
    for (int place = 0; place < depth; ++place) {
      A row[each], column[each];
      for (int i = 0; i < each; ++i) row[i] = of_left[place][mine_down + i * across];
      for (int j = 0; j < each; ++j) column[j] = of_right[place][mine_across + j * across];
      for (int i = 0; i < each; ++i) {
        for (int j = 0; j < each; ++j) sums[i][j] = multiply_add(row[i], column[j], sums[i][j]);
      }
    }
    __syncthreads();
  }
#pragma unroll
  for (int i = 0; i < each; ++i) {
#pragma unroll
    for (int j = 0; j < each; ++j) {
      const i64 row = first_row + mine_down + i * across, column = first_column + mine_across + j * across;
      if (row < height && column < width) set(row, column, sums[i][j]);
    }
  }
}
}  // namespace tiles
