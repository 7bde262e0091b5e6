"""Ragged values: what is wrong with their annotations and uses."""
import numpy as np

from dslc import Ragged, Tensor, dims, f32, graph, ragged

B, n = dims("B n")


@graph
def axes(x: Ragged[f32, B, "*", 3], w: Tensor[f32, 4, n]):
    a = x.sum(axis=3)  # error: [axis-out-of-range]
    b = x @ w  # error: [shape-mismatch]
    c = x + np.ones((2, 2, 2, 2))  # error: [shape-mismatch]
    d = np.cumsum(x)  # error: [unsupported-construct]
    e = x.size  # error: [unknown-attribute]
    f = ragged.softmax(w)  # error: [unknown-attribute] [unknown-attribute]
    g = x[1.5]  # error: [dtype-mismatch]
    return a, b, c, d, e, f, g
# --- diagnostics ---
error[axis-out-of-range]: `sum` of an array of rank 2 has no axis 2
  --> ragged.py:11:9
   |
11 |     a = x.sum(axis=3)
   |         ^^^^^^^^^^^^^

error[shape-mismatch]: the inner dims of `@` must be equal
  --> ragged.py:12:9
   |
12 |     b = x @ w
   |         ^^^^^
note: 3 is axis 1 of `left.values`, 4 is axis 0 of `right`

error[shape-mismatch]: the shapes do not broadcast: 3 is never 2
  --> ragged.py:13:9
   |
13 |     c = x + np.ones((2, 2, 2, 2))
   |         ^^^^^^^^^^^^^^^^^^^^^^^^^
note: 3 is axis 1 of `left.values`, 2 is axis 1 of `_spread(right, left)`

error[unsupported-construct]: `np.cumsum` of a `Ragged` is not part of the language
  --> ragged.py:14:9
   |
14 |     d = np.cumsum(x)
   |         ^^^^^^^^^^^^
help: call it on the fields, or on each row in a loop

error[unknown-attribute]: `Ragged` has no field `size`
  --> ragged.py:15:9
   |
15 |     e = x.size
   |         ^^^^^^

error[unknown-attribute]: `.values` of f32[4, n] is not part of the language
  --> ragged.py:16:9
   |
16 |     f = ragged.softmax(w)
   |         ^^^^^^^^^^^^^^^^^

error[unknown-attribute]: `.offsets` of f32[4, n] is not part of the language
  --> ragged.py:16:9
   |
16 |     f = ragged.softmax(w)
   |         ^^^^^^^^^^^^^^^^^

error[dtype-mismatch]: float is no index
  --> ragged.py:17:9
   |
17 |     g = x[1.5]
   |         ^^^^^^
