// Random bits (see ir/ops/random.py).
#pragma once

#include "array.h"
#include "philox.h"

namespace np {

inline Result<Array<u32, 1>> random_key(u64 seed) {
  auto made = empty<u32>(Spot(), 2);
  if (made.failure.kind != Kind::none) return made;
  made.value[0] = u32(seed);
  made.value[1] = u32(seed >> 32);
  return made;
}

inline Result<Array<u32, 1>> random_fold_in(const Array<u32, 1>& key, u64 data) {
  u32 block[4] = {u32(data), u32(data >> 32), 0, 2};
  philox(block, key[0], key[1]);
  return random_key(block[0] | u64(block[1]) << 32);
}

// Fills an array in C order, four words from each block.
template <int R> void random_bits(Array<u32, R>& out, const Array<u32, 1>& key, u32 stream) {
  const i64 size = out.size();
  for (i64 i = 0; i < size; i += 4) {
    const u64 number = u64(i) / 4;
    u32 block[4] = {u32(number), u32(number >> 32), 0, stream};
    philox(block, key[0], key[1]);
    const i64 words = size - i < 4 ? size - i : 4;
    for (int word = 0; word < words; ++word) out[i + word] = block[word];
  }
}

}  // namespace np
