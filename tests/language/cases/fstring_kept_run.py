# construct: an f-string outside of `print`
# nodes: JoinedStr FormattedValue
# time: run
# status: refused
from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n]):
    text = f"{x[0]}"  # error: [unsupported-construct]
    return x
# --- diagnostics ---
error[unsupported-construct]: an f-string is not part of the language
 --> fstring_kept_run.py:8:12
  |
8 |     text = f"{x[0]}"
  |            ^^^^^^^^^
help: print it, as in `print(f"{x}")`, or format the result outside the function
