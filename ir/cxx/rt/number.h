// Python's numbers: exact integers that refuse to leave 64 bits, floats that refuse to divide by zero.
#pragma once

#include "base.h"

namespace py {

inline Result<i64> add(i64 a, i64 b) {
  i64 sum;
  if (__builtin_add_overflow(a, b, &sum)) return Kind::integer_overflow;
  return sum;
}

inline Result<i64> subtract(i64 a, i64 b) {
  i64 difference;
  if (__builtin_sub_overflow(a, b, &difference)) return Kind::integer_overflow;
  return difference;
}

inline Result<i64> multiply(i64 a, i64 b) {
  i64 product;
  if (__builtin_mul_overflow(a, b, &product)) return Kind::integer_overflow;
  return product;
}

inline Result<i64> negative(i64 a) { return subtract(0, a); }
inline Result<i64> absolute(i64 a) { return a < 0 ? negative(a) : Result<i64>(a); }

inline Result<i64> floor_divide(i64 a, i64 b) {
  if (b == 0) return Kind::integer_division;
  if (b == -1) return negative(a);
  return a / b - (a % b != 0 && (a < 0) != (b < 0));
}

inline Result<i64> remainder(i64 a, i64 b) {
  if (b == 0) return Kind::integer_modulo;
  if (b == -1) return i64(0);
  const i64 rest = a % b;
  return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
}

// a / b, correctly rounded: a quotient of at least 63 bits, whose last bit also stands for the rest.
inline Result<f64> divide(i64 a, i64 b) {
  if (b == 0) return Kind::true_division;
  if (a == 0) return b < 0 ? -0.0 : 0.0;
  const u64 over = a < 0 ? -u64(a) : u64(a), under = b < 0 ? -u64(b) : u64(b);
  const int shift = __builtin_clzll(over) + 63;
  const unsigned __int128 scaled = static_cast<unsigned __int128>(over) << shift;
  const unsigned __int128 quotient = scaled / under | (scaled % under != 0);
  const f64 magnitude = __builtin_ldexp(static_cast<f64>(quotient), -shift);
  return (a < 0) != (b < 0) ? -magnitude : magnitude;
}

inline Result<i64> power(i64 base, i64 exponent) {
  i64 result = 1;
  for (u64 left = u64(exponent); left; left >>= 1) {
    if ((left & 1) && __builtin_mul_overflow(result, base, &result)) return Kind::integer_overflow;
    if (left > 1 && __builtin_mul_overflow(base, base, &base)) return Kind::integer_overflow;
  }
  return result;
}

inline Result<i64> left_shift(i64 a, i64 count) {
  if (count < 0) return Kind::negative_shift;
  if (a == 0) return i64(0);
  if (count > 63 || (a << count) >> count != a) return Kind::integer_overflow;
  return a << count;
}

inline Result<i64> right_shift(i64 a, i64 count) {
  if (count < 0) return Kind::negative_shift;
  return a >> (count > 63 ? 63 : count);
}

inline Result<f64> divide(f64 a, f64 b) {
  if (b == 0) return Kind::float_division;
  return a / b;
}

// Quotient and rest of floats, the rest with the sign of b, as CPython and NumPy compute them; b is not 0.
template <class T> struct QuotientAndRest { T quotient, rest; };

template <class T> QuotientAndRest<T> divide_with_rest(T a, T b) {
  T rest = T(is_f32<T> ? __builtin_fmodf(f32(a), f32(b)) : __builtin_fmod(f64(a), f64(b)));
  T quotient = (a - rest) / b;
  if (rest != 0) {
    if ((b < 0) != (rest < 0)) {
      rest += b;
      quotient -= 1;
    }
  } else {
    rest = T(__builtin_copysign(0.0, f64(b)));
  }
  if (quotient == 0) return {T(__builtin_copysign(0.0, f64(a / b))), rest};
  const T whole = T(__builtin_floor(f64(quotient)));
  return {quotient - whole > T(0.5) ? whole + 1 : whole, rest};
}

inline Result<f64> floor_divide(f64 a, f64 b) {
  if (b == 0) return Kind::float_floor_division;
  return divide_with_rest(a, b).quotient;
}

inline Result<f64> remainder(f64 a, f64 b) {
  if (b == 0) return Kind::float_modulo;
  return divide_with_rest(a, b).rest;
}

inline Result<f64> power(f64 a, f64 b) {
  const bool finite = __builtin_isfinite(a) && __builtin_isfinite(b);
  if (finite && a == 0 && b < 0) return Kind::zero_to_negative;
  if (finite && a < 0 && __builtin_floor(b) != b) return Kind::complex_power;
  const f64 result = __builtin_pow(a, b);
  if (finite && !__builtin_isfinite(result)) return Kind::float_overflow;
  return result;
}

inline Result<i64> integer(f64 a) {
  if (a != a) return Kind::nan_to_integer;
  if (__builtin_isinf(a)) return Kind::infinity_to_integer;
  if (!(a >= -0x1p63 && a < 0x1p63)) return Kind::integer_overflow;
  return static_cast<i64>(a);
}

inline Result<i64> integer(u64 a) {
  if (a > 0x7fffffffffffffffULL) return Kind::integer_overflow;
  return i64(a);
}

// -1, 0 or 1 as the integer is less than, equal to or greater than the float, compared exactly; 2 for NaN.
inline int order(i64 a, f64 b) {
  if (b != b) return 2;
  if (b >= 0x1p63) return -1;
  if (b < -0x1p63) return 1;
  const i64 whole = static_cast<i64>(b);  // toward zero
  if (a != whole) return a < whole ? -1 : 1;
  const f64 rest = b - static_cast<f64>(whole);
  return rest > 0 ? -1 : rest < 0 ? 1 : 0;
}
inline int order(f64 a, i64 b) {
  const int other = order(b, a);
  return other == 2 ? 2 : -other;
}

inline bool equal(i64 a, f64 b) { return order(a, b) == 0; }
inline bool equal(f64 a, i64 b) { return order(a, b) == 0; }
inline bool less(i64 a, f64 b) { return order(a, b) == -1; }
inline bool less(f64 a, i64 b) { return order(a, b) == -1; }
inline bool less_equal(i64 a, f64 b) { return order(a, b) < 1; }
inline bool less_equal(f64 a, i64 b) { return order(a, b) < 1; }

// A later value only where it is strictly better.
template <class T> T greatest(T a, T b) { return b > a ? b : a; }
template <class T> T least(T a, T b) { return b < a ? b : a; }

// Arithmetic of sizes that is known to stay in 64 bits; a division by 0, which only an array of size 0 can need, gives 0.
inline i64 floordiv(i64 a, i64 b) { return b == 0 ? 0 : a / b - (a % b != 0 && (a < 0) != (b < 0)); }
inline i64 mod(i64 a, i64 b) { return a - floordiv(a, b) * b; }
inline i64 min(i64 a, i64 b) { return b < a ? b : a; }
inline i64 max(i64 a, i64 b) { return b > a ? b : a; }

// An integer that sizes something. The arithmetic of sizes counts on both bounds.
constexpr i64 no_least = -0x7fffffffffffffffLL - 1;
inline Result<i64> size(i64 value, i64 least) {
  constexpr i64 greatest = 1LL << 48;
  if (value < least) return Failure{Kind::size_below, {value, least}};
  if (value > greatest) return Failure{Kind::size_above, {value, greatest}};
  return value;
}

// How many indices range(start, stop, step) has.
inline Result<u64> range_length(i64 start, i64 stop, i64 step) {
  if (step == 0) return Kind::zero_range_step;
  if (step > 0 ? start >= stop : start <= stop) return u64(0);
  const u64 distance = step > 0 ? u64(stop) - u64(start) : u64(start) - u64(stop);
  const u64 stride = step > 0 ? u64(step) : -u64(step);
  return (distance - 1) / stride + 1;
}

}  // namespace py
