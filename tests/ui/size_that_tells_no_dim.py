from dataclasses import dataclass

from dslc import Tensor, dims, f32, graph

n, m, k = dims("n m k")


@dataclass
class Half:
    w: Tensor[f32, "k // 2"]


@graph
def quotient(x: Tensor[f32, "n // 2"], y: Tensor[f32, 3]):  # error: [annotation-unknown]
    return x


@graph
def product(x: Tensor[f32, "n * m"]):  # error: [annotation-unknown]
    return x


@graph
def field(x: Tensor[f32, n], half: Half):  # error: [annotation-unknown]
    return x


@graph
def told(x: Tensor[f32, "n * m"], k: int, y: Tensor[f32, "m - k"], z: Tensor[f32, "n // 2", "3*n + 1"]):
    return x
# --- diagnostics ---
error[annotation-unknown]: `x` has an axis of size `n//2`, which does not tell `n`
  --> size_that_tells_no_dim.py:14:14
   |
14 | def quotient(x: Tensor[f32, "n // 2"], y: Tensor[f32, 3]):
   |              ^^^^^^^^^^^^^^^^^^^^^^^^
help: let an array have an axis `n`, or add a parameter `n: int`

error[annotation-unknown]: `x` has an axis of size `m*n`, which does not tell `m`
  --> size_that_tells_no_dim.py:19:13
   |
19 | def product(x: Tensor[f32, "n * m"]):
   |             ^^^^^^^^^^^^^^^^^^^^^^^
help: let an array have an axis `m`, or add a parameter `m: int`

error[annotation-unknown]: `half.w` has an axis of size `k//2`, which does not tell `k`
  --> size_that_tells_no_dim.py:24:30
   |
24 | def field(x: Tensor[f32, n], half: Half):
   |                              ^^^^^^^^^^
help: let an array of the same struct have an axis `k`
