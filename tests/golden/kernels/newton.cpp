// The kernel of newton_sqrt in newton.py.

#include "kernel.h"

// Where it can fail, by source line.
enum Place { L12, L13, L13_2, L16, L17, L17_2, L18 };

// newton_sqrt(x: f32[n], tol: f32, max_steps: i64) -> (f32[n], int)
static bool newton_sqrt(Error& error, Plan plan, Array<f32, 1> x, f32 tol, i64 max_steps, i64 n,
    Array<f32, 1>& output0, i64& output1) {
  // newton.py:12  y = np.maximum(x, 1.0)
  Array<f32, 1> y = TRY(np::empty<f32>(plan[0], n), L12);  // f32[n]
  for (i64 i0 = 0; i0 < n; ++i0) y[i0] = np::maximum(x[i0], 1.0f);
  // newton.py:13  gap = np.max(np.abs(y * y - x))
  Array<f32, 1> gap_multiply = TRY(np::empty<f32>(plan[1], n), L13);  // f32[n]
  for (i64 i0 = 0; i0 < n; ++i0) gap_multiply[i0] = y[i0] * y[i0];
  Array<f32, 1> gap_subtract = TRY(np::empty<f32>(plan[2], n), L13);  // f32[n]
  for (i64 i0 = 0; i0 < n; ++i0) gap_subtract[i0] = gap_multiply[i0] - x[i0];
  release(gap_multiply);
  Array<f32, 1> gap_abs = TRY(np::empty<f32>(plan[3], n), L13);  // f32[n]
  for (i64 i0 = 0; i0 < n; ++i0) gap_abs[i0] = np::absolute(gap_subtract[i0]);
  release(gap_subtract);
  if (n == 0) return error.set({Kind::empty_reduction}, L13_2);
  f32 gap = np::lowest<f32>;
  for (i64 i0 = 0; i0 < n; ++i0) gap = np::maximum<f32>(gap, gap_abs[i0]);
  release(gap_abs);
  // newton.py:15  while gap > tol and step < max_steps:
  i64 step = 0;
  while ((gap > tol) && (step < max_steps)) {
    POLL;
    // newton.py:16  y = 0.5 * (y + x / y)
    Array<f32, 1> y_divide = TRY(np::empty<f32>(plan[4], n), L16);  // f32[n]
    for (i64 i0 = 0; i0 < n; ++i0) y_divide[i0] = x[i0] / y[i0];
    Array<f32, 1> y_add = TRY(np::empty<f32>(plan[5], n), L16);  // f32[n]
    for (i64 i0 = 0; i0 < n; ++i0) y_add[i0] = y[i0] + y_divide[i0];
    release(y, y_divide);
    Array<f32, 1> y_2 = TRY(np::empty<f32>(plan[6], n), L16);  // f32[n]
    for (i64 i0 = 0; i0 < n; ++i0) y_2[i0] = 0.5f * y_add[i0];
    release(y_add);
    // newton.py:17  gap = np.max(np.abs(y * y - x))
    Array<f32, 1> gap_multiply_2 = TRY(np::empty<f32>(plan[7], n), L17);  // f32[n]
    for (i64 i0 = 0; i0 < n; ++i0) gap_multiply_2[i0] = y_2[i0] * y_2[i0];
    Array<f32, 1> gap_subtract_2 = TRY(np::empty<f32>(plan[8], n), L17);  // f32[n]
    for (i64 i0 = 0; i0 < n; ++i0) gap_subtract_2[i0] = gap_multiply_2[i0] - x[i0];
    release(gap_multiply_2);
    Array<f32, 1> gap_abs_2 = TRY(np::empty<f32>(plan[9], n), L17);  // f32[n]
    for (i64 i0 = 0; i0 < n; ++i0) gap_abs_2[i0] = np::absolute(gap_subtract_2[i0]);
    release(gap_subtract_2);
    if (n == 0) return error.set({Kind::empty_reduction}, L17_2);
    f32 gap_2 = np::lowest<f32>;
    for (i64 i0 = 0; i0 < n; ++i0) gap_2 = np::maximum<f32>(gap_2, gap_abs_2[i0]);
    release(gap_abs_2);
    // newton.py:18  step += 1
    const i64 step_2 = TRY(py::add(step, 1), L18);
    y = move(y_2);
    gap = gap_2;
    step = step_2;
  }
  release(x);
  output0 = move(y);
  output1 = step;
  return true;
}

// What Python calls: with the parameters, the sizes, and memory for arrays.
static PyObject* call(PyObject* constants, PyObject* const* arguments, i64 nargs) {
  Call<1> python(constants, arguments, nargs);
  const i64 n = python.read<i64>(3);
  const f32 tol = python.read<f32>(1);
  const i64 max_steps = python.read<i64>(2);
  Array<f32, 1> x = python.read_array<f32>(0, n);
  Array<f32, 1> output0;
  i64 output1 = 0;
  const bool done = python.run([&](Error& error) {
    return newton_sqrt(error, python.plan(), move(x), tol, max_steps, n, output0, output1);
  });
  if (done) {
    python.expect(2);
    python.give(output0);
    python.give_number(output1);
  }
  return python.outcome();
}

EXPORT(call)
