from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from dslc import InOut, Tensor, dims, f32, graph

n = dims("n")


@dataclass(frozen=True)
class Fixed:
    count: InOut[f32, ()]
    scale: Tensor[f32, n]


class Pair(NamedTuple):
    low: InOut[f32, n]


@dataclass
class Held:
    w: Tensor[f32, n]


@graph
def fill(x: InOut[f32, n], y: Tensor[f32, n]) -> None:
    x[:] = y


def bump(x):
    x += 1.0
    return x[0]


@graph
def f(x: InOut[f32, n], y: Tensor[f32, n], fixed: Fixed, pair: Pair):
    view = x[1:]
    x[0] = 1.0  # error: [ambiguous-write]
    total = view[0] + np.sum(x[1:] * bump(x))  # error: [ambiguous-write]
    fixed.count += 1.0  # error: [unsupported-construct]
    pair.low += 1.0  # error: [unsupported-construct]
    fixed.scale[0] = 1.0  # error: [write-to-parameter]
    fill(x, x)  # error: [shared-memory]
    fill(y, x)  # error: [write-to-parameter]
    fill(fixed.scale, x)  # error: [write-to-parameter]
    fill(x + 1.0, x)  # error: [ambiguous-write]
    if y[0] > 0.0:
        z = x
    else:
        z = y
    z[0] = 1.0  # error: [ambiguous-write]
    while bump(x) < 3.0:  # error: [unsupported-construct]
        total = total + 1.0
    held = Held(x + 1.0)
    held.w[0] = 3.0  # error: [unsupported-construct]
    a = x + 1.0
    a[0], b = 5.0, a[:2]  # error: [unsupported-construct]
    a[0] = c = a[:1]  # error: [unsupported-construct]
    return total
# --- diagnostics ---
error[ambiguous-write]: `view` may share memory with what is written to here, and is read later
  --> inout_writes.py:39:5
   |
39 |     x[0] = 1.0
   |     ^^^^
help: let `view` be a copy

error[ambiguous-write]: this call writes to an array, and the statement has taken a view of it before
  --> inout_writes.py:40:38
   |
40 |     total = view[0] + np.sum(x[1:] * bump(x))
   |                                      ^^^^^^^
help: call it in a statement of its own

error[unsupported-construct]: an augmented assignment to a field of a frozen `Fixed` is not part of the language
  --> inout_writes.py:41:5
   |
41 |     fixed.count += 1.0
   |     ^^^^^^^^^^^
help: write to its elements: `fixed.count[...] += ...`

error[unsupported-construct]: an augmented assignment to a field of a frozen `Pair` is not part of the language
  --> inout_writes.py:42:5
   |
42 |     pair.low += 1.0
   |     ^^^^^^^^
help: write to its elements: `pair.low[...] += ...`

error[write-to-parameter]: `fixed.scale` is a parameter; writing to it would change the caller's array
  --> inout_writes.py:43:5
   |
43 |     fixed.scale[0] = 1.0
   |     ^^^^^^^^^^^^^^
help: write to a copy: `fixed.scale = fixed.scale.copy()`, or annotate it InOut[...]

error[shared-memory]: `x` of `fill` is InOut and shares memory with `y`
  --> inout_writes.py:44:5
   |
44 |     fill(x, x)
   |     ^^^^^^^^^^
help: pass a copy for one of them

error[write-to-parameter]: `x` of `fill` is InOut: the call would change `y`, which is the caller's array
  --> inout_writes.py:45:5
   |
45 |     fill(y, x)
   |     ^^^^^^^^^^
help: annotate it InOut[...], or pass a copy that has a name

error[write-to-parameter]: `x` of `fill` is InOut: the call would change `fixed.scale`, which is the caller's array
  --> inout_writes.py:46:5
   |
46 |     fill(fixed.scale, x)
   |     ^^^^^^^^^^^^^^^^^^^^
help: annotate it InOut[...], or pass a copy that has a name

error[ambiguous-write]: `x` of `fill` is InOut: which array the call changes is not certain
  --> inout_writes.py:47:5
   |
47 |     fill(x + 1.0, x)
   |     ^^^^^^^^^^^^^^^^
help: pass an InOut parameter, or the name of an array made here

error[ambiguous-write]: which array this writes to is not certain: `z`, which depends on the path
  --> inout_writes.py:52:5
   |
52 |     z[0] = 1.0
   |     ^^^^
help: write to a copy: `z = z.copy()`

error[unsupported-construct]: a call that writes to an array in the test of a loop is not part of the language
  --> inout_writes.py:53:11
   |
53 |     while bump(x) < 3.0:
   |           ^^^^^^^^^^^^^
help: call it in the loop's body

error[unsupported-construct]: writing to an array without a name is not part of the language
  --> inout_writes.py:56:5
   |
56 |     held.w[0] = 3.0
   |     ^^^^^^^^^
help: give it a name first

error[unsupported-construct]: a write beside a name for a view is not part of the language
  --> inout_writes.py:58:15
   |
58 |     a[0], b = 5.0, a[:2]
   |               ^^^^^^^^^^
help: assign one by one

error[unsupported-construct]: a write beside a name for a view is not part of the language
  --> inout_writes.py:59:16
   |
59 |     a[0] = c = a[:1]
   |                ^^^^^
help: assign one by one
# --- fixed ---
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from dslc import InOut, Tensor, dims, f32, graph

n = dims("n")


@dataclass(frozen=True)
class Fixed:
    count: InOut[f32, ()]
    scale: Tensor[f32, n]


class Pair(NamedTuple):
    low: InOut[f32, n]


@dataclass
class Held:
    w: Tensor[f32, n]


@graph
def fill(x: InOut[f32, n], y: Tensor[f32, n]) -> None:
    x[:] = y


def bump(x):
    x += 1.0
    return x[0]


@graph
def f(x: InOut[f32, n], y: Tensor[f32, n], fixed: Fixed, pair: Pair):
    view = x[1:]
    x[0] = 1.0
    total = view[0] + np.sum(x[1:] * bump(x))
    fixed.count[...] += 1.0
    pair.low[...] += 1.0
    fixed.scale[0] = 1.0
    fill(x, x)
    fill(y, x)
    fill(fixed.scale, x)
    fill(x + 1.0, x)
    if y[0] > 0.0:
        z = x
    else:
        z = y
    z[0] = 1.0
    while bump(x) < 3.0:
        total = total + 1.0
    held = Held(x + 1.0)
    held.w[0] = 3.0
    a = x + 1.0
    a[0], b = 5.0, a[:2]
    a[0] = c = a[:1]
    return total
