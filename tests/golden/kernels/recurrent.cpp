// The kernel of run_cell in recurrent.py.

#include "kernel.h"

// Where it can fail, by source line.
enum Place { L9, L14, L15, L17 };

// step(x: f32[n], h: f32[m], weight: f32[n, m]) -> f32[m]
static bool step(Error& error, Plan plan, Array<f32, 1> x, Array<f32, 1> h, Array<f32, 2> weight,
    i64 n, i64 m, Array<f32, 1>& output) {
  // recurrent.py:9  return np.tanh(x @ weight + h)
  Array<f32, 1> result_matmul = TRY(np::empty<f32>(plan[0], m), L9);  // f32[m]
  np::matmul(x.data, weight.data, result_matmul.data, 1, n, m);
  release(x, weight);
  Array<f32, 1> result = TRY(np::empty<f32>(plan[1], m), L9);  // f32[m]
  if (!np::parallel(m, 12, [=, result_matmul = np::view(result_matmul), h = np::view(h),
      result = np::view(result)](i64 from, i64 to, i64 worker) {
    for (i64 i0 = from; i0 < to; ++i0) {
      const f32 result_add = result_matmul[i0] + h[i0];
      result[i0] = np::tanh(result_add);
    }
  })) return false;
  release(result_matmul, h);
  output = move(result);
  return true;
}

// run_cell(xs: f32[t, n], h: f32[m], weight: f32[n, m], settled: float) -> (f32[t, m], f32[m])
static bool run_cell(Error& error, Plan plan, Array<f32, 2> xs, Array<f32, 1> h,
    Array<f32, 2> weight, f64 settled, i64 t, i64 n, i64 m, Array<f32, 2>& output0,
    Array<f32, 1>& output1) {
  // recurrent.py:14  out = np.zeros((xs.shape[0], h.shape[0]), dtype=np.float32)
  Array<f32, 2> out = TRY(np::empty<f32>(plan[0], t, m), L14);  // f32[t, m]
  if (!np::parallel(m * t, 2, [=, out = np::view(out)](i64 from, i64 to, i64 worker) {
    for (i64 i0 = from; i0 < to; ++i0) out[i0] = 0.0f;
  })) return false;
  // recurrent.py:15  for i in range(xs.shape[0]):
  i64 exit = 0;
  TRY(out.own(), L15);
  for (i64 i = 0; i < t; ++i) {
    POLL;
    // recurrent.py:17  h = step(xs[i], h, weight)
    Array<f32, 1> h_index = TRY(np::empty<f32>(plan[1], n), L17);  // f32[n]
    for (i64 i0 = 0; i0 < n; ++i0) h_index[i0] = xs(i, i0);
    Array<f32, 1> h_2;  // f32[m]
    if (!step(error, plan.from(2), move(h_index), h, weight, n, m, h_2)) return false;
    // recurrent.py:18  out[i] = h
    for (i64 i0 = 0; i0 < m; ++i0) out(i, i0) = h_2[i0];
    // recurrent.py:19  if np.sum(np.abs(h - before)) < settled:
    f32 test_sum = 0.0f;
    np::add_up<f32>(m, [&](i64 first, i64 last, f32* test_sum_terms) {
      for (i64 i0 = first; i0 < last; ++i0) {
        const f32 test_subtract = h_2[i0] - h[i0];
        const f32 test_abs = np::absolute(test_subtract);
        test_sum_terms[i0 - first] = test_abs;
      }
    }, test_sum);
    release(h);
    const bool test = test_sum < f32(settled);
    i64 exit_2 = 0;
    if (test) {
      exit_2 = 2;
    } else {
      exit_2 = 0;
    }
    h = move(h_2);
    if (exit_2 >= 2) {
      exit = exit_2;
      break;
    }
  }
  release(weight, xs);
  output0 = move(out);
  output1 = move(h);
  return true;
}

// What is called: with arguments, sizes and results by number.
ENTRY {
  const Entered entered(call);
  const i64 t = call.sizes[0];
  const i64 n = call.sizes[1];
  const i64 m = call.sizes[2];
  const f64 settled = call.number<f64>(3);
  Array<f32, 2> xs = call.array<f32>(0, t, n);
  Array<f32, 1> h = call.array<f32>(1, m);
  Array<f32, 2> weight = call.array<f32>(2, n, m);
  if (call.is_wrong()) return false;
  Array<f32, 2> output0;
  Array<f32, 1> output1;
  if (!run_cell(call.error, call.plan, move(xs), move(h), move(weight), settled, t, n, m, output0,
      output1)) return false;
  call.give(0, output0);
  call.give(1, output1);
  return true;
}
