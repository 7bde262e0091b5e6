from dslc import Tensor, bool_, dims, f32, graph, i64

n, m, k = dims("n m k")


@graph
def writes(x: Tensor[f32, n, m], mask: Tensor[bool_, n], v: Tensor[f32, k], i: Tensor[i64, n, m]):
    a, b, c, d, e, j = x * 1, x * 1, x * 1, x * 1, x * 1, i * 1
    a[mask, 0] = 1.0  # error: [unsupported-construct]
    b[b > 0] = v  # error: [unsupported-construct]
    c[c > 0] += v  # error: [unsupported-construct]
    d[d > 0] **= 2  # error: [unsupported-construct]
    e[v > 0] = 1.0
    e[x[:, :, None] > 0] = 1.0  # error: [rank-mismatch]
    j[j > 0] /= 2  # error: [dtype-mismatch]
    return a, b, c, d, e, j
# --- diagnostics ---
error[unsupported-construct]: an array of truths picks as many elements as the data says
 --> masked_writes.py:9:5
  |
9 |     a[mask, 0] = 1.0
  |     ^^^^^^^^^^
help: choose with `np.where(mask, x, other)`, or write to `x[mask]` alone

error[unsupported-construct]: how many values a mask takes depends on the data
  --> masked_writes.py:10:5
   |
10 |     b[b > 0] = v
   |     ^^^^^^^^ the value is f32[k]
help: store one value, or choose with `np.where(mask, values, x)`

error[unsupported-construct]: how many values a mask takes depends on the data
  --> masked_writes.py:11:17
   |
11 |     c[c > 0] += v
   |                 ^ this is f32[k]
help: choose with `np.where(mask, x + values, x)`

error[unsupported-construct]: `**=` under a mask is not part of the language
  --> masked_writes.py:12:5
   |
12 |     d[d > 0] **= 2
   |     ^^^^^^^^^^^^^^
help: use `np.where`

error[rank-mismatch]: the mask has more axes than the array
  --> masked_writes.py:14:5
   |
14 |     e[x[:, :, None] > 0] = 1.0
   |     ^^^^^^^^^^^^^^^^^^^^ the array is f32[n, m]; the mask is bool_[n, m, 1]

error[dtype-mismatch]: f64 cannot be stored in place as i64
  --> masked_writes.py:15:5
   |
15 |     j[j > 0] /= 2
   |     ^^^^^^^^^^^^^ the array is i64[n, m]; the value is f64[n, m]
