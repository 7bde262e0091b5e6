// Quantile functions of the same bits everywhere (see ir/ops/quantiles.py).
#pragma once

#include "base.h"

namespace np {

template <int N> f64 polynomial(const f64 (&c)[N], f64 x) {
  f64 value = c[N - 1];
  for (int power = N - 2; power >= 0; --power) value = value * x + c[power];
  return value;
}

// Of positive normal numbers; the method and coefficients of fdlibm.
inline f64 portable_log(f64 x) {
  static const f64 c[] = {
      6.666666666666735130e-01, 3.999999999940941908e-01, 2.857142874366239149e-01, 2.222219843214978396e-01,
      1.818357216161805012e-01, 1.531383769920937332e-01, 1.479819860511658591e-01};
  int exponent;
  f64 mantissa = __builtin_frexp(x, &exponent);
  if (mantissa < 0.70710678118654752440) {
    mantissa *= 2.0;
    exponent -= 1;
  }
  const f64 f = mantissa - 1.0, k = exponent;
  const f64 s = f / (f + 2.0), z = s * s;
  const f64 rest = z * polynomial(c, z), square = 0.5 * f * f;
  return k * 6.93147180369123816490e-01 - ((square - (s * (square + rest) + k * 1.90821492927058770002e-10)) - f);
}

// Algorithm AS 241.
inline f64 normal_quantile(f64 p) {
  static const f64 centre[] = {
      3.3871328727963666080e0, 1.3314166789178437745e2, 1.9715909503065514427e3, 1.3731693765509461125e4,
      4.5921953931549871457e4, 6.7265770927008700853e4, 3.3430575583588128105e4, 2.5090809287301226727e3};
  static const f64 centre_under[] = {
      1.0, 4.2313330701600911252e1, 6.8718700749205790830e2, 5.3941960214247511077e3,
      2.1213794301586595867e4, 3.9307895800092710610e4, 2.8729085735721942674e4, 5.2264952788528545610e3};
  static const f64 side[] = {
      1.42343711074968357734e0, 4.63033784615654529590e0, 5.76949722146069140550e0, 3.64784832476320460504e0,
      1.27045825245236838258e0, 2.41780725177450611770e-1, 2.27238449892691845833e-2, 7.74545014278341407640e-4};
  static const f64 side_under[] = {
      1.0, 2.05319162663775882187e0, 1.67638483018380384940e0, 6.89767334985100004550e-1,
      1.48103976427480074590e-1, 1.51986665636164571966e-2, 5.47593808499534494600e-4, 1.05075007164441684324e-9};
  static const f64 tail[] = {
      6.65790464350110377720e0, 5.46378491116411436990e0, 1.78482653991729133580e0, 2.96560571828504891230e-1,
      2.65321895265761230930e-2, 1.24266094738807843860e-3, 2.71155556874348757815e-5, 2.01033439929228813265e-7};
  static const f64 tail_under[] = {
      1.0, 5.99832206555887937690e-1, 1.36929880922735805310e-1, 1.48753612908506148525e-2,
      7.86869131145613259100e-4, 1.84631831751005468180e-5, 1.42151175831644588870e-7, 2.04426310338993978564e-15};
  const f64 q = p - 0.5;
  if (__builtin_fabs(q) <= 0.425) {
    const f64 r = 0.180625 - q * q;
    return q * polynomial(centre, r) / polynomial(centre_under, r);
  }
  const f64 far = __builtin_sqrt(-portable_log(q < 0.0 ? p : 1.0 - p));
  const f64 beyond = far <= 5.0 ? polynomial(side, far - 1.6) / polynomial(side_under, far - 1.6)
                                : polynomial(tail, far - 5.0) / polynomial(tail_under, far - 5.0);
  return q < 0.0 ? -beyond : beyond;
}

}  // namespace np
