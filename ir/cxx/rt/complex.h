// Complex numbers, computed as NumPy does: products by the plain formula, quotients by Smith's.
#pragma once

#include "angles.h"

// A complex number of two parts of type P. A real number is one without an imaginary part.
template <class P> struct Complex {
  P real, imag;

  Complex() = default;
  Complex(P re, P im) : real(re), imag(im) {}
  template <class T> Complex(T x) : real(P(x)), imag(0) {}
  template <class Q> explicit Complex(Complex<Q> z) : real(P(z.real)), imag(P(z.imag)) {}

  Complex operator-() const { return {-real, -imag}; }
  friend Complex operator+(Complex a, Complex b) { return {a.real + b.real, a.imag + b.imag}; }
  friend Complex operator-(Complex a, Complex b) { return {a.real - b.real, a.imag - b.imag}; }
  friend Complex operator*(Complex a, Complex b) {
    return {a.real * b.real - a.imag * b.imag, a.real * b.imag + a.imag * b.real};
  }
  friend Complex operator/(Complex a, Complex b) {
    const P re = b.real < 0 ? -b.real : b.real, im = b.imag < 0 ? -b.imag : b.imag;
    if (re == 0 && im == 0) return {a.real / re, a.imag / re};
    if (re >= im) {
      const P ratio = b.imag / b.real, scale = 1 / (b.real + b.imag * ratio);
      return {(a.real + a.imag * ratio) * scale, (a.imag - a.real * ratio) * scale};
    }
    const P ratio = b.real / b.imag, scale = 1 / (b.imag + b.real * ratio);
    return {(a.real * ratio + a.imag) * scale, (a.imag * ratio - a.real) * scale};
  }
  friend bool operator==(Complex a, Complex b) { return a.real == b.real && a.imag == b.imag; }
  friend bool operator!=(Complex a, Complex b) { return !(a == b); }
  // NumPy's order: by the real parts, and where these are equal by the imaginary ones.
  friend bool operator<(Complex a, Complex b) { return a.real == b.real ? a.imag < b.imag : a.real < b.real; }
  friend bool operator>(Complex a, Complex b) { return b < a; }
  Complex& operator+=(Complex other) { return *this = *this + other; }
};

using c64 = Complex<f32>;
using c128 = Complex<f64>;

template <class T> constexpr bool is_complex = false;
template <> constexpr bool is_complex<c64> = true;
template <> constexpr bool is_complex<c128> = true;

