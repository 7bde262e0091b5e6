// Matrix products of which a matrix lies column by column: no copy of it is made but of what a cache holds. Each element
// has the bits that `matmul` gives it.
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
void add_product(Rows<T> a, Columns<T> b, T* c, i64 rows, i64 depth, i64 columns, i64 first, i64 last) {
  constexpr int width = VECTORS * Vector<T>::lanes, high = tile_rows(VECTORS);
  alignas(64) T panel[panel_depth * width];
  for (i64 k = 0; k < depth; k += panel_depth) {
    const i64 some = depth - k < panel_depth ? depth - k : panel_depth;
    for (i64 j = first; j < last; j += width) {
      const i64 count = last - j < width ? last - j : width;
      turn(b.data + j * b.stride + k, b.stride, some, count, panel, width);
      if (count == width) {
        add_tiles<T, VECTORS>(a.data + k, a.stride, panel, width, some, c + j, columns, rows, nullptr);
        continue;
      }
      for (i64 i = 0; i < rows; i += high) {
        T tile[high * width] = {};
        const i64 part = rows - i < high ? rows - i : high;
        T* to = c + i * columns + j;
        for (i64 r = 0; r < part; ++r) __builtin_memcpy(tile + r * width, to + r * columns, count * sizeof(T));
        add_tiles<T, VECTORS>(a.data + k + i * a.stride, a.stride, panel, width, some, tile, width, part, nullptr);
        for (i64 r = 0; r < part; ++r) __builtin_memcpy(to + r * columns, tile + r * width, count * sizeof(T));
      }
    }
  }
}

// c = a @ b. Blocks of all rows and of some columns are what threads share: so each column of b is turned once.
template <class T> void matmul(Rows<T> a, Columns<T> b, T* c, i64 rows, i64 depth, i64 columns) {
  constexpr int vectors = most_vectors - 1;
  constexpr i64 width = vectors * Vector<T>::lanes;
  __builtin_memset(c, 0, rows * columns * sizeof(T));
  const i64 blocks = (columns + width - 1) / width;
  if (!runner || blocks < 2) return add_product<T, vectors>(a, b, c, rows, depth, columns, 0, columns);
  parallel(blocks, rows * depth * width, [=](i64 from, i64 to, int) {
    const i64 last = to * width < columns ? to * width : columns;
    add_product<T, vectors>(a, b, c, rows, depth, columns, from * width, last);
  });
}

// The part of a matrix from a row on.
template <class T> Rows<T> from_row(Rows<T> of, i64 row) { return {of.data + row * of.stride, of.stride}; }
template <class T> Columns<T> from_row(Columns<T> of, i64 row) { return {of.data + row, of.stride}; }

// The columns from `first` on to `last` of c += a @ b, some rows at a time: these are turned into a block that stays in
// the second cache.
template <class T, int VECTORS, class B>
void add_product(Columns<T> a, B b, T* c, i64 rows, i64 depth, i64 columns, i64 first, i64 last) {
  constexpr i64 most = 384 / sizeof(T);
  alignas(64) T block[most * panel_depth];
  for (i64 row = 0; row < rows; row += most) {
    const i64 high = rows - row < most ? rows - row : most;
    for (i64 k = 0; k < depth; k += panel_depth) {
      const i64 some = depth - k < panel_depth ? depth - k : panel_depth;
      turn(a.data + k * a.stride + row, a.stride, high, some, block, some);
      const Rows<T> turned = {block, some};
      add_product<T, VECTORS>(turned, from_row(b, k), c + row * columns, high, some, columns, first, last);
    }
  }
}

// c = a @ b where a lies by columns.
template <class T, int VECTORS, class B>
void add_turned(Columns<T> a, B b, T* c, i64 rows, i64 depth, i64 columns) {
  in_blocks(VECTORS * Vector<T>::lanes, rows, depth, columns, [=](i64 row, i64 some, i64 first, i64 last) {
    add_product<T, VECTORS>(from_row(a, row), b, c + row * columns, some, depth, columns, first, last);
  });
}
template <class T> void matmul(Columns<T> a, Rows<T> b, T* c, i64 rows, i64 depth, i64 columns) {
  __builtin_memset(c, 0, rows * columns * sizeof(T));
  if (are_wide<T>(columns)) add_turned<T, most_vectors>(a, b, c, rows, depth, columns);
  else add_turned<T, most_vectors - 1>(a, b, c, rows, depth, columns);
}
template <class T> void matmul(Columns<T> a, Columns<T> b, T* c, i64 rows, i64 depth, i64 columns) {
  __builtin_memset(c, 0, rows * columns * sizeof(T));
  add_turned<T, most_vectors - 1>(a, b, c, rows, depth, columns);
}

// y = x @ v where x lies by columns: each element has the bits that `dot` gives it.
template <class T> FUSED void add_dots(Columns<T> x, const T* v, T* y, i64 depth, i64 count) {
  FUSE
  constexpr i64 lanes = Vector<T>::lanes, wide = 64;
  T sums[4 * lanes][wide] = {};
  i64 k = 0;
  for (; k + 4 * lanes <= depth; k += 4 * lanes) {
    for (i64 each = 0; each < 4 * lanes; ++each) {
      const T* const from = x.data + (k + each) * x.stride;
      for (i64 i = 0; i < count; ++i) sums[each][i] += from[i] * v[k + each];
    }
  }
  for (i64 i = 0; i < count; ++i) y[i] = 0;
  for (i64 lane = 0; lane < lanes; ++lane) {
    for (i64 i = 0; i < count; ++i) {
      y[i] += (sums[lane][i] + sums[lanes + lane][i]) + (sums[2 * lanes + lane][i] + sums[3 * lanes + lane][i]);
    }
  }
  for (; k < depth; ++k) {
    const T* const from = x.data + k * x.stride;
    for (i64 i = 0; i < count; ++i) y[i] += from[i] * v[k];
  }
}
template <class T> void dots(Columns<T> x, const T* v, T* y, i64 rows, i64 depth) {
  constexpr i64 wide = 64;
  parallel((rows + wide - 1) / wide, wide * depth, [=](i64 from, i64 to, int) {
    for (i64 row = from * wide; row < rows && row < to * wide; row += wide) {
      add_dots(from_row(x, row), v, y + row, depth, rows - row < wide ? rows - row : wide);
    }
  });
}

}  // namespace np
