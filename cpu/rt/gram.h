// A matrix times its own transpose: of two elements that are equal one is computed. Each has the bits of `matmul`.
#pragma once

#include "matmul_transposed.h"
#include "transpose.h"

namespace np {

template <class T> Columns<T> transposed(Rows<T> of) { return {of.data, of.stride}; }
template <class T> Rows<T> transposed(Columns<T> of) { return {of.data, of.stride}; }

// c = a @ b, b being the transpose of a: from the diagonal on, then what is left of it.
template <class T, class A> void gram(A a, T* c, i64 rows, i64 depth) {
  constexpr i64 most = 48;
  const i64 blocks = (rows + most - 1) / most;
  __builtin_memset(c, 0, rows * rows * sizeof(T));
  parallel(blocks, most * depth * rows / 2, [=](i64 from, i64 to, int) {
    for (i64 row = from * most; row < rows && row < to * most; row += most) {
      const i64 some = rows - row < most ? rows - row : most;
      add_product<T, most_vectors - 1>(from_row(a, row), transposed(a), c + row * rows, some, depth, rows, row, rows);
    }
  });
  for (i64 row = most; row < rows; row += most) {
    transpose(c + row * rows, rows, c + row, rows, rows - row < most ? rows - row : most, row);
  }
}

}  // namespace np
