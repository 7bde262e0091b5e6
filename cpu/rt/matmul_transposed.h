// Matrix products whose right matrix lies column by column: no copy of it is made but of what the first cache holds.
// Each element has the bits that `matmul` gives it.
#pragma once

#include "matmul.h"

namespace np {

// panel[k * width + j] = columns[j * depth + k] for four rows and four columns.
template <class T> inline void turn_four(const T* columns, i64 depth, T* panel, i64 width) {
  typedef T V __attribute__((vector_size(4 * sizeof(T)), aligned(alignof(T)), may_alias));
  typedef decltype(V{} < V{}) I;
  const V a = *reinterpret_cast<const V*>(columns), b = *reinterpret_cast<const V*>(columns + depth);
  const V c = *reinterpret_cast<const V*>(columns + 2 * depth), d = *reinterpret_cast<const V*>(columns + 3 * depth);
  const V ab = __builtin_shuffle(a, b, I{0, 4, 1, 5}), cd = __builtin_shuffle(c, d, I{0, 4, 1, 5});
  const V ab_high = __builtin_shuffle(a, b, I{2, 6, 3, 7}), cd_high = __builtin_shuffle(c, d, I{2, 6, 3, 7});
  *reinterpret_cast<V*>(panel) = __builtin_shuffle(ab, cd, I{0, 1, 4, 5});
  *reinterpret_cast<V*>(panel + width) = __builtin_shuffle(ab, cd, I{2, 3, 6, 7});
  *reinterpret_cast<V*>(panel + 2 * width) = __builtin_shuffle(ab_high, cd_high, I{0, 1, 4, 5});
  *reinterpret_cast<V*>(panel + 3 * width) = __builtin_shuffle(ab_high, cd_high, I{2, 3, 6, 7});
}

// The rows of a panel from columns that lie one after the other; what the panel has no column for is 0.
template <class T> void turn(const T* columns, i64 depth, i64 some, i64 count, T* panel, i64 width) {
  if (count < width) __builtin_memset(panel, 0, some * width * sizeof(T));
  i64 j = 0;
  for (; j + 4 <= count; j += 4) {
    const T* from = columns + j * depth;
    i64 k = 0;
    for (; k + 4 <= some; k += 4) turn_four(from + k, depth, panel + k * width + j, width);
    for (; k < some; ++k) {
      for (i64 each = 0; each < 4; ++each) panel[k * width + j + each] = from[each * depth + k];
    }
  }
  for (; j < count; ++j) {
    for (i64 k = 0; k < some; ++k) panel[k * width + j] = columns[j * depth + k];
  }
}

// The columns from `first` on to `last` of c += a @ b.
template <class T, int VECTORS>
void add_turned(const T* a, const T* b, T* c, i64 rows, i64 depth, i64 columns, i64 first, i64 last) {
  constexpr int width = VECTORS * Vector<T>::lanes, high = tile_rows(VECTORS);
  alignas(64) T panel[panel_depth * width];
  for (i64 k = 0; k < depth; k += panel_depth) {
    const i64 some = depth - k < panel_depth ? depth - k : panel_depth;
    for (i64 j = first; j < last; j += width) {
      const i64 count = last - j < width ? last - j : width;
      turn(b + j * depth + k, depth, some, count, panel, width);
      if (count == width) {
        add_tiles<T, VECTORS>(a + k, depth, panel, width, some, c + j, columns, rows, nullptr);
        continue;
      }
      for (i64 i = 0; i < rows; i += high) {
        T tile[high * width] = {};
        const i64 part = rows - i < high ? rows - i : high;
        T* to = c + i * columns + j;
        for (i64 r = 0; r < part; ++r) __builtin_memcpy(tile + r * width, to + r * columns, count * sizeof(T));
        add_tiles<T, VECTORS>(a + k + i * depth, depth, panel, width, some, tile, width, part, nullptr);
        for (i64 r = 0; r < part; ++r) __builtin_memcpy(to + r * columns, tile + r * width, count * sizeof(T));
      }
    }
  }
}

// c = a @ b: dense, of [rows, depth], and of [columns, depth] where b has its rows and columns exchanged. Blocks of all
// rows and of some columns are what threads share: so each column is turned once.
template <class T> void matmul_transposed(const T* a, const T* b, T* c, i64 rows, i64 depth, i64 columns) {
  constexpr int vectors = most_vectors - 1;
  constexpr i64 width = vectors * Vector<T>::lanes;
  __builtin_memset(c, 0, rows * columns * sizeof(T));
  const i64 blocks = (columns + width - 1) / width;
  if (!runner || blocks < 2) return add_turned<T, vectors>(a, b, c, rows, depth, columns, 0, columns);
  parallel(blocks, rows * depth * width, [=](i64 from, i64 to, int) {
    const i64 last = to * width < columns ? to * width : columns;
    add_turned<T, vectors>(a, b, c, rows, depth, columns, from * width, last);
  });
}

}  // namespace np
