from dslc import graph


@graph
def f(x: float, kind: str = "relu"):
    match kind:  # error: [unsupported-construct]
        case "relu":
            return x
        case _:
            return -x
# --- diagnostics ---
error[unsupported-construct]: `match` is not part of the language
 --> fence_match.py:6:5
  |
6 |     match kind:
  |     ^^^^^^^^^^^
help: use `if` and `elif`
