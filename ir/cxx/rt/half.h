// Floats of 16 bits. Every operation is computed in f32 and rounded, as NumPy and ml_dtypes do it; without branches, so
// that loops become vector code.
#pragma once

#include "base.h"

// A float in the 16 bits of a format, which says how f32 and f64 are rounded to it (to the nearest, ties to even), and
// what f32 the bits are. An int is taken as it is; all else is converted where it is said.
template <class Format> struct Half {
  u16 bits;

  Half() = default;
  constexpr Half(int x) : bits(Format::rounded(f32(x))) {}
  template <class T> explicit constexpr Half(T x) : bits(Format::rounded(f32(x))) {}
  explicit constexpr Half(f64 x) : bits(Format::rounded(x)) {}
  explicit constexpr operator f32() const { return Format::number(bits); }
  explicit constexpr operator f64() const { return f64(f32(*this)); }

  static constexpr Half of(u16 bits) {
    Half made(0);
    made.bits = bits;
    return made;
  }

  constexpr Half operator-() const { return of(bits ^ 0x8000); }
  friend constexpr Half operator+(Half a, Half b) { return Half(f32(a) + f32(b)); }
  friend constexpr Half operator-(Half a, Half b) { return Half(f32(a) - f32(b)); }
  friend constexpr Half operator*(Half a, Half b) { return Half(f32(a) * f32(b)); }
  friend constexpr Half operator/(Half a, Half b) { return Half(f32(a) / f32(b)); }
  Half& operator+=(Half other) { return *this = *this + other; }
  Half& operator/=(Half other) { return *this = *this / other; }
  friend constexpr bool operator==(Half a, Half b) { return f32(a) == f32(b); }
  friend constexpr bool operator!=(Half a, Half b) { return f32(a) != f32(b); }
  friend constexpr bool operator<(Half a, Half b) { return f32(a) < f32(b); }
  friend constexpr bool operator>(Half a, Half b) { return f32(a) > f32(b); }
  friend constexpr bool operator<=(Half a, Half b) { return f32(a) <= f32(b); }
  friend constexpr bool operator>=(Half a, Half b) { return f32(a) >= f32(b); }
};

// Five bits of exponent, ten of mantissa: IEEE's binary16.
struct Binary16 {
#if defined(__CUDACC__)
  static u16 rounded(f32 x) {
    u16 found;
    asm("cvt.rn.f16.f32 %0, %1;" : "=h"(found) : "f"(x));
    return found;
  }
  static f32 number(u16 bits) {
    f32 found;
    asm("cvt.f32.f16 %0, %1;" : "=f"(found) : "h"(bits));
    return found;
  }
#else
  INLINED static constexpr u16 rounded(f32 x) {
    const u32 given = __builtin_bit_cast(u32, x), sign = given & 0x80000000, size = given ^ sign;
    // Adding 1/2 rounds a number below the normal ones to the last bit that is left of it.
    const u32 small = __builtin_bit_cast(u32, __builtin_bit_cast(f32, size) + 0.5f) - 0x3f000000;
    const u32 normal = (size - 0x38000000 + 0xfff + (size >> 13 & 1)) >> 13;
    const u32 large = size > 0x7f800000 ? 0x7e00 : 0x7c00;
    return u16(sign >> 16 | (size < 0x38800000 ? small : size < 0x477ff000 ? normal : large));
  }
  INLINED static constexpr f32 number(u16 bits) {
    const u32 sign = u32(bits & 0x8000) << 16, size = u32(bits & 0x7fff) << 13;
    const u32 small = __builtin_bit_cast(u32, __builtin_bit_cast(f32, size + 0x38800000) - 0x1p-14f);
    const u32 found = size < 0x00800000 ? small : size < 0x0f800000 ? size + 0x38000000 : size | 0x7f800000;
    return __builtin_bit_cast(f32, sign | found);
  }
#endif
  // By way of f32, in which the last bit stands for all that is behind it, so that it is rounded once.
  INLINED static constexpr u16 rounded(f64 x) {
    const f32 near = f32(x);
    const u32 bits = __builtin_bit_cast(u32, near);
    const bool is_exact = f64(near) == x, is_above = near < 0 ? f64(near) < x : f64(near) > x;
    return rounded(__builtin_bit_cast(f32, is_exact ? bits : (bits - is_above) | 1));
  }
};

// The upper half of an f32.
struct Brain16 {
  INLINED static constexpr u16 rounded(f32 x) {
    const u32 given = __builtin_bit_cast(u32, x);
    const u32 near = (given + 0x7fff + (given >> 16 & 1)) >> 16;
    return u16((given & 0x7fffffff) > 0x7f800000 ? (given >> 16 & 0x8000) | 0x7fc0 : near);
  }
  INLINED static constexpr u16 rounded(f64 x) { return rounded(f32(x)); }
  INLINED static constexpr f32 number(u16 bits) { return __builtin_bit_cast(f32, u32(bits) << 16); }
};

using f16 = Half<Binary16>;
using bf16 = Half<Brain16>;

template <class T> constexpr bool is_half = false;
template <class Format> constexpr bool is_half<Half<Format>> = true;
template <> constexpr bool is_float<f16> = true;
template <> constexpr bool is_float<bf16> = true;
