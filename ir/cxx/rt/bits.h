// NumPy's integers: shifts by any count, common divisors.
#pragma once

#include "base.h"

namespace np {

template <class T> constexpr u64 bits = 8 * sizeof(T);

// A negative count is a very large one.
template <class T> T left_shift(T x, T count) { return u64(count) < bits<T> ? T(u64(x) << count) : T(0); }
template <class T> T right_shift(T x, T count) {
  return u64(count) < bits<T> ? T(x >> count) : T(is_signed<T> && x < 0 ? -1 : 0);
}

// The absolute value, also of the least integer.
template <class T> u64 magnitude(T x) { return is_signed<T> && x < 0 ? -u64(x) : u64(x); }

template <class T> u8 bitwise_count(T x) { return u8(__builtin_popcountll(magnitude(x))); }

inline u64 common_divisor(u64 a, u64 b) {
  while (a != 0) {
    const u64 rest = b % a;
    b = a;
    a = rest;
  }
  return b;
}

template <class T> T gcd(T a, T b) { return T(common_divisor(magnitude(a), magnitude(b))); }
template <class T> T lcm(T a, T b) {
  const u64 divisor = common_divisor(magnitude(a), magnitude(b));
  return divisor == 0 ? T(0) : T(magnitude(a) / divisor * magnitude(b));
}

}  // namespace np
