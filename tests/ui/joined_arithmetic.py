from dslc import Scalar, Tensor, f16, f32, graph


@graph
def f(x: Tensor[f16, 4], scale: Scalar[f32], on: bool):
    y = x
    if on:
        y = y * scale
    return y + 1  # error: [joined-arithmetic]
# --- diagnostics ---
error[joined-arithmetic]: `add` needs one dtype, and this value's depends on the path taken
 --> joined_arithmetic.py:9:12
  |
9 |     return y + 1
  |            ^ this is f32[4]?
note: `y` is f32[4] here
 --> joined_arithmetic.py:8:13
  |
8 |         y = y * scale
  |             ^^^^^^^^^
note: `y` is f16[4] here
 --> joined_arithmetic.py:6:9
  |
6 |     y = x
  |         ^
help: cast it first, as in `x.astype(np.float64)`
# --- fixed ---
from dslc import Scalar, Tensor, f16, f32, graph


@graph
def f(x: Tensor[f16, 4], scale: Scalar[f32], on: bool):
    y = x
    if on:
        y = y * scale
    return y.astype(f32) + 1
