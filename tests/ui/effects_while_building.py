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


class Box:
    def __init__(self):
        self.held = W

    def first(self):
        return float(self.held[0])


BOX = Box()


@graph
def f(x: Tensor[f32, n], k: Static[int] = 1):
    a = noted(k)  # error: [unsupported-construct]
    b = counted(k)  # error: [unsupported-construct]
    c = BOX.first()  # error: [captured-array]
    CALLS.append(k)  # error: [unsupported-construct]
    d = CALLS.pop()  # error: [unsupported-construct]
    e = [noted(i) for i in range(3)]  # error: [unsupported-construct]
    h = [random.random() for i in range(3)]  # error: [unknown-function]
    i = [BOX.first() for i in range(3)]  # error: [captured-array]
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
    t = getattr(BOX, "held")  # error: [captured-array]
    return x
# --- diagnostics ---
error[unsupported-construct]: calling `noted`, which changes `CALLS`, is not part of the language
  --> effects_while_building.py:37:9
   |
37 |     a = noted(k)
   |         ^^^^^
help: call it outside of the graph and pass what it gives, or let it stay Python with `breaks=True`

error[unsupported-construct]: calling `counted`, which changes `COUNT`, is not part of the language
  --> effects_while_building.py:38:9
   |
38 |     b = counted(k)
   |         ^^^^^^^
help: call it outside of the graph and pass what it gives, or let it stay Python with `breaks=True`

error[captured-array]: calling `BOX.first` may read an array of the module while the graph is built
  --> effects_while_building.py:39:9
   |
39 |     c = BOX.first()
   |         ^^^^^^^^^
help: read the array in a statement of the graph, or pass it as a parameter

error[unsupported-construct]: changing a list in place is not part of the language
  --> effects_while_building.py:40:5
   |
40 |     CALLS.append(k)
   |     ^^^^^^^^^^^^

error[unsupported-construct]: changing a list in place is not part of the language
  --> effects_while_building.py:41:9
   |
41 |     d = CALLS.pop()
   |         ^^^^^^^^^

error[unsupported-construct]: calling `noted`, which changes `CALLS`, is not part of the language
  --> effects_while_building.py:42:9
   |
42 |     e = [noted(i) for i in range(3)]
   |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^
help: call it outside of the graph and pass what it gives, or let it stay Python with `breaks=True`

error[unknown-function]: `random.random` may give another value at each call, a graph would keep the first
  --> effects_while_building.py:43:9
   |
43 |     h = [random.random() for i in range(3)]
   |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
help: draw with a key, as in `dslc.random.normal(key, shape)`; pass the value as an argument, or let it stay Python with `breaks=True`

error[captured-array]: calling `BOX.first` may read an array of the module while the graph is built
  --> effects_while_building.py:44:10
   |
44 |     i = [BOX.first() for i in range(3)]
   |          ^^^^^^^^^
help: read the array in a statement of the graph, or pass it as a parameter

error[unsupported-construct]: `print` in an expression is not part of the language
  --> effects_while_building.py:45:25
   |
45 |     j = max((1, 2), key=lambda v: print(v) or v)
   |                         ^^^^^^^^^^^^^^^^^^^^^^^
help: let `print` be a statement of its own

error[unsupported-construct]: taking an item of an iterator is not part of the language
  --> effects_while_building.py:46:9
   |
46 |     l = next(iter((1, 2)))
   |         ^^^^
help: index a tuple or a list

error[unsupported-construct]: a name for an iterator is not part of the language
  --> effects_while_building.py:49:9
   |
49 |     o = zip((1, 2), (3, 4))
   |         ^^^^^^^^^^^^^^^^^^^
help: make a list of it, as in `pairs = list(zip(a, b))`, or loop over it

error[unknown-function]: `draws.random` may give another value at each call, a graph would keep the first
  --> effects_while_building.py:54:9
   |
54 |     r = draws.random()
   |         ^^^^^^^^^^^^
help: draw with a key, as in `dslc.random.normal(key, shape)`; pass the value as an argument, or let it stay Python with `breaks=True`

error[unsupported-construct]: assigning to an attribute is not part of the language
  --> effects_while_building.py:55:5
   |
55 |     setattr(f, "count", 1)
   |     ^^^^^^^
help: return the new value instead

error[unsupported-construct]: a loop over a set is not part of the language
  --> effects_while_building.py:56:14
   |
56 |     for s in {1, 2}:
   |              ^^^^^^
help: its order is no one's to know: loop over `sorted(...)` of it

error[unsupported-construct]: a loop over a set is not part of the language
  --> effects_while_building.py:58:14
   |
58 |     for s in set((1, 2)):
   |              ^^^^^^^^^^^
help: its order is no one's to know: loop over `sorted(...)` of it

error[captured-array]: calling `getattr` with it may read an array of the module while the graph is built
  --> effects_while_building.py:60:9
   |
60 |     t = getattr(BOX, "held")
   |         ^^^^^^^
help: read the array in a statement of the graph, or pass it as a parameter
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


class Box:
    def __init__(self):
        self.held = W

    def first(self):
        return float(self.held[0])


BOX = Box()


@graph
def f(x: Tensor[f32, n], k: Static[int] = 1):
    a = noted(k)
    b = counted(k)
    c = BOX.first()
    CALLS.append(k)
    d = CALLS.pop()
    e = [noted(i) for i in range(3)]
    h = [random.random() for i in range(3)]
    i = [BOX.first() for i in range(3)]
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
    t = getattr(BOX, "held")
    return x
