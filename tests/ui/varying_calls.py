import random
import time
from datetime import datetime

import numpy as np

from dslc import Tensor, dims, f64, graph

n = dims("n")
RNG = np.random.default_rng(0)


def noise():
    return random.random()


@graph
def f(x: Tensor[f64, n]):
    x = x + np.random.normal()  # error: [unknown-function]
    x = x + RNG.normal()  # error: [unknown-function]
    x = x + np.random.default_rng(0).normal()  # error: [unknown-function]
    x = x + time.time()  # error: [unknown-function]
    x = x + datetime.now().year  # error: [unknown-function]
    return x + noise()  # error: [unknown-function]


@graph
def g(x: Tensor[f64, n]):
    return x + float(input())  # error: [unknown-function]
# --- diagnostics ---
error[unknown-function]: `np.random.normal` may give another value at each call, a graph would keep the first
  --> varying_calls.py:19:13
   |
19 |     x = x + np.random.normal()
   |             ^^^^^^^^^^^^^^^^
help: draw with a key, as in `dslc.random.normal(key, shape)`; pass the value as an argument, or let it stay Python with `breaks=True`

error[unknown-function]: `RNG.normal` may give another value at each call, a graph would keep the first
  --> varying_calls.py:20:13
   |
20 |     x = x + RNG.normal()
   |             ^^^^^^^^^^
help: draw with a key, as in `dslc.random.normal(key, shape)`; pass the value as an argument, or let it stay Python with `breaks=True`

error[unknown-function]: `np.random.default_rng` may give another value at each call, a graph would keep the first
  --> varying_calls.py:21:13
   |
21 |     x = x + np.random.default_rng(0).normal()
   |             ^^^^^^^^^^^^^^^^^^^^^
help: draw with a key, as in `dslc.random.normal(key, shape)`; pass the value as an argument, or let it stay Python with `breaks=True`

error[unknown-function]: `time.time` may give another value at each call, a graph would keep the first
  --> varying_calls.py:22:13
   |
22 |     x = x + time.time()
   |             ^^^^^^^^^
help: pass the value as an argument, or let it stay Python with `breaks=True`

error[unknown-function]: `datetime.now` may give another value at each call, a graph would keep the first
  --> varying_calls.py:23:13
   |
23 |     x = x + datetime.now().year
   |             ^^^^^^^^^^^^
help: pass the value as an argument, or let it stay Python with `breaks=True`

error[unknown-function]: `noise` may give another value at each call, a graph would keep the first
  --> varying_calls.py:24:16
   |
24 |     return x + noise()
   |                ^^^^^
help: pass the value as an argument, or let it stay Python with `breaks=True`

error[unknown-function]: `input` may give another value at each call, a graph would keep the first
  --> varying_calls.py:29:22
   |
29 |     return x + float(input())
   |                      ^^^^^
help: pass the value as an argument, or let it stay Python with `breaks=True`
