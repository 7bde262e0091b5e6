from dslc import graph


@graph
def even(k: int):
    return odd(k - 1)


@graph
def odd(k: int):
    return even(k - 1)  # error: [recursive-call]
# --- diagnostics ---
error[recursive-call]: what `even` returns is not declared
  --> recursive_graph_functions.py:11:12
   |
11 |     return even(k - 1)
   |            ^^^^
help: annotate the result of `even`
