import numpy as np

from dslc import Static, Tensor, dims, f32, graph

n, m = dims("n m")
KINDS = {"sum", "max"}


@graph
def rows(x: Tensor[f32, n, m], y: Tensor[f32, m]):
    for row, other in zip(x, [y, y * 2]):  # error: [unsupported-construct]
        y = y + row * other
    return y


@graph
def names(x: Tensor[f32, n, m], axis: int = 0, *, limit: Static[int] = 1):
    for kind in KINDS:  # error: [unsupported-construct]
        x = x * len(kind)
    for k in {3, 1, 2}:  # error: [unsupported-construct]
        x = x + k
    if x[0, 0] > limit:
        raise ValueError("large") from TypeError()  # error: [unsupported-construct]
    return np.sum(x, axis=axis)  # error: [depends-on-run]
# --- diagnostics ---
error[unsupported-construct]: what building goes through beside an array of the run is not part of the language
  --> edits_of_loops.py:11:30
   |
11 |     for row, other in zip(x, [y, y * 2]):
   |                              ^^^^^^^^^^
help: stack its items into an array

error[unsupported-construct]: a loop over a set is not part of the language
  --> edits_of_loops.py:18:17
   |
18 |     for kind in KINDS:
   |                 ^^^^^
help: its order is no one's to know: loop over `sorted(...)` of it

error[unsupported-construct]: a loop over a set is not part of the language
  --> edits_of_loops.py:20:14
   |
20 |     for k in {3, 1, 2}:
   |              ^^^^^^^^^
help: its order is no one's to know: loop over `sorted(...)` of it

error[unsupported-construct]: `raise` with `from` is not part of the language
  --> edits_of_loops.py:23:9
   |
23 |         raise ValueError("large") from TypeError()
   |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
help: leave `from` out; the text may say what was behind it

error[depends-on-run]: `axis` must be known while the graph is built
  --> edits_of_loops.py:24:27
   |
24 |     return np.sum(x, axis=axis)
   |                           ^^^^ this is int, known only when the function is called
help: make it a `Static` parameter or write the axis out
# --- fixed ---
import numpy as np

from dslc import Static, Tensor, dims, f32, graph

n, m = dims("n m")
KINDS = {"sum", "max"}


@graph
def rows(x: Tensor[f32, n, m], y: Tensor[f32, m]):
    for row, other in zip(x, np.stack([y, y * 2])):
        y = y + row * other
    return y


@graph
def names(x: Tensor[f32, n, m], axis: Static[int] = 0, *, limit: Static[int] = 1):
    for kind in sorted(KINDS):
        x = x * len(kind)
    for k in sorted({3, 1, 2}):
        x = x + k
    if x[0, 0] > limit:
        raise ValueError("large")
    return np.sum(x, axis=axis)
