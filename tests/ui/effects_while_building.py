import random

import numpy as np

from dslc import Static, Tensor, dims, f32, graph

n = dims("n")
CALLS = [1]
COUNT = 0
W = np.float32([1, 2])


def noted(k):
    CALLS.append(k)
    return k


def counted(k):
    global COUNT
    COUNT += 1
    return k


def weighed(k):
    return float(W[k])


@graph
def f(x: Tensor[f32, n], k: Static[int] = 1):
    a = noted(k)  # error: [unsupported-construct]
    b = counted(k)  # error: [unsupported-construct]
    c = weighed(k)  # error: [captured-array]
    CALLS.append(k)  # error: [unsupported-construct]
    d = CALLS.pop()  # error: [unsupported-construct]
    e = [noted(i) for i in range(3)]  # error: [unsupported-construct]
    h = [random.random() for i in range(3)]  # error: [unknown-function]
    i = [W[0] for i in range(3)]  # error: [captured-array]
    j = max((1, 2), key=lambda v: print(v) or v)  # error: [unsupported-construct]
    l = next(iter((1, 2)))  # error: [unsupported-construct]
    m = {"a": k}
    m.update(a=3)
    o = zip((1, 2), (3, 4))  # error: [unsupported-construct]
    q = [x]
    q += [x]
    import random as draws

    r = draws.random()  # error: [unknown-function]
    setattr(f, "count", 1)  # error: [unsupported-construct]
    for s in {1, 2}:  # error: [unsupported-construct]
        x = x + s
    for s in set((1, 2)):  # error: [unsupported-construct]
        x = x + s
    return x
# --- diagnostics ---
error[unsupported-construct]: calling `noted`, which changes `CALLS`, is not part of the language
  --> effects_while_building.py:30:9
   |
30 |     a = noted(k)
   |         ^^^^^
help: call it outside of the graph and pass what it gives, or let it stay Python with `breaks=True`

error[unsupported-construct]: calling `counted`, which changes `COUNT`, is not part of the language
  --> effects_while_building.py:31:9
   |
31 |     b = counted(k)
   |         ^^^^^^^
help: call it outside of the graph and pass what it gives, or let it stay Python with `breaks=True`

error[captured-array]: `weighed` reads `W`, an array of the module
  --> effects_while_building.py:32:9
   |
32 |     c = weighed(k)
   |         ^^^^^^^
help: pass it as a parameter

error[unsupported-construct]: changing a list in place is not part of the language
  --> effects_while_building.py:33:5
   |
33 |     CALLS.append(k)
   |     ^^^^^^^^^^^^

error[unsupported-construct]: changing a list in place is not part of the language
  --> effects_while_building.py:34:9
   |
34 |     d = CALLS.pop()
   |         ^^^^^^^^^

error[unsupported-construct]: calling `noted`, which changes `CALLS`, is not part of the language
  --> effects_while_building.py:35:9
   |
35 |     e = [noted(i) for i in range(3)]
   |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^
help: call it outside of the graph and pass what it gives, or let it stay Python with `breaks=True`

error[unknown-function]: `random.random` may give another value at each call, a graph would keep the first
  --> effects_while_building.py:36:9
   |
36 |     h = [random.random() for i in range(3)]
   |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
help: draw with a key, as in `dslc.random.normal(key, shape)`; pass the value as an argument, or let it stay Python with `breaks=True`

error[captured-array]: `W` is an array of the module
  --> effects_while_building.py:37:9
   |
37 |     i = [W[0] for i in range(3)]
   |         ^^^^^^^^^^^^^^^^^^^^^^^^
help: pass it as a parameter

error[unsupported-construct]: `print` in an expression is not part of the language
  --> effects_while_building.py:38:25
   |
38 |     j = max((1, 2), key=lambda v: print(v) or v)
   |                         ^^^^^^^^^^^^^^^^^^^^^^^
help: let `print` be a statement of its own

error[unsupported-construct]: taking an item of an iterator is not part of the language
  --> effects_while_building.py:39:9
   |
39 |     l = next(iter((1, 2)))
   |         ^^^^
help: index a tuple or a list

error[unsupported-construct]: a name for an iterator is not part of the language
  --> effects_while_building.py:42:9
   |
42 |     o = zip((1, 2), (3, 4))
   |         ^^^^^^^^^^^^^^^^^^^
help: make a list of it, as in `pairs = list(zip(a, b))`, or loop over it

error[unknown-function]: `draws.random` may give another value at each call, a graph would keep the first
  --> effects_while_building.py:47:9
   |
47 |     r = draws.random()
   |         ^^^^^^^^^^^^
help: draw with a key, as in `dslc.random.normal(key, shape)`; pass the value as an argument, or let it stay Python with `breaks=True`

error[unsupported-construct]: assigning to an attribute is not part of the language
  --> effects_while_building.py:48:5
   |
48 |     setattr(f, "count", 1)
   |     ^^^^^^^
help: return the new value instead

error[unsupported-construct]: a loop over a set is not part of the language
  --> effects_while_building.py:49:14
   |
49 |     for s in {1, 2}:
   |              ^^^^^^
help: its order is no one's to know: loop over `sorted(...)` of it

error[unsupported-construct]: a loop over a set is not part of the language
  --> effects_while_building.py:51:14
   |
51 |     for s in set((1, 2)):
   |              ^^^^^^^^^^^
help: its order is no one's to know: loop over `sorted(...)` of it
# --- fixed ---
import random

import numpy as np

from dslc import Static, Tensor, dims, f32, graph

n = dims("n")
CALLS = [1]
COUNT = 0
W = np.float32([1, 2])


def noted(k):
    CALLS.append(k)
    return k


def counted(k):
    global COUNT
    COUNT += 1
    return k


def weighed(k):
    return float(W[k])


@graph
def f(x: Tensor[f32, n], k: Static[int] = 1):
    a = noted(k)
    b = counted(k)
    c = weighed(k)
    CALLS.append(k)
    d = CALLS.pop()
    e = [noted(i) for i in range(3)]
    h = [random.random() for i in range(3)]
    i = [W[0] for i in range(3)]
    j = max((1, 2), key=lambda v: print(v) or v)
    l = next(iter((1, 2)))
    m = {"a": k}
    m.update(a=3)
    o = zip((1, 2), (3, 4))
    q = [x]
    q += [x]
    import random as draws

    r = draws.random()
    setattr(f, "count", 1)
    for s in sorted({1, 2}):
        x = x + s
    for s in sorted(set((1, 2))):
        x = x + s
    return x
