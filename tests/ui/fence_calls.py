from dslc import graph


def helper(a, b):
    return a + b


@graph
def f(x: float):
    pair = (x, x)
    a = helper(*pair)  # error: [unsupported-construct]
    b = helper(x, **{"b": 2})  # error: [unsupported-construct]
    c, *d = x, x, x  # error: [unsupported-construct]
    pair[0] = 3  # error: [unsupported-construct]
    e = hash(x)  # error: [unknown-function]
    g = x * b"2"  # error: [argument-mismatch]
    return a, b, c, d, e, g
# --- diagnostics ---
error[unsupported-construct]: `*` unpacking is not part of the language
  --> fence_calls.py:11:16
   |
11 |     a = helper(*pair)
   |                ^^^^^

error[unsupported-construct]: `**` in a call is not part of the language
  --> fence_calls.py:12:21
   |
12 |     b = helper(x, **{"b": 2})
   |                     ^^^^^^^^

error[unsupported-construct]: `*` unpacking is not part of the language
  --> fence_calls.py:13:5
   |
13 |     c, *d = x, x, x
   |     ^^^^^

error[unsupported-construct]: writing to an element of a tuple is not part of the language
  --> fence_calls.py:14:5
   |
14 |     pair[0] = 3
   |     ^^^^^^^

error[unknown-function]: `hash` is not part of the language
  --> fence_calls.py:15:9
   |
15 |     e = hash(x)
   |         ^^^^
help: use the NumPy functions that `dslc explain ops` lists, `@graph` functions, or plain Python functions made of them

error[argument-mismatch]: bytes is no value of a graph
  --> fence_calls.py:16:13
   |
16 |     g = x * b"2"
   |             ^^^^
