// Matrix products of floats. Each element is a sum over k in order, every product fused with its addition: it depends
// on its row and its column only, not on the other sizes.
#pragma once

#include "base.h"
#include "parallel.h"

#if defined(__AVX512F__)
#define DSLC_VECTOR 64
#elif defined(__AVX__)
#define DSLC_VECTOR 32
#else
#define DSLC_VECTOR 16
#endif

// GCC fuses what stands in one function, clang what stands in one expression.
#if defined(__clang__)
#define FUSED
#define FUSE _Pragma("clang fp contract(fast)")
#else
#define FUSED __attribute__((optimize("fp-contract=fast")))
#define FUSE
#endif

namespace np {

// As many elements as a register holds, at any address.
template <class T> struct Vector {
  typedef T Type __attribute__((vector_size(DSLC_VECTOR), aligned(alignof(T)), may_alias));
  static constexpr int lanes = DSLC_VECTOR / sizeof(T);
};

// Half of the registers hold a tile of the result, the fewer rows the more vectors wide it is.
#if defined(__AVX512F__) || defined(__aarch64__)
constexpr int most_vectors = 3;
constexpr int tile_rows(int vectors) { return vectors == 3 ? 8 : 12; }
#else
constexpr int most_vectors = 2;
constexpr int tile_rows(int vectors) { return vectors == 2 ? 6 : 12; }
#endif

// The depth of a panel: a slice of B, one tile wide, that stays in the first cache.
constexpr i64 panel_depth = 256;

// c += a @ b for a tile of c. With KEEP, what is read of b is written to the panel.
template <class T, int ROWS, int VECTORS, bool KEEP>
FUSED void add_tile(const T* a, i64 a_row, const T* b, i64 b_row, i64 depth, T* c, i64 c_row, T* panel) {
  FUSE
  using V = typename Vector<T>::Type;
  constexpr int lanes = Vector<T>::lanes;
  V sums[ROWS][VECTORS];
  for (int i = 0; i < ROWS; ++i) {
    for (int v = 0; v < VECTORS; ++v) sums[i][v] = *reinterpret_cast<const V*>(c + i * c_row + v * lanes);
  }
  for (i64 k = 0; k < depth; ++k) {
    V row[VECTORS];
    for (int v = 0; v < VECTORS; ++v) row[v] = *reinterpret_cast<const V*>(b + k * b_row + v * lanes);
    for (int i = 0; i < ROWS; ++i) {
      const T left = a[i * a_row + k];
      for (int v = 0; v < VECTORS; ++v) sums[i][v] += left * row[v];
    }
    if constexpr (KEEP) {
      for (int v = 0; v < VECTORS; ++v) *reinterpret_cast<V*>(panel + (k * VECTORS + v) * lanes) = row[v];
    }
  }
  for (int i = 0; i < ROWS; ++i) {
    for (int v = 0; v < VECTORS; ++v) *reinterpret_cast<V*>(c + i * c_row + v * lanes) = sums[i][v];
  }
}

// c += a @ b for a column of tiles, `rows` high.
template <class T, int VECTORS>
void add_tiles(const T* a, i64 a_row, const T* b, i64 b_row, i64 depth, T* c, i64 c_row, i64 rows, T* panel) {
  constexpr int width = VECTORS * Vector<T>::lanes, high = tile_rows(VECTORS);
  i64 i = 0;
  if (b_row != width && rows >= 2 * high) {
    add_tile<T, high, VECTORS, true>(a, a_row, b, b_row, depth, c, c_row, panel);
    b = panel;
    b_row = width;
    i = high;
  }
  for (; i + high <= rows; i += high) {
    add_tile<T, high, VECTORS, false>(a + i * a_row, a_row, b, b_row, depth, c + i * c_row, c_row, nullptr);
  }
  for (; i + 4 <= rows; i += 4) {
    add_tile<T, 4, VECTORS, false>(a + i * a_row, a_row, b, b_row, depth, c + i * c_row, c_row, nullptr);
  }
  for (; i < rows; ++i) {
    add_tile<T, 1, VECTORS, false>(a + i * a_row, a_row, b, b_row, depth, c + i * c_row, c_row, nullptr);
  }
}

// The same where fewer columns are left than a tile has.
template <class T, int VECTORS>
void add_edge(const T* a, i64 a_row, const T* b, i64 b_row, i64 depth, T* c, i64 c_row, i64 rows, i64 columns, T* panel) {
  constexpr int width = VECTORS * Vector<T>::lanes, high = tile_rows(VECTORS);
  __builtin_memset(panel, 0, depth * width * sizeof(T));
  for (i64 k = 0; k < depth; ++k) __builtin_memcpy(panel + k * width, b + k * b_row, columns * sizeof(T));
  for (i64 i = 0; i < rows; i += high) {
    T tile[high * width] = {};
    const i64 some = rows - i < high ? rows - i : high;
    for (i64 r = 0; r < some; ++r) __builtin_memcpy(tile + r * width, c + (i + r) * c_row, columns * sizeof(T));
    add_tiles<T, VECTORS>(a + i * a_row, a_row, panel, width, depth, tile, width, some, nullptr);
    for (i64 r = 0; r < some; ++r) __builtin_memcpy(c + (i + r) * c_row, tile + r * width, columns * sizeof(T));
  }
}

// A matrix whose rows lie side by side, `stride` apart, and one whose columns do.
template <class T> struct Rows {
  const T* data;
  i64 stride;
};
template <class T> struct Columns {
  const T* data;
  i64 stride;
};
template <class T> Rows<T> by_rows(const T* data, i64 stride) { return {data, stride}; }
template <class T> Columns<T> by_columns(const T* data, i64 stride) { return {data, stride}; }

// The columns from `first` on to `last`, which is a whole number of tiles away or the end.
template <class T, int VECTORS>
void add_product(Rows<T> a, Rows<T> b, T* c, i64 rows, i64 depth, i64 columns, i64 first, i64 last) {
  constexpr int width = VECTORS * Vector<T>::lanes;
  alignas(64) T panel[panel_depth * width];
  for (i64 k = 0; k < depth; k += panel_depth) {
    const i64 some = depth - k < panel_depth ? depth - k : panel_depth;
    i64 j = first;
    for (; j + width <= last; j += width) {
      add_tiles<T, VECTORS>(a.data + k, a.stride, b.data + k * b.stride + j, b.stride, some, c + j, columns, rows, panel);
    }
    if (j < last) {
      const T* const from = b.data + k * b.stride + j;
      add_edge<T, VECTORS>(a.data + k, a.stride, from, b.stride, some, c + j, columns, rows, last - j, panel);
    }
  }
}

// c += a @ b for one row: rows of b are read as they lie, DEPTH at a time, for the order in which memory is fetched.
template <int DEPTH, class T> FUSED void add_rows(const T* a, const T* b, i64 b_row, T* c, i64 columns) {
  FUSE
  using V = typename Vector<T>::Type;
  constexpr int lanes = Vector<T>::lanes;
  i64 j = 0;
  for (; j + lanes <= columns; j += lanes) {
    V sum = *reinterpret_cast<const V*>(c + j);
    for (int k = 0; k < DEPTH; ++k) sum += a[k] * *reinterpret_cast<const V*>(b + k * b_row + j);
    *reinterpret_cast<V*>(c + j) = sum;
  }
  for (; j < columns; ++j) {
    T sum = c[j];
    for (int k = 0; k < DEPTH; ++k) sum += a[k] * b[k * b_row + j];
    c[j] = sum;
  }
}
template <class T> void add_row(const T* a, Rows<T> b, T* c, i64 depth, i64 columns) {
  i64 k = 0;
  for (; k + 8 <= depth; k += 8) add_rows<8>(a + k, b.data + k * b.stride, b.stride, c, columns);
  for (; k < depth; ++k) add_rows<1>(a + k, b.data + k * b.stride, b.stride, c, columns);
}

// The most blocks that a product is made of: the fewer, the more often what was read of a and b is used again.
constexpr i64 MOST_BLOCKS = 256;

// What one thread alone does at once, in multiplications; behind that, signals are looked at.
constexpr i64 MOST_AT_ONCE = i64(1) << 32;

// All rows and columns of a product in blocks that threads share: `add(row, rows, first, last)` adds those of some rows
// and of the columns from `first` on to `last`. An element is the same in any block.
template <class F> void in_blocks(i64 width, i64 rows, i64 depth, i64 columns, const F& add) {
  i64 high = 96, wide = (i64(1) << 20) / (high * depth + 1) / width * width + width;
  auto down = [&] { return (rows + high - 1) / high; };
  auto across = [&] { return (columns + wide - 1) / wide; };
  while (down() * across() > MOST_BLOCKS) {
    if (across() < 2 || (high < 2 * wide && down() > 1)) high *= 2;
    else wide *= 2;
  }
  const i64 blocks = down() * across();
  const bool small = rows * depth < MOST_AT_ONCE / (columns + 1);
  if (!runner || blocks < 2 || (small && runner->workers < 2)) return add(0, rows, 0, columns);
  parallel(blocks, GRAIN, [=, across = across()](i64 from, i64 to, int) {
    for (i64 block = from; block < to; ++block) {
      const i64 row = block / across * high, first = block % across * wide;
      add(row, rows - row < high ? rows - row : high, first, columns - first < wide ? columns : first + wide);
    }
  });
}

// Whether columns are cut into tiles of the most vectors: they have the width that leaves the fewest columns empty.
template <class T> bool are_wide(i64 columns) {
  constexpr i64 wide = most_vectors * Vector<T>::lanes, narrow = wide - Vector<T>::lanes;
  return (columns + wide - 1) / wide * wide <= (columns + narrow - 1) / narrow * narrow;
}

template <class T, int VECTORS> void add_blocks(Rows<T> a, Rows<T> b, T* c, i64 rows, i64 depth, i64 columns) {
  in_blocks(VECTORS * Vector<T>::lanes, rows, depth, columns, [=](i64 row, i64 some, i64 first, i64 last) {
    const Rows<T> from = {a.data + row * a.stride, a.stride};
    add_product<T, VECTORS>(from, b, c + row * columns, some, depth, columns, first, last);
  });
}

// c = a @ b, of [rows, depth] and [depth, columns]; c is dense. See `matmul_transposed.h` for those that lie by columns.
template <class T> void matmul(Rows<T> a, Rows<T> b, T* c, i64 rows, i64 depth, i64 columns) {
  __builtin_memset(c, 0, rows * columns * sizeof(T));
  if (rows == 1) return add_row(a.data, b, c, depth, columns);
  if (are_wide<T>(columns)) add_blocks<T, most_vectors>(a, b, c, rows, depth, columns);
  else add_blocks<T, most_vectors - 1>(a, b, c, rows, depth, columns);
}
template <class T> void matmul(const T* a, const T* b, T* c, i64 rows, i64 depth, i64 columns) {
  matmul(by_rows(a, depth), by_rows(b, columns), c, rows, depth, columns);
}

// The sum of the products of n elements: in lanes, then the lanes in order.
template <class T> FUSED T dot(const T* a, const T* b, i64 n) {
  FUSE
  using V = typename Vector<T>::Type;
  constexpr int lanes = Vector<T>::lanes;
  V sums[4] = {};
  i64 k = 0;
  for (; k + 4 * lanes <= n; k += 4 * lanes) {
    for (int v = 0; v < 4; ++v) {
      sums[v] += *reinterpret_cast<const V*>(a + k + v * lanes) * *reinterpret_cast<const V*>(b + k + v * lanes);
    }
  }
  const V whole = (sums[0] + sums[1]) + (sums[2] + sums[3]);
  T sum = 0;
  for (int lane = 0; lane < lanes; ++lane) sum += whole[lane];
  for (; k < n; ++k) sum += a[k] * b[k];
  return sum;
}

}  // namespace np
