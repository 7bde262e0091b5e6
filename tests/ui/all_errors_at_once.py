from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def first(x: Tensor[f32, 3], y: Tensor[f32, 4]):
    a = x + y  # error: [shape-mismatch]
    b = x.foo  # error: [unknown-attribute]
    if x:  # error: [truth-of-array]
        b = x @ y  # error: [shape-mismatch]
    return a, b


@graph
def second(x: Tensor[f32, n]):
    return missing(x)  # error: [unbound-name]
# --- diagnostics ---
error[shape-mismatch]: the shapes do not broadcast: 3 is never 4
 --> all_errors_at_once.py:8:9
  |
8 |     a = x + y
  |         ^^^^^ left is f32[3]; right is f32[4]
note: 3 is axis 0 of `x`, 4 is axis 0 of `y`
help: declare `y` as Tensor[f32, 3]

error[unknown-attribute]: `.foo` of f32[3] is not part of the language
 --> all_errors_at_once.py:9:9
  |
9 |     b = x.foo
  |         ^^^^^

error[truth-of-array]: an array with axes has no single truth value
  --> all_errors_at_once.py:10:8
   |
10 |     if x:
   |        ^ this is f32[3]
help: reduce it with `np.any(...)` or `np.all(...)`

error[shape-mismatch]: the inner dims of `@` must be equal
  --> all_errors_at_once.py:11:13
   |
11 |         b = x @ y
   |             ^^^^^ left is f32[3]; right is f32[4]
note: 3 is axis 0 of `x`, 4 is axis 0 of `y`
help: declare `y` as Tensor[f32, 3]

error[unbound-name]: the name `missing` is not defined
  --> all_errors_at_once.py:17:12
   |
17 |     return missing(x)
   |            ^^^^^^^
