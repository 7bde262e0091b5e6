// The kernels of places_and_scans in case.py.

#include "device.h"

// reads x f32[n, d]: 4*d*n bytes
// writes so_far f32[n, d], place i64[n]: 4*d*n + 8*n bytes
// does 2*d*n operations
extern "C" __global__ void place_kernel(const f32* __restrict__ x, f32* __restrict__ so_far,
    i64* __restrict__ place, Index d, Index n) {
  DYNAMIC_SHARED(shared);
  const Team team(shared);
  for (Index i0 = team.first(); i0 < n; i0 += team.count()) {
    Best<f32> place_place_best = {f32(0), -1};
    f32 so_far_so_far_before = -0.0f;
    const auto step = [](f32 a, f32 b) { return f32(a + b); };
    for (Index first = 0; first < d; first += team.size) {
      const Index i1 = py::least<Index>(first + team.rank, d - 1);
      const bool within = i1 == first + team.rank;
      const f32 so_far_so_far = team.running<f32>(x[d * i0 + i1], so_far_so_far_before, step);
      if (within) so_far[d * i0 + i1] = so_far_so_far;
      const f32 place_2 = np::absolute(x[d * i0 + i1]);
      if (within) place_place_best = first_greatest(place_place_best, Best<f32>{place_2, i1});
    }
    place_place_best = team.first_greatest(place_place_best);
    const i64 place_place = place_place_best.place;
    if (team.rank == 0) place[i0] = place_place;
  }
}

// reads x f32[n, d]: 4*d*n bytes
// writes argmin_parts i64[blocks], argmin_values f32[blocks]: 12*blocks bytes
// does d*n operations
extern "C" __global__ void argmin_parts_kernel(const f32* __restrict__ x,
    i64* __restrict__ argmin_parts, f32* __restrict__ argmin_values, Index d, Index n) {
  DYNAMIC_SHARED(shared);
  const Team team(shared);
  const Part part = part_of_block(d * n);
  Best<f32> argmin_best = {f32(0), -1};
  for (Index i0 = part.first + team.rank; i0 < part.first + part.size; i0 += team.size) {
    argmin_best = first_least(argmin_best, Best<f32>{x[i0], i0});
  }
  argmin_best = team.first_least(argmin_best);
  if (team.rank == 0) argmin_parts[blockIdx.x] = argmin_best.place;
  if (team.rank == 0) argmin_values[blockIdx.x] = argmin_best.value;
}

// reads argmin_parts i64[blocks], argmin_values f32[blocks]: 12*blocks bytes
// writes argmin i64[]: 8 bytes
extern "C" __global__ void argmin_kernel(const i64* __restrict__ argmin_parts,
    const f32* __restrict__ argmin_values, i64* __restrict__ argmin_at, i64 parts) {
  DYNAMIC_SHARED(shared);
  const Team team(shared);
  Best<f32> argmin_best = {f32(0), -1};
  for (Index i0 = team.rank; i0 < parts; i0 += team.size) {
    argmin_best = first_least(argmin_best, Best<f32>{argmin_values[i0], argmin_parts[i0]});
  }
  argmin_best = team.first_least(argmin_best);
  const i64 argmin = argmin_best.place;
  if (team.rank == 0) *argmin_at = argmin;
}

// places_and_scans:
//     host not_equal
//     host check
//     host not_equal
//     host check
//     host not_equal
//     host check
//     launch place_kernel(x, so_far, place): 8*d*n + 8*n bytes, 2*d*n operations
//     launch argmin_parts_kernel(x, argmin_parts, argmin_values): 4*d*n + 12*blocks bytes, d*n operations
//     launch argmin_kernel(argmin_parts, argmin_values, argmin): 12*blocks + 8 bytes
//     in all 12*d*n + 24*blocks + 8*n + 8 bytes by kernels, 8*d*n + 8*n bytes of arguments and results
