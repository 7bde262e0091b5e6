// Floats of 16 bits: how they lie in memory. Kernels compute in f32, and round what an op gives as NumPy does.
#pragma once

#include "base.h"

namespace np {
// The bits of a float that has so many of its mantissa below the last bit kept, rounded to the nearest, ties to even.
inline u32 rounded_off(u32 bits, int below) {
  return below > 31 ? 0 : (bits + ((u32(1) << (below - 1)) - 1) + (bits >> below & 1)) >> below;
}

inline u16 f16_bits(f32 x) {
#if defined(__CUDACC__)
  u16 found;
  asm("cvt.rn.f16.f32 %0, %1;" : "=h"(found) : "f"(x));
  return found;
#else
  u32 bits;
  __builtin_memcpy(&bits, &x, 4);
  const u32 sign = bits >> 16 & 0x8000, size = bits & 0x7fffffff;
  if (size > 0x7f800000) return u16(sign | 0x7e00);
  if (size >= 0x47800000) return u16(sign | 0x7c00);
  if (size >= 0x38800000) return u16(sign | rounded_off(size - (112 << 23), 13));
  const int below = 126 - int(size >> 23);  // a number without the leading one
  return u16(sign | (below > 25 ? 0 : rounded_off((size & 0x7fffff) | 0x800000, below)));
#endif
}

inline f32 of_f16_bits(u16 bits) {
#if defined(__CUDACC__)
  f32 found;
  asm("cvt.f32.f16 %0, %1;" : "=f"(found) : "h"(bits));
  return found;
#else
  const u32 sign = u32(bits & 0x8000) << 16, size = bits & 0x7fff;
  u32 found = size >= 0x7c00 ? size << 13 | 0x7f800000 : (size << 13) + (112 << 23);
  f32 made;
  if (size < 0x400) {
    made = f32(size) * 0x1p-24f;
    __builtin_memcpy(&found, &made, 4);
  }
  found |= sign;
  __builtin_memcpy(&made, &found, 4);
  return made;
#endif
}

inline u16 bf16_bits(f32 x) {
  u32 bits;
  __builtin_memcpy(&bits, &x, 4);
  if (x != x) return u16(bits >> 16 | 0x40);
  return u16(rounded_off(bits & 0x7fffffff, 16) | (bits >> 16 & 0x8000));
}

inline f32 of_bf16_bits(u16 bits) {
  const u32 whole = u32(bits) << 16;
  f32 made;
  __builtin_memcpy(&made, &whole, 4);
  return made;
}

// A float of 64 bits as one of 32 that rounds to 16 bits as it does itself: what is cut off stays as one bit.
inline f32 to_odd(f64 x) {
  const f32 near = f32(x);
  u32 bits;
  __builtin_memcpy(&bits, &near, 4);
  if (f64(near) == x || x != x || (bits & 0x7fffffff) >= 0x7f800000) return near;
  const bool is_beyond = x < 0 ? f64(near) < x : f64(near) > x;
  bits = (bits - is_beyond) | 1;
  f32 made;
  __builtin_memcpy(&made, &bits, 4);
  return made;
}
}  // namespace np

struct f16 {
  u16 bits;
  f16() = default;
  explicit f16(f32 x) : bits(np::f16_bits(x)) {}
  explicit f16(f64 x) : bits(np::f16_bits(np::to_odd(x))) {}
  template <class T> explicit f16(T x) : f16(f32(x)) {}
  explicit operator f32() const { return np::of_f16_bits(bits); }
};

struct bf16 {
  u16 bits;
  bf16() = default;
  explicit bf16(f32 x) : bits(np::bf16_bits(x)) {}
  explicit bf16(f64 x) : bits(np::bf16_bits(np::to_odd(x))) {}
  template <class T> explicit bf16(T x) : bf16(f32(x)) {}
  explicit operator f32() const { return np::of_bf16_bits(bits); }
};

namespace np {
// A number as one of 16 bits holds it.
template <class H, class T> f32 rounded(T x) { return f32(H(x)); }
}  // namespace np
