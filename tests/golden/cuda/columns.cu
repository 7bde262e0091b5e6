// The kernels of columns in case.py.

#include "device.h"

// writes total f32[d]: 4*d bytes
extern "C" __global__ void total_kernel(f32* __restrict__ total, Index d) {
  in_groups<4>(d, [=](Index i0, f32& total_element) {
    total_element = 0.0f;
  }, total);
}

// reads x f32[n, d]: 4*d*n bytes
// writes total f32[d]: 4*d bytes
// does d*n operations
extern "C" __global__ void total_kernel_2(const f32* __restrict__ x, f32* __restrict__ total,
    Index n, Index d) {
  for (Index i0 = thread_of_grid(); i0 < d; i0 += threads_of_grid()) {
    for (Index i1 = 0; i1 < n; ++i1) {
      const f32 y = x[d * i1 + i0] * x[d * i1 + i0];
      total[i0] = total[i0] + y;
    }
  }
}

// reads total f32[d]: 4*d bytes
// writes add f32[d]: 4*d bytes
// does d operations
extern "C" __global__ void add_kernel(const f32* __restrict__ total, f32* __restrict__ add,
    Index d) {
  in_groups<4>(d, [=](Index i0, f32 total_element, f32& add_element) {
    add_element = total_element + 1.0f;
  }, total, add);
}

// columns:
//     launch total_kernel(total): 4*d bytes
//     launch total_kernel_2(x, total): 4*d*n + 4*d bytes, d*n operations
//     launch add_kernel(total, add): 8*d bytes, d operations
//     in all 4*d*n + 16*d bytes by kernels, 4*d*n + 4*d bytes of arguments and results
