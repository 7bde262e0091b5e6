import contextlib

from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n]):
    with contextlib.suppress(ValueError):  # error: [unsupported-construct]
        a = x + 1
    try:  # error: [unsupported-construct]
        b = x + 1
    except ValueError:
        pass
    if x[0] > 0:
        y = x
        raise ValueError("no")  # error: [unsupported-construct]
    if x[0] > 1:
        raise ValueError("no") from None  # error: [unsupported-construct]
    if x[0] > 2:
        raise OSError("no")  # error: [unsupported-construct]
    y = x * 2
    del y[0]  # error: [unsupported-construct]
    del y  # error: [unsupported-construct]
    y = y + 1

    def inner(v):  # error: [unsupported-construct]
        nonlocal y
        y = v
        return v

    for row in x:  # error: [unsupported-construct]
        pass
    return x
# --- diagnostics ---
error[unsupported-construct]: `with` of a context that does something is not part of the language
  --> fence_statements.py:10:5
   |
10 |     with contextlib.suppress(ValueError):
   |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
help: move it outside the function

error[unsupported-construct]: `try` is not part of the language
  --> fence_statements.py:12:5
   |
12 |     try:
   |     ^^^^
help: test the condition instead, or move it outside the function

error[unsupported-construct]: `raise` is not part of the language
  --> fence_statements.py:18:9
   |
18 |         raise ValueError("no")
   |         ^^^^^^^^^^^^^^^^^^^^^^
help: let it be all of a branch: `if test: raise ValueError("text")`

error[unsupported-construct]: `raise` is not part of the language
  --> fence_statements.py:20:9
   |
20 |         raise ValueError("no") from None
   |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
help: let it be all of a branch: `if test: raise ValueError("text")`

error[unsupported-construct]: raising what is no built-in exception with a text is not part of the language
  --> fence_statements.py:22:15
   |
22 |         raise OSError("no")
   |               ^^^^^^^
help: raise a ValueError, say

error[unsupported-construct]: `del` of what is no item of a list or dict is not part of the language
  --> fence_statements.py:24:9
   |
24 |     del y[0]
   |         ^^^^

error[unsupported-construct]: reading `y` after its `del` is not part of the language
  --> fence_statements.py:25:5
   |
25 |     del y
   |     ^^^^^
help: leave it bound

error[unsupported-construct]: a function that binds `y` of the function around it is not part of the language
  --> fence_statements.py:28:5
   |
28 |     def inner(v):
   |     ^^^^^^^^^^^^^
help: let it return the new `y`

error[unsupported-construct]: a loop over f32[n] is not part of the language
  --> fence_statements.py:33:16
   |
33 |     for row in x:
   |                ^
help: loop over `range(len(...))` and index
