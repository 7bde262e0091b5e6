import contextlib

from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n]):
    with contextlib.nullcontext():  # error: [unsupported-construct]
        a = x + 1
    try:  # error: [unsupported-construct]
        b = x + 1
    except ValueError:
        pass
    if x[0] > 0:
        raise ValueError("no")  # error: [unsupported-construct]
    y = x * 2
    del y  # error: [unsupported-construct]

    def inner(v):  # error: [unsupported-construct]
        return v

    for row in x:  # error: [unsupported-construct]
        pass
    for i in range(3):
        pass
    else:
        pass  # error: [unsupported-construct]
    return x
# --- diagnostics ---
error[unsupported-construct]: `with` is not part of the language
  --> fence_statements.py:10:5
   |
10 |     with contextlib.nullcontext():
   |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
help: move it outside the function

error[unsupported-construct]: `try` is not part of the language
  --> fence_statements.py:12:5
   |
12 |     try:
   |     ^^^^
help: test the condition instead, or move it outside the function

error[unsupported-construct]: `raise` is not part of the language
  --> fence_statements.py:17:9
   |
17 |         raise ValueError("no")
   |         ^^^^^^^^^^^^^^^^^^^^^^
help: use `assert`, or move it outside the function

error[unsupported-construct]: `del` is not part of the language
  --> fence_statements.py:19:5
   |
19 |     del y
   |     ^^^^^
help: leave the name bound

error[unsupported-construct]: a nested function is not part of the language
  --> fence_statements.py:21:5
   |
21 |     def inner(v):
   |     ^^^^^^^^^^^^^
help: move it to the module's top level

error[unsupported-construct]: a loop over f32[n] is not part of the language
  --> fence_statements.py:24:16
   |
24 |     for row in x:
   |                ^
help: loop over `range(len(...))` and index

error[unsupported-construct]: `else` of a loop is not part of the language
  --> fence_statements.py:29:9
   |
29 |         pass
   |         ^^^^
help: test after the loop
