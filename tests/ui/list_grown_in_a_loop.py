from dslc import graph


@graph
def f():
    seen = []
    w = 16
    while w:
        seen.append(w)  # error: [unsupported-construct]
        w //= 2
    return seen
# --- diagnostics ---
error[unsupported-construct]: changing a list in place is not part of the language
 --> list_grown_in_a_loop.py:9:9
  |
9 |         seen.append(w)
  |         ^^^^^^^^^^^
help: make a new list, as in `items = items + [x]`, or store into an array
