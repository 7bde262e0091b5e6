// Segments of axis 0, from offsets[i] to offsets[i + 1], and sparse matrices: see ir/ops/segments.py and sparse.py.
#pragma once

#include "places.h"

// Tells in `outside` where offsets do not go from 0 to `total`, fall, or leave a segment empty that needs an element.
template <class I> void look_at_offsets(const I* offsets, u32* outside, i64 count, i64 total, bool needs_one) {
  for (i64 i = thread_of_grid(); i < count; i += threads_of_grid()) {
    bool wrong = i == 0 && i64(offsets[0]) != 0;
    wrong = wrong || (i == count - 1 && i64(offsets[i]) != total);
    wrong = wrong || (i > 0 && offsets[i - 1] > offsets[i]);
    wrong = wrong || (needs_one && i > 0 && offsets[i - 1] == offsets[i]);
    if (wrong) atomicOr(outside, 1u);
  }
}

#define LOOK_AT_OFFSETS(name, I)                                                                                   \
  extern "C" __global__ void name(const I* offsets, u32* outside, i64 count, i64 total, bool needs_one) {          \
    look_at_offsets<I>(offsets, outside, count, total, needs_one);                                                 \
  }

// Compressed rows times columns, each element by a thread that adds in the order of the entries.
#define CSR_MATMUL(name, T, P)                                                                                      \
  extern "C" __global__ void name(const T* data, const i64* places, const P* pointers, const T* dense, T* made,     \
                                  i64 rows, i64 width, i64 entries) {                                               \
    for (i64 i = thread_of_grid(); i < rows * width; i += threads_of_grid()) {                                      \
      const Segment segment = segment_of(pointers, i / width, entries);                                             \
      T sum = 0;                                                                                                    \
      for (i64 at = segment.first; at < segment.first + segment.size; ++at) {                                       \
        sum = T(sum + T(data[at] * dense[places[at] * width + i % width]));                                         \
      }                                                                                                             \
      made[i] = sum;                                                                                                \
    }                                                                                                               \
  }

// Entries with rows and columns, added to their rows in order.
#define COO_MATMUL(name, T)                                                                                         \
  extern "C" __global__ void name(const T* data, const i64* places, const i64* columns, const T* dense, T* made,    \
                                  i64 rows, i64 width, i64 entries) {                                               \
    write_rows<T>(made, places, rows, width, entries, [=](T before, i64 number, i64 column) {                       \
      return T(before + T(data[number] * dense[columns[number] * width + column]));                                 \
    });                                                                                                             \
  }
