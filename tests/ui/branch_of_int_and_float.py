from dslc import graph


@graph
def f(x: int):
    while x < 100:  # error: [branch-mismatch]
        x = x * 2.0
    return x
# --- diagnostics ---
error[branch-mismatch]: `x` has different types on different paths: int and float have no common exact type
 --> branch_of_int_and_float.py:6:5
  |
6 |     while x < 100:
  |     ^^^^^^^^^^^^^^
note: `x` is float here
 --> branch_of_int_and_float.py:7:13
  |
7 |         x = x * 2.0
  |             ^^^^^^^
help: give `x` one type: cast it, or start it with its final type
