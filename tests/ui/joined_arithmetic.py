from dslc import Scalar, Tensor, f16, f32, graph


@graph
def f(x: Tensor[f16, 4], scale: Scalar[f32], on: bool):
    y = x
    if on:
        y = y * scale
    return y + 1  # error: [joined-arithmetic]


@graph
def mean(x: Tensor[f32, 4], strict: bool):
    total = 0.0
    for i in range(len(x)):
        if strict and x[i] < 0:
            break
        total += x[i]
    if total.size > 1:  # error: [joined-arithmetic]
        print(f"{total}")  # error: [joined-arithmetic]
    return total / len(x)  # error: [joined-arithmetic]


@graph
def rate(x: Tensor[f32, 4]):
    best = 0.1
    for v in x:
        if v > best:  # error: [branch-mismatch]
            best = v
    return best
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

error[joined-arithmetic]: `.size` depends on the path taken
  --> joined_arithmetic.py:19:8
   |
19 |     if total.size > 1:
   |        ^^^^^^^^^^ this is f32?
note: `total` is f32 here
  --> joined_arithmetic.py:18:9
   |
18 |         total += x[i]
   |         ^^^^^^^^^^^^^
help: let it be NumPy's from the start, as in `x = np.float32(0.0)`

error[joined-arithmetic]: `print` needs one dtype, and this value's depends on the path taken
  --> joined_arithmetic.py:20:18
   |
20 |         print(f"{total}")
   |                  ^^^^^ this is f32?
note: `total` is f32 here
  --> joined_arithmetic.py:18:9
   |
18 |         total += x[i]
   |         ^^^^^^^^^^^^^
help: let it be NumPy's from the start, as in `x = np.float32(0.0)`

error[joined-arithmetic]: `divide` needs one dtype, and this value's depends on the path taken
  --> joined_arithmetic.py:21:12
   |
21 |     return total / len(x)
   |            ^^^^^ this is f32?
note: `total` is f32 here
  --> joined_arithmetic.py:18:9
   |
18 |         total += x[i]
   |         ^^^^^^^^^^^^^
help: let it be NumPy's from the start, as in `x = np.float32(0.0)`

error[branch-mismatch]: `best` has different types on different paths: 0.1 is no exact f32
  --> joined_arithmetic.py:28:9
   |
28 |         if v > best:
   |         ^^^^^^^^^^^^
note: `best` is f32 here
  --> joined_arithmetic.py:27:9
   |
27 |     for v in x:
   |         ^
help: give `best` one type: cast it, or start it with its final type
# --- fixed ---
from dslc import Scalar, Tensor, f16, f32, graph


@graph
def f(x: Tensor[f16, 4], scale: Scalar[f32], on: bool):
    y = x
    if on:
        y = y * scale
    return y.astype(f32) + 1


@graph
def mean(x: Tensor[f32, 4], strict: bool):
    total = 0.0
    for i in range(len(x)):
        if strict and x[i] < 0:
            break
        total += x[i]
    if total.size > 1:
        print(f"{total}")
    return total / len(x)


@graph
def rate(x: Tensor[f32, 4]):
    best = 0.1
    for v in x:
        if v > best:
            best = v
    return best
