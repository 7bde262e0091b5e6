// The C library's functions, as CPython calls them.
#pragma once

#include "base.h"

#define LIBM_TEXT_OF(text) #text
#define LIBM_TEXT(text) LIBM_TEXT_OF(text)

namespace libm {

// Under names of our own: a compiler computes what it knows by itself, of constants even with other bits.
#define LIBM_OF(name, ...)                                                                     \
  __attribute__((visibility("default"))) f64 name(__VA_ARGS__) __asm__(LIBM_TEXT(__USER_LABEL_PREFIX__) #name)
#define LIBM(name) LIBM_OF(name, f64)
LIBM(acos);
LIBM(acosh);
LIBM(asin);
LIBM(asinh);
LIBM(atan);
LIBM(atanh);
LIBM(cbrt);
LIBM(cos);
LIBM(cosh);
LIBM(erf);
LIBM(erfc);
LIBM(exp);
LIBM(exp2);
LIBM(expm1);
LIBM(log);
LIBM(log10);
LIBM(log1p);
LIBM(log2);
LIBM(sin);
LIBM(sinh);
LIBM(tan);
LIBM(tanh);
LIBM_OF(atan2, f64, f64);
LIBM_OF(fmod, f64, f64);

template <class... T> bool are_finite(T... values) { return (__builtin_isfinite(values) && ...); }

// Whether the part of a float before the point is an integer of 64 bits, which it then is.
inline bool fits(f64 x, i64& whole) {
  if (!(x > -0x1p63 && x < 0x1p63)) return false;
  whole = i64(x);
  return true;
}

}  // namespace libm
