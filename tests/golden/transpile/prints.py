import sys

import numpy as np

from dslc import Scalar, Static, Tensor, dims, f32, graph, i64

n = dims("n")
NAME = "f {0}"


def shown(label: str, value):
    print(label, value)
    return value * 2


def banner(title: str):
    print("==", title)
    return len(title)


@graph
def texts(x: Tensor[f32, n], k: int, on: bool, digits: Static[int] = 3) -> Tensor[f32, n]:
    print("start", banner("x"))
    print()
    print(NAME, k, x, 2.5, None, sep=" | ")
    gap = np.max(x)
    print(f"gap {gap} is {gap:.3f}, {gap!r:>22}, {x} {{k}} {k=} {on}")
    print(f"{gap:.{digits}f}" f" {digits}", "no end", end="")
    print((gap, [x, k, "it's"]), x.shape, (), (gap,), {"gap": gap, 3: {"{": [k]}})
    print("to stderr", x[0], file=sys.stderr, flush=True)
    return x + 1


@graph
def progress(x: Tensor[f32, n], most: Scalar[i64]) -> Tensor[f32, n]:
    step = 0
    total = np.sum(x)
    while total > 1 and step < most:
        x = x * np.float32(0.5)
        total = np.sum(x)
        if step % 2 == 0:
            print("step", step, "total:", total)
        else:
            # Only the odd ones.
            print(f"{step:03d}: {total:8.4f}")
        step += 1
    for i in range(x.shape[0]):
        assert x[i] < 100
        print(i, x[i])
    return shown("last", x)


@graph
def calls(x: Tensor[f32, n], most: Scalar[i64]) -> Tensor[f32, n]:
    print("before")
    y = progress(x, most)
    print("after", y)
    return y
# --- calls ---
#: texts(np.float32([1, 2.5]), 3, True) == [2, 3.5]
#: texts(np.float32([-0.0]), -3, False)
#! texts(np.float32([]), 0, True) ValueError
#: progress(np.float32([8, 2]), 9)
#! progress(np.float32([1, 500]), 1) AssertionError
#: calls(np.float32([8, 2]), 3)
# --- emitted ---
# Written by `dslc build` from prints.py: edit that file and build again.
import sys

import numpy as np

import dslc
from dslc import Scalar, Static, Tensor, dims, f32, graph, i64

n = dims("n")
NAME = "f {0}"


def shown(label: str, value):
    print(label, value)
    return value * 2


def banner(title: str):
    print("==", title)
    return len(title)


def banner_inlined(g, title):
    g.lines(17)

    g.at('print("==", title)')
    g.print("==", title)

    return len(title)


@dslc.builder("prints.py", captures=("banner", "NAME"))
def texts(g, x: Tensor[f32, n], k: int, on: bool, digits: Static[int] = 3) -> Tensor[f32, n]:
    # capture NAME = 'f {0}'
    g.lines(23, 24, 25, 26, 27, 28, 29, 30, 31)

    g.at('print("start", banner("x"))')
    value_banner = banner_inlined(g, "x")                         # int
    g.print("start", value_banner)

    g.at("print()")
    g.print()

    g.at('print(NAME, k, x, 2.5, None, sep=" | ")')
    g.print(NAME, k, x, 2.5, None, sep=" | ")

    g.at("gap = np.max(x)")
    gap = g.max(x)                                                # f32

    g.at('print(f"gap {gap} is {gap:.3f}, {gap!r:>22}, {x} {{k}} {k=} {on}")')
    value_text = g.format("gap {} is {:.3f}, {!r:>22}, {} {{k}} k={!r} {}", gap, gap, gap, x, k, on)
    g.print(value_text)

    g.at('print(f"{gap:.{digits}f}" f" {digits}", "no end", end="")')
    g.print(g.format("{:.{}f} {}", gap, digits, digits), "no end", end="")

    g.at('print((gap, [x, k, "it\'s"]), x.shape, (), (gap,), {"gap": gap, 3: {"{": [k]}})')
    g.print((gap, [x, k, "it's"]), (x.shape[0],), (), (gap,), {"gap": gap, 3: {"{": [k]}})

    g.at('print("to stderr", x[0], file=sys.stderr, flush=True)')
    value_index = g.index(x, g.s_[0])                             # f32
    g.print("to stderr", value_index, file="stderr", flush=True)

    g.at("return x + 1")
    result = g.add(x, 1)                                          # f32[n]
    return result


def shown_inlined(g, label, value):
    g.lines(12, 13)

    g.at("print(label, value)")
    g.print(label, value)

    g.at("return value * 2")
    result = g.multiply(value, 2)                                 # f32[n]
    return result


@dslc.builder("prints.py", captures=("shown",))
def progress(g, x: Tensor[f32, n], most: Scalar[i64]) -> Tensor[f32, n]:
    g.lines(37, 38, 39, 40, 41, 42, 45, 46, 47, 48, 49, 50)

    step = 0

    g.at("total = np.sum(x)")
    total = g.sum(x)                                              # f32

    g.at("while total > 1 and step < most:")

    def loop1_test(x, step, total):                               # f32[n], int, f32
        test_greater = g.greater(total, 1)                        # bool_
        test_less = g.less(step, most)                            # bool_
        test = g.and_(test_greater, test_less)                    # bool
        return test

    def loop1_body(x, step, total):                               # f32[n], int, f32
        g.at("x = x * np.float32(0.5)")
        x = g.multiply(x, np.float32(0.5))                        # f32[n]

        g.at("total = np.sum(x)")
        total = g.sum(x)                                          # f32

        g.at("if step % 2 == 0:")
        test_remainder = g.remainder(step, 2)                     # int
        test = g.equal(test_remainder, 0)                         # bool

        def if1_then():
            g.at('print("step", step, "total:", total)')
            g.print("step", step, "total:", total)
            return ()

        def if1_else():
            # Only the odd ones.
            g.at('print(f"{step:03d}: {total:8.4f}")')
            g.print(g.format("{:03d}: {:8.4f}", step, total))
            return ()

        g.if_(test, if1_then, if1_else)

        g.at("step += 1")
        step = g.add(step, 1)                                     # int
        return x, step, total

    x, step, total = g.while_(loop1_test, loop1_body, (x, step, total))  # f32[n], int, f32

    g.at("for i in range(x.shape[0]):")

    def loop2_body(i):                                            # int
        g.at("assert x[i] < 100")
        test_index = g.index(x, g.s_[i])                          # f32
        test = g.less(test_index, 100)                            # bool_
        checked = g.check(test)                                   # bool

        g.at("print(i, x[i])")
        value_index = g.index(x, g.s_[i])                         # f32
        g.print(i, value_index)
        return ()

    g.for_(g.range(x.shape[0]), loop2_body, ())

    g.at('return shown("last", x)')
    result = shown_inlined(g, "last", x)                          # f32[n]
    return result


@dslc.builder("prints.py", captures=("progress",))
def calls(g, x: Tensor[f32, n], most: Scalar[i64]) -> Tensor[f32, n]:
    g.lines(55, 56, 57)

    g.at('print("before")')
    g.print("before")

    g.at("y = progress(x, most)")
    y = g.call(progress, x, most)                                 # f32[n]

    g.at('print("after", y)')
    g.print("after", y)

    return y
