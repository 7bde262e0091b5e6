// Products of sparse matrices with vectors and matrices. Each element of a result is a sum in the order of the
// entries, nothing fused: it has the same bits for any number of threads and columns.
#pragma once

#include "parallel.h"

namespace np {

template <class K> K plus_product(K sum, K left, K right) {
  if constexpr (__is_same(K, bool)) return sum || (left && right);
  else return K(sum + left * right);
}

// Whether pointers of rows rise from 0 to the number of entries.
template <class P> Status check_pointers(const Array<P, 1>& pointers, i64 entries) {
  const i64 rows = pointers.shape[0] - 1;
  bool rise = i64(pointers[0]) == 0 && i64(pointers[rows]) == entries;
  for (i64 row = 0; row < rows; ++row) rise &= pointers[row] <= pointers[row + 1];
  if (!rise) return Kind::row_pointers;
  return Nothing{};
}

// Whether an index lies on an axis; it becomes the place there.
inline bool find_place(i64& index, i64 size) {
  if (__builtin_expect(static_cast<u64>(index) < static_cast<u64>(size), 1)) return true;
  index += size;
  return index >= 0 && index < size;
}

// Columns of a result that are summed at one time: two vectors of the widest kind.
template <class K> constexpr i64 block_of = 128 / sizeof(K);

// The sums of the entries of a row, in columns from `dense` and `to` on; false where an index is out of bounds.
// WIDTH is how many columns, or -1 for `width`, which is less than a block.
template <i64 WIDTH, class K, class T, class I, class U>
inline bool add_entries(const T* data, const I* indices, i64 count, const U* dense, i64 size, i64 columns, K* to, i64 width = WIDTH) {
  K sums[WIDTH == -1 ? block_of<K> : WIDTH] = {};
  for (i64 entry = 0; entry < count; ++entry) {
    i64 place = i64(indices[entry]);
    if (!find_place(place, size)) return false;
    const K left = cast<K>(data[entry]);
    const U* const row = dense + place * columns;
    for (i64 k = 0; k < (WIDTH == -1 ? width : WIDTH); ++k) sums[k] = plus_product(sums[k], left, cast<K>(row[k]));
  }
  for (i64 k = 0; k < (WIDTH == -1 ? width : WIDTH); ++k) to[k] = sums[k];
  return true;
}

// Rows that are added up side by side, and how many entries they have at most.
constexpr i64 SIDE = 8, KEPT = 512;

// The products of entries with elements of a vector; false where an index does not count from the start of its axis.
template <class K, class T, class I, class U>
inline bool multiply_entries(const T* data, const I* indices, i64 count, const U* dense, i64 size, K* products) {
  for (i64 k = 0; k < count; ++k) {
    u64 place = static_cast<u64>(i64(indices[k]));
    asm("" : "+r"(place));  // single loads are faster than vectors of places
    if (__builtin_expect(place >= static_cast<u64>(size), 0)) return false;
    products[k] = K(cast<K>(data[k]) * cast<K>(dense[place]));
  }
  return true;
}

// An integer of so many bytes.
template <int BYTES> struct Lane { typedef i64 Type; };
template <> struct Lane<4> { typedef i32 Type; };

// Rows and columns of a square exchanged, by halves, quarters and eighths.
template <class V> inline void exchange(V (&square)[SIDE]) {
  V half[SIDE], quarter[SIDE];
  for (int i = 0; i < 4; ++i) {
    half[i] = __builtin_shufflevector(square[i], square[i + 4], 0, 1, 2, 3, 8, 9, 10, 11);
    half[i + 4] = __builtin_shufflevector(square[i], square[i + 4], 4, 5, 6, 7, 12, 13, 14, 15);
  }
  for (int i = 0; i < 8; i += 4) {
    for (int k = i; k < i + 2; ++k) {
      quarter[k] = __builtin_shufflevector(half[k], half[k + 2], 0, 1, 8, 9, 4, 5, 12, 13);
      quarter[k + 2] = __builtin_shufflevector(half[k], half[k + 2], 2, 3, 10, 11, 6, 7, 14, 15);
    }
  }
  for (int i = 0; i < 8; i += 2) {
    square[i] = __builtin_shufflevector(quarter[i], quarter[i + 1], 0, 8, 2, 10, 4, 12, 6, 14);
    square[i + 1] = __builtin_shufflevector(quarter[i], quarter[i + 1], 1, 9, 3, 11, 5, 13, 7, 15);
  }
}

// The sums of a few short rows, of a vector: all products first, then squares of eight rows and eight entries, whose
// columns are added up, so that each row is summed in the order of its entries and no branch depends on where it ends.
// False where rows are too long or too different, or an index does not count from the start.
template <class K, class T, class I, class P, class U>
inline bool add_side_by_side(const T* data, const I* indices, const P* ends, const U* dense, i64 size, K* products, K* to) {
  using Int = typename Lane<sizeof(K)>::Type;
  typedef K V __attribute__((vector_size(SIDE * sizeof(K))));
  typedef Int N __attribute__((vector_size(SIDE * sizeof(K))));
  const i64 first = i64(ends[0]), count = i64(ends[SIDE]) - first;
  i64 longest = 0;
  for (i64 row = 0; row < SIDE; ++row) {
    const i64 length = i64(ends[row + 1] - ends[row]);
    longest = length > longest ? length : longest;
  }
  if (count > KEPT || longest * SIDE > 3 * count + 64) return false;
  if (!multiply_entries<K>(data + first, indices + first, count, dense, size, products)) return false;
  const N lanes = {0, 1, 2, 3, 4, 5, 6, 7};
  V sums = {};
  for (i64 done = 0; done < longest; done += SIDE) {
    V square[SIDE];
    for (i64 row = 0; row < SIDE; ++row) {
      const i64 start = i64(ends[row]) - first + done, left = i64(ends[row + 1]) - first - start;
      __builtin_memcpy(&square[row], products + start, sizeof(V));
      square[row] = lanes < Int(left) ? square[row] : -(V{});  // what is no entry adds -0.0
    }
    exchange(square);
    for (i64 k = 0; k < SIDE; ++k) sums += square[k];
  }
  __builtin_memcpy(to, &sums, sizeof(V));
  return true;
}

// The same for all columns.
template <class K, class T, class I, class U>
inline bool add_entries(const T* data, const I* indices, i64 count, const U* dense, i64 size, i64 columns, K* to) {
  if (columns == 1) return add_entries<1>(data, indices, count, dense, size, 1, to);
  constexpr i64 block = block_of<K>;
  i64 k = 0;
  for (; k + block <= columns; k += block) {
    if (!add_entries<block>(data, indices, count, dense + k, size, columns, to + k)) return false;
  }
  if (k == columns) return true;
  return add_entries<-1>(data, indices, count, dense + k, size, columns, to + k, columns - k);
}

// How many elements a row of an array has.
template <class U, int R> i64 columns_of(const Array<U, R>& dense) {
  i64 columns = 1;
  for (int axis = 1; axis < R; ++axis) columns *= dense.shape[axis];
  return columns;
}

// Compressed rows times `columns` columns.
template <class K, class T, class I, class P, class U, int R>
Status csr_matmul(const Array<T, 1>& data, const Array<I, 1>& indices, const Array<P, 1>& pointers, const Array<U, R>& dense, Array<K, R>& to) {
  const i64 entries = data.shape[0], rows = pointers.shape[0] - 1, size = dense.shape[0];
  const i64 columns = columns_of(dense);
  if (Status rise = check_pointers(pointers, entries); rise.failure.kind != Kind::none) return rise;
  if (columns == 0) return within(indices, 0, size);
  bool outside = false;
  bool* const failed = &outside;
  const auto body = [=, data = view(data), indices = view(indices), pointers = view(pointers), dense = view(dense), to = view(to)](i64 first, i64 last, i64) {
    [[maybe_unused]] K products[2 * KEPT] = {};
    for (i64 row = first; row < last; ++row) {
      if constexpr (is_float<K>) {
        while (columns == 1 && row + SIDE <= last &&
               add_side_by_side(data.data, indices.data, &pointers[row], dense.data, size, products, &to[row])) {
          row += SIDE;
        }
        if (row == last) break;
      }
      const i64 start = i64(pointers[row]), count = i64(pointers[row + 1]) - start;
      if (!add_entries(&data[start], &indices[start], count, dense.data, size, columns, &to[row * columns])) {
        return __atomic_store_n(failed, true, __ATOMIC_RELAXED);
      }
    }
  };
  parallel(rows, rows ? 8 + entries / rows * columns * 4 : 1, body);
  if (outside) return within(indices, 0, size);
  return Nothing{};
}

// Entries in coordinates added to columns from `begin` on of their rows; false where an index is out of bounds.
// WIDTH is how many columns, or -1 for `width`.
template <i64 WIDTH, class K, class T, class I, class J, class U>
inline bool scatter(View<T, 1> data, View<I, 1> rows, View<J, 1> indices, const U* dense, i64 size, K* to, i64 height, i64 columns, i64 begin = 0, i64 width = WIDTH) {
  for (i64 entry = 0; entry < data.shape[0]; ++entry) {
    i64 from = i64(indices[entry]), into = i64(rows[entry]);
    if (!find_place(from, size) || !find_place(into, height)) return false;
    const K left = cast<K>(data[entry]);
    const U* const row = dense + from * columns + begin;
    K sums[WIDTH == -1 ? 1 : WIDTH];
    K* const given = to + into * columns + begin;
    if constexpr (WIDTH == -1) {
      for (i64 k = 0; k < width; ++k) given[k] = plus_product(given[k], left, cast<K>(row[k]));
    } else {
      for (i64 k = 0; k < WIDTH; ++k) sums[k] = plus_product(given[k], left, cast<K>(row[k]));
      for (i64 k = 0; k < WIDTH; ++k) given[k] = sums[k];
    }
  }
  return true;
}

// Entries in coordinates times `columns` columns.
template <class K, class T, class I, class J, class U, int R>
Status coo_matmul(const Array<T, 1>& data, const Array<I, 1>& rows, const Array<J, 1>& indices, const Array<U, R>& dense, Array<K, R>& to) {
  const i64 size = dense.shape[0], height = to.shape[0];
  const i64 columns = columns_of(dense), block = 4 * block_of<K>;
  for (i64 place = 0; place < to.size(); ++place) to[place] = K(0);
  bool outside = false;
  bool* const failed = &outside;
  const auto body = [=, data = view(data), rows = view(rows), indices = view(indices), dense = view(dense), to = view(to)](i64 first, i64 last, i64) {
    const i64 begin = first * block, end = last * block < columns ? last * block : columns;
    constexpr i64 whole = block_of<K>;
    const bool inside =
        columns == 1       ? scatter<1>(data, rows, indices, dense.data, size, to.data, height, columns)
        : columns == whole ? scatter<whole>(data, rows, indices, dense.data, size, to.data, height, columns)
                           : scatter<-1>(data, rows, indices, dense.data, size, to.data, height, columns, begin, end - begin);
    if (!inside) __atomic_store_n(failed, true, __ATOMIC_RELAXED);
  };
  parallel((columns + block - 1) / block, data.shape[0] * block, body);
  if (!outside && columns) return Nothing{};
  if (Status inside = within(indices, 0, size); inside.failure.kind != Kind::none) return inside;
  return within(rows, 0, height);
}

}  // namespace np
