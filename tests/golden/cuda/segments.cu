// The kernels of weighted in case.py.

#include "device.h"
#include "parts.h"
#include "segments.h"

// reads x f32[n], y f32[n], offsets i64[rows + 1]: 8*n + 8*rows + 8 bytes
// writes weights f32[n], weights f32[n], segment_sum f32[rows]: 8*n + 4*rows bytes
// does 8*n operations
extern "C" __global__ void segment_sum_kernel(const f32* __restrict__ x, const f32* __restrict__ y,
    const i64* __restrict__ offsets, f32* weights, f32* weights_2, f32* __restrict__ segment_sum,
    Index n, Index rows_2) {
  DYNAMIC_SHARED(shared);
  const Team team(shared);
  for (Index i0 = team.first(); i0 < rows_2; i0 += team.count()) {
    const Segment segment = segment_of(offsets, i0, n);
    f32 weights_top_total = np::lowest<f32>;
    for (Index i1 = segment.first + team.rank; i1 < segment.first + segment.size; i1 += team.size) {
      weights[i1] = x[i1] * 2.0f;
      weights_top_total = np::maximum<f32>(weights_top_total, weights[i1]);
    }
    weights_top_total = team.reduce(weights_top_total, [](f32 a,
        f32 b) { return f32(np::maximum<f32>(a, b)); });
    team.sync();
    f32 weights_sum_total_sums[1];
    team.add_up<f32, 1>(segment.first, segment.size, weights_sum_total_sums, [&](Index i1,
        f32 (&terms)[1]) {
      weights_2[i1] = np::exp((weights[i1] - weights_top_total));
      terms[0] = weights_2[i1];
    });
    const f32 weights_sum_total = 0.0f + weights_sum_total_sums[0];
    team.sync();
    f32 segment_sum_total_sums[1];
    team.add_up<f32, 1>(segment.first, segment.size, segment_sum_total_sums, [&](Index i1,
        f32 (&terms)[1]) {
      weights_2[i1] = weights_2[i1] / weights_sum_total;
      const f32 multiply = weights_2[i1] * y[i1];
      terms[0] = multiply;
    });
    const f32 segment_sum_total = 0.0f + segment_sum_total_sums[0];
    team.sync();
    if (team.rank == 0) segment_sum[i0] = segment_sum_total;
  }
}

FILL_PART(fill_part_4, u32)

LOOK_AT_OFFSETS(look_at_offsets_i64, i64)

// weighted:
//     launch look_at_offsets_i64(offsets): 0 bytes
//     launch segment_sum_kernel(x, y, offsets, weights, weights, segment_sum): 16*n + 12*rows + 8 bytes, 8*n operations
//     in all 16*n + 12*rows + 8 bytes by kernels, 8*n + 12*rows + 8 bytes of arguments and results
