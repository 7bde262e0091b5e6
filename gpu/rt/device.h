// What kernels include, on a GPU and in the emulator: the meaning of ops, and teams of threads.
#pragma once

#include "compiler.h"

#include "bits.h"
#include "element.h"
#include "floating.h"
#include "functions.h"
#include "halves.h"
#include "quantiles.h"

// Indices and sizes in nests: see gpu/widths.py.
#if defined(WIDE_INDICES)
using Index = i64;
#else
using Index = i32;
#endif

namespace py {
// The operations on sizes that ir/cxx/rt/number.h has for 64 bits.
template <class A, class B> auto floordiv(A a, B b) {
  return b == 0 ? decltype(a / b)(0) : a / b - (a % b != 0 && (a < 0) != (b < 0));
}
template <class A, class B> auto mod(A a, B b) { return a - floordiv(a, b) * b; }
template <class A, class B> auto min(A a, B b) { return b < a ? b : a; }
template <class A, class B> auto max(A a, B b) { return b > a ? b : a; }
}  // namespace py

namespace np {
// Integers wrap around, which the operators of CUDA's C++ do not promise.
template <class T> T wrapped_add(T a, T b) { return T(u64(a) + u64(b)); }
template <class T> T wrapped_subtract(T a, T b) { return T(u64(a) - u64(b)); }
template <class T> T wrapped_multiply(T a, T b) { return T(u64(a) * u64(b)); }
template <class T> T wrapped_negative(T a) { return T(0 - u64(a)); }
// An index on an axis, negative ones counted from the end. There are no others, but where a check fails that the host
// looks at later: until then it is 0.
inline i64 counted(i64 index, i64 size) {
  index += index < 0 ? size : 0;
  return u64(index) < u64(size) ? index : 0;
}
}  // namespace np

// A product added to a sum; a GPU does it in one step, which rounds once.
template <class T> T multiply_add(T a, T b, T sum) {
#if defined(__CUDACC__)
  return fma(a, b, sum);
#else
  return a * b + sum;
#endif
}

// Loops over the threads of the whole grid.
inline i64 thread_of_grid() { return i64(blockIdx.x) * blockDim.x + threadIdx.x; }
inline i64 threads_of_grid() { return i64(gridDim.x) * blockDim.x; }

#include "groups.h"

// --- sums in pairs ------------------------------------------------------------------------------

// NumPy adds n elements as a tree: n > 128 is split after a multiple of 8 elements near the middle. Each node of the
// tree has a number among those of its depth; from some depth on all are leaves, and half of their numbers mean nothing.
struct Part {
  i64 first, size;
  bool absent;
};

inline int depth_of_leaves(i64 n) {
  int depth = 0;
  for (; n > 128; n -= n / 2 - n / 2 % 8) ++depth;  // the larger half comes second
  return depth;
}

inline Part part_of(i64 first, i64 n, int depth, i64 number) {
  for (int level = depth - 1; level >= 0; --level) {
    const bool second = number >> level & 1;
    if (n <= 128) {
      if (second) return {first, 0, true};
      continue;
    }
    const i64 half = n / 2 - n / 2 % 8;
    first += second ? half : 0;
    n = second ? n - half : half;
  }
  return {first, n, false};
}

// The part of n trips that a block of a grid of a power of two blocks takes.
inline Part part_of_block(i64 n) {
  int depth = 0;
  while ((1u << depth) < gridDim.x) ++depth;
  return part_of(0, n, depth, blockIdx.x);
}

// Where a segment lies; nowhere where the offsets are wrong, which the host finds out later.
struct Segment {
  i64 first, size;
};
template <class I> Segment segment_of(const I* offsets, i64 number, i64 total) {
  const i64 first = i64(offsets[number]), last = i64(offsets[number + 1]);
  return first < 0 || last > total || last < first ? Segment{0, 0} : Segment{first, last - first};
}

// --- teams --------------------------------------------------------------------------------------

// The value of another lane.
template <class T> T of_lane(unsigned mask, T value, int lane) {
  if constexpr (sizeof(T) <= 4) {
    u32 given = 0;
    __builtin_memcpy(&given, &value, sizeof(T));
    given = __shfl_sync(mask, given, lane);
    __builtin_memcpy(&value, &given, sizeof(T));
  } else {
    u64 given = 0;
    __builtin_memcpy(&given, &value, sizeof(T));
    given = __shfl_sync(mask, given, lane);
    __builtin_memcpy(&value, &given, sizeof(T));
  }
  return value;
}

template <class T> T exchanged(unsigned mask, T value, int lanes) {
  return of_lane(mask, value, int((threadIdx.y * blockDim.x + threadIdx.x) % 32) ^ lanes);
}

