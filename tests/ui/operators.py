from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n], y: Tensor[f32, n], pair: tuple[float, float]):
    a = x << 1  # error: [unsupported-construct]
    b = x is y  # error: [unsupported-construct]
    c = x in pair  # error: [unsupported-construct]
    d = pair + x  # error: [unsupported-construct]
    e = ~x  # error: [unsupported-construct]
    return x
# --- diagnostics ---
error[unsupported-construct]: the operator `<<` on run-time values is not part of the language
 --> operators.py:8:9
  |
8 |     a = x << 1
  |         ^^^^^^

error[unsupported-construct]: `is` between run-time values is not part of the language
 --> operators.py:9:9
  |
9 |     b = x is y
  |         ^^^^^^

error[unsupported-construct]: `in` on run-time values is not part of the language
  --> operators.py:10:9
   |
10 |     c = x in pair
   |         ^^^^^^^^^

error[unsupported-construct]: `+` between a tuple and f32[n] is not part of the language
  --> operators.py:11:9
   |
11 |     d = pair + x
   |         ^^^^^^^^

error[unsupported-construct]: the operator `~` on run-time values is not part of the language
  --> operators.py:12:9
   |
12 |     e = ~x
   |         ^^
