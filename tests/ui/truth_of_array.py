from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n]):
    if x > 0:  # error: [truth-of-array]
        x = x + 1
    y = x if x > 1 else x  # error: [truth-of-array]
    while x < 2 and x[0] > 1:  # error: [truth-of-array]
        x = x * 2
    assert x > 0  # error: [truth-of-array]
    return y, not x  # error: [truth-of-array]
# --- diagnostics ---
error[truth-of-array]: an array with axes has no single truth value
 --> truth_of_array.py:8:8
  |
8 |     if x > 0:
  |        ^^^^^ this is bool_[n]
help: reduce it with `np.any(...)` or `np.all(...)`

error[truth-of-array]: an array with axes has no single truth value
  --> truth_of_array.py:10:14
   |
10 |     y = x if x > 1 else x
   |              ^^^^^ this is bool_[n]
help: reduce it with `np.any(...)` or `np.all(...)`

error[truth-of-array]: an array with axes has no single truth value
  --> truth_of_array.py:11:11
   |
11 |     while x < 2 and x[0] > 1:
   |           ^^^^^ this is bool_[n]
help: reduce it with `np.any(...)` or `np.all(...)`

error[truth-of-array]: an array with axes has no single truth value
  --> truth_of_array.py:13:12
   |
13 |     assert x > 0
   |            ^^^^^ this is bool_[n]
help: reduce it with `np.any(...)` or `np.all(...)`

error[truth-of-array]: an array with axes has no single truth value
  --> truth_of_array.py:14:19
   |
14 |     return y, not x
   |                   ^ this is f32[n]
help: reduce it with `np.any(...)` or `np.all(...)`
