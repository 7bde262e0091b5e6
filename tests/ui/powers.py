from dslc import graph


@graph
def f(a: int, b: int, c: float):
    return a**b, c**0.5  # error: [dtype-mismatch] [dtype-mismatch]
# --- diagnostics ---
error[dtype-mismatch]: an int to an int is a float where the exponent is negative
 --> powers.py:6:12
  |
6 |     return a**b, c**0.5
  |            ^^^^ left is int; right is int
help: make one of them a float, as in `float(x) ** k`

error[dtype-mismatch]: a negative number to a fraction is complex in Python
 --> powers.py:6:18
  |
6 |     return a**b, c**0.5
  |                  ^^^^^^ left is float; right is float
help: use `np.power`, which gives NaN there
# --- fixed ---
from dslc import graph


@graph
def f(a: int, b: int, c: float):
    return float(a) ** b, c**0.5