namespace np {

template <class P> Complex<P> conj(Complex<P> z) { return {z.real, -z.imag}; }
inline f32 absolute(c64 z) { return __builtin_hypotf(z.real, z.imag); }
inline f64 absolute(c128 z) { return __builtin_hypot(z.real, z.imag); }

template <class P> bool isnan(Complex<P> z) { return z.real != z.real || z.imag != z.imag; }
template <class P> bool isinf(Complex<P> z) { return __builtin_isinf(z.real) || __builtin_isinf(z.imag); }
template <class P> bool isfinite(Complex<P> z) { return __builtin_isfinite(z.real) && __builtin_isfinite(z.imag); }

template <class P> Complex<P> reciprocal(Complex<P> z) {
  const P re = z.real < 0 ? -z.real : z.real, im = z.imag < 0 ? -z.imag : z.imag;
  if (im <= re) {
    const P ratio = z.imag / z.real, divisor = z.real + z.imag * ratio;
    return {1 / divisor, -ratio / divisor};
  }
  const P ratio = z.real / z.imag, divisor = z.real * ratio + z.imag;
  return {ratio / divisor, -1 / divisor};
}

// The direction of a number; 0 has none.
template <class P> Complex<P> sign(Complex<P> z) {
  const P size = absolute(z);
  if (size != size) return {size, size};
  if (size == 0) return {0, 0};
  if (!__builtin_isinf(size)) return {z.real / size, z.imag / size};
  const bool both = __builtin_isinf(z.real) && __builtin_isinf(z.imag);
  if (both) return {nan<P>, nan<P>};
  return __builtin_isinf(z.real) ? Complex<P>(z.real > 0 ? 1 : -1, 0) : Complex<P>(0, z.imag > 0 ? 1 : -1);
}

#if !defined(__CUDACC__)
// A function of libm, by way of the compiler's own complex numbers; CUDA has none.
#define UNARY(name, builtin)                                           \
  inline c64 name(c64 z) {                                             \
    __complex__ float w;                                               \
    __real__ w = z.real;                                               \
    __imag__ w = z.imag;                                               \
    w = __builtin_##builtin##f(w);                                     \
    return {__real__ w, __imag__ w};                                   \
  }                                                                    \
  inline c128 name(c128 z) {                                           \
    __complex__ double w;                                              \
    __real__ w = z.real;                                               \
    __imag__ w = z.imag;                                               \
    w = __builtin_##builtin(w);                                        \
    return {__real__ w, __imag__ w};                                   \
  }
UNARY(exp, cexp)
UNARY(log, clog)
UNARY(sqrt, csqrt)
UNARY(sin, csin)
UNARY(cos, ccos)
UNARY(tan, ctan)
UNARY(sinh, csinh)
UNARY(cosh, ccosh)
UNARY(tanh, ctanh)
UNARY(arcsin, casin)
UNARY(arccos, cacos)
UNARY(arctan, catan)
UNARY(arcsinh, casinh)
UNARY(arccosh, cacosh)
UNARY(arctanh, catanh)
#undef UNARY

template <class P> Complex<P> exp2(Complex<P> z) { return exp(z * Complex<P>(P(0.693147180559945309417232121458176568))); }
template <class P> Complex<P> expm1(Complex<P> z) {
  const P s = sin(z.imag / 2);
  return {expm1(z.real) * cos(z.imag) - 2 * s * s, exp(z.real) * sin(z.imag)};
}
template <class P> Complex<P> times(Complex<P> z, P factor) { return {z.real * factor, z.imag * factor}; }
template <class P> Complex<P> log2(Complex<P> z) { return times(log(z), P(1.442695040888963407359924681001892137)); }
template <class P> Complex<P> log10(Complex<P> z) { return times(log(z), P(0.434294481903251827651128918916605082)); }
template <class P> Complex<P> log1p(Complex<P> z) {
  const Complex<P> sum(z.real + 1, z.imag);
  return {log(absolute(sum)), P(__builtin_atan2(sum.imag, sum.real))};
}

inline c128 power_of_libm(c128 base, c128 exponent) {
  __complex__ double x, y;
  __real__ x = base.real;
  __imag__ x = base.imag;
  __real__ y = exponent.real;
  __imag__ y = exponent.imag;
  x = __builtin_cpow(x, y);
  return {__real__ x, __imag__ x};
}
inline c64 power_of_libm(c64 base, c64 exponent) {
  __complex__ float x, y;
  __real__ x = base.real;
  __imag__ x = base.imag;
  __real__ y = exponent.real;
  __imag__ y = exponent.imag;
  x = __builtin_cpowf(x, y);
  return {__real__ x, __imag__ x};
}

// Small whole powers are products, as in NumPy.
template <class P> Complex<P> power(Complex<P> base, Complex<P> exponent) {
  const P n = exponent.real;
  if (n == 0 && exponent.imag == 0) return {1, 0};
  if (base.real == 0 && base.imag == 0) return n > 0 ? Complex<P>(0, 0) : Complex<P>(nan<P>, nan<P>);
  if (exponent.imag != 0 || !(n > -100 && n < 100) || __builtin_trunc(n) != n) return power_of_libm(base, exponent);
  if (n == 1) return base;
  if (n == 2) return base * base;
  if (n == 3) return base * (base * base);
  Complex<P> found(1, 0);
  for (int left = int(n < 0 ? -n : n); left; left >>= 1) {
    if (left & 1) found = found * base;
    base = base * base;
  }
  return n < 0 ? Complex<P>(1, 0) / found : found;
}
#endif

// The sum of n dense elements: four partial sums in blocks of up to 64, blocks added in pairs.
template <class P> Complex<P> pairwise_sum(const Complex<P>* x, i64 n) {
  if (n < 4) {
    Complex<P> sum(P(-0.0), P(-0.0));
    for (i64 i = 0; i < n; ++i) sum += x[i];
    return sum;
  }
  if (n <= 64) {
    Complex<P> part[4];
    for (int k = 0; k < 4; ++k) part[k] = x[k];
    i64 i = 4;
    for (; i < n - n % 4; i += 4) {
      for (int k = 0; k < 4; ++k) part[k] += x[i + k];
    }
    Complex<P> sum = (part[0] + part[1]) + (part[2] + part[3]);
    for (; i < n; ++i) sum += x[i];
    return sum;
  }
  const i64 half = (n - n % 8) / 2;
  return pairwise_sum(x, half) + pairwise_sum(x + half, n - half);
}

}  // namespace np
