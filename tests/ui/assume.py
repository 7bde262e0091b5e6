import dslc
from dslc import Scalar, Tensor, dims, f32, graph, i64

n = dims("n")


@graph
def tail(x: Tensor[f32, n], count: Scalar[i64]) -> Tensor[f32, n]:
    dslc.assume(x.shape[0] > count)  # error: [argument-mismatch]
    dslc.assume(x[0] > 0.0)  # error: [argument-mismatch]
    dslc.assume(x.shape[0])  # error: [argument-mismatch]
    dslc.assume(x.shape[0] > 1 or x.shape[0] == 0)  # error: [argument-mismatch]
    dslc.assume(x.shape[0] > 1, "some")  # error: [argument-mismatch]
    dslc.assume(x.shape[0] < 0)  # error: [shape-mismatch]
    return x
# --- diagnostics ---
error[argument-mismatch]: `assume` compares sizes and integers that are known at the call
 --> assume.py:9:30
  |
9 |     dslc.assume(x.shape[0] > count)
  |                              ^^^^^ this is i64, known only when the graph runs
help: use `assert` for values of the run

error[argument-mismatch]: `assume` compares sizes and integers that are known at the call
  --> assume.py:10:17
   |
10 |     dslc.assume(x[0] > 0.0)
   |                 ^^^^ this is f32, known only when the graph runs
help: use `assert` for values of the run

error[argument-mismatch]: `assume` takes comparisons of sizes, joined by `and`
  --> assume.py:11:17
   |
11 |     dslc.assume(x.shape[0])
   |                 ^^^^^^^^^^
help: write what must hold, as in `dslc.assume(x.shape[0] >= 1)`; `assert` takes any test

error[argument-mismatch]: `assume` takes comparisons of sizes, joined by `and`
  --> assume.py:12:17
   |
12 |     dslc.assume(x.shape[0] > 1 or x.shape[0] == 0)
   |                 ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
help: write what must hold, as in `dslc.assume(x.shape[0] >= 1)`; `assert` takes any test

error[argument-mismatch]: `assume` takes one comparison of sizes
  --> assume.py:13:5
   |
13 |     dslc.assume(x.shape[0] > 1, "some")
   |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^

error[shape-mismatch]: `n < 0` never holds
  --> assume.py:14:5
   |
14 |     dslc.assume(x.shape[0] < 0)
   |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^
# --- fixed ---
import dslc
from dslc import Scalar, Tensor, dims, f32, graph, i64

n = dims("n")


@graph
def tail(x: Tensor[f32, n], count: Scalar[i64]) -> Tensor[f32, n]:
    assert x.shape[0] > count
    assert x[0] > 0.0
    dslc.assume(x.shape[0])
    dslc.assume(x.shape[0] > 1 or x.shape[0] == 0)
    dslc.assume(x.shape[0] > 1, "some")
    dslc.assume(x.shape[0] < 0)
    return x
