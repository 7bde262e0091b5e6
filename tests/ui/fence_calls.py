from dslc import graph


def helper(a, b):
    return a + b


@graph
def f(x: float):
    pair = (x, x)
    a = helper(*pair, x)  # error: [argument-mismatch]
    a = helper(*x)  # error: [argument-mismatch]
    a = helper(*{1, 2})  # error: [unsupported-construct]
    b = helper(b=x, **{"b": 2})  # error: [argument-mismatch]
    b = helper(x, **{2: x})  # error: [argument-mismatch]
    b = helper(**pair)  # error: [argument-mismatch]
    c, *d, i, j = x, x  # error: [argument-mismatch]
    pair[0] = 3  # error: [unsupported-construct]
    e = hash(x)  # error: [unknown-function]
    g = x * b"2"  # error: [argument-mismatch]
    return a, b, c, d, e, g
# --- diagnostics ---
error[argument-mismatch]: `helper`: too many positional arguments
  --> fence_calls.py:11:9
   |
11 |     a = helper(*pair, x)
   |         ^^^^^^^^^^^^^^^^

error[argument-mismatch]: float has no items for `*`
  --> fence_calls.py:12:16
   |
12 |     a = helper(*x)
   |                ^^

error[unsupported-construct]: `*` of a value that depends on a build-time parameter, whose length is not known here, is not part of the language
  --> fence_calls.py:13:16
   |
13 |     a = helper(*{1, 2})
   |                ^^^^^^^
help: write the arguments, or pass the whole as one

error[argument-mismatch]: `b` is given twice
  --> fence_calls.py:14:23
   |
14 |     b = helper(b=x, **{"b": 2})
   |                       ^^^^^^^^

error[argument-mismatch]: keywords must be text
  --> fence_calls.py:15:21
   |
15 |     b = helper(x, **{2: x})
   |                     ^^^^^^

error[argument-mismatch]: `**` of a tuple
  --> fence_calls.py:16:18
   |
16 |     b = helper(**pair)
   |                  ^^^^

error[argument-mismatch]: 2 values for at least 3 names
  --> fence_calls.py:17:19
   |
17 |     c, *d, i, j = x, x
   |                   ^^^^

error[unsupported-construct]: writing to an element of a tuple is not part of the language
  --> fence_calls.py:18:5
   |
18 |     pair[0] = 3
   |     ^^^^^^^

error[unknown-function]: `hash` is not part of the language
  --> fence_calls.py:19:9
   |
19 |     e = hash(x)
   |         ^^^^
help: compare the values

error[argument-mismatch]: bytes is no value of a graph
  --> fence_calls.py:20:13
   |
20 |     g = x * b"2"
   |             ^^^^
