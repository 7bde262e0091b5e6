# construct: a loop's variable after a loop of known length, with a global of that name
# time: build
# status: refused
# reported: tensorflow/tensorflow#26293
from dslc import graph


i = 77


@graph
def f():
    for i in range(4):
        pass
    return i  # error: [unbound-name]
# --- diagnostics ---
error[unbound-name]: `i` is not bound on every path to this line
  --> f04_static.py:11:12
   |
11 |     return i
   |            ^ bound by the loop, which may run no trip
help: bind `i` before, or on every path
