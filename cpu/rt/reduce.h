// Sums in the order in which NumPy adds, cumulative ops, and ranges.
#pragma once

#include "array.h"
#include "element.h"
#include "matmul.h"

namespace np {

// A Python number as an element of any dtype.
template <class T, class B> Result<T> element_of(B number) {
  if constexpr (is_float<T>) return T(f64(number));
  else return weak<T>(number);
}

// In which type NumPy adds elements: floats of 16 bits in f32.
template <class T> struct Summed { using Type = T; };
template <> struct Summed<f16> { using Type = f32; };
template <> struct Summed<bf16> { using Type = f32; };

// The sum of n dense elements: eight partial sums in blocks of up to 128, blocks added in pairs.
template <class T> typename Summed<T>::Type pairwise_sum(const T* x, i64 n) {
  using A = typename Summed<T>::Type;
  if (n < 8) {
    A sum = A(-0.0);
    for (i64 i = 0; i < n; ++i) sum += A(x[i]);
    return sum;
  }
  if (n <= 128) {
    A part[8];
    for (int k = 0; k < 8; ++k) part[k] = A(x[k]);
    i64 i = 8;
    for (; i < n - n % 8; i += 8) {
      for (int k = 0; k < 8; ++k) part[k] += A(x[i + k]);
    }
    A sum = ((part[0] + part[1]) + (part[2] + part[3])) + ((part[4] + part[5]) + (part[6] + part[7]));
    for (; i < n; ++i) sum += A(x[i]);
    return sum;
  }
  const i64 half = n / 2 - n / 2 % 8;
  return pairwise_sum(x, half) + pairwise_sum(x + half, n - half);
}

// The sums of several terms of n trips, each in pairs as above. `leaf(first, last, terms...)` sets those of a block.
template <class T, class A, int K, class F> void add_blocks(i64 first, i64 n, A (&sums)[K], F& leaf) {
  if (n > 128) {
    if (n > 1 << 14 && !goes_on()) {
      for (A& sum : sums) sum = 0;
      return;
    }
    const i64 half = n / 2 - n / 2 % 8;
    A behind[K];
    add_blocks<T>(first, half, sums, leaf);
    add_blocks<T>(first + half, n - half, behind, leaf);
    for (int k = 0; k < K; ++k) sums[k] += behind[k];
    return;
  }
  T terms[K][128];
  static_assert(K <= 4, "so many totals in one loop");
  if constexpr (K == 1) leaf(first, first + n, terms[0]);
  if constexpr (K == 2) leaf(first, first + n, terms[0], terms[1]);
  if constexpr (K == 3) leaf(first, first + n, terms[0], terms[1], terms[2]);
  if constexpr (K == 4) leaf(first, first + n, terms[0], terms[1], terms[2], terms[3]);
  for (int k = 0; k < K; ++k) sums[k] = pairwise_sum(terms[k], n);
}
template <class T, class F, class... S> void add_up(i64 n, F leaf, S&... totals) {
  if (n == 0) return;
  using A = typename Summed<T>::Type;
  A sums[sizeof...(S)];
  add_blocks<T>(0, n, sums, leaf);
  int k = 0;
  ((totals = T(A(totals) + sums[k++])), ...);
}

// Of each lane the best of 128 terms, as `better(a, b)` chooses of numbers and of vectors; of lanes the best.
template <class T, class B> auto best_of_block(const T* terms, B better) {
  using V = typename Vector<T>::Type;
  constexpr int lanes = Vector<T>::lanes, rows = 128 / lanes;
  V block[rows];
  for (int row = 0; row < rows; ++row) __builtin_memcpy(&block[row], terms + row * lanes, sizeof(V));
  for (int half = rows / 2; half >= 1; half /= 2) {
    for (int row = 0; row < half; ++row) block[row] = better(block[row], block[row + half]);
  }
  return block[0];
}
template <class T, class V, class B> T best_of_lanes(V bests, B better) {
  T best = bests[0];
  for (int lane = 1; lane < Vector<T>::lanes; ++lane) best = better(best, bests[lane]);
  return best;
}

// The best of several terms of n trips: each lane has its best one of all blocks of terms, and at the end the lanes are
// compared with each other. `leaf(first, last, terms)` sets the terms of a block, at most 128.
template <class T, class B, class F> T best(i64 n, T start, B better, F leaf) {
  constexpr int few = 2 * Vector<T>::lanes;
  if (n <= few) {  // fewer than are worth whole vectors
    T terms[few];
    leaf(0, n, terms);
    T best = start;
    for (i64 i = 0; i < n; ++i) best = better(best, terms[i]);
    return best;
  }
  typename Vector<T>::Type bests = start - typename Vector<T>::Type{};
  for (i64 first = 0; first < n; first += 128) {
    if (first % (1 << 14) == 1 << 13 && !goes_on()) break;
    alignas(64) T terms[128];
    const i64 count = n - first < 128 ? n - first : 128;
    leaf(first, first + count, terms);
    for (i64 i = count; i < 128; ++i) terms[i] = start;
    bests = better(bests, best_of_block(terms, better));
  }
  return best_of_lanes<T>(bests, better);
}
// The same of n elements side by side.
template <class T, class B> T best_of(const T* x, i64 n, T start, B better) {
  if (n <= 2 * Vector<T>::lanes) {
    T best = start;
    for (i64 i = 0; i < n; ++i) best = better(best, x[i]);
    return best;
  }
  typename Vector<T>::Type bests = start - typename Vector<T>::Type{};
  i64 first = 0;
  for (; first + 128 <= n; first += 128) bests = better(bests, best_of_block(x + first, better));
  if (first < n) {
    T terms[128];
    for (i64 i = 0; i < 128; ++i) terms[i] = first + i < n ? x[first + i] : start;
    bests = better(bests, best_of_block(terms, better));
  }
  return best_of_lanes<T>(bests, better);
}

struct Greater {
  template <class V> V operator()(V a, V b) const { return (a > b) | (a != a) ? a : b; }
};
struct Less {
  template <class V> V operator()(V a, V b) const { return (a < b) | (a != a) ? a : b; }
};
template <class T, class F> T greatest_term(i64 n, T start, F leaf) { return best(n, start, Greater(), leaf); }
template <class T, class F> T least_term(i64 n, T start, F leaf) { return best(n, start, Less(), leaf); }
template <class T> T greatest_of(const T* x, i64 n, T start) { return best_of(x, n, start, Greater()); }
template <class T> T least_of(const T* x, i64 n, T start) { return best_of(x, n, start, Less()); }

// A sum and n dense elements more, in the type A. NumPy converts in pieces of 8192 elements.
template <class A, class T> A sum(const T* x, i64 n, A total = 0) {
  if constexpr ((!is_float<A> && !is_complex<A>) || __is_same(A, bf16)) {
    for (i64 i = 0; i < n; ++i) total = A(total + cast<A>(x[i]));
  } else if constexpr (sizeof(A) == sizeof(T) && (is_complex<A> ? is_complex<T> : is_float<T>)) {
    using S = typename Summed<A>::Type;
    total = A(S(total) + pairwise_sum(x, n));
  } else {
    A piece[8192];
    for (i64 start = 0; start < n; start += 8192) {
      const i64 length = n - start < 8192 ? n - start : 8192;
      for (i64 i = 0; i < length; ++i) piece[i] = cast<A>(x[start + i]);
      using S = typename Summed<A>::Type;
      total = A(S(total) + pairwise_sum(piece, length));
    }
  }
  return total;
}

// An array along one axis: `outer` times `inner` lines of `length` elements that lie `inner` apart.
struct Lines {
  i64 outer = 1, length, inner = 1;

