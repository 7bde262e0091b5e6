import numpy as np

from dslc import Tensor, f32, graph


WEIGHTS = np.ones(3, np.float32)
LAYERS = [WEIGHTS, WEIGHTS]
NAMES = np.array(["a", "b", "c"])
MASKED = np.ma.array([1.0, 2.0, 3.0])


def weighed(x, weights=WEIGHTS):
    return x * weights


@graph
def f(x: Tensor[f32, 3]):
    WEIGHTS[0] = x[1]  # error: [captured-array]
    y = LAYERS[1]
    y += x  # error: [captured-array]
    z = x + NAMES  # error: [captured-array]
    u = x + MASKED  # error: [captured-array]
    return weighed(x)  # error: [captured-array]
# --- diagnostics ---
error[captured-array]: `WEIGHTS` is an array of the module; writing to it would change the module
  --> captured_array.py:18:5
   |
18 |     WEIGHTS[0] = x[1]
   |     ^^^^^^^^^^
help: write to a copy, `own = WEIGHTS.copy()`, or pass it as an InOut[...] parameter

error[captured-array]: `y` is the array `LAYERS[1]` of the module; writing to it would change the module
  --> captured_array.py:20:5
   |
20 |     y += x
   |     ^
help: write to a copy, `own = y.copy()`, or pass it as an InOut[...] parameter

error[captured-array]: `NAMES` is an array of <U1, which no graph reads
  --> captured_array.py:21:13
   |
21 |     z = x + NAMES
   |             ^^^^^
help: make a plain array of numbers of it

error[captured-array]: `MASKED` is a MaskedArray, which no graph reads
  --> captured_array.py:22:13
   |
22 |     u = x + MASKED
   |             ^^^^^^
help: make a plain array of numbers of it

error[captured-array]: the default of `weights` of `weighed` holds an array
  --> captured_array.py:23:12
   |
23 |     return weighed(x)
   |            ^^^^^^^^^^
help: pass it as an argument
