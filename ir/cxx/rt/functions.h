// NumPy's functions of real numbers that are more than one call of libm.
#pragma once

#include "element.h"

namespace np {

// Where the two terms cancel, the last bits of each decide: these are the calls of libm that NumPy makes.
inline f32 added_log(f32 difference) { return __builtin_log1pf(__builtin_expf(difference)); }
inline f64 added_log(f64 difference) { return __builtin_log1p(__builtin_exp(difference)); }
inline f32 added_log2(f32 difference) { return 1.442695040888963407359924681f * __builtin_log1pf(__builtin_exp2f(difference)); }
inline f64 added_log2(f64 difference) { return 1.442695040888963407359924681 * __builtin_log1p(__builtin_exp2(difference)); }

template <class T> T logaddexp(T x, T y) {
  if (x == y) return x + T(0.693147180559945309417232121458176568);
  const T difference = x - y;
  if (difference > 0) return x + added_log(-difference);
  if (difference <= 0) return y + added_log(difference);
  return difference;  // NaN
}

template <class T> T logaddexp2(T x, T y) {
  if (x == y) return x + 1;
  const T difference = x - y;
  if (difference > 0) return x + added_log2(-difference);
  if (difference <= 0) return y + added_log2(difference);
  return difference;  // NaN
}

template <class F> Half<F> logaddexp(Half<F> x, Half<F> y) { return Half<F>(logaddexp(f32(x), f32(y))); }
template <class F> Half<F> logaddexp2(Half<F> x, Half<F> y) { return Half<F>(logaddexp2(f32(x), f32(y))); }

constexpr f64 pi = 3.141592653589793238462643383279502884;

template <class T> T deg2rad(T x) { return x * T(T(pi) / T(180)); }
template <class T> T rad2deg(T x) { return x * T(T(180) / T(pi)); }

template <class F> Half<F> deg2rad(Half<F> x) { return Half<F>(deg2rad(f32(x))); }
template <class F> Half<F> rad2deg(Half<F> x) { return Half<F>(rad2deg(f32(x))); }

template <class T> T sinc(T x) {
  const T angle = T(pi) * x;
  return angle == 0 ? T(1) : sin(angle) / angle;
}

// The Bessel function, by the Chebyshev series of Cephes.
inline constexpr f64 i0_up_to_8[] = {
    -4.4153416464793395e-18, 3.3307945188222384e-17, -2.431279846547955e-16, 1.715391285555133e-15,
    -1.1685332877993451e-14, 7.676185498604936e-14, -4.856446783111929e-13, 2.95505266312964e-12,
    -1.726826291441556e-11, 9.675809035373237e-11, -5.189795601635263e-10, 2.6598237246823866e-09,
    -1.300025009986248e-08, 6.046995022541919e-08, -2.670793853940612e-07, 1.1173875391201037e-06,
    -4.4167383584587505e-06, 1.6448448070728896e-05, -5.754195010082104e-05, 0.00018850288509584165,
    -0.0005763755745385824, 0.0016394756169413357, -0.004324309995050576, 0.010546460394594998,
    -0.02373741480589947, 0.04930528423967071, -0.09490109704804764, 0.17162090152220877,
    -0.3046826723431984, 0.6767952744094761};
inline constexpr f64 i0_above_8[] = {
    -7.233180487874754e-18, -4.830504485944182e-18, 4.46562142029676e-17, 3.461222867697461e-17,
    -2.8276239805165836e-16, -3.425485619677219e-16, 1.7725601330565263e-15, 3.8116806693526224e-15,
    -9.554846698828307e-15, -4.150569347287222e-14, 1.54008621752141e-14, 3.8527783827421426e-13,
    7.180124451383666e-13, -1.7941785315068062e-12, -1.3215811840447713e-11, -3.1499165279632416e-11,
    1.1889147107846439e-11, 4.94060238822497e-10, 3.3962320257083865e-09, 2.266668990498178e-08,
    2.0489185894690638e-07, 2.8913705208347567e-06, 6.889758346916825e-05, 0.0033691164782556943,
    0.8044904110141088};

template <class T, int count> T chebyshev(T x, const f64 (&coefficients)[count]) {
  T b0 = T(coefficients[0]), b1 = 0, b2 = 0;
  for (int i = 1; i < count; i++) {
    b2 = b1;
    b1 = b0;
    b0 = x * b1 - b2 + T(coefficients[i]);
  }
  return T(0.5) * (b0 - b2);
}

template <class T> T i0(T given) {
  const T x = absolute(given);
  if (x <= 8) return exp(x) * chebyshev(x / 2 - 2, i0_up_to_8);
  return exp(x) * chebyshev(T(32) / x - 2, i0_above_8) / sqrt(x);
}

// Multiplied by a power of ten, rounded, divided again.
template <class T> T round_decimals(T x, T power) {
  if constexpr (is_complex<T>) {
    return {round_decimals(x.real, power.real), round_decimals(x.imag, power.real)};
  } else {
    return rint(x * power) / power;
  }
}
template <class T> T round_tens(T x, T power) {
  if constexpr (is_complex<T>) return {round_tens(x.real, power.real), round_tens(x.imag, power.real)};
  else return rint(x / power) * power;
}

}  // namespace np