  template <class T, int R> Lines(const Array<T, R>& x, int axis) : length(x.shape[axis]) {
    for (int before = 0; before < axis; ++before) outer *= x.shape[before];
    for (int after = axis + 1; after < R; ++after) inner *= x.shape[after];
  }

  // Call a function with the number of each line, and the position of its first element, as long as it returns true and
  // the call goes on; whether it did for all.
  template <class F> bool each(F use) const {
    i64 elements = 0;  // since somebody looked whether the call goes on
    for (i64 line = 0; line < outer * inner; ++line) {
      if (elements > 1 << 16) {
        if (!goes_on()) return false;
        elements = 0;
      }
      elements += length;
      if (!use(line, line / inner * inner * length + line % inner)) return false;
    }
    return true;
  }
  // The same with a function that returns nothing.
  template <class F> Status all(F use) const {
    if (each([&](i64 line, i64 first) { return use(line, first), true; })) return Nothing{};
    return Kind::stopped;
  }
};

// Along an axis, `step` of what stands before and the element: a running sum, product or extreme.
template <class A, class T, int R, class F>
Status accumulate(const Array<T, R>& x, int axis, Array<A, R>& to, F step) {
  const Lines lines(x, axis);
  return lines.all([&](i64, i64 first) {
    for (i64 k = 0, at = first; k < lines.length; ++k, at += lines.inner) {
      const A element = cast<A>(x[at]);
      to[at] = k ? step(to[at - lines.inner], element) : element;
    }
  });
}

// Numbers from start on, `length` of them: the difference of the first two is added again and again, of 16 bits in f32.
template <class T, class B> Result<Array<T, 1>> arange(B start, B step, i64 length) {
  auto made = empty<T>(Spot(), length);
  if (made.failure.kind != Kind::none || length == 0) return made;
  const Result<T> first = element_of<T>(start);
  const Result<T> second = length > 1 ? element_of<T>(start + step) : first;
  if (first.failure.kind != Kind::none) return first.failure;
  if (second.failure.kind != Kind::none) return second.failure;
  using A = typename Summed<T>::Type;
  const A from = A(first.value), difference = A(A(second.value) - from);
  for (i64 i = 0; i < length; ++i) made.value[i] = T(from + A(i) * difference);
  return made;
}

}  // namespace np
