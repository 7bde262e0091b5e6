# construct: the clock, the host's random numbers, files
# nodes: Call
# time: build
# status: refused
import time

from dslc import graph


@graph
def f(x: float):
    return x * time.time()  # error: [unknown-function]
# --- diagnostics ---
error[unknown-function]: `time.time` may give another value at each call, a graph would keep the first
 --> call_host_build.py:8:16
  |
8 |     return x * time.time()
  |                ^^^^^^^^^
help: pass the value as an argument, or let it stay Python with `breaks=True`
