from dslc import Static, Tensor, dims, f64, graph

n = dims("n")


@graph
def a_loop(x: Tensor[f64, n], m: int, depth: Static[int] = 2):
    rows = [x * i for i in range(depth)]
    for i in range(m):  # error: [branch-mismatch]
        rows.append(x + i)
    return rows[0]


@graph
def a_branch(x: Tensor[f64, n], depth: Static[int] = 2):
    rows = [x * i for i in range(depth)]
    if x[0] > 0:  # error: [branch-mismatch]
        rows.append(x)
    return rows[0]
# --- diagnostics ---
error[branch-mismatch]: building decides how long `rows` is, and it has another length after this
 --> length_of_a_build_time_list.py:9:5
  |
9 |     for i in range(m):
  |     ^^^^^^^^^^^^^^^^^^
help: let a list grow that starts as `[]`, or store into an array

error[branch-mismatch]: building decides how long `rows` is, and it has another length after this
  --> length_of_a_build_time_list.py:17:5
   |
17 |     if x[0] > 0:
   |     ^^^^^^^^^^^^
help: let a list grow that starts as `[]`, or store into an array
