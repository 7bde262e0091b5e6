# construct: a loop's variable that starts as a constant, a list that grows
# time: build
# status: refused
# reported: numba/numba#9742
from dslc import graph


WIDTH = 32


@graph
def f():
    seen = []
    w = WIDTH // 2
    while w:
        seen.append(w)  # error: [unsupported-construct]
        w //= 2
    return seen
# --- diagnostics ---
error[unsupported-construct]: changing a list in place is not part of the language
  --> f27.py:12:9
   |
12 |         seen.append(w)
   |         ^^^^^^^^^^^
help: make a new list, as in `items = items + [x]`, or store into an array
