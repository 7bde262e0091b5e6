# construct: an f-string that depends on the path
# nodes: JoinedStr
# time: run
# status: refused
from dslc import Scalar, f32, graph


@graph
def f(x: Scalar[f32]):
    text = "small"
    if x > 1:  # error: [branch-mismatch]
        text = f"{x}"
    print(text)
    return x
# --- diagnostics ---
error[branch-mismatch]: `text` is a text of run-time values on one path and str on another
 --> fstring_joined_run.py:7:5
  |
7 |     if x > 1:
  |     ^^^^^^^^^
help: give `text` the same form on every path
