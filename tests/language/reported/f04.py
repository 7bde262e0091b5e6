# construct: a loop's variable after the loop, with a global of that name
# time: call
# status: refused
# reported: tensorflow/tensorflow#26293
from dslc import graph


i = 77


@graph
def f(n: int):
    for i in range(n):
        pass
    return i  # error: [unbound-name]
# --- diagnostics ---
error[unbound-name]: `i` is not bound on every path to this line
  --> f04.py:11:12
   |
11 |     return i
   |            ^ bound by the loop, which may run no trip
help: bind `i` before, or on every path
