// The kernels of attention in case.py.

#include "device.h"

// reads q f32[heads, n, 4], k f32[heads, 4, m], v f32[heads, m, 4]: 32*heads*m + 16*heads*n bytes
// writes matmul f32[heads, n, 4]: 16*heads*n bytes
// does 21*heads*m*n operations
extern "C" __global__ void matmul_kernel(const f32* __restrict__ q, const f32* __restrict__ k,
    const f32* __restrict__ v, f32* __restrict__ matmul, Index m, Index heads, Index n,
    unsigned char* __restrict__ row_memory, i64 row_bytes) {
  DYNAMIC_SHARED(shared);
  const Team team(shared);
  unsigned char* const rows = team.rows(row_memory, row_bytes);
  f32* const scores = (f32*)rows;
  f32* const power = scores;
  f32* const divide = scores;
  for (Index at = team.first(); at < heads * n; at += team.count()) {
    const Index i0 = at / n;
    const Index i1 = at % n;
    team.product<f32>(
      4, m,
      [&](Index place, Index column, f32 sum) { return multiply_add(q[4 * i0 * n + 4 * i1 + place],
          k[4 * i0 * m + place * m + column], sum); },
      [&](Index column, f32 sum) { scores[column] = sum; });
    team.sync();
    f32 power_total = np::lowest<f32>;
    for (Index i2 = team.rank; i2 < m; i2 += team.size) {
      power_total = np::maximum<f32>(power_total, scores[i2]);
    }
    power_total = team.reduce(power_total, [](f32 a, f32 b) { return f32(np::maximum<f32>(a,
        b)); });
    team.sync();
    const f32 power_2 = power_total;
    f32 total_total_sums[1];
    team.add_up<f32, 1>(0, m, total_total_sums, [&](Index i2, f32 (&terms)[1]) {
      const f32 power_3 = scores[i2] - power_2;
      power[i2] = np::exp(power_3);
      terms[0] = power[i2];
    });
    const f32 total_total = 0.0f + total_total_sums[0];
    team.sync();
    const f32 total = total_total;
    for (Index i2 = team.rank; i2 < m; i2 += team.size) divide[i2] = power[i2] / total;
    team.sync();
    team.product<f32>(
      m, 4,
      [&](Index place_2, Index column_2, f32 sum) { return multiply_add(divide[place_2],
          v[4 * i0 * m + 4 * place_2 + column_2], sum); },
      [&](Index column_2, f32 sum) { matmul[4 * i0 * n + 4 * i1 + column_2] = sum; });
    team.sync();
  }
}

// attention:
//     host not_equal
//     host check
//     launch matmul_kernel(q, k, v, matmul): 32*heads*m + 32*heads*n bytes, 21*heads*m*n operations
//     in all 32*heads*m + 32*heads*n bytes by kernels, 32*heads*m + 32*heads*n bytes of arguments and results
