"""Errors come in the order of the source, whatever calls what."""

from dslc import graph


@graph
def first(x: float):
    y = second(x)
    return y + missing  # error: [unbound-name]


@graph
def second(x: float):
    return other + x  # error: [unbound-name]
# --- diagnostics ---
error[unbound-name]: the name `missing` is not defined
 --> order_of_functions.py:9:16
  |
9 |     return y + missing
  |                ^^^^^^^

error[unbound-name]: the name `other` is not defined
  --> order_of_functions.py:14:12
   |
14 |     return other + x
   |            ^^^^^
