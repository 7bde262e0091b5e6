import numpy as np

from dslc import Static, Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n], k: int, width: Static[int] = 7) -> int:
    print(f"""two
lines of {k}: "{x[0]}" \t{{{k}}}""")
    print(rf"raw \n {k:>{width}}" "plain {k}" f'{np.sum(x):+.2e}', f"no values {width}", f"")
    print(f"{k if k > 0 else -k} {x[k % 2]:{4}} {k = } {(k, 1)!r} {[x[0]]} {x.shape} {x.dtype}")
    print(f"\N{GREEK SMALL LETTER PI} {k:_^+12,d}\\", sep="\x00", end="\u2028\n")
    for i in range(2):
        print("in", i, f"{i:b}{i:>3}")
    return k
# --- calls ---
#: f(np.float32([1.5, 2.25]), 3)
#: f(np.float32([-0.0, np.nan]), -2)
#! f(np.float32([]), 1) IndexError
# --- emitted ---
# Written by `dslc build` from prints_odd_text.py: edit that file and build again.
import numpy as np

import dslc
from dslc import Static, Tensor, dims, f32, graph

n = dims("n")


@dslc.builder("prints_odd_text.py")
def f(g, x: Tensor[f32, n], k: int, width: Static[int] = 7) -> int:
    g.lines(10, 12, 13, 14, 15, 16)

    g.at('print(f"""two\nlines of {k}: "{x[0]}" \\t{{{k}}}""")')
    value_index = g.index(x, g.s_[0])                             # f32
    g.print(g.format('two\nlines of {}: "{}" \t{{{}}}', k, value_index, k))

    g.at('print(rf"raw \\n {k:>{width}}" "plain {k}" f\'{np.sum(x):+.2e}\', f"no values {width}", ...')
    value_sum = g.sum(x)                                          # f32
    g.print(
        g.format("raw \\n {:>{}}plain {{k}}{:+.2e}", k, width, value_sum),
        f"no values {width}",
        f"",
    )

    g.at('print(f"{k if k > 0 else -k} {x[k % 2]:{4}} {k = } {(k, 1)!r} {[x[0]]} {x.shape} {x.d...')
    value_greater = g.greater(k, 0)                               # bool

    def if1_then():
        return k

    def if1_else():
        return -k

    value_if = g.if_(value_greater, if1_then, if1_else)           # int
    value_index = g.index(x, g.s_[k % 2])                         # f32
    value_index_2 = g.index(x, g.s_[0])                           # f32
    value_text = g.format(
        "{} {:{}} k = {!r} {!r} {} {} {}",
        value_if,
        value_index,
        4,
        k,
        (k, 1),
        [value_index_2],
        (x.shape[0],),
        x.dtype,
    )
    g.print(value_text)

    g.at('print(f"\\N{GREEK SMALL LETTER PI} {k:_^+12,d}\\\\", sep="\\x00", end="\\u2028\\n")')
    g.print(g.format("π {:_^+12,d}\\", k), sep="\x00", end="\u2028\n")

    g.at("for i in range(2):")

    def loop1_body(i):                                            # int
        g.at('print("in", i, f"{i:b}{i:>3}")')
        g.print("in", i, g.format("{:b}{:>3}", i, i))
        return ()

    g.for_(g.range(2), loop1_body, ())

    return k
