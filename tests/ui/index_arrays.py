from dslc import Static, Tensor, bool_, dims, f32, graph, i64

n, k = dims("n k")


@graph
def reads(x: Tensor[f32, n], mask: Tensor[bool_, n], i: Tensor[i64, k], w: Tensor[f32, k]):
    a = x[None][i, mask]  # error: [unsupported-construct]
    b = x[True]  # error: [unsupported-construct]
    c = x[w]  # error: [dtype-mismatch]
    d = x[[0, 1.5]]  # error: [dtype-mismatch]
    e = x[i, i]  # error: [rank-mismatch]
    f = x[[[0], [1, 2]]]  # error: [argument-mismatch]
    g = x[None][[0, 0, 0], [0, 0]]  # error: [shape-mismatch]
    h = x[[mask]]  # error: [unsupported-construct]
    return a, b, c, d, e, f, g, h
# --- diagnostics ---
error[unsupported-construct]: a mask stands in an index with another array that picks several elements
 --> index_arrays.py:8:9
  |
8 |     a = x[None][i, mask]
  |         ^^^^^^^^^^^^^^^^
help: write `np.nonzero(mask)[0]` for the mask, so that their sizes can be compared

error[unsupported-construct]: a truth value as an index is not supported
 --> index_arrays.py:9:9
  |
9 |     b = x[True]
  |         ^^^^^^^

error[dtype-mismatch]: an index is of integers, not f32[k]
  --> index_arrays.py:10:9
   |
10 |     c = x[w]
   |         ^^^^

error[dtype-mismatch]: float is no index
  --> index_arrays.py:11:11
   |
11 |     d = x[[0, 1.5]]
   |           ^^^^^^^^

error[rank-mismatch]: an array of rank 1 has no 2 axes to index
  --> index_arrays.py:12:9
   |
12 |     e = x[i, i]
   |         ^ this is f32[n]

error[argument-mismatch]: the lists in a list of an index differ in length
  --> index_arrays.py:13:9
   |
13 |     f = x[[[0], [1, 2]]]
   |         ^^^^^^^^^^^^^^^^

error[shape-mismatch]: the arrays of an index do not broadcast: index 0 is [3]; index 1 is [2]
  --> index_arrays.py:14:9
   |
14 |     g = x[None][[0, 0, 0], [0, 0]]
   |         ^^^^^^^^^^^^^^^^^^^^^^^^^^

error[unsupported-construct]: a list of an index holds integers, not bool_[n]
  --> index_arrays.py:15:9
   |
15 |     h = x[[mask]]
   |         ^^^^^^^^^
