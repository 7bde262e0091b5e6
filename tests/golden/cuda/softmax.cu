// The kernels of softmax in case.py.

#include "device.h"

// reads x f32[n, 16]: 64*n bytes
// writes divide f32[n, 16]: 64*n bytes
// does 80*n operations
extern "C" __global__ void divide_kernel(const f32* __restrict__ x, f32* __restrict__ divide,
    Index n, unsigned char* __restrict__ row_memory, i64 row_bytes) {
  DYNAMIC_SHARED(shared);
  const Team team(shared);
  unsigned char* const rows = team.rows(row_memory, row_bytes);
  f32* const x_row = (f32*)rows;
  f32* const power = x_row;
  for (Index i0 = team.first(); i0 < n; i0 += team.count()) {
    f32 top_total = np::lowest<f32>;
    for (Index i1 = team.rank; i1 < 16; i1 += team.size) {
      const f32 x_element = x[16 * i0 + i1];
      x_row[i1] = x_element;
      top_total = np::maximum<f32>(top_total, x_element);
    }
    top_total = team.reduce(top_total, [](f32 a, f32 b) { return f32(np::maximum<f32>(a, b)); });
    team.sync();
    const f32 top = top_total;
    f32 total_total_sums[1];
    team.add_up<f32, 1>(0, 16, total_total_sums, [&](Index i1, f32 (&terms)[1]) {
      const f32 shifted = x_row[i1] - top;
      power[i1] = np::exp(shifted);
      terms[0] = power[i1];
    });
    const f32 total_total = 0.0f + total_total_sums[0];
    team.sync();
    const f32 total = total_total;
    for (Index i1 = team.rank; i1 < 16; i1 += team.size) divide[16 * i0 + i1] = power[i1] / total;
    team.sync();
  }
}

// softmax:
//     launch divide_kernel(x, divide): 128*n bytes, 80*n operations
//     in all 128*n bytes by kernels, 128*n bytes of arguments and results
