// The kernel of window in window.py.

#include "kernel.h"

// Where it can fail, by source line.
enum Place { L10, L11, L14, L15, L17 };

// window(x: f64[n], start: int, width: int, back: bool) -> (f64[part_n], f64)
static bool window(Error& error, Plan plan, Array<f64, 1> x, i64 start, i64 width, bool back,
    i64 n, Array<f64, 1>& output0, f64& output1) {
  // window.py:10  assert width > 0, "an empty window"
  const bool test = width > 0;
  if (!test) return error.set({Kind::check}, L10);
  // window.py:11  stop = start + width // 2 * 3
  const i64 stop_floor_divide = TRY(py::floor_divide(width, 2), L11);
  const i64 stop_multiply = TRY(py::multiply(stop_floor_divide, 3), L11);
  const i64 stop = TRY(py::add(start, stop_multiply), L11);
  // window.py:12  if back:
  i64 part_n = 0;
  Array<f64, 1> part;  // f64[part_n]
  if (back) {
    // window.py:14  part = x[::-2]
    // f64[(n + 1)//2]
    Array<f64, 1> part_2 = TRY(np::empty<f64>(plan[0], py::floordiv(n + 1, 2)), L14);
    for (i64 i0 = 0; i0 < part_2.shape[0]; ++i0) part_2[i0] = x[n - 1 - 2 * i0];
    part_n = py::floordiv(n + 1, 2);
    part = move(part_2);
  } else {
    // window.py:15  part = x[1:-1]
    // f64[max(n - 2, 0)]
    Array<f64, 1> part_3 = TRY(np::empty<f64>(plan[1], py::max(n - 2, 0)), L15);
    for (i64 i0 = 0; i0 < part_3.shape[0]; ++i0) part_3[i0] = x[i0 + 1];
    part_n = py::max(n - 2, 0);
    part = move(part_3);
  }
  release(x);
  // window.py:17  return np.where(part > stop, part, 0.0), part.sum() / stop
  const f64 result_sum = np::sum<f64>(part.data, part_n);
  const f64 result_divide = result_sum / f64(stop);
  Array<f64, 1> result_where = TRY(np::empty<f64>(plan[2], part_n), L17);  // f64[part_n]
  if (!np::parallel(part_n, 12, [=, part = np::view(part),
      result_where = np::view(result_where)](i64 from, i64 to, i64 worker) {
    for (i64 i0 = from; i0 < to; ++i0) {
      const bool result_greater = part[i0] > f64(stop);
      result_where[i0] = result_greater ? part[i0] : 0.0;
    }
  })) return false;
  release(part);
  output0 = move(result_where);
  output1 = result_divide;
  return true;
}

// What is called: with arguments, sizes and results by number.
ENTRY {
  const Entered entered(call);
  const i64 n = call.sizes[0];
  const i64 start = call.number<i64>(1);
  const i64 width = call.number<i64>(2);
  const bool back = call.number<bool>(3);
  Array<f64, 1> x = call.array<f64>(0, n);
  if (call.is_wrong()) return false;
  Array<f64, 1> output0;
  f64 output1 = 0;
  if (!window(call.error, call.plan, move(x), start, width, back, n, output0,
      output1)) return false;
  call.give(0, output0);
  call.give(1, output1);
  return true;
}
