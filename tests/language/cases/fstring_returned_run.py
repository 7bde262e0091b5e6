# construct: returning an f-string
# nodes: JoinedStr Return
# time: run
# status: refused
from dslc import Scalar, f32, graph


@graph
def f(x: Scalar[f32]):
    return f"{x}"  # error: [result-unsupported]
# --- diagnostics ---
error[result-unsupported]: a text of run-time values cannot be returned
 --> fstring_returned_run.py:6:5
  |
6 |     return f"{x}"
  |     ^^^^^^^^^^^^^
help: return the values, and make the text outside
