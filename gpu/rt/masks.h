// The places of true elements, in order: counted tile by tile, then added up, then written.
#pragma once

#include "device.h"

// The true elements of each tile of `each` elements, a block for a tile.
#define COUNT_TRUE(name)                                                                         \
  extern "C" __global__ void name(const bool* mask, i64* starts, i64 count, i64 each) {          \
    DYNAMIC_SHARED(shared);                                                                      \
    const Team team(shared);                                                                     \
    const i64 first = blockIdx.x * each, last = py::least<i64>(first + each, count);             \
    i64 found = 0;                                                                               \
    for (i64 i = first + team.rank; i < last; i += team.size) found += mask[i];                  \
    found = team.reduce(found, [](i64 a, i64 b) { return a + b; });                              \
    if (team.rank == 0) starts[blockIdx.x] = found;                                              \
  }

// Where each tile begins in place of how many it has, and behind these how many there are in all; by one block.
#define ADD_UP_TILES(name)                                                                       \
  extern "C" __global__ void name(i64* starts, i64 tiles) {                                      \
    DYNAMIC_SHARED(shared);                                                                      \
    const Team team(shared);                                                                     \
    i64 before = 0;                                                                              \
    for (i64 first = 0; first < tiles; first += team.size) {                                     \
      const i64 tile = first + team.rank, own = tile < tiles ? starts[tile] : 0;                 \
      const i64 behind = team.running<i64>(own, before, [](i64 a, i64 b) { return a + b; });     \
      if (tile < tiles) starts[tile] = behind - own;                                             \
    }                                                                                            \
    if (team.rank == 0) starts[tiles] = before;                                                  \
  }

#define PLACES_OF_TRUE(name)                                                                     \
  extern "C" __global__ void name(const bool* mask, const i64* starts, i64* places, i64 count, i64 each) { \
    DYNAMIC_SHARED(shared);                                                                      \
    const Team team(shared);                                                                     \
    const i64 begin = blockIdx.x * each, end = py::least<i64>(begin + each, count);              \
    i64 before = starts[blockIdx.x];                                                             \
    for (i64 first = begin; first < end; first += team.size) {                                   \
      const i64 i = first + team.rank;                                                           \
      const bool is_true = i < end && mask[i];                                                   \
      const i64 behind = team.running<i64>(is_true, before, [](i64 a, i64 b) { return a + b; }); \
      if (is_true) places[behind - 1] = i;                                                       \
    }                                                                                            \
  }
