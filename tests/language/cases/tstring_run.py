# construct: a t-string
# nodes: TemplateStr Interpolation
# time: run
# status: refused
# since: 3.14
from dslc import graph


@graph
def f(x: float):
    t = t"{x}"  # error: [unsupported-construct]
    return x
# --- diagnostics ---
error[unsupported-construct]: a t-string is not part of the language
 --> tstring_run.py:6:9
  |
6 |     t = t"{x}"
  |         ^^^^^^
