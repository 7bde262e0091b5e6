from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n], k: int):
    while x[k] > missing:  # error: [unbound-name]
        k += 1
    for i in range(x):  # error: [dtype-mismatch]
        k += i
    for j in range(0.5):  # error: [dtype-mismatch]
        k += j
    return k
# --- diagnostics ---
error[unbound-name]: the name `missing` is not defined
 --> loop_headers.py:8:18
  |
8 |     while x[k] > missing:
  |                  ^^^^^^^

error[dtype-mismatch]: the bounds of a range are integers
  --> loop_headers.py:10:20
   |
10 |     for i in range(x):
   |                    ^ this is f32[n]

error[dtype-mismatch]: the bounds of a range are integers
  --> loop_headers.py:12:20
   |
12 |     for j in range(0.5):
   |                    ^^^ this is float
