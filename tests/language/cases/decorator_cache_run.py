# construct: `functools.cache` of values of the run
# nodes: FunctionDef Call
# time: run
# status: refused
# note: It takes 1, 1.0 and True for one value, and gives all callers the same object. Of values known while building it stays Python.
import functools

from dslc import graph


@functools.cache
def squared(v):
    return v * v


@graph
def f(x: float):
    return squared(x)  # error: [unsupported-construct]
# --- diagnostics ---
error[unsupported-construct]: calling `squared`, which keeps what it gave, is not part of the language
  --> decorator_cache_run.py:13:12
   |
13 |     return squared(x)
   |            ^^^^^^^
help: leave the cache out, or call `squared.__wrapped__`
