// The kernels of scores in halves.py.

#include "tiles.h"
#include "device.h"

// reads x f16[n, 64], w f16[64, m]: 128*m + 128*n bytes
// writes product f16[n, m]: 2*m*n bytes
// does 128*m*n operations
extern "C" __global__ void product_kernel(const f16* __restrict__ x, const f16* __restrict__ w,
    f16* __restrict__ product, Index m, Index n) {
  DYNAMIC_SHARED(shared);
  const Index tiles_of_matrix = tiles::count(n, m);
  for (Index tile = blockIdx.x; tile < tiles_of_matrix; tile += gridDim.x) {
    tiles::product<f32>(
      shared, tile % tiles_of_matrix, n, m, 64,
      [=](Index i0, Index place) { return f32(x[64 * i0 + place]); },
      [=](Index place, Index i1) { return f32(w[place * m + i1]); },
      [=](Index i0, Index i1, f32 product_row_element) {
        const f16 product_row(product_row_element);
        product[i0 * m + i1] = f16(f32(product_row));
      });
  }
}

// reads hidden f16[n, m], b f16[m]: 2*m*n + 2*m bytes
// writes hidden f16[n, m], cast f16[n, m]: 4*m*n bytes
// does 9*m*n operations
extern "C" __global__ void cast_kernel(const f16* __restrict__ hidden, const f16* __restrict__ b,
    f16* hidden_2, f16* __restrict__ cast, Index m, Index n,
    unsigned char* __restrict__ row_memory, i64 row_bytes) {
  DYNAMIC_SHARED(shared);
  const Team team(shared);
  unsigned char* const rows = team.rows(row_memory, row_bytes);
  f32* const softmax_cast = (f32*)rows;
  f32* const softmax_exp = softmax_cast;
  for (Index i0 = team.first(); i0 < n; i0 += team.count()) {
    f32 softmax_max_total = np::lowest<f32>;
    for (Index i1 = team.rank; i1 < m; i1 += team.size) {
      const f32 hidden_3 = np::rounded<f16>(f32(hidden[i0 * m + i1]) + f32(b[i1]));
      hidden_2[i0 * m + i1] = f16(np::maximum(hidden_3, 0.099975586f));
      softmax_cast[i1] = f32(hidden_2[i0 * m + i1]);
      softmax_max_total = np::maximum<f32>(softmax_max_total, softmax_cast[i1]);
    }
    softmax_max_total = team.reduce(softmax_max_total, [](f32 a,
        f32 b) { return f32(np::maximum<f32>(a, b)); });
    team.sync();
    const f32 softmax_max = softmax_max_total;
    f32 softmax_sum_total_sums[1];
    team.add_up<f32, 1>(0, m, softmax_sum_total_sums, [&](Index i1, f32 (&terms)[1]) {
      const f32 softmax_subtract = softmax_cast[i1] - softmax_max;
      softmax_exp[i1] = np::exp(softmax_subtract);
      terms[0] = softmax_exp[i1];
    });
    const f32 softmax_sum_total = 0.0f + softmax_sum_total_sums[0];
    team.sync();
    const f32 softmax_sum = softmax_sum_total;
    for (Index i1 = team.rank; i1 < m; i1 += team.size) {
      const f32 softmax_divide = softmax_exp[i1] / softmax_sum;
      cast[i0 * m + i1] = f16(softmax_divide);
    }
    team.sync();
  }
}

// reads hidden f16[n, m]: 2*m*n bytes
// writes sum_parts f32[blocks]: 4*blocks bytes
// does m*n operations
extern "C" __global__ void sum_parts_kernel(const f16* __restrict__ hidden,
    f32* __restrict__ sum_parts, Index m, Index n) {
  DYNAMIC_SHARED(shared);
  const Team team(shared);
  const Part part = part_of_block(m * n);
  f32 sum_sums[1];
  team.add_up<f32, 1>(part.first, part.size, sum_sums, [&](Index i0, f32 (&terms)[1]) {
    terms[0] = f32(hidden[i0]);
  });
  const f32 sum_2 = sum_sums[0];
  if (team.rank == 0) sum_parts[blockIdx.x] = sum_2;
}

// reads sum_parts f32[blocks]: 4*blocks bytes
// writes sum f16[]: 2 bytes
extern "C" __global__ void sum_kernel(const f32* __restrict__ sum_parts, f16* __restrict__ sum_at,
    i64 parts) {
  DYNAMIC_SHARED(shared);
  const Team team(shared);
  const f32 sum_2 = np::rounded<f16>(0.0f + team.add_parts<f32>(sum_parts, parts));
  if (team.rank == 0) *sum_at = f16(sum_2);
}

// scores:
//     launch product_kernel(x, w, product): 2*m*n + 128*m + 128*n bytes, 128*m*n operations
//     host not_equal
//     host check
//     launch cast_kernel(hidden, b, hidden, cast): 6*m*n + 2*m bytes, 9*m*n operations
//     launch sum_parts_kernel(hidden, sum_parts): 2*m*n + 4*blocks bytes, m*n operations
//     launch sum_kernel(sum_parts, sum): 4*blocks + 2 bytes
//     in all 10*m*n + 8*blocks + 130*m + 128*n + 2 bytes by kernels, 4*m*n + 130*m + 128*n bytes of arguments and results
