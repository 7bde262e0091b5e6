// NumPy's meaning of one element's operations, where it is not that of the C++ operator.
//
// Kernels are compiled with wrapping integers, so + - * on integers are the operators themselves.
#pragma once

#include "angles.h"
#include "complex.h"
#include "elementary.h"
#include "number.h"

namespace np {

// The f32 or f64 function of libm for the type of x; 16 bits go by way of f32.
#define UNARY(name, builtin)                                        \
  inline f32 name(f32 x) { return __builtin_##builtin##f(x); }      \
  inline f64 name(f64 x) { return __builtin_##builtin(x); }         \
  template <class F> Half<F> name(Half<F> x) { return Half<F>(name(f32(x))); }
UNARY(sqrt, sqrt)
UNARY(tan, tan)
UNARY(arcsin, asin)
UNARY(arccos, acos)
UNARY(arctan, atan)
UNARY(arcsinh, asinh)
UNARY(arccosh, acosh)
UNARY(arctanh, atanh)
UNARY(floor, floor)
UNARY(ceil, ceil)
UNARY(trunc, trunc)
UNARY(rint, rint)
#undef UNARY

// The same of two.
#define BINARY(name, builtin)                                              \
  inline f32 name(f32 x, f32 y) { return __builtin_##builtin##f(x, y); }   \
  inline f64 name(f64 x, f64 y) { return __builtin_##builtin(x, y); }
#define BINARY_OF_ALL(name, builtin)                                       \
  BINARY(name, builtin)                                                    \
  template <class F> Half<F> name(Half<F> x, Half<F> y) { return Half<F>(name(f32(x), f32(y))); }
BINARY_OF_ALL(arctan2, atan2)
BINARY_OF_ALL(hypot, hypot)
BINARY_OF_ALL(copysign, copysign)
BINARY(nextafter, nextafter)
#undef BINARY_OF_ALL
#undef BINARY

// The neighbours of 16 bits: of two that are equal the first, but of bf16 the second.
template <class F> Half<F> nextafter(Half<F> x, Half<F> y) {
  using H = Half<F>;
  if (x != x || y != y) return H(nan<f32>);
  if (x == y) return __is_same(H, f16) ? x : y;
  if (x == 0) return H::of(u16((y.bits & 0x8000) + 1));
  return H::of(u16((x < y) == (x > 0) ? x.bits + 1 : x.bits - 1));
}

template <class P> Complex<P> rint(Complex<P> z) { return {rint(z.real), rint(z.imag)}; }

template <class T> T absolute(T x) {
  if constexpr (is_half<T>) return T::of(x.bits & 0x7fff);
  else if constexpr (is_f32<T>) return __builtin_fabsf(x);
  else if constexpr (is_float<T>) return __builtin_fabs(x);
  else if constexpr (is_signed<T>) return x < 0 ? T(-x) : x;
  else return x;
}

template <class T> T sign(T x) {
  if constexpr (__is_same(T, bf16)) return x > 0 ? T(1) : x < 0 ? T(-1) : x;
  else if constexpr (is_float<T>) return x > 0 ? T(1) : x < 0 ? T(-1) : x == 0 ? T(0) : x;
  else if constexpr (is_signed<T>) return T((x > 0) - (x < 0));
  else return x > 0;
}

// NaN wins; of two equal zeros, the second, of f16 the first.
template <class T> T maximum(T a, T b) {
  if constexpr (__is_same(T, f16)) return a >= b || a != a ? a : b;
  else return a > b || a != a ? a : b;
}
template <class T> T minimum(T a, T b) {
  if constexpr (__is_same(T, f16)) return a <= b || a != a ? a : b;
  else return a < b || a != a ? a : b;
}

// A number wins over NaN; of two equal zeros, the first, of bf16 the second.
template <class T> T fmax(T a, T b) {
  if constexpr (__is_same(T, bf16)) return a > b || b != b ? a : b;
  else return a >= b || b != b ? a : b;
}
template <class T> T fmin(T a, T b) {
  if constexpr (__is_same(T, bf16)) return a < b || b != b ? a : b;
  else return a <= b || b != b ? a : b;
}

// Toward minus infinity; an integer divided by 0 gives 0.
template <class T> T floor_divide(T a, T b) {
  if constexpr (is_half<T>) {
    return T(floor_divide(f32(a), f32(b)));
  } else if constexpr (is_float<T>) {
    return b == 0 ? a / b : py::divide_with_rest(a, b).quotient;
  } else {
    if (b == 0) return 0;
    if constexpr (is_signed<T>) {
      if (b == -1) return T(-a);
      return T(a / b - (a % b != 0 && (a < 0) != (b < 0)));
    }
    return T(a / b);
  }
}

// Rounded toward 0, so with the sign of a; the rest of an integer by 0 is 0.
template <class T> T fmod(T a, T b) {
  if constexpr (is_half<T>) {
    return T(fmod(f32(a), f32(b)));
  } else if constexpr (is_f32<T>) return __builtin_fmodf(a, b);
  else if constexpr (is_float<T>) return __builtin_fmod(a, b);
  else return b == 0 || (is_signed<T> && b == T(-1)) ? T(0) : T(a % b);
}

// With the sign of b; the rest of an integer by 0 is 0.
template <class T> T remainder(T a, T b) {
  if constexpr (is_half<T>) {
    return T(remainder(f32(a), f32(b)));
  } else if constexpr (is_float<T>) {
    if (b == 0) return nan<T>;
    return py::divide_with_rest(a, b).rest;
  } else {
    if (b == 0) return 0;
    if constexpr (is_signed<T>) {
      if (b == -1) return 0;
      const T rest = T(a % b);
      return rest != 0 && (rest < 0) != (b < 0) ? T(rest + b) : rest;
    }
    return T(a % b);
  }
}

inline f32 power(f32 a, f32 b) { return __builtin_powf(a, b); }
inline f64 power(f64 a, f64 b) { return __builtin_pow(a, b); }
template <class F> Half<F> power(Half<F> a, Half<F> b) { return Half<F>(power(f32(a), f32(b))); }

// To one exponent for all elements, for which NumPy has short cuts.
template <class T> T power_to(T x, T exponent) {
  if (exponent == 2) return x * x;
  if (exponent == T(0.5)) return sqrt(x);
  if (exponent == -1) return 1 / x;
  return power(x, exponent);
}

// Of integers: wraps around, and refuses a negative exponent.
template <class T> Result<T> integer_power(T base, T exponent) {
  if constexpr (is_signed<T>) {
    if (exponent < 0) return Kind::negative_power;
  }
  T result = 1;
  for (; exponent != 0; exponent = T(exponent >> 1)) {
    if (exponent & 1) result = T(u64(result) * u64(base));
    base = T(u64(base) * u64(base));
  }
  return result;
}

// Comparisons of a signed with an unsigned 64-bit integer, exact.
inline bool equal(i64 a, u64 b) { return a >= 0 && u64(a) == b; }
inline bool equal(u64 a, i64 b) { return equal(b, a); }
inline bool less(i64 a, u64 b) { return a < 0 || u64(a) < b; }
inline bool less(u64 a, i64 b) { return b >= 0 && a < u64(b); }
inline bool less_equal(i64 a, u64 b) { return a < 0 || u64(a) <= b; }
inline bool less_equal(u64 a, i64 b) { return b >= 0 && a <= u64(b); }

// A value of another type. A float outside of what an integer can hold gives some integer.
template <class To, class From> To cast(From x) {
  if constexpr (is_complex<To>) {
    return To(x);
  } else if constexpr (is_bool<To>) {
    return x != 0;
  } else if constexpr (is_half<From> && !is_half<To>) {
    return cast<To>(f32(x));
  } else if constexpr (is_float<From> && !is_float<To>) {
    if constexpr (sizeof(To) < 4 || (sizeof(To) == 4 && is_signed<To>)) {
      // By way of 32 bits, as NumPy's compilers do it.
      if (x > From(-0x1p31) - 1 && x < From(0x1p31)) return static_cast<To>(static_cast<i32>(x));
      return static_cast<To>(-0x7fffffff - 1);
    }
    if (x >= From(-0x1p63) && x < From(0x1p63)) return static_cast<To>(static_cast<i64>(x));
    if (sizeof(To) == 8 && !is_signed<To> && x >= From(0x1p63) && x < From(0x1p64)) return static_cast<To>(x);
    return static_cast<To>(-0x7fffffffffffffffLL - 1);
  } else {
    return static_cast<To>(x);
  }
}

// The number of a dtype in messages, in the order of DTYPES in cpu/failures.py.
template <class T> constexpr int dtype_code = -1;
template <> constexpr int dtype_code<f32> = 0;
template <> constexpr int dtype_code<f64> = 1;
template <> constexpr int dtype_code<i8> = 2;
template <> constexpr int dtype_code<i16> = 3;
template <> constexpr int dtype_code<i32> = 4;
template <> constexpr int dtype_code<i64> = 5;
template <> constexpr int dtype_code<u8> = 6;
template <> constexpr int dtype_code<u16> = 7;
template <> constexpr int dtype_code<u32> = 8;
template <> constexpr int dtype_code<u64> = 9;
template <> constexpr int dtype_code<bool> = 10;
template <> constexpr int dtype_code<c64> = 11;
template <> constexpr int dtype_code<c128> = 12;
template <> constexpr int dtype_code<f16> = 13;
template <> constexpr int dtype_code<bf16> = 14;

// A number as an element of an integer dtype, which it must fit.
template <class T> Result<T> weak(i64 x) {
  const bool fits = sizeof(T) == 8 ? is_signed<T> || x >= 0 : i64(T(x)) == x;
  if (!fits) return Failure{Kind::out_of_bounds, {x, dtype_code<T>, 0}};
  return T(x);
}
template <class T> Result<T> weak(u64 x) {
  if (x > 0x7fffffffffffffffULL) return Kind::too_large;
  return weak<T>(i64(x));
}
template <class T> Result<T> weak(f64 x) {
  if (x != x) return Kind::nan_to_integer;
  if (__builtin_isinf(x)) return Kind::infinity_to_integer;
  if (x >= -0x1p63 && x < 0x1p63) return weak<T>(static_cast<i64>(x));
  if (!is_signed<T> && sizeof(T) == 8 && x > 0 && x < 0x1p64) return static_cast<T>(x);
  return Kind::too_large;
}

// An integer of an index as the position on an axis, negative ones counted from the end.
inline Result<i64> position(i64 index, int axis, i64 size) {
  if (index < -size || index >= size) return Failure{Kind::index, {index, axis, size}};
  return index < 0 ? index + size : index;
}

// Any index as a position: counted on from the end to the start, or no further than the ends.
inline i64 cycled(i64 index, i64 size) { return py::mod(index, size); }
inline i64 clipped(i64 index, i64 size) { return index < 0 ? 0 : index < size ? index : size - 1; }

inline i64 saturated(u64 x) { return x > 0x7fffffffffffffffULL ? 0x7fffffffffffffffLL : i64(x); }

template <class T> constexpr T greatest() {
  if constexpr (is_float<T>) return infinity<T>;
  else if constexpr (is_signed<T>) return T((u64(1) << (8 * sizeof(T) - 1)) - 1);
  else return T(-1);
}
template <class T> constexpr T highest = greatest<T>();
template <class T> constexpr T lowest = is_float<T> ? -highest<T> : is_signed<T> ? T(-highest<T> - 1) : T(0);


// What fmax and fmin start with.
template <class T> constexpr T no_greatest = is_float<T> ? nan<T> : lowest<T>;
template <class T> constexpr T no_smallest = is_float<T> ? nan<T> : highest<T>;

}  // namespace np
