# construct: `continue` out of nested `with`
# time: run
# status: refused
# reported: pytorch/pytorch#79751
from contextlib import nullcontext as scope

from dslc import graph


@graph
def f(a: int):
    s = 0
    for k in range(12):
        with scope("outer"):  # error: [unsupported-construct]
            u = k * 2
            if (a + k) % 6 == 0:
                continue
            with scope("inner"):
                if (a + k) % 2 == 0:
                    continue
                v = k * k
            s += u + v
    return s
# --- diagnostics ---
error[unsupported-construct]: `with` is not part of the language
  --> f11.py:10:9
   |
10 |         with scope("outer"):
   |         ^^^^^^^^^^^^^^^^^^^^
help: move it outside the function
