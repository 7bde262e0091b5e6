# construct: closures capture variables, not values
# time: run
# status: refused
# reported: tensorflow/tensorflow#56089
import numpy as np

from dslc import graph


@graph
def f(x: float):
    fs = []
    for k in range(3):
        fs.append(lambda v: v * k)
    return np.stack([g(x) for g in fs])  # error: [unsupported-construct]
# --- diagnostics ---
error[unsupported-construct]: calling a value that depends on a build-time parameter is not part of the language
  --> f06.py:11:22
   |
11 |     return np.stack([g(x) for g in fs])
   |                      ^^^^
