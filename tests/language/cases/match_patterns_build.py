# construct: `match` with patterns of sequences, dicts and classes
# nodes: Match match_case MatchSequence MatchStar MatchMapping MatchClass
# time: build
# status: refused
from dslc import Static, Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n], kind: Static[object] = ("a", 1)):
    match kind:  # error: [unsupported-construct]
        case [first, *others]:
            y = x
        case {"w": w}:
            y = x * 2
        case int():
            y = x + 1
        case _:
            y = -x
    return y
# --- diagnostics ---
error[unsupported-construct]: `match` is not part of the language
 --> match_patterns_build.py:8:5
  |
8 |     match kind:
  |     ^^^^^^^^^^^
help: match values and names alone, or use `if` and `elif`
