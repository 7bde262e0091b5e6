// The kernels of routed in model.py.

#include "device.h"
#include "tiles.h"
#include "parts.h"
#include "places.h"

// writes summed f32[n, d]: 4*d*n bytes
extern "C" __global__ void summed_kernel(f32* __restrict__ summed, Index d, Index n) {
  in_groups<4>(d * n, [=](Index i0, f32& summed_element) {
    summed_element = 0.0f;
  }, summed);
}

// reads x f32[n, 16], w f32[16, d], b f32[d]: 68*d + 64*n bytes
// writes hidden f32[n, d]: 4*d*n bytes
// does 34*d*n operations
extern "C" __global__ void hidden_kernel(const f32* __restrict__ x, const f32* __restrict__ w,
    const f32* __restrict__ b, f32* __restrict__ hidden, Index d, Index n) {
  DYNAMIC_SHARED(shared);
  const Index tiles_of_matrix = tiles::count(n, d);
  for (Index tile = blockIdx.x; tile < tiles_of_matrix; tile += gridDim.x) {
    tiles::product<f32>(
      shared, tile % tiles_of_matrix, n, d, 16,
      [=](Index i0, Index place) { return x[16 * i0 + place]; },
      [=](Index place, Index i1) { return w[d * place + i1]; },
      [=](Index i0, Index i1, f32 hidden_element) {
        const f32 hidden_2 = hidden_element + b[i1];
        hidden[d * i0 + i1] = np::maximum(hidden_2, 0.0f);
      });
  }
}

FILL_PART(fill_part_4, u32)

COPY_PART(copy_part_4, u32)

FIND_PLACES(find_places_i64, i64)

WRITE_ROWS(add_at_f32_f32, f32, f32, old + value)

TURN_PART(turn_part_4, u32)

// routed:
//     launch summed_kernel(summed): 4*d*n bytes
//     launch hidden_kernel(x, w, b, hidden): 4*d*n + 68*d + 64*n bytes, 34*d*n operations
//     launch add_at_f32_f32(array, array, i): 12*d*n + 8*n bytes
//     launch turn_part_4(array): 8*d*n bytes
//     launch copy_part_4(array): 8*n*((d + 1)//2) bytes
//     in all 28*d*n + 8*n*((d + 1)//2) + 68*d + 72*n bytes by kernels, 8*d*n + 4*n*((d + 1)//2) + 68*d + 72*n bytes of arguments and results
