from dataclasses import dataclass

import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")
THRESHOLD = 0.5


@dataclass
class Params:
    weight: Tensor[f32, n]


@graph
def f(x: Tensor[f32, n], params: Params):
    y = np.maximun(x, THRESHOLD)  # error: [unknown-attribute]
    y = y * params.wieght  # error: [unknown-attribute]
    return np.sum(x * THRESHHOLD), x.summ()  # error: [unbound-name] [unknown-attribute]


@graph
def g(x: Tensor[f32, n]):
    return np.sum(x, axs=(0)), np.empty_like(x)  # error: [argument-mismatch] [unknown-function]
# --- diagnostics ---
error[unknown-attribute]: module has no attribute `maximun`
  --> edits_of_names.py:18:9
   |
18 |     y = np.maximun(x, THRESHOLD)
   |         ^^^^^^^^^^
help: write `np.maximum`

error[unknown-attribute]: `Params` has no field `wieght`
  --> edits_of_names.py:19:13
   |
19 |     y = y * params.wieght
   |             ^^^^^^^^^^^^^
help: write `params.weight`

error[unbound-name]: the name `THRESHHOLD` is not defined
  --> edits_of_names.py:20:23
   |
20 |     return np.sum(x * THRESHHOLD), x.summ()
   |                       ^^^^^^^^^^
help: write `THRESHOLD`

error[unknown-attribute]: `.summ` of f32[n] is not part of the language
  --> edits_of_names.py:20:36
   |
20 |     return np.sum(x * THRESHHOLD), x.summ()
   |                                    ^^^^^^
help: write `x.sum`

error[argument-mismatch]: `sum` has no `axs`
  --> edits_of_names.py:25:12
   |
25 |     return np.sum(x, axs=(0)), np.empty_like(x)
   |            ^^^^^^^^^^^^^^^^^^
help: it takes `x`, `axis`, `dtype`, `keepdims`, `initial`, `where`

error[unknown-function]: `np.empty_like` is not part of the language
  --> edits_of_names.py:25:32
   |
25 |     return np.sum(x, axs=(0)), np.empty_like(x)
   |                                ^^^^^^^^^^^^^
help: its elements are whatever was there: write `np.zeros_like`
# --- fixed ---
from dataclasses import dataclass

import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")
THRESHOLD = 0.5


@dataclass
class Params:
    weight: Tensor[f32, n]


@graph
def f(x: Tensor[f32, n], params: Params):
    y = np.maximum(x, THRESHOLD)
    y = y * params.weight
    return np.sum(x * THRESHOLD), x.sum()


@graph
def g(x: Tensor[f32, n]):
    return np.sum(x, axis=(0)), np.zeros_like(x)
