import numpy as np

from dslc import Static, Tensor, dims, f32, graph

n = dims("n")


@graph
def by_size(x: Tensor[f32, n]):
    return np.split(x, x.shape[0])  # error: [argument-mismatch]


@graph
def by_parameter(x: Tensor[f32, n], count: Static[int] = 3):
    parts = np.split(x, count)  # error: [argument-mismatch]
    return parts[0], len(parts)


@graph
def of_anything(x: Tensor[f32, n], config: Static[tuple[int, int]] = (1, 2)):
    parts = np.split(x, 2, axis=config[0])  # error: [depends-on-static]
    return parts[0], len(parts)
# --- diagnostics ---
error[argument-mismatch]: in `split`: how many parts there are must be the same for all calls and `Static` values
  --> parts_that_are_not_counted.py:10:21
   |
10 |     return np.split(x, x.shape[0])
   |                     ^ ary is f32[n]
help: write the number out, or the places where parts begin: `[2, n // 2]`

error[argument-mismatch]: in `split`: how many parts there are must be the same for all calls and `Static` values
  --> parts_that_are_not_counted.py:15:22
   |
15 |     parts = np.split(x, count)
   |                      ^ ary is f32[n]
help: write the number out, or the places where parts begin: `[2, n // 2]`

error[depends-on-static]: how many parts this has depends on a build-time parameter
  --> parts_that_are_not_counted.py:21:13
   |
21 |     parts = np.split(x, 2, axis=config[0])
   |             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
