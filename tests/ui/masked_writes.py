from dslc import Tensor, bool_, dims, f32, graph, i64

n, m, k = dims("n m k")


@graph
def writes(x: Tensor[f32, n, m], mask: Tensor[bool_, n], v: Tensor[f32, k], i: Tensor[i64, n, m]):
    a, b, c, d, e, j = x * 1, x * 1, x * 1, x * 1, x * 1, i * 1
    a[mask, i[0]] = 1.0  # error: [unsupported-construct]
    b[b > 0] = x  # error: [rank-mismatch]
    c[c > 0] += x  # error: [rank-mismatch]
    d[[1, 2, 3, 4], mask] **= 2  # error: [unsupported-construct]
    e[v > 0] = 1.0
    e[x[:, :, None] > 0] = 1.0  # error: [rank-mismatch]
    j[j > 0] /= 2  # error: [dtype-mismatch]
    return a, b, c, d, e, j
# --- diagnostics ---
error[unsupported-construct]: a mask stands in an index with another array that picks several elements
 --> masked_writes.py:9:5
  |
9 |     a[mask, i[0]] = 1.0
  |     ^^^^^^^^^^^^^
help: write `np.nonzero(mask)[0]` for the mask, so that their sizes can be compared

error[rank-mismatch]: a mask of all axes takes values of one axis
  --> masked_writes.py:10:5
   |
10 |     b[b > 0] = x
   |     ^^^^^^^^ the array is f32[n, m]; the value is f32[n, m]

error[rank-mismatch]: a mask of all axes takes values of one axis
  --> masked_writes.py:11:5
   |
11 |     c[c > 0] += x
   |     ^^^^^^^^^^^^^ the array is f32[n, m]; the value is f32[n, m]

error[unsupported-construct]: a mask stands in an index with another array that picks several elements
  --> masked_writes.py:12:5
   |
12 |     d[[1, 2, 3, 4], mask] **= 2
   |     ^^^^^^^^^^^^^^^^^^^^^
help: write `np.nonzero(mask)[0]` for the mask, so that their sizes can be compared

error[rank-mismatch]: an array of rank 2 has no 3 axes to index
  --> masked_writes.py:14:5
   |
14 |     e[x[:, :, None] > 0] = 1.0
   |     ^ this is f32[n, m]

error[dtype-mismatch]: f64 cannot be stored in place as i64
  --> masked_writes.py:15:5
   |
15 |     j[j > 0] /= 2
   |     ^^^^^^^^^^^^^ the array is i64[n, m]; the value is f64[n, m]
