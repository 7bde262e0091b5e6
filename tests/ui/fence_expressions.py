from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n], k: int):
    a = tuple(v * 2 for v in x)  # error: [unsupported-construct]
    b = sorted((1, 2), key=lambda v: v * k)  # error: [unsupported-construct]
    c = f"{k}".upper()  # error: [unknown-attribute]
    if 1 < k < (d := k):  # error: [unsupported-construct]
        pass
    e = {**k, k: x}  # error: [unsupported-construct]
    h = sum(v for v in x)  # error: [unsupported-construct]
    return x
# --- diagnostics ---
error[unsupported-construct]: a loop over f32[n] is not part of the language
 --> fence_expressions.py:8:30
  |
8 |     a = tuple(v * 2 for v in x)
  |                              ^
help: loop over `range(len(...))` and index

error[unsupported-construct]: a lambda is not part of the language
 --> fence_expressions.py:9:28
  |
9 |     b = sorted((1, 2), key=lambda v: v * k)
  |                            ^^^^^^^^^^^^^^^
help: let it read what is known while building, or write a loop

error[unknown-attribute]: a text of run-time values has no attribute `upper` here
  --> fence_expressions.py:10:9
   |
10 |     c = f"{k}".upper()
   |         ^^^^^^^^^^^^

error[unsupported-construct]: a walrus assignment is not part of the language
  --> fence_expressions.py:11:17
   |
11 |     if 1 < k < (d := k):
   |                 ^^^^^^
help: assign in a statement of its own

error[unsupported-construct]: a dict whose keys are not written in it is not part of the language
  --> fence_expressions.py:13:12
   |
13 |     e = {**k, k: x}
   |            ^
help: write its keys as literals, as in `{"w": w}`

error[unsupported-construct]: `sum` of a list is not part of the language
  --> fence_expressions.py:14:13
   |
14 |     h = sum(v for v in x)
   |             ^^^^^^^^^^^^
