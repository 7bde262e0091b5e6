// The kernels of newton_sqrt in newton.py.

#include "device.h"

// newton.py:12  y = np.maximum(x, 1.0)
// newton.py:13  gap = np.max(np.abs(y * y - x))
// reads x f32[n]: 4*n bytes
// writes y f32[n], gap_parts f32[blocks]: 4*blocks + 4*n bytes
// does 5*n operations
extern "C" __global__ void gap_parts_kernel(const f32* __restrict__ x, f32* y,
    f32* __restrict__ gap_parts, Index n) {
  DYNAMIC_SHARED(shared);
  const Team team(shared);
  const Part part = part_of_block(n);
  f32 gap = np::lowest<f32>;
  for (Index i0 = part.first + team.rank; i0 < part.first + part.size; i0 += team.size) {
    y[i0] = np::maximum(x[i0], 1.0f);
    const f32 gap_multiply = y[i0] * y[i0];
    const f32 gap_subtract = gap_multiply - x[i0];
    const f32 gap_abs = np::absolute(gap_subtract);
    gap = np::maximum<f32>(gap, gap_abs);
  }
  gap = team.reduce(gap, [](f32 a, f32 b) { return f32(np::maximum<f32>(a, b)); });
  if (team.rank == 0) gap_parts[blockIdx.x] = gap;
}

// newton.py:13  gap = np.max(np.abs(y * y - x))
// reads gap_parts f32[blocks]: 4*blocks bytes
// writes gap f32[]: 4 bytes
extern "C" __global__ void gap_kernel(const f32* __restrict__ gap_parts, f32* __restrict__ gap_at,
    i64 parts) {
  DYNAMIC_SHARED(shared);
  const Team team(shared);
  f32 gap = np::lowest<f32>;
  for (Index i0 = team.rank; i0 < parts; i0 += team.size) {
    gap = np::maximum<f32>(gap, gap_parts[i0]);
  }
  gap = team.reduce(gap, [](f32 a, f32 b) { return f32(np::maximum<f32>(a, b)); });
  if (team.rank == 0) *gap_at = gap;
}

// newton.py:16  y = 0.5 * (y + x / y)
// newton.py:17  gap = np.max(np.abs(y * y - x))
// reads x f32[n], y f32[n]: 8*n bytes
// writes y f32[n], gap_parts f32[blocks]: 4*blocks + 4*n bytes
// does 7*n operations
extern "C" __global__ void gap_parts_kernel_2(const f32* __restrict__ x, const f32* __restrict__ y,
    f32* y_2, f32* __restrict__ gap_parts, Index n) {
  DYNAMIC_SHARED(shared);
  const Team team(shared);
  const Part part = part_of_block(n);
  f32 gap = np::lowest<f32>;
  for (Index i0 = part.first + team.rank; i0 < part.first + part.size; i0 += team.size) {
    const f32 y_divide = x[i0] / y[i0];
    const f32 y_add = y[i0] + y_divide;
    y_2[i0] = 0.5f * y_add;
    const f32 gap_multiply = y_2[i0] * y_2[i0];
    const f32 gap_subtract = gap_multiply - x[i0];
    const f32 gap_abs = np::absolute(gap_subtract);
    gap = np::maximum<f32>(gap, gap_abs);
  }
  gap = team.reduce(gap, [](f32 a, f32 b) { return f32(np::maximum<f32>(a, b)); });
  if (team.rank == 0) gap_parts[blockIdx.x] = gap;
}

// newton.py:17  gap = np.max(np.abs(y * y - x))
// reads gap_parts f32[blocks]: 4*blocks bytes
// writes gap f32[]: 4 bytes
extern "C" __global__ void gap_kernel_2(const f32* __restrict__ gap_parts,
    f32* __restrict__ gap_at, i64 parts) {
  DYNAMIC_SHARED(shared);
  const Team team(shared);
  f32 gap = np::lowest<f32>;
  for (Index i0 = team.rank; i0 < parts; i0 += team.size) {
    gap = np::maximum<f32>(gap, gap_parts[i0]);
  }
  gap = team.reduce(gap, [](f32 a, f32 b) { return f32(np::maximum<f32>(a, b)); });
  if (team.rank == 0) *gap_at = gap;
}

// newton_sqrt:
//     host not_equal
//     host check
//     launch gap_parts_kernel(x, y, gap_parts): 4*blocks + 8*n bytes, 5*n operations
//     launch gap_kernel(gap_parts, gap): 4*blocks + 4 bytes
//     while, the host decides: it reads gap, each trip
//       loop1_test:
//         host greater
//         host less
//         host and
//       loop1_body:
//         host not_equal
//         host check
//         host add
//         launch gap_parts_kernel_2(x, y, y, gap_parts): 4*blocks + 12*n bytes, 7*n operations
//         launch gap_kernel_2(gap_parts, gap): 4*blocks + 4 bytes
//     in all 16*blocks + 20*n + 8 bytes by kernels, 8*n bytes of arguments and results
