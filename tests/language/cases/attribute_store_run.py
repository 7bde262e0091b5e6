# construct: assigning to an attribute
# nodes: Attribute Assign
# time: run
# status: refused
from dslc import graph


class Counter:
    n = 0


counter = Counter()


@graph
def f(x: float):
    counter.n = x  # error: [unsupported-construct]
    return x
# --- diagnostics ---
error[unsupported-construct]: assigning to an attribute is not part of the language
  --> attribute_store_run.py:13:5
   |
13 |     counter.n = x
   |     ^^^^^^^^^
help: return the new value instead
