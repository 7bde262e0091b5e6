// Matrices with rows and columns exchanged.
#pragma once

#include "base.h"

namespace np {

// to[i, j] = from[j, i], by squares: one that lies in the first cache is read along its rows and written along the others.
template <class T> void transpose(T* to, i64 to_row, const T* from, i64 from_row, i64 rows, i64 columns) {
  constexpr int side = 16;
  for (i64 j = 0; j < columns; j += side) {
    const int across = columns - j < side ? int(columns - j) : side;
    for (i64 i = 0; i < rows; i += side) {
      const int down = rows - i < side ? int(rows - i) : side;
      T square[side][side];
      for (int b = 0; b < across; ++b) {
        for (int a = 0; a < down; ++a) square[a][b] = from[(j + b) * from_row + i + a];
      }
      for (int a = 0; a < down; ++a) {
        for (int b = 0; b < across; ++b) to[(i + a) * to_row + j + b] = square[a][b];
      }
    }
  }
}

}  // namespace np
