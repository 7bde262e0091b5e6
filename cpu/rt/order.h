// Sorting and searching. NaN stands after all numbers.
#pragma once

#include "reduce.h"

namespace np {

// Whether a stands before b in ascending order.
template <class T> bool before(T a, T b) {
  if constexpr (is_complex<T>) {
    // By the real parts, then by the imaginary ones; those with a NaN in one or both parts follow.
    if (a.real < b.real) return a.imag == a.imag || b.imag != b.imag;
    if (a.real > b.real) return b.imag != b.imag && a.imag == a.imag;
    if (a.real == b.real || (a.real != a.real && b.real != b.real)) return before(a.imag, b.imag);
    return b.real != b.real;
  }
  if constexpr (is_float<T>) return a < b || (b != b && a == a);
  else return a < b;
}

// Sort n items so that equal ones keep their order: short runs by insertion, then merged in pairs. Whether the call goes
// on; where it does not, they are in no order.
template <class E, class F> bool merge_sort(E* items, E* scratch, i64 n, F less) {
  const i64 run = 16;
  const bool done = interruptible((n + run - 1) / run, [=](i64 number) {
    const i64 start = number * run;
    for (i64 k = start + 1; k < n && k < start + run; ++k) {
      const E item = items[k];
      i64 to = k;
      for (; to > start && less(item, items[to - 1]); --to) items[to] = items[to - 1];
      items[to] = item;
    }
  });
  if (!done) return false;
  constexpr i64 most = 1 << 16;  // steps until somebody looks whether the call goes on
  i64 steps = most;
  for (i64 width = run; width < n; width *= 2) {
    for (i64 start = 0; start + width < n; start += 2 * width) {
      const i64 middle = start + width, end = middle + width < n ? middle + width : n;
      if (!less(items[middle], items[middle - 1])) continue;
      for (i64 k = start; k < middle; ++k) scratch[k] = items[k];
      i64 left = start, right = middle;
      for (i64 to = start; left < middle;) {
        if (steps <= 0) {
          if (!goes_on()) return false;
          steps = most;
        }
        const i64 first = to, stop = to + steps;
        for (; left < middle && to < stop; ++to) {
          const bool from_right = right < end && less(items[right], scratch[left]);
          items[to] = from_right ? items[right++] : scratch[left++];
        }
        steps -= to - first;
      }
    }
  }
  return true;
}

// An array sorted along an axis.
template <class T, int R> Result<Array<T, R>> sort(Array<T, R> x, int axis) {
  const Lines lines(x, axis);
  if (Status own = x.own(); own.failure.kind != Kind::none) return own.failure;
  auto made = empty<T>(Spot(), 2 * lines.length);
  if (made.failure.kind != Kind::none) return made.failure;
  T* const line = made.value.data;
  const bool done = lines.each([&](i64, i64 first) {
    for (i64 k = 0; k < lines.length; ++k) line[k] = x[first + k * lines.inner];
    if (!merge_sort(line, line + lines.length, lines.length, before<T>)) return false;
    for (i64 k = 0; k < lines.length; ++k) x[first + k * lines.inner] = line[k];
    return true;
  });
  if (!done) return Kind::stopped;
  return x;
}

enum class Digits { few, many, stopped };

// The indices that sort n integers, `stride` apart, by their digits from the last on: in time in proportion to n where
// their range is small. Nothing is done where there are many digits, so that comparing takes less time.
template <class T> Digits sort_by_digits(const T* x, i64 stride, i64 n, i64* order, i64* scratch) {
  constexpr int bits = 11;
  T low = n ? x[0] : T(0), high = low;
  bool rising = true;
  for (i64 k = 0; k < n; ++k) {
    rising &= high <= x[k * stride];
    low = x[k * stride] < low ? x[k * stride] : low;
    high = x[k * stride] > high ? x[k * stride] : high;
  }
  const u64 range = u64(high) - u64(low);
  const int used = range ? 64 - __builtin_clzll(range) : 0;
  if (!rising && (used > 4 * bits || n < 256 * (used / bits + 1))) return Digits::many;
  for (i64 k = 0; k < n; ++k) order[k] = k;
  for (int shift = 0; shift < used && !rising; shift += bits) {
    i64 starts[(1 << bits) + 1] = {};
    const auto digit = [=](i64 k) { return ((u64(x[k * stride]) - u64(low)) >> shift) & ((1 << bits) - 1); };
    for (i64 k = 0; k < n; ++k) ++starts[digit(k) + 1];
    for (int d = 0; d < 1 << bits; ++d) starts[d + 1] += starts[d];
    const bool done = interruptible(n, [&](i64 k) { scratch[starts[digit(order[k])]++] = order[k]; });
    if (!done) return Digits::stopped;
    for (i64 k = 0; k < n; ++k) order[k] = scratch[k];
  }
  return Digits::few;
}

// The indices that sort an array along an axis.
template <class T, int R> Result<Array<i64, R>> argsort(const Array<T, R>& x, int axis) {
  const Lines lines(x, axis);
  auto sorted = empty_like<i64>(Spot(), x);
  if (sorted.failure.kind != Kind::none) return sorted.failure;
  auto made = empty<i64>(Spot(), 2 * lines.length);
  if (made.failure.kind != Kind::none) return made.failure;
  i64* const line = made.value.data;
  const bool done = lines.each([&](i64, i64 first) {
    Digits digits = Digits::many;
    if constexpr (!is_float<T> && !is_complex<T> && !__is_same(T, bool)) {
      digits = sort_by_digits(&x[first], lines.inner, lines.length, line, line + lines.length);
    }
    if (digits == Digits::many) {
      for (i64 k = 0; k < lines.length; ++k) line[k] = k;
      const bool is_sorted = merge_sort(line, line + lines.length, lines.length, [&](i64 a, i64 b) {
        return before(x[first + a * lines.inner], x[first + b * lines.inner]);
      });
      if (!is_sorted) return false;
    }
    if (digits == Digits::stopped) return false;
    for (i64 k = 0; k < lines.length; ++k) sorted.value[first + k * lines.inner] = line[k];
    return true;
  });
  if (!done) return Kind::stopped;
  return sorted;
}

// The index of the greatest of n elements that lie `stride` apart, the first of several; a NaN is greatest.
template <class T> i64 argmax(const T* x, i64 n, i64 stride = 1) {
  i64 best = 0;
  for (i64 k = 0; k < n; ++k) {
    if (x[k * stride] != x[k * stride]) return k;
    if (x[k * stride] > x[best * stride]) best = k;
  }
  return best;
}

// The same of the smallest; a NaN is smallest.
template <class T> i64 argmin(const T* x, i64 n, i64 stride = 1) {
  i64 best = 0;
  for (i64 k = 0; k < n; ++k) {
    if (x[k * stride] != x[k * stride]) return k;
    if (x[k * stride] < x[best * stride]) best = k;
  }
  return best;
}

// Both along an axis.
template <class T, int R, int Q> Status argmax(const Array<T, R>& x, int axis, Array<i64, Q>& to) {
  const Lines lines(x, axis);
  return lines.all([&](i64 line, i64 first) { to.data[line] = argmax(&x.data[first], lines.length, lines.inner); });
}
template <class T, int R, int Q> Status argmin(const Array<T, R>& x, int axis, Array<i64, Q>& to) {
  const Lines lines(x, axis);
  return lines.all([&](i64 line, i64 first) { to.data[line] = argmin(&x.data[first], lines.length, lines.inner); });
}

// Where v would stand in an array in ascending order: before the elements that are equal to it.
template <class K, class T> i64 search_left(const Array<T, 1>& x, K v) {
  i64 low = 0, high = x.size();
  while (low < high) {
    const i64 middle = low + (high - low) / 2;
    if (before(cast<K>(x[middle]), v)) low = middle + 1;
    else high = middle;
  }
  return low;
}

// The same, after the elements that are equal to it.
template <class K, class T> i64 search_right(const Array<T, 1>& x, K v) {
  i64 low = 0, high = x.size();
  while (low < high) {
    const i64 middle = low + (high - low) / 2;
    if (before(v, cast<K>(x[middle]))) high = middle;
    else low = middle + 1;
  }
  return low;
}

}  // namespace np
