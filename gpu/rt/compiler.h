// What NVRTC calls otherwise than the compilers of the CPU, whose headers kernels share.
#pragma once

#if defined(__CUDACC__)
// The compiler's names of what CUDA calls otherwise. All functions are for the device.
#define nan quiet_nan  // CUDA has a function of this name
#define __builtin_inf() __builtin_bit_cast(double, 0x7ff0000000000000ull)
#define __builtin_nan(text) __builtin_bit_cast(double, 0x7ff8000000000000ull)
#define __builtin_expect(value, likely) (value)
#define __builtin_fabs fabs
#define __builtin_fabsf fabsf
#define __builtin_floor floor
#define __builtin_floorf floorf
#define __builtin_ceil ceil
#define __builtin_ceilf ceilf
#define __builtin_trunc trunc
#define __builtin_truncf truncf
#define __builtin_rint rint
#define __builtin_rintf rintf
#define __builtin_sqrt sqrt
#define __builtin_sqrtf sqrtf
#define __builtin_cbrt cbrt
#define __builtin_cbrtf cbrtf
#define __builtin_fma fma
#define __builtin_fmaf fmaf
#define __builtin_exp exp
#define __builtin_expf expf
#define __builtin_exp2 exp2
#define __builtin_exp2f exp2f
#define __builtin_expm1 expm1
#define __builtin_expm1f expm1f
#define __builtin_log log
#define __builtin_logf logf
#define __builtin_log1p log1p
#define __builtin_log1pf log1pf
#define __builtin_log2 log2
#define __builtin_log2f log2f
#define __builtin_log10 log10
#define __builtin_log10f log10f
#define __builtin_sin sin
#define __builtin_sinf sinf
#define __builtin_cos cos
#define __builtin_cosf cosf
#define __builtin_tan tan
#define __builtin_tanf tanf
#define __builtin_asin asin
#define __builtin_asinf asinf
#define __builtin_acos acos
#define __builtin_acosf acosf
#define __builtin_atan atan
#define __builtin_atanf atanf
#define __builtin_sinh sinh
#define __builtin_sinhf sinhf
#define __builtin_cosh cosh
#define __builtin_coshf coshf
#define __builtin_tanh tanh
#define __builtin_tanhf tanhf
#define __builtin_asinh asinh
#define __builtin_asinhf asinhf
#define __builtin_acosh acosh
#define __builtin_acoshf acoshf
#define __builtin_atanh atanh
#define __builtin_atanhf atanhf
#define __builtin_erf erf
#define __builtin_erff erff
#define __builtin_erfc erfc
#define __builtin_erfcf erfcf
#define __builtin_atan2 atan2
#define __builtin_atan2f atan2f
#define __builtin_hypot hypot
#define __builtin_hypotf hypotf
#define __builtin_copysign copysign
#define __builtin_copysignf copysignf
#define __builtin_nextafter nextafter
#define __builtin_nextafterf nextafterf
#define __builtin_pow pow
#define __builtin_powf powf
#define __builtin_fmod fmod
#define __builtin_fmodf fmodf
#define __builtin_ldexp ldexp
#define __builtin_ldexpf ldexpf
#define __builtin_frexp frexp
#define __builtin_isinf(x) isinf(x)
#define __builtin_isfinite(x) isfinite(x)
#define __builtin_signbit(x) signbit(x)
#define __builtin_clzll __clzll
#define __builtin_popcountll __popcll
#define __builtin_memcpy memcpy
#define DYNAMIC_SHARED(name) extern __shared__ __align__(16) unsigned char name[]

template <class A, class B> constexpr bool is_same_type = false;
template <class A> constexpr bool is_same_type<A, A> = true;
#define __is_same(A, B) is_same_type<A, B>

template <class T> bool __builtin_add_overflow(T a, T b, T* sum) {
  *sum = T((unsigned long long)a + (unsigned long long)b);
  return ((a ^ *sum) & (b ^ *sum)) < 0;
}
template <class T> bool __builtin_sub_overflow(T a, T b, T* difference) {
  *difference = T((unsigned long long)a - (unsigned long long)b);
  return ((a ^ b) & (a ^ *difference)) < 0;
}
template <class T> bool __builtin_mul_overflow(T a, T b, T* product) {
  *product = T((unsigned long long)a * (unsigned long long)b);
  return __mul64hi(a, b) != (*product < 0 ? -1 : 0);
}
#endif