// The best value of some trips, and the first trip that has it; -1 where there is none yet.
template <class T> struct Best {
  T value;
  i64 place;
};

template <class T> Best<T> of_lane(unsigned mask, Best<T> best, int lane) {
  return {of_lane(mask, best.value, lane), of_lane(mask, best.place, lane)};
}

// The better of two: a NaN is the best of all, then the greatest (or least) is, and of these the first.
template <bool least, class T> Best<T> better(Best<T> a, Best<T> b) {
  if (a.place < 0 || b.place < 0) return a.place < 0 ? b : a;
  const bool a_is_nan = a.value != a.value, b_is_nan = b.value != b.value;
  if (a_is_nan ? b_is_nan : a.value == b.value) return a.place < b.place ? a : b;
  if (a_is_nan || b_is_nan) return a_is_nan ? a : b;
  return (least ? a.value < b.value : a.value > b.value) ? a : b;
}
template <class T> Best<T> first_greatest(Best<T> a, Best<T> b) { return better<false>(a, b); }
template <class T> Best<T> first_least(Best<T> a, Best<T> b) { return better<true>(a, b); }

constexpr int scratch_bytes = 256 * 8;

// Threads that do a row together: 8, 32 or all of a block; blockDim.x says how many.
struct Team {
  int rank, size;
  unsigned mask;        // of its lanes
  unsigned char* shared;  // of the block: scratch, then the rows of each team
  int lane;

  explicit Team(unsigned char* memory) : rank(threadIdx.x), size(blockDim.x), shared(memory) {
    lane = int((threadIdx.y * blockDim.x + threadIdx.x) % 32);
    mask = size == 8 ? 0xffu << lane / 8 * 8 : 0xffffffffu;
  }
  i64 first() const { return i64(blockIdx.x) * blockDim.y + threadIdx.y; }
  i64 count() const { return i64(gridDim.x) * blockDim.y; }

  // Where the rows of this team are: in shared memory, or in `spare` where they are too large for that.
  unsigned char* rows(unsigned char* spare, i64 bytes) const {
    return spare ? spare + first() * bytes : shared + scratch_bytes + threadIdx.y * bytes;
  }

  void sync() const {
    if (size > 32) __syncthreads();
    else __syncwarp(mask);
  }

  // What `step` makes of the values of all threads, the same for all.
  template <class T, class F> T reduce(T value, F step) const {
    for (int lanes = 1; lanes < size && lanes < 32; lanes *= 2) value = step(value, exchanged(mask, value, lanes));
    if (size <= 32) return value;
    T* scratch = reinterpret_cast<T*>(shared);
    sync();
    if (rank % 32 == 0) scratch[rank / 32] = value;
    sync();
    value = scratch[0];
    for (int warp = 1; warp < size / 32; ++warp) value = step(value, scratch[warp]);
    return value;
  }

  template <class T> Best<T> first_greatest(Best<T> best) const {
    return reduce(best, [](Best<T> a, Best<T> b) { return ::first_greatest(a, b); });
  }
  template <class T> Best<T> first_least(Best<T> best) const {
    return reduce(best, [](Best<T> a, Best<T> b) { return ::first_least(a, b); });
  }

  // What `step` makes of `before` and the values of all threads up to this one; `before` becomes that of the last.
  template <class T, class F> T running(T value, T& before, F step) const {
    const int place = rank % 32, last = lane - place + (size < 32 ? size : 32) - 1;
    for (int lanes = 1; lanes < size && lanes < 32; lanes *= 2) {
      const T other = of_lane(mask, value, place < lanes ? lane : lane - lanes);
      if (place >= lanes) value = step(other, value);
    }
    T* scratch = reinterpret_cast<T*>(shared);
    if (size > 32) {
      sync();
      if (lane == last) scratch[rank / 32] = value;
      sync();
    }
    T earlier = before;
    for (int warp = 0; warp < rank / 32; ++warp) earlier = step(earlier, scratch[warp]);
    value = step(earlier, value);
    for (int warp = 0; warp < size / 32 && size > 32; ++warp) before = step(before, scratch[warp]);
    if (size <= 32) before = of_lane(mask, value, last);
    return value;
  }

  // A row times a matrix: `set(column, sum)` for each of `width` columns, where `add(place, column, sum)` adds one product.
  // Where there are more threads than columns, several share one.
  template <class T, class F, class G> void product(i64 depth, i64 width, F add, G set) const {
    const int shares = width < size ? int(size / width) : 1, columns = shares > 1 ? int(width) : size;
    const int share = rank / columns, mine = rank % columns;
    for (i64 first = 0; first < width; first += columns) {
      const i64 column = first + mine;
      const bool has_one = share < shares && column < width;
      T sum = 0;
      for (i64 place = share; has_one && place < depth; place += shares) sum = add(place, column, sum);
      if (shares > 1) sum = over_shares(sum, shares, columns);
      if (has_one && share == 0) set(column, sum);
    }
  }

