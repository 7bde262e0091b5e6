// The kernel of progress in progress.py.

#include "kernel.h"

// Where it can fail, by source line.
enum Place { L8, L9 };

// progress(x: f32[n], trips: int) -> f32[n]
static bool progress(Error& error, Plan plan, Array<f32, 1> x, i64 trips, i64 n,
    Array<f32, 1>& output) {
  // progress.py:8  for trip in range(trips % 4):
  const i64 count = TRY(py::remainder(trips, 4), L8);
  for (i64 trip = 0; trip < count; ++trip) {
    POLL;
    // progress.py:9  x = x * 0.5
    Array<f32, 1> x_2 = TRY(np::empty<f32>(plan[0], n), L9);  // f32[n]
    // progress.py:10  total = np.sum(x)
    f32 total = 0.0f;
    np::add_up<f32>(n, [&](i64 first, i64 last, f32* total_terms) {
      for (i64 i0 = first; i0 < last; ++i0) {
        // progress.py:9  x = x * 0.5
        x_2[i0] = x[i0] * 0.5f;
        // progress.py:10  total = np.sum(x)
        total_terms[i0 - first] = x_2[i0];
      }
    }, total);
    release(x);
    // progress.py:11  print(f"{trip:2d}", "total:", total)
    PRINT(0, trip, total);
    x = move(x_2);
  }
  // progress.py:13  print(x, end="")
  PRINT(1, x);
  output = move(x);
  return true;
}

// What is called: with arguments, sizes and results by number.
ENTRY {
  const Entered entered(call);
  const i64 n = call.sizes[0];
  const i64 trips = call.number<i64>(1);
  Array<f32, 1> x = call.array<f32>(0, n);
  if (call.is_wrong()) return false;
  Array<f32, 1> output;
  if (!progress(call.error, call.plan, move(x), trips, n, output)) return false;
  call.give(0, output);
  return true;
}
