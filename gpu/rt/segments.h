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

// Where a segment lies; nowhere where the offsets are wrong, which the host finds out later.
struct Segment {
  i64 first, size;
};
template <class I> Segment segment_of(const I* offsets, i64 number, i64 total) {
  const i64 first = i64(offsets[number]), last = i64(offsets[number + 1]);
  return first < 0 || last > total || last < first ? Segment{0, 0} : Segment{first, last - first};
}

// Each segment of one column by a warp, whose sums are added in pairs; of several, each column by a thread.
template <class T, class A>
void segment_sum(const T* x, const i64* offsets, A* made, i64 count, i64 total, i64 width, unsigned char* shared) {
  if (width == 1) {
    const Team team(shared);
    for (i64 number = team.first(); number < count; number += team.count()) {
      const Segment segment = segment_of(offsets, number, total);
      A sums[1];
      team.add_up<A, 1>(segment.first, segment.size, sums, [=](i64 i, A (&terms)[1]) { terms[0] = np::cast<A>(x[i]); });
      if (team.rank == 0) made[number] = segment.size ? sums[0] : A(0);
    }
    return;
  }
  const i64 mine = (blockIdx.x * blockDim.y + threadIdx.y) * i64(blockDim.x) + threadIdx.x;
  for (i64 i = mine; i < count * width; i += i64(gridDim.x) * blockDim.x * blockDim.y) {
    const Segment segment = segment_of(offsets, i / width, total);
    A sum = segment.size && is_float<A> ? A(-0.0) : A(0);
    for (i64 at = 0; at < segment.size; ++at) sum = A(sum + np::cast<A>(x[(segment.first + at) * width + i % width]));
    made[i] = sum;
  }
}

#define SEGMENT_SUM(name, T, A)                                                                                     \
  extern "C" __global__ void name(const T* x, const i64* offsets, A* made, i64 count, i64 total, i64 width) {       \
    DYNAMIC_SHARED(shared);                                                                                         \
    segment_sum<T, A>(x, offsets, made, count, total, width, shared);                                               \
  }

// The best of each column of each segment, and of what it starts with.
#define SEGMENT_BEST(name, T, better)                                                                               \
  extern "C" __global__ void name(const T* x, const i64* offsets, T* made, i64 count, i64 total, i64 width, T start) { \
    for (i64 i = thread_of_grid(); i < count * width; i += threads_of_grid()) {                                     \
      const Segment segment = segment_of(offsets, i / width, total);                                                \
      T found = start;                                                                                              \
      for (i64 at = 0; at < segment.size; ++at) {                                                                   \
        found = better<T>(found, x[(segment.first + at) * width + i % width]);                                      \
      }                                                                                                             \
      made[i] = found;                                                                                              \
    }                                                                                                               \
  }

// The segment that a place is in: the last one that begins there or before and is not empty.
template <class I> i64 segment_at(const I* offsets, i64 count, i64 place) {
  i64 low = 0, high = count;
  while (low + 1 < high) {
    const i64 middle = (low + high) / 2;
    if (i64(offsets[middle]) <= place) low = middle;
    else high = middle;
  }
  return low;
}

#define SEGMENT_REPEAT(name, T)                                                                                     \
  extern "C" __global__ void name(const T* rows, const i64* offsets, T* made, i64 count, i64 total, i64 width) {    \
    for (i64 i = thread_of_grid(); i < total * width; i += threads_of_grid()) {                                     \
      made[i] = rows[segment_at(offsets, count, i / width) * width + i % width];                                    \
    }                                                                                                               \
  }

// Softmax of each segment: of one column by a warp, of several each column by a thread.
template <class T>
void segment_softmax(const T* x, const i64* offsets, T* made, i64 count, i64 total, i64 width, unsigned char* shared) {
  const T nothing = -infinity<T>;
  if (width == 1) {
    const Team team(shared);
    for (i64 number = team.first(); number < count; number += team.count()) {
      const Segment segment = segment_of(offsets, number, total);
      const i64 last = segment.first + segment.size;
      T top = nothing;
      for (i64 at = segment.first + team.rank; at < last; at += team.size) top = np::maximum(top, x[at]);
      top = team.reduce(top, [](T a, T b) { return np::maximum(a, b); });
      T sums[1];
      team.add_up<T, 1>(segment.first, segment.size, sums, [=](i64 i, T (&terms)[1]) { terms[0] = np::exp(x[i] - top); });
      for (i64 at = segment.first + team.rank; at < last; at += team.size) made[at] = np::exp(x[at] - top) / sums[0];
    }
    return;
  }
  const i64 mine = (blockIdx.x * blockDim.y + threadIdx.y) * i64(blockDim.x) + threadIdx.x;
  for (i64 i = mine; i < count * width; i += i64(gridDim.x) * blockDim.x * blockDim.y) {
    const Segment segment = segment_of(offsets, i / width, total);
    const T* const from = x + segment.first * width + i % width;
    T top = nothing, sum = 0;
    for (i64 at = 0; at < segment.size; ++at) top = np::maximum(top, from[at * width]);
    for (i64 at = 0; at < segment.size; ++at) sum += np::exp(from[at * width] - top);
    for (i64 at = 0; at < segment.size; ++at) {
      made[(segment.first + at) * width + i % width] = np::exp(from[at * width] - top) / sum;
    }
  }
}

#define SEGMENT_SOFTMAX(name, T)                                                                                    \
  extern "C" __global__ void name(const T* x, const i64* offsets, T* made, i64 count, i64 total, i64 width) {       \
    DYNAMIC_SHARED(shared);                                                                                         \
    segment_softmax<T>(x, offsets, made, count, total, width, shared);                                              \
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
