// The kernel of newton_sqrt in newton.py.

#include "kernel.h"

// Where it can fail, by source line.
enum Place { L13, L12, L17, L18, L16 };

// newton_sqrt(x: f32[n], tol: f32, max_steps: i64) -> (f32[n], int)
static bool newton_sqrt(Error& error, Plan plan, Array<f32, 1> x, f32 tol, i64 max_steps, i64 n,
    Array<f32, 1>& output0, i64& output1) {
  // newton.py:13  gap = np.max(np.abs(y * y - x))
  const bool has_some = n != 0;
  if (!has_some) return error.set({Kind::check}, L13);
  // newton.py:12  y = np.maximum(x, 1.0)
  Array<f32, 1> y = TRY(np::empty<f32>(plan[0], n), L12);  // f32[n]
  // newton.py:13  gap = np.max(np.abs(y * y - x))
  f32 gap = np::greatest_term<f32>(n, -infinity<f32>, [&](i64 first, i64 last, f32* terms) {
    for (i64 i0 = first; i0 < last; ++i0) {
      // newton.py:12  y = np.maximum(x, 1.0)
      y[i0] = np::maximum(x[i0], 1.0f);
      // newton.py:13  gap = np.max(np.abs(y * y - x))
      const f32 gap_multiply = y[i0] * y[i0];
      const f32 gap_subtract = gap_multiply - x[i0];
      const f32 gap_abs = np::absolute(gap_subtract);
      terms[i0 - first] = gap_abs;
    }
  });
  // newton.py:15  while gap > tol and step < max_steps:
  i64 step = 0;
  while ((gap > tol) && (step < max_steps)) {
    POLL;
    // newton.py:17  gap = np.max(np.abs(y * y - x))
    const bool has_some_2 = n != 0;
    if (!has_some_2) return error.set({Kind::check}, L17);
    // newton.py:18  step += 1
    const i64 step_2 = TRY(py::add(step, 1), L18);
    // newton.py:16  y = 0.5 * (y + x / y)
    Array<f32, 1> y_2 = TRY(np::empty<f32>(plan[1], n), L16);  // f32[n]
    // newton.py:17  gap = np.max(np.abs(y * y - x))
    f32 gap_2 = np::greatest_term<f32>(n, -infinity<f32>, [&](i64 first, i64 last, f32* terms) {
      for (i64 i0 = first; i0 < last; ++i0) {
        // newton.py:16  y = 0.5 * (y + x / y)
        const f32 y_divide = x[i0] / y[i0];
        const f32 y_add = y[i0] + y_divide;
        y_2[i0] = 0.5f * y_add;
        // newton.py:17  gap = np.max(np.abs(y * y - x))
        const f32 gap_multiply_2 = y_2[i0] * y_2[i0];
        const f32 gap_subtract_2 = gap_multiply_2 - x[i0];
        const f32 gap_abs_2 = np::absolute(gap_subtract_2);
        terms[i0 - first] = gap_abs_2;
      }
    });
    release(y);
    y = move(y_2);
    gap = gap_2;
    step = step_2;
  }
  release(x);
  output0 = move(y);
  output1 = step;
  return true;
}

// What is called: with arguments, sizes and results by number.
ENTRY {
  const Entered entered(call);
  const i64 n = call.sizes[0];
  const f32 tol = call.number<f32>(1);
  const i64 max_steps = call.number<i64>(2);
  Array<f32, 1> x = call.array<f32>(0, n);
  if (call.is_wrong()) return false;
  Array<f32, 1> output0;
  i64 output1 = 0;
  if (!newton_sqrt(call.error, call.plan, move(x), tol, max_steps, n, output0,
      output1)) return false;
  call.give(0, output0);
  call.give(1, output1);
  return true;
}
