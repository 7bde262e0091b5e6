"""The text of a plan: what each node waits for, and that all of it is read back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from dslc.ir.diagnostics import CompilerBug
from dslc.ir.evaluate import evaluate
from dslc.ir.graph import Graph
from dslc.ir.nests.parse_plan import parse_plan
from dslc.ir.nests.plan import print_plan
from dslc.ir.passes import run_pass
from dslc.ir.passes.fuse import fuse
from dslc.ir.verify import verify

PROGRAM = """\
import dslc
from dslc import InOut, Scalar, Tensor, dims, f32, i64

n = dims("n")


@dslc.builder("model.py")
def near(g, x: Tensor[f32, n], most: int):
    return g.multiply(x, most)


@dslc.builder("model.py")
def far(g, x: InOut[f32, n], t: Tensor[i64, n], k: int, s: Scalar[f32]):
    g.lines(3, 4, 5, 6, 7)

    g.require(n, ">=", 2)

    g.at("y = np.exp(x) * s")
    y_exp = g.exp(x)
    y = g.multiply(y_exp, s)

    g.at("z = x[t]")
    z = g.index(x, g.s_[t])

    g.at("for i in range(k):")

    def loop1_body(i, y, found):
        g.at("y = near(y, i)")
        y = g.call(near, y, i)
        mask = g.greater(y, 0.5)
        found = g.index(y, g.s_[mask])
        test = g.greater(s, f32(0.0))

        def if1_then():
            return y

        def if1_else():
            g.print("small", s, end="")
            g.check(True, message="never", error="queue:Full")
            return y

        y = g.if_(test, if1_then, if1_else)
        return y, found

    y, found = g.for_(g.range(k), loop1_body, (y, y))
    x = g.update(x, z)
    g.print(y)
    return y, found, found.shape[0], g.unset
"""

PLAN = """\
far(x: f32[n], t: i64[n]):
    sizes n in 2..9
    # model.py:3  y = x + 1.0
    1: y = nest(x)
        (x: f32[n]) -> (y: f32[n])
        for i0 < n:
            y[i0] = add(x[i0], 1.0)
    2: z = nest(x)
        (x: f32[n]) -> (z: f32[n])
        for i0 < n:
            z[i0] = multiply(x[i0], x[i0])
    3: within(t, axis=0, size=size(n), unless=(), mode="raise", count=size(n))
    4 after 1, 3: w = nest(y, t)
        (y: f32[n], t: i64[n]) -> (w: f32[n])
        for i0 < n:
            pick p0 < n = t[i0]
            w[i0] = y[p0]
    5 after 1, 4: u: f32[n] = store(y, 2.0, 0, key="_")
    6 after 5: v: f32[n] = sort(u, axis=0)
    return v, w, z, size(n - 2), unset, float("-inf")
"""


def test_all_of_a_plan_is_read_back(graph_of: Callable[[str], Graph]) -> None:
    graph = run_pass(fuse, verify(graph_of(PROGRAM)))
    text = print_plan(graph)
    assert "near(" in text and "far(" in text
    again = verify(parse_plan(text))
    assert print_plan(again) == text
    assert (again.name, again.source, again.updates) == ("far", "model.py", (0,))
    assert [str(each.comparison) for each in again.requires] == ["n >= 2"]
    x, t = np.array([0.5, -1.0, 2.0], np.float32), np.array([2, -1, 0])
    arguments = [x, t, 2, np.float32(0.25)]
    one, other = (evaluate(each, arguments, {"n": 3, "k": 2}) for each in (graph, again))
    assert [np.asarray(each).tobytes() for each in one[:3]] == [
        np.asarray(each).tobytes() for each in other[:3]
    ]


def test_a_plan_is_a_program() -> None:
    graph = verify(parse_plan(PLAN))
    assert print_plan(graph) == PLAN
    v, w, z, *rest = evaluate(
        graph, [np.array([3, 1, 2], np.float32), np.array([0, 0, 2])], {"n": 3}
    )
    assert v.tolist() == [2.0, 2.0, 3.0] and w.tolist() == [4.0, 4.0, 3.0]
    assert z.tolist() == [9.0, 1.0, 4.0] and rest[0] == 1 and rest[2] == float("-inf")
    with pytest.raises(IndexError):
        evaluate(graph, [np.array([3, 1, 2], np.float32), np.array([0, 3, 2])], {"n": 3})


@pytest.mark.parametrize(
    ("line", "waits"),
    [
        ("4: w = nest(y, t)", "4 after 1, 3: w = nest(y, t)"),  # picks after the check of places
        ("5: u: f32[n] = store", "5 after 1, 4: u: f32[n] = store"),  # writes after it was read
        ("2 after 1: z = nest(x)", "2: z = nest(x)"),  # reads what was there
    ],
)
def test_dependences_are_found_not_read(line: str, waits: str) -> None:
    assert waits in PLAN
    assert waits in print_plan(parse_plan(PLAN.replace(waits, line)))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "far(x: f32[n])",
        "far(x: f32[n]):\n    y = add(x, 1.0)\n",
        "far(x: f32[n]):\n    1: y: f32[n] = add(z, 1.0)\n",
        "far(x: f32[n]):\n    1: y: f32[n] = sum of(x)\n",
        "far():\n    sizes n > 2\n",
        "far():\n    return )",
    ],
)
def test_other_texts_are_refused(text: Any) -> None:
    with pytest.raises(CompilerBug, match="is no line of a plan"):
        parse_plan(text)
