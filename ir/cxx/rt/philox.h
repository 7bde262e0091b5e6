// Philox4x32-10 (Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy as 1, 2, 3", 2011).
#pragma once

#include "base.h"

namespace np {
// Four words from a counter of four and a key of two, in place.
inline void philox(u32 (&c)[4], u32 k0, u32 k1) {
  for (int round = 0; round < 10; ++round) {
    const u64 p0 = u64(0xD2511F53u) * c[0], p1 = u64(0xCD9E8D57u) * c[2];
    c[0] = u32(p1 >> 32) ^ c[1] ^ k0;
    c[2] = u32(p0 >> 32) ^ c[3] ^ k1;
    c[1] = u32(p1);
    c[3] = u32(p0);
    k0 += 0x9E3779B9u;
    k1 += 0xBB67AE85u;
  }
}
}  // namespace np
