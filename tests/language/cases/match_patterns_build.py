# construct: `match` with patterns of sequences, dicts and classes
# nodes: Match match_case MatchSequence MatchStar MatchMapping MatchClass MatchAs MatchOr
# time: build
# status: supported
from dataclasses import dataclass

import numpy as np

from dslc import Static, Tensor, dims, f32, graph

n = dims("n")


@dataclass(frozen=True)
class Scaled:
    by: int
    plus: int = 0


@graph
def f(x: Tensor[f32, n], kind: Static[object] = ("a", 1)):
    match kind:  # <--
        case [name, by] if by > 3:
            y = x * by
        case ["a" | "b" as name, *others, [last]]:
            y = x * last + len(others)
        case {"w": w, **rest} if rest:
            y = x * w + len(rest)
        case Scaled(0):
            y = x
        case Scaled(by, plus=int(plus)):
            y = x * by + plus
        case int(by) | float(by):
            y = x * by
        case str():
            y = x + len(kind)
        case _:
            y = -x
    return y
# --- calls ---
#: f(np.float32([3])) == np.float32([-3])
#: f(np.float32([3]), ("a", 4)) == np.float32([12])
#: f(np.float32([3]), ["b", 5, 6, (7,)]) == np.float32([23])
#: f(np.float32([3]), range(2, 6)) == np.float32([-3])
#: f(np.float32([3]), range(5, 9, 2)) == np.float32([21])
#: f(np.float32([3]), {"w": 2}) == np.float32([-3])
#: f(np.float32([3]), {"w": 2, "b": 1}) == np.float32([7])
#: f(np.float32([3]), Scaled(0, 2)) == np.float32([3])
#: f(np.float32([3]), Scaled(2, 1)) == np.float32([7])
#: f(np.float32([3]), Scaled(2, "1")) == np.float32([-3])
#: f(np.float32([3]), True) == np.float32([3])
#: f(np.float32([3]), 0.5) == np.float32([1.5])
#: f(np.float32([3]), "ab") == np.float32([5])
#: f(np.float32([3]), None) == np.float32([-3])
# --- emitted ---
@dslc.builder("match_patterns_build.py", captures=("Scaled",))
def f(g, x: Tensor[f32, n], kind: Static[object] = ("a", 1)):
    # capture Scaled = Scaled
    g.lines(19, 20, 22, 23, 24, 28, 30, 32, 34)

    g.at("case [name, by] if by > 3:")
    fits = g.has_items(kind, 2)

    if fits:
        name = kind[0]
        by = kind[1]

    if fits and (by > 3):
        g.at("y = x * by")
        y = g.multiply(x, by)
    else:
        if (g.has_items(kind, 2, more=True) and ((kind[0] == "a") or (kind[0] == "b"))) and g.has_items(kind[-1], 1):
            name = kind[0]
            others = [*kind[1:-1]]
            last = kind[-1][0]

            g.at("y = x * last + len(others)")
            y_multiply = g.multiply(x, last)
            y = g.add(y_multiply, len(others))
        else:
            g.at('case {"w": w, **rest} if rest:')
            fits_2 = g.has_keys(kind, "w")

            if fits_2:
                w = kind["w"]
                rest = {k: v for k, v in kind.items() if k not in ("w",)}

            if fits_2 and rest:
                g.at("y = x * w + len(rest)")
                y_multiply = g.multiply(x, w)
                y = g.add(y_multiply, len(rest))
            else:
                if isinstance(kind, Scaled) and (kind.by == 0):
                    y = x
                else:
                    if isinstance(kind, Scaled) and isinstance(kind.plus, int):
                        by = kind.by
                        plus = kind.plus

                        g.at("y = x * by + plus")
                        y_multiply = g.multiply(x, by)
                        y = g.add(y_multiply, plus)
                    else:
                        if isinstance(kind, int) or isinstance(kind, float):
                            if isinstance(kind, int):
                                by = kind
                            else:
                                by = kind

                            g.at("y = x * by")
                            y = g.multiply(x, by)
                        else:
                            if isinstance(kind, str):
                                g.at("y = x + len(kind)")
                                y = g.add(x, len(kind))
                            else:
                                g.at("y = -x")
                                y = g.negative(x)                 # f32[n]

    return y
