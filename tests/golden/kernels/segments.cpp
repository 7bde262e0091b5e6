// The kernel of softmax in case.py.

#include "kernel.h"

// Where it can fail, by source line.
enum Place { results, results_2 };

// softmax(x: f32[n], v: f32[n], bias: f32[m]) -> f32[m]
static bool softmax(Error& error, Plan plan, Array<f32, 1> x, Array<f32, 1> v, Array<f32, 1> bias,
    i64 n, i64 m, Array<f32, 1>& output) {
  Array<i64, 1> twice = TRY(np::empty<i64>(plan[0], m + 1), results);  // i64[m + 1]
  if (!np::parallel(m + 1, 4, [=, twice = np::view(twice)](i64 from, i64 to, i64 worker) {
    for (i64 i0 = from; i0 < to; ++i0) {
      const i64 count = i0;
      twice[i0] = count * 2;
    }
  })) return false;
  Array<i64, 1> offsets = TRY(np::empty_like<i64>(plan[1], twice), results);  // i64[m + 1]
  for (i64 i0 = 0; i0 < offsets.shape[0]; ++i0) offsets[i0] = np::minimum<i64>(twice[i0], n);
  release(twice);
  if (!np::are_offsets(offsets, n)) return error.set({Kind::empty_reduction}, results_2);
  Array<f32, 1> add = TRY(np::empty<f32>(plan[2], m), results);  // f32[m]
  Array<f32, 1> scores = TRY(np::empty<f32>(plan[3], n), results);  // f32[n]
  Array<f32, 1> weights = TRY(np::empty<f32>(plan[4], n), results);  // f32[n]
  const i64 work = 29 * py::floordiv(n, m + 1) + 4;
  if (!np::parallel(m, work, [=, offsets = np::view(offsets), scores = np::view(scores),
      x = np::view(x), weights = np::view(weights), v = np::view(v), add = np::view(add),
      bias = np::view(bias)](i64 from_2, i64 to_2, i64 worker_2) {
    for (i64 i0 = from_2; i0 < to_2; ++i0) {
      const i64 begin = offsets[i0];
      const i64 end = offsets[i0 + 1];
      f32 weights_top_total = np::greatest_term<f32>(end - begin, -infinity<f32>, [&](i64 first,
          i64 last, f32* terms) {
        for (i64 i1 = begin + first; i1 < begin + last; ++i1) {
          scores[i1] = x[i1] * 2.0f;
          terms[i1 - begin - first] = scores[i1];
        }
      });
      f32 weights_sum_total = 0.0f;
      np::add_up<f32>(end - begin, [&](i64 first, i64 last, f32* weights_sum_total_terms) {
        for (i64 i1 = begin + first; i1 < begin + last; ++i1) {
          weights[i1] = np::exp((scores[i1] - weights_top_total));
          weights_sum_total_terms[i1 - begin - first] = weights[i1];
        }
      }, weights_sum_total);
      f32 total_total = 0.0f;
      np::add_up<f32>(end - begin, [&](i64 first, i64 last, f32* total_total_terms) {
        for (i64 i1 = begin + first; i1 < begin + last; ++i1) {
          weights[i1] = weights[i1] / weights_sum_total;
          const f32 weighted = weights[i1] * v[i1];
          total_total_terms[i1 - begin - first] = weighted;
        }
      }, total_total);
      const f32 total = total_total;
      add[i0] = total + bias[i0];
    }
  })) return false;
  release(offsets, x, v, bias, scores, weights);
  output = move(add);
  return true;
}

// What is called: with arguments, sizes and results by number.
ENTRY {
  const Entered entered(call);
  const i64 n = call.sizes[0];
  const i64 m = call.sizes[1];
  Array<f32, 1> x = call.array<f32>(0, n);
  Array<f32, 1> v = call.array<f32>(1, n);
  Array<f32, 1> bias = call.array<f32>(2, m);
  if (call.is_wrong()) return false;
  Array<f32, 1> output;
  if (!softmax(call.error, call.plan, move(x), move(v), move(bias), n, m, output)) return false;
  call.give(0, output);
  return true;
}
