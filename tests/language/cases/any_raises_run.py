# construct: `any` of a generator expression that may raise
# nodes: Call GeneratorExp
# time: run
# status: refused
from dslc import graph


@graph
def f(k: int):
    return any(k // i > 2 for i in (k, k + 1))  # error: [unsupported-construct]
# --- diagnostics ---
error[unsupported-construct]: `any` of items that may raise, or show something, is not part of the language
 --> any_raises_run.py:6:16
  |
6 |     return any(k // i > 2 for i in (k, k + 1))
  |                ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
help: write a loop that ends at the first
