// NumPy's functions of floats by their parts, and comparisons within a tolerance.
#pragma once

#include "element.h"

namespace np {

inline bool isinf(f32 x) { return __builtin_isinf(x); }
inline bool isinf(f64 x) { return __builtin_isinf(x); }
inline bool isfinite(f32 x) { return __builtin_isfinite(x); }
inline bool isfinite(f64 x) { return __builtin_isfinite(x); }
inline bool signbit(f32 x) { return __builtin_signbit(x); }
inline bool signbit(f64 x) { return __builtin_signbit(x); }
template <class F> bool isinf(Half<F> x) { return isinf(f32(x)); }
template <class F> bool isfinite(Half<F> x) { return isfinite(f32(x)); }
template <class F> bool signbit(Half<F> x) { return x.bits >> 15; }

// 0 below 0, 1 above, `at_zero` at 0; NaN stays.
template <class T> T heaviside(T x, T at_zero) { return x == 0 ? at_zero : x < 0 ? T(0) : x > 0 ? T(1) : x; }

// Of equal zeros, that of the bound; with the same bounds for all elements, that of x, as from NumPy 2.1 on.
template <class T> T clip(T x, T low, T high) { return minimum<T>(maximum<T>(x, low), high); }
template <class T> T clip_all(T x, T low, T high) {
  if constexpr (is_complex<T>) {
    if (x != x) return x;
  }
  if (low != low) return low;
  const T raised = x < low ? low : x;
  return raised > high || high != high ? high : raised;
}

inline f32 ldexp(f32 x, i64 exponent) { return __builtin_ldexpf(x, int(exponent < -9999 ? -9999 : exponent > 9999 ? 9999 : exponent)); }
inline f64 ldexp(f64 x, i64 exponent) { return __builtin_ldexp(x, int(exponent < -9999 ? -9999 : exponent > 9999 ? 9999 : exponent)); }
template <class F> Half<F> ldexp(Half<F> x, i64 exponent) { return Half<F>(ldexp(f32(x), exponent)); }

// To the next float away from 0, with the sign of x; of f16 to the next one above.
template <class T> T spacing(T x) {
  if (x != x || isinf(x)) return nan<T>;
  if constexpr (__is_same(T, f16)) return nextafter(x, infinity<T>) - x;
  if (x == 0) return nextafter(T(0), __is_same(T, bf16) ? copysign(T(1), x) : T(1));
  return nextafter(x, x < 0 ? -infinity<T> : infinity<T>) - x;
}

template <class T> T nan_to_num(T x, T of_nan, T of_plus_infinity, T of_minus_infinity) {
  if constexpr (is_complex<T>) {
    const auto part = [&](auto y) { return nan_to_num(y, of_nan.real, of_plus_infinity.real, of_minus_infinity.real); };
    return {part(x.real), part(x.imag)};
  } else {
    if (x != x) return of_nan;
    if (isinf(x)) return x > 0 ? of_plus_infinity : of_minus_infinity;
    return x;
  }
}

// The difference is one of `D`, the tolerance one of `T`.
template <class D, class T> bool isclose(D x, T y, T relative, T absolute_, bool equal_nan) {
  const D reference = D(y);
  if constexpr (is_complex<T>) {
    if (absolute(x - reference) <= absolute_.real + relative.real * absolute(y) && isfinite(y)) return true;
  } else if constexpr (is_complex<D>) {
    if (absolute(x - reference) <= absolute_ + relative * absolute(y) && isfinite(y)) return true;
  } else {
    if (absolute(x - reference) <= D(absolute_ + relative * absolute(y)) && isfinite(y)) return true;
  }
  return x == reference || (equal_nan && x != x && y != y);
}

}  // namespace np
