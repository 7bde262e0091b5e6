// Random bits: four words of each block of Philox, which a thread makes in its registers.
#pragma once

#include "device.h"
#include "philox.h"

#define RANDOM_BITS(name)                                                                            \
  extern "C" __global__ void name(const u32* key, u32* made, i64 size, u32 stream) {                 \
    for (i64 number = thread_of_grid(); number * 4 < size; number += threads_of_grid()) {            \
      u32 block[4] = {u32(number), u32(u64(number) >> 32), 0, stream};                               \
      np::philox(block, key[0], key[1]);                                                             \
      for (int word = 0; word < 4; ++word) {                                                         \
        if (number * 4 + word < size) made[number * 4 + word] = block[word];                         \
      }                                                                                              \
    }                                                                                                \
  }