  // The sum of what the threads have that are `columns` apart; the first ones get it.
  template <class T> T over_shares(T value, int shares, int columns) const {
    if (size > 32) {
      T* scratch = reinterpret_cast<T*>(shared);
      sync();
      scratch[rank] = value;
      sync();
      for (int share = 1; share < shares && rank < columns; ++share) value += scratch[rank + share * columns];
      return value;
    }
    T sum = value;
    for (int share = 1; share < shares; ++share) {
      const int from = rank + share * columns;
      const T other = of_lane(mask, value, lane - rank + (from < size ? from : rank));
      if (from < size) sum += other;
    }
    return sum;
  }

  // The sums of the terms of n trips from `start` on, added in pairs as NumPy does it. `trip(i, terms)` does trip i and
  // sets its terms.
  template <class T, int K, class F> void add_up(i64 start, i64 n, T (&sums)[K], F trip) const {
    const unsigned eight = 0xffu << lane / 8 * 8;
    const int depth = depth_of_leaves(n), group = rank / 8, groups = size / 8;
    const i64 leaves = i64(1) << depth, each = leaves > groups ? leaves / groups : 1;
    T waiting[K][40];  // sums of left subtrees, by their height
    for (i64 number = 0; number < each; ++number) {
      const i64 slot = group * each + number;
      const Part leaf = slot < leaves ? part_of(start, n, depth, slot) : Part{0, 0, true};
      T sum[K];
      add_leaf(eight, leaf, sum, trip);
      int height = 0;
      for (i64 done = number; done & 1; done >>= 1, ++height) {
        for (int k = 0; k < K; ++k) sum[k] = waiting[k][height] + sum[k];
      }
      for (int k = 0; k < K; ++k) waiting[k][height] = sums[k] = sum[k];
    }
    for (int k = 0; k < K; ++k) {
      for (int lanes = 8; lanes < size && lanes < 32; lanes *= 2) sums[k] += exchanged(mask, sums[k], lanes);
      if (size > 32) sums[k] = over_warps(sums[k]);
    }
  }

  // The sum of one value of each warp, in pairs.
  template <class T> T over_warps(T value) const {
    T* scratch = reinterpret_cast<T*>(shared);
    sync();
    if (rank % 32 == 0) scratch[rank / 32] = value;
    sync();
    value = scratch[rank % 32 % (size / 32)];
    for (int lanes = 1; lanes < size / 32; lanes *= 2) value += exchanged(0xffffffffu, value, lanes);
    return value;
  }

  // The sum of one value of each block of another kernel, in pairs; `count` is a power of two.
  template <class T> T add_parts(const T* parts, i64 count) const {
    const i64 each = count > size ? count / size : 1;
    T waiting[24], sum = T(-0.0);
    for (i64 number = 0; number < each; ++number) {
      const i64 at = rank * each + number;
      sum = at < count ? parts[at] : T(-0.0);
      int height = 0;
      for (i64 done = number; done & 1; done >>= 1, ++height) sum = waiting[height] + sum;
      waiting[height] = sum;
    }
    for (int lanes = 1; lanes < size && lanes < 32; lanes *= 2) sum += exchanged(mask, sum, lanes);
    return size > 32 ? over_warps(sum) : sum;
  }

 private:
  // Up to 128 trips by 8 lanes: eight partial sums, then the rest one after the other.
  template <class T, int K, class F> void add_leaf(unsigned eight, const Part& leaf, T (&sum)[K], F& trip) const {
    const int k8 = rank % 8, base = lane - lane % 8;
    for (int k = 0; k < K; ++k) sum[k] = T(-0.0);
    if (leaf.absent) return;
    const i64 whole = leaf.size < 8 ? 0 : leaf.size - leaf.size % 8;
    T terms[K];
    for (i64 i = 0; i < whole; i += 8) {
      trip(leaf.first + i + k8, terms);
      for (int k = 0; k < K; ++k) sum[k] = i ? sum[k] + terms[k] : terms[k];
    }
    if (whole) {
      for (int lanes = 1; lanes < 8; lanes *= 2) {
        for (int k = 0; k < K; ++k) sum[k] += exchanged(eight, sum[k], lanes);
      }
    }
    const int rest = int(leaf.size - whole);
    if (k8 < rest) trip(leaf.first + whole + k8, terms);
    for (int i = 0; i < rest; ++i) {
      for (int k = 0; k < K; ++k) sum[k] += of_lane(eight, terms[k], base + i);
    }
  }
};
