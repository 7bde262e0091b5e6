# construct: `match`
# time: build
# status: refused
# reported: tensorflow/tensorflow#57166
from dslc import Static, graph


@graph
def f(x: float, kind: Static[str] = "relu"):
    match kind:  # error: [unsupported-construct]
        case "relu":
            if x > 0:
                y = x
            else:
                y = 0 * x
        case _:
            y = -x
    return y
# --- diagnostics ---
error[unsupported-construct]: `match` is not part of the language
 --> f34_match.py:6:5
  |
6 |     match kind:
  |     ^^^^^^^^^^^
help: use `if` and `elif`
