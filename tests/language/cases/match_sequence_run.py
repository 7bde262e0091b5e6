# construct: `match` with patterns of sequences
# nodes: Match match_case MatchSequence
# time: run
# status: refused
from dslc import graph


@graph
def f(x: float, y: float):
    match (x, y):  # error: [unsupported-construct]
        case [0, other]:
            z = other
        case _:
            z = x
    return z
# --- diagnostics ---
error[unsupported-construct]: `match` is not part of the language
 --> match_sequence_run.py:6:5
  |
6 |     match (x, y):
  |     ^^^^^^^^^^^^^
help: match values and names alone, or use `if` and `elif`
