from dslc import graph


COUNT = 0


@graph
def f(x: float):
    global COUNT  # error: [unsupported-construct]
    COUNT = 1
    return x
# --- diagnostics ---
error[unsupported-construct]: `global` is not part of the language
 --> fence_global.py:9:5
  |
9 |     global COUNT
  |     ^^^^^^^^^^^^
help: return the new value instead
