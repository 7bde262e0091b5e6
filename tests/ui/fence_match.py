from dslc import graph


@graph
def f(x: float, kind: str = "relu"):
    match (kind, x):  # error: [unsupported-construct]
        case ("relu", y):
            return y
        case _:
            return -x
# --- diagnostics ---
error[unsupported-construct]: `match` is not part of the language
 --> fence_match.py:6:5
  |
6 |     match (kind, x):
  |     ^^^^^^^^^^^^^^^^
help: match values and names alone, or use `if` and `elif`
