// Exponentials, logarithms and their kin of floats, without branches: a loop over any of them becomes vector code.
//
// Arguments are reduced as in fdlibm (Sun, 1993). Coefficients without another source are minimax, by Remez' exchange.
// f32 functions that are not worth their own coefficients are computed in f64. Special cases are those of C's Annex F.
#pragma once

#include "half.h"

namespace np {

#if defined(__FMA__) || defined(__aarch64__) || defined(__CUDACC__)
INLINED f32 fused(f32 a, f32 b, f32 c) { return __builtin_fmaf(a, b, c); }
INLINED f64 fused(f64 a, f64 b, f64 c) { return __builtin_fma(a, b, c); }
#else
INLINED f32 fused(f32 a, f32 b, f32 c) { return a * b + c; }
INLINED f64 fused(f64 a, f64 b, f64 c) { return a * b + c; }
#endif

template <class To, class From> INLINED To bits_as(From x) {
  static_assert(sizeof(To) == sizeof(From), "as many bits");
  return __builtin_bit_cast(To, x);
}

INLINED f32 magnitude_of(f32 x) { return __builtin_fabsf(x); }
INLINED f64 magnitude_of(f64 x) { return __builtin_fabs(x); }
INLINED f32 with_sign(f32 x, f32 sign) { return __builtin_copysignf(x, sign); }
INLINED f64 with_sign(f64 x, f64 sign) { return __builtin_copysign(x, sign); }

// c[0] + c[1] x + ... by Horner's rule; no loop, for the one around it is to be vectorised.
template <int FROM = 0, class T, int N> INLINED T polynomial(T x, const T (&c)[N]) {
  if constexpr (FROM == N - 1) return c[FROM];
  else return fused(polynomial<FROM + 1>(x, c), x, c[FROM]);
}

// What differs between the two types.
template <class T> struct Format;
template <> struct Format<f32> {
  using Bits = u32;
  using Signed = i32;
  static constexpr int mantissa = 23;
  static constexpr Bits bias = 127;
  static constexpr f32 shift = 0x1.8p23f;  // adding it rounds to an integer, which then stands in the low bits
  static constexpr f32 ln2_high = 0x1.62e4p-1f, ln2_low = 0x1.7f7d1cp-20f;
  static constexpr f32 least = -104, greatest = 89;       // outside of these, exp is 0 or infinite
  static constexpr f32 tiny = 0x1p-126f, scale = 0x1p25f, scaled = 25;
  static constexpr Bits root_half = 0x3f3504f3;           // sqrt(1/2)
};
template <> struct Format<f64> {
  using Bits = u64;
  using Signed = i64;
  static constexpr int mantissa = 52;
  static constexpr Bits bias = 1023;
  static constexpr f64 shift = 0x1.8p52;
  static constexpr f64 ln2_high = 0x1.62e42fefa38p-1, ln2_low = 0x1.ef35793c7673p-45;
  static constexpr f64 least = -746, greatest = 710;
  static constexpr f64 tiny = 0x1p-1022, scale = 0x1p54, scaled = 54;
  static constexpr Bits root_half = 0x3fe6a09e667f3bcd;
};

// 2 to the n, for an exponent of a normal number, given n + shift.
template <class T> INLINED T power_of_two(T shifted) {
  using F = Format<T>;
  return bits_as<T>((bits_as<typename F::Bits>(shifted) + F::bias) << F::mantissa);
}

// x near 1, times 2 to the n, given n + shift, and rounded once: n may be twice as large as an exponent, so one half of
// it is added to that of x, and the power of two of the other half is a factor.
template <class T> INLINED T scaled(T x, T shifted) {
  using F = Format<T>;
  using Bits = typename F::Bits;
  const Bits n = bits_as<Bits>(shifted), first = n << (F::mantissa - 1) & ~Bits(0) << F::mantissa;
  const Bits second = (n << F::mantissa) - first;
  return bits_as<T>(bits_as<Bits>(x) + first) * bits_as<T>(second + (F::bias << F::mantissa));
}

// exp(r) - 1 - r for |r| <= ln(2)/2, over r squared.
constexpr f32 exp_f32[] = {0.5f, 0.16666576f, 0.04166637f, 0.008363205f, 0.0013941166f};
constexpr f64 exp_f64[] = {0.5000000000000001,     0.16666666666666674,    0.04166666666662398,
                           0.008333333333322172,   0.0013888888917285545,  0.00019841269886699926,
                           2.4801521185224727e-05, 2.755724221351069e-06,  2.7620140796145187e-07,
                           2.511009630403349e-08};
INLINED f32 exp_rest(f32 r) { return polynomial(r, exp_f32); }
INLINED f64 exp_rest(f64 r) { return polynomial(r, exp_f64); }

// x as n ln(2) + high + low, and n + shift.
template <class T> struct Reduced {
  T n, shifted, high, low;
  INLINED T expm1() const {  // of all but n
    const T r = high + low;
    return high + fused(r * r, exp_rest(r), low);
  }
};
template <class T> INLINED Reduced<T> by_ln2(T x) {
  using F = Format<T>;
  const T shifted = fused(x, T(1.44269504088896340736), F::shift), n = shifted - F::shift;
  return {n, shifted, fused(n, -F::ln2_high, x), n * -F::ln2_low};
}

// Between a negative and a positive bound, and so is NaN. It compares bits: as integers those of positive numbers are in
// their order, those of negative ones, taken without a sign, in the opposite one. Vectors have an instruction for the
// lesser integer, but none for floats that does with NaN what C says.
template <class T> INLINED T clamped(T x, T low, T high) {
  using Signed = typename Format<T>::Signed;
  using Bits = typename Format<T>::Bits;
  const Signed above = bits_as<Signed>(high), given = bits_as<Signed>(x);
  const Bits below = bits_as<Bits>(low), lowered = Bits(given < above ? given : above);
  return bits_as<T>(lowered < below ? lowered : below);
}

template <class T> INLINED T exp_of(T given) {
  const Reduced<T> x = by_ln2(clamped(given, Format<T>::least, Format<T>::greatest));
  const T found = scaled(1 + x.expm1(), x.shifted);
  return given == given ? found : given;
}
INLINED f32 exp(f32 x) { return exp_of(x); }
INLINED f64 exp(f64 x) { return exp_of(x); }

INLINED f64 exp2(f64 given) {
  const f64 x = clamped(given, -1080.0, 1030.0), shifted = x + Format<f64>::shift, n = shifted - Format<f64>::shift;
  const f64 high = (x - n) * 0.693147180559945309417, low = fused(x - n, 0.693147180559945309417, -high);
  const Reduced<f64> reduced = {n, shifted, high, fused(x - n, 2.3190468138462996e-17, low)};
  const f64 found = scaled(1 + reduced.expm1(), shifted);
  return given == given ? found : given;
}

// exp(x) - 1: in 2^n (exp(r) - 1) + (2^n - 1), halved so that 2^n is a number.
template <class T> INLINED T expm1_of(T given) {
  using F = Format<T>;
  const Reduced<T> x = by_ln2(clamped(given, T(-50), F::greatest));
  const T half = power_of_two(x.n - 1 + F::shift), sum = 2 * fused(half, x.expm1(), half - T(0.5));
  return magnitude_of(given) > 0 ? sum : given;
}
INLINED f32 expm1(f32 x) { return expm1_of(x); }
INLINED f64 expm1(f64 x) { return expm1_of(x); }

// x as 2^k (1 + f) with 1 + f between the roots of 1/2 and 2.
template <class T> struct Split { T k, f; };
template <class T> INLINED Split<T> split(T x) {
  using F = Format<T>;
  const bool small = x < F::tiny;
  const auto bits = bits_as<typename F::Bits>(small ? x * F::scale : x);
  const auto above = bits - F::root_half;
  // The exponent as a number: put under that of `shift`, offset so that it is not negative.
  const auto exponent = (above + (F::bias << F::mantissa)) >> F::mantissa;
  const T k = bits_as<T>(exponent + bits_as<typename F::Bits>(F::shift)) - F::shift - T(F::bias);
  const auto mask = (typename F::Bits(1) << F::mantissa) - 1;
  return {small ? k - F::scaled : k, bits_as<T>((above & mask) + F::root_half) - 1};
}

// What a logarithm gives for 0, negative numbers, infinity and NaN.
template <class T> INLINED T log_special(T x, T found) {
  const T of_others = x == 0 ? -infinity<T> : x == infinity<T> ? x : x != x ? x : nan<T>;
  return x > 0 && x < infinity<T> ? found : of_others;
}

constexpr f32 log_f32[] = {0.33333331f,  -0.24999981f, 0.20000689f,  -0.16669159f, 0.14251111f,
                           -0.12396496f, 0.11634935f,  -0.11661546f, 0.0733372f};
INLINED f32 log(f32 x) {
  const Split<f32> s = split(x);
  const f32 square = s.f * s.f, tail = fused(square * s.f, polynomial(s.f, log_f32), s.k * -2.12194440e-4f);
  return log_special(x, fused(s.k, 0.693359375f, fused(square, -0.5f, tail) + s.f));
}

// log(1 + f) is f - (f^2/2 - s (f^2/2 + log_rest)), s = f / (2 + f): of fdlibm's e_log.c.
constexpr f64 log_f64[] = {0.6666666666666735130, 0.3999999999940941908, 0.2857142874366239149, 0.2222219843214978396,
                           0.1818357216161805012, 0.1531383769920937332, 0.1479819860511658591};
struct LogParts { f64 half_square, correction; };
INLINED LogParts log_parts(f64 f) {
  const f64 s = f / (2 + f), z = s * s, half_square = 0.5 * f * f;
  return {half_square, s * (half_square + z * polynomial(z, log_f64))};
}
INLINED f64 log(f64 x) {
  const Split<f64> s = split(x);
  const LogParts parts = log_parts(s.f);
  const f64 low = fused(s.k, 1.90821492927058770002e-10, parts.correction);
  return log_special(x, fused(s.k, 6.93147180369123816490e-01, s.f - (parts.half_square - low)));
}

// Of s_log1p.c: the rounding error of 1 + x is made up for.
INLINED f64 log1p(f64 x) {
  const f64 u = 1 + x;
  const Split<f64> s = split(u);
  const f64 lost = (u > 2 ? 1 - (u - x) : x - (u - 1)) / u;
  const f64 f = s.k == 0 ? x : s.f, error = s.k == 0 ? 0 : lost;
  const LogParts parts = log_parts(f);
  const f64 low = fused(s.k, 1.90821492927058770002e-10, error) + parts.correction;
  const f64 found = fused(s.k, 6.93147180369123816490e-01, f - (parts.half_square - low));
  return x == 0 ? x : log_special(u, found);
}

// To another base: the logarithm of 1 + f in two parts, each times 1/log(base) in two parts, as in musl's log2.c.
INLINED f64 log_to(f64 x, f64 high, f64 low, f64 two_high, f64 two_low) {
  const Split<f64> s = split(x);
  const LogParts parts = log_parts(s.f);
  const f64 first = bits_as<f64>(bits_as<u64>(s.f - parts.half_square) & 0xffffffff00000000ULL);
  const f64 rest = s.f - first - parts.half_square + parts.correction;
  const f64 large = first * high, whole = s.k * two_high, sum = whole + large;
  const f64 small = fused(rest + first, low, rest * high) + fused(s.k, two_low, (whole - sum) + large);
  return log_special(x, small + sum);
}
INLINED f64 log2(f64 x) { return log_to(x, 1.44269504072144627571e+00, 1.67517131648865118353e-10, 1, 0); }
INLINED f64 log10(f64 x) {
  return log_to(x, 4.34294481878168880939e-01, 2.50829467116452752298e-11, 3.01029995663611771306e-01,
                3.69423907715893078616e-13);
}

// exp(x) / 2, which is finite for larger numbers than exp(x).
INLINED f64 half_exp(f64 given) {
  const Reduced<f64> x = by_ln2(clamped(given, Format<f64>::least, 711.0));
  return scaled(1 + x.expm1(), x.shifted - 1);
}

// Up to 1 x + x^3 P(x^2) / Q(x^2), of Cephes (Moshier, 1989).
constexpr f64 sinh_f64[] = {-3.51754964808151394800e5, -1.15614435765005216044e4, -1.63725857525983828727e2,
                            -7.89474443963537015605e-1};
constexpr f64 sinh_under[] = {-2.11052978884890840399e6, 3.61578279834431989373e4, -2.77711081420602794433e2, 1};
INLINED f64 sinh(f64 x) {
  const f64 a = magnitude_of(x), z = x * x, half = half_exp(a);
  const bool is_small = a < 1;
  const f64 over = is_small ? z * polynomial(z, sinh_f64) : 0.25, under = is_small ? polynomial(z, sinh_under) : half;
  const f64 quotient = over / under, large = with_sign(half - quotient, x);
  return is_small ? fused(x, quotient, x) : x == x ? large : x;
}
INLINED f64 cosh(f64 x) {
  const f64 half = half_exp(magnitude_of(x)), found = half + 0.25 / half;
  return x == x ? found : x;
}

// Of Cephes (Moshier, 1989): x + x^3 P(x^2) (of f64 over Q(x^2)) up to 5/8, beyond it 1 - 2 / (exp(2 |x|) + 1).
constexpr f32 tanh_f32[] = {-3.33332819422e-1f, 1.33314422036e-1f, -5.37397155531e-2f, 2.06390887954e-2f,
                            -5.70498872745e-3f};
constexpr f64 tanh_f64[] = {-1.61468768441708447952e3, -9.92877231001918586564e1, -9.64399179425052238628e-1};
constexpr f64 tanh_under[] = {4.84406305325125486048e3, 2.23548839060100448583e3, 1.12811678491632931402e2, 1};
INLINED f32 tanh(f32 x) {
  const f32 a = magnitude_of(x), z = x * x, small = fused(x * z, polynomial(z, tanh_f32), x);
  const f32 large = with_sign(1 - 2 / (exp(2 * a) + 1), x);
  return a < 0.625f ? small : x == x ? large : x;
}
INLINED f64 tanh(f64 x) {
  const f64 a = magnitude_of(x), z = x * x;
  const bool is_small = a < 0.625;
  const f64 over = is_small ? z * polynomial(z, tanh_f64) : 2;
  const f64 under = is_small ? polynomial(z, tanh_under) : exp(2 * a) + 1;
  const f64 quotient = over / under, large = with_sign(1 - quotient, x);
  return is_small ? fused(x, quotient, x) : x == x ? large : x;
}

// Of FreeBSD's s_cbrt.c: a third of the exponent, a polynomial to 23 bits, which are then kept, and a step of Newton's.
constexpr f64 cbrt_f64[] = {1.87595182427177009643, -1.88497979543377169875, 1.621429720105354466140,
                            -0.758397934778766047437, 0.145996192886612446982};
INLINED f64 cbrt(f64 given) {
  const f64 a = magnitude_of(given);
  const bool is_tiny = a < Format<f64>::tiny;
  const u64 upper = bits_as<u64>(is_tiny ? a * 0x1p54 : a) >> 32;
  const u64 third = (upper * 0x55555556 >> 32) + (is_tiny ? 696219795 : 715094163);
  const f64 first = bits_as<f64>(third << 32), r = first * first * (first / a);
  const f64 near = bits_as<f64>((bits_as<u64>(first * polynomial(r, cbrt_f64)) + 0x80000000) & 0xffffffffc0000000);
  const f64 rest = a / (near * near), found = fused(near, (rest - near) / (near + near + rest), near);
  return a > 0 && a < infinity<f64> ? with_sign(found, given) : given;
}

// exp(x^2) erfc(x) (1 + 2 x) in t = (x - 4) / (x + 4), for x from 0 on.
constexpr f64 erfc_f64[] = {
    1.2329951186255526,     -0.1396211168405629,     0.015379652102619617,    0.06809705425473767,
    -0.10103906603629248,   0.09373283499679236,     -0.06633036581276473,    0.037167515562242744,
    -0.0161977340460498,    0.005031969761284932,    -0.0007577734209985485,  -0.00019925555612046642,
    0.00015062253792910019, -2.440293233572577e-05,  -1.122544915903078e-05,  5.717213418845289e-06,
    3.021978867488333e-07,  -8.340435341101696e-07,  6.221699970867958e-08,   1.1434441408752092e-07,
    -7.760227331606312e-09, -1.3292884241588778e-08, -1.6880425520239049e-09};
INLINED f64 erfc_above_0(f64 x) {
  const f64 square = x * x, lost = fused(x, x, -square), t = (x - 4) / (x + 4);
  const f64 scale = polynomial(t, erfc_f64) / fused(2.0, x, 1.0), power = exp(-square);
  return fused(-lost, power, power) * scale;
}
INLINED f64 erfc(f64 x) {
  const f64 a = magnitude_of(x), above = erfc_above_0(a > 28 ? 28.0 : a);
  return x < 0 ? 2 - above : above;
}
// erf(x) / x - 1 in x^2, for |x| <= 1.
constexpr f64 erf_f64[] = {0.12837916709551256,    -0.3761263890318352,    0.11283791670944185,    -0.02686617064311144,
                           0.005223977606118201,   -0.0008548325929299106, 0.00012055293576377275, -1.4924712290816286e-05,
                           1.6447131419811136e-06, -1.6206312501557555e-07, 1.3710974567312202e-08, -7.779456921831154e-10};
INLINED f64 erf(f64 x) {
  const f64 a = magnitude_of(x), above = 1 - erfc_above_0(a > 28 ? 28.0 : a);
  return a < 1 ? fused(x, polynomial(x * x, erf_f64), x) : with_sign(above, x);
}

// sin and cos of |r| <= pi/4, from which those of f32 are taken.
constexpr f64 sin_f32[] = {-0.16666666663858606, 0.008333331875459392, -0.00019840086964800245, 2.7249940396777236e-06};
constexpr f64 cos_f32[] = {0.04166666666432331, -0.0013888887672448128, 2.4800600484822646e-05, -2.7300962328841376e-07};

// An angle as a number of right angles, with what is left in radians.
struct Angle { f64 turns, rest; };

// What a multiple of a piece of 2/pi leaves modulo 4.
INLINED f64 modulo_4(f64 product) { return fused(__builtin_rint(product * 0.25), -4.0, product); }

// 2/pi in pieces of 29 bits: their products with the 24 bits of x are exact, and so is what they leave modulo 4.
INLINED Angle right_angles(f32 given) {
  const f64 x = f64(given);
  const f64 first = modulo_4(x * 0x1.45f306dp-1) + modulo_4(x * 0x1.9391054p-30);
  const f64 second = modulo_4(x * 0x1.4fe13abp-59) + modulo_4(x * 0x1.d1f534dp-88);
  const f64 third = modulo_4(x * 0x1.b81b6c5p-117) + modulo_4(x * 0x1.5993c43p-148) + modulo_4(x * 0x1.2083fcap-177);
  const f64 most = first + second, sum = most + third, of_most = sum - third;
  const f64 lost = (most - of_most) + (third - (sum - of_most)), turns = __builtin_rint(sum);
  return {turns, (sum - turns + lost) * 1.57079632679489661923};
}

// The sine of an angle, and of one that is `quarter` right angles more.
INLINED f32 sine(const Angle& angle, f64 quarter) {
  const f64 z = angle.rest * angle.rest;
  const f64 s = fused(z * angle.rest, polynomial(z, sin_f32), angle.rest);
  const f64 c = fused(z * z, polynomial(z, cos_f32), fused(z, -0.5, 1.0));
  const u64 turns = bits_as<u64>(angle.turns + quarter + Format<f64>::shift);
  const f64 value = turns & 1 ? c : s;
  return f32(bits_as<f64>(bits_as<u64>(value) ^ ((turns & 2) << 62)));
}
INLINED f32 sin(f32 x) {
  const f32 found = sine(right_angles(x), 0);
  return x == 0 ? x : found;
}
INLINED f32 cos(f32 x) { return sine(right_angles(x), 1); }

// The rest of f32.
#define IN_F64(name) \
  INLINED f32 name(f32 x) { return f32(name(f64(x))); }
IN_F64(cbrt)
IN_F64(exp2)
IN_F64(log2)
IN_F64(log10)
IN_F64(log1p)
IN_F64(sinh)
IN_F64(cosh)
IN_F64(erf)
IN_F64(erfc)
#undef IN_F64

// Those of 16 bits.
#define IN_F32(name) \
  template <class F> INLINED Half<F> name(Half<F> x) { return Half<F>(name(f32(x))); }
IN_F32(cbrt)
IN_F32(exp)
IN_F32(exp2)
IN_F32(expm1)
IN_F32(log)
IN_F32(log2)
IN_F32(log10)
IN_F32(log1p)
IN_F32(sin)
IN_F32(cos)
IN_F32(sinh)
IN_F32(cosh)
IN_F32(tanh)
IN_F32(erf)
IN_F32(erfc)
#undef IN_F32

}  // namespace np
