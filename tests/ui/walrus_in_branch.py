from dslc import graph


@graph
def f(i: int, j: int):
    if i > 3:
        return 0
    y = i * j + (k := 1)  # error: [unsupported-construct]
    return y + k
# --- diagnostics ---
error[unsupported-construct]: a walrus assignment is not part of the language
 --> walrus_in_branch.py:8:18
  |
8 |     y = i * j + (k := 1)
  |                  ^^^^^^
help: assign in a statement of its own
