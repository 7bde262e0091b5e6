// Sines and cosines of f64 over the full range, without branches: a loop over them becomes vector code.
//
// An angle is reduced as by Payne and Hanek (SIGNUM Newsletter 18, 1983): times 2/pi, of which the bits that give
// multiples of four right angles are left out. The two polynomials are those of fdlibm (Sun, 1993; k_sin.c, k_cos.c).
#pragma once

#include "elementary.h"

namespace np {

#if defined(__CUDACC__)

INLINED f64 sin(f64 x) { return __builtin_sin(x); }
INLINED f64 cos(f64 x) { return __builtin_cos(x); }

#else

// 2/pi from bit 32 (j - 1) on, for angles with an exponent from 22 + 32 j on, as a sum of four numbers; from j = 16 on
// times 2 to the 512, by which the angle is divided. Row k has the bits of the k-th numbers: floats could be changed, to
// the compiler, by a loop that writes floats, which then is no vector code.
inline constexpr u64 two_over_pi[4][32] = {
    {0x3fe45f306dc9c883, 0x3fe45f306dc9c883, 0x3dd391054a7f09d6, 0x3bef84eafa3ea69c, 0x39eea69bb81b6c53,
     0x37eb6c52b3278872, 0x35ce21c820ff28b2, 0x33efca2c757bd779, 0x31ebd778ac36e48e, 0x2fe6e48dc74849ba,
     0x2dd09374b801924c, 0x2b9924bba8274648, 0x29a3a32439fc3bd6, 0x27efc3bd63962535, 0x25e62534e7dd1047,
     0x23ed1046bea5d769, 0x41c75da24274ce38, 0x3fed338e04d68bf0, 0x3de68befc827323b, 0x3bccc8eb1cc1a99d,
     0x39e06a673e93908c, 0x37e3908bf177bf25, 0x35e7bf250763ff13, 0x33bff897ffde0598, 0x31ebc0b301fde5e2,
     0x2fede5e2316b414e, 0x2dd6829b47db4da0, 0x2bdb4d9fb3c9f2c2, 0x29c3e584dba7a320, 0x27d3d18fd9a797fb,
     0x25e3cbfd45aea4f7, 0x23dd49eeb1faf97c},
    {0xbc86b01ec5417056, 0xbc86b01ec5417056, 0xba470565911f924f, 0xb881f924eb53361e, 0xb683361de37df00d,
     0x34507f9458eaf7af, 0xb25508510ea79237, 0xb084f246dc8e2dee, 0xae7c5bdb22d1ff9b, 0x2c8700324977504f,
     0xaa715f62e6de301e, 0x283cfe1deb1cb12a, 0x263cb129a73ee882, 0xa46822efb9415a29, 0xa280568a25dbd8b3,
     0xa08bd8b31c7eca5d, 0x3e435a2fbf209cc9, 0xbc7bec66e29c67cb, 0xba7c67cacc60b638, 0xb826c6f740e8840e,
     0xb65d1081b5f13802, 0x344d8ffc4bffef03, 0xb1c0fd33f8086877, 0x302fde5e2316b415, 0x2e78b5a0a6d1f6d3,
     0xac8704964c0986c2, 0xaa730d834f648b0c, 0x287b74f463f669e6, 0xa6632c3402ba515b, 0xa47d28ad84538142,
     0x22863f5f2f8bd9e8, 0x2077b3d0739f78a5},
    {0xb926447e493ad4ce, 0xb926447e493ad4ce, 0x36e2b32788720840, 0x350c820ff28b1d5f, 0xb32d38a84288753d,
     0xb0cd4f246dc8e2df, 0x2edb8e909374b802, 0x2d2ba5c00c925dd4, 0xab1b4457d8b9b78c, 0xa92cdbc603c429c7,
     0xa700a71a76b2c609, 0xa4d63045df7282b4, 0x22cafa975da24275, 0x210a24274ce38136, 0x9f0c7eca5d040df6,
     0x9ce037d8cdc538d0, 0xbac4e33e566305b2, 0x3909cfa4e422fc5e, 0x37117e2ef7e4a0ec, 0x34c41d8ffc4bffef,
     0x32e2fffbc0b301fe, 0xb0d9fc04343b9d29, 0xae5d297d64b824b2, 0xacb2e092c98130d8, 0x2b19fb3c9f2c26dd,
     0x2926136e9e8c7ecd, 0x2718fd9a797fa8b6, 0xa4b5d28ad8453814, 0xa2d14e050683a131, 0x2117c5ecf41ce7de,
     0x1f1ce7de294a4baa, 0x1d0497535fdafd89},
    {0x35ce21c820ff28b2, 0x35ce21c820ff28b2, 0xb37ae9c5421443aa, 0xb17443a9e48db91c, 0x2fcb92371d2126e9,
     0x2d5374b801924bbb, 0xab7b6d115f62e6de, 0x29a3a32439fc3bd6, 0xa77e214e34ed658c, 0x25c894d39f74411b,
     0x23a1046bea5d7689, 0xa1744bb7b16638fe, 0x9f58e3f652e82070, 0x9da741037d8cdc54, 0x9b99b8a719f2b318,
     0x198a99cfa4e422fc, 0x37608bf177bf2507, 0xb58036be27003b40, 0x33bff897ffde0598, 0x3116603fbcbc462d,
     0xaf6a1dce94beb25c, 0xad7f592e092c9813, 0xaaf8130d834f648b, 0xa94a7b24585ce04d, 0x27ae8c7ecd3cbfd4,
     0x25be5fea2d7527bb, 0xa3a5b08a7028341d, 0xa13a0e84c2f8c608, 0x1f70739f78a5292f, 0x1da4a525d4d7f6bf,
     0x9bb404a04ee072a3, 0x995ca8bdea7f33ee}};

// Two numbers that together are exactly a sum or a product.
struct Pair { f64 high, low; };
INLINED Pair exact_sum(f64 a, f64 b) {
  const f64 high = a + b, of_b = high - a;
  return {high, (a - (high - of_b)) + (b - of_b)};
}
INLINED Pair exact_product(f64 a, f64 b) {
  const f64 high = a * b;
  return {high, __builtin_fma(a, b, -high)};
}

// An angle as right angles, of which only the last two bits count, and the rest in radians, up to pi/4.
struct Turned {
  u64 turns;
  Pair rest;
};

INLINED Turned turned(f64 given) {
  const u64 exponent = bits_as<u64>(given) >> 52 & 0x7ff;
  const u64 j = exponent < 1045 ? 0 : (exponent - 1045) >> 5;
  const f64 x = j < 16 ? given : given * 0x1p-512;
  const auto part = [j](int k) { return bits_as<f64>(two_over_pi[k][j]); };
  const Pair first = exact_product(x, part(0)), second = exact_product(x, part(1)), third = exact_product(x, part(2));
  const Pair large = exact_sum(modulo_4(first.high), modulo_4(first.low));
  const Pair most = exact_sum(large.high, modulo_4(second.high));
  const f64 whole = __builtin_rint(most.high);
  // What follows is smaller and smaller; where most of it cancels, the last terms decide.
  const Pair a = exact_sum(most.high - whole, second.low), b = exact_sum(a.high, third.high);
  const Pair c = exact_sum(b.high, large.low), d = exact_sum(c.high, most.low);
  const f64 lost = a.low + b.low + c.low + d.low + fused(x, part(3), third.low);
  // The small terms may lead a little over one half, so the nearest number is found again.
  const f64 more = __builtin_rint(d.high + lost);
  const Pair right_angles = exact_sum(d.high - more, lost);
  constexpr f64 high = 0x1.921fb54442d18p0, low = 0x1.1a62633145c07p-54;
  const Pair radians = exact_product(right_angles.high, high);
  const f64 behind = radians.low + fused(right_angles.high, low, right_angles.low * high);
  return {bits_as<u64>(whole + more + Format<f64>::shift), {radians.high, behind}};
}

constexpr f64 sin_f64[] = {8.33333333332248946124e-03, -1.98412698298579493134e-04, 2.75573137070700676789e-06,
                           -2.50507602534068634195e-08, 1.58969099521155010221e-10};
constexpr f64 cos_f64[] = {4.16666666666666019037e-02, -1.38888888888741095749e-03, 2.48015872894767294178e-05,
                           -2.75573143513906633035e-07, 2.08757232129817482790e-09, -1.13596475577881948265e-11};

// The sine of an angle, and of one that is `quarter` right angles more.
INLINED f64 sine(const Turned& angle, u64 quarter) {
  const f64 x = angle.rest.high, y = angle.rest.low, z = x * x, cube = z * x;
  const f64 s = x - ((z * fused(cube, -polynomial(z, sin_f64), 0.5 * y) - y) - cube * -1.66666666666666324348e-01);
  const f64 half = 0.5 * z, w = 1 - half;
  const f64 c = w + (((1 - w) - half) + fused(z * z, polynomial(z, cos_f64), -x * y));
  const u64 turns = angle.turns + quarter;
  return bits_as<f64>(bits_as<u64>(turns & 1 ? c : s) ^ ((turns & 2) << 62));
}
INLINED f64 sin(f64 x) {
  const f64 found = sine(turned(x), 0);
  return magnitude_of(x) < 0x1p-27 ? x : found;
}
INLINED f64 cos(f64 x) { return sine(turned(x), 1); }

#endif

}  // namespace np
