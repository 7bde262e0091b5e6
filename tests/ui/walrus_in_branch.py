from dslc import graph


@graph
def f(i: int, j: int):
    if i > 3:
        return 0
    y = 0 < i * j < (k := 9)  # error: [unsupported-construct]
    return y
# --- diagnostics ---
error[unsupported-construct]: a walrus assignment is not part of the language
 --> walrus_in_branch.py:8:22
  |
8 |     y = 0 < i * j < (k := 9)
  |                      ^^^^^^
help: assign in a statement of its own
