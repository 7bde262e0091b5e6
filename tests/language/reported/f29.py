# construct: writing to an object of the module
# time: run
# status: refused
# reported: tensorflow/tensorflow#31362, pytorch/pytorch#169253
from dslc import graph


class Ctr:
    n = 0


ctr = Ctr()


@graph
def f(x: float):
    ctr.n += 1  # error: [unsupported-construct]
    return x
# --- diagnostics ---
error[unsupported-construct]: assigning to an attribute is not part of the language
  --> f29.py:13:5
   |
13 |     ctr.n += 1
   |     ^^^^^
help: return the new value instead
