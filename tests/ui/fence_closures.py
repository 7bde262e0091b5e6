from dslc import graph


@graph
def f(x: float):
    functions = []
    for k in range(3):
        functions.append(lambda v: v * k)  # error: [unsupported-construct]
    return x
# --- diagnostics ---
error[unsupported-construct]: changing a list in place is not part of the language
 --> fence_closures.py:8:9
  |
8 |         functions.append(lambda v: v * k)
  |         ^^^^^^^^^^^^^^^^
help: make a new list, as in `items = items + [x]`, or store into an array
