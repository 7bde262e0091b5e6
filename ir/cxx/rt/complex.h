// Complex numbers, computed as NumPy does: products by the plain formula, quotients by Smith's.
#pragma once

#include "base.h"

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
#undef UNARY
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
