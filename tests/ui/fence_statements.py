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
        raise ValueError("no", 1)  # error: [unsupported-construct]
    if x[0] > 1:
        raise ValueError("no") from ValueError()  # error: [unsupported-construct]
    if x[0] > 2:
        raise UnicodeDecodeError("no")  # error: [unsupported-construct]
    y = x * 2
    del y[0]  # error: [unsupported-construct]
    del y  # error: [unsupported-construct]
    y = y + 1

    def inner(v):  # error: [unsupported-construct]
        nonlocal y
        y = v
        return v

    for row in x:
        pass
    return x
# --- diagnostics ---
error[unsupported-construct]: `with` of a context that does something is not part of the language
  --> fence_statements.py:10:5
   |
10 |     with contextlib.suppress(ValueError):
   |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
help: move it outside the function, or let it stay Python with `breaks=True`

error[unsupported-construct]: `try` is not part of the language
  --> fence_statements.py:12:5
   |
12 |     try:
   |     ^^^^
help: test the condition instead, or let it stay Python with `breaks=True`

error[unsupported-construct]: an exception of several values is not part of the language
  --> fence_statements.py:17:9
   |
17 |         raise ValueError("no", 1)
   |         ^^^^^^^^^^^^^^^^^^^^^^^^^
help: give it one text, as in `ValueError(f"{a}, {b}")`

error[unsupported-construct]: `raise` with `from` is not part of the language
  --> fence_statements.py:19:9
   |
19 |         raise ValueError("no") from ValueError()
   |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
help: leave `from` out; the text may say what was behind it

error[unsupported-construct]: raising `UnicodeDecodeError`, which takes more than a text, is not part of the language
  --> fence_statements.py:21:15
   |
21 |         raise UnicodeDecodeError("no")
   |               ^^^^^^^^^^^^^^^^^^

error[unsupported-construct]: `del` of what is no item of a list or dict is not part of the language
  --> fence_statements.py:23:9
   |
23 |     del y[0]
   |         ^^^^

error[unsupported-construct]: reading `y` after its `del` is not part of the language
  --> fence_statements.py:24:5
   |
24 |     del y
   |     ^^^^^
help: leave it bound

error[unsupported-construct]: a function that binds `y` of the function around it is not part of the language
  --> fence_statements.py:27:5
   |
27 |     def inner(v):
   |     ^^^^^^^^^^^^^
help: let it return the new `y`
# --- fixed ---
import contextlib

from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n]):
    with contextlib.suppress(ValueError):
        a = x + 1
    try:
        b = x + 1
    except ValueError:
        pass
    if x[0] > 0:
        raise ValueError("no", 1)
    if x[0] > 1:
        raise ValueError("no")
    if x[0] > 2:
        raise UnicodeDecodeError("no")
    y = x * 2
    del y[0]
    del y
    y = y + 1

    def inner(v):
        nonlocal y
        y = v
        return v

    for row in x:
        pass
    return x
