"""Neighbouring loops of drawn bodies mean the same after they became one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from dslc.ir.evaluate import evaluate
from dslc.ir.graph import Graph
from dslc.ir.passes import run_pass
from dslc.ir.passes.fuse_loops import fuse_loops
from dslc.ir.remarks import collected

HEAD = """\
import dslc
from dslc import Tensor, f32

n = dslc.dims("n")

@dslc.builder("a.py")
def drawn(g, a: Tensor[f32, n, 3], b: Tensor[f32, n, 3], c: Tensor[f32, n, 3], k: int):
"""
ROWS = ("i", "i", "i", "i, 1", "0", "n - 1 - i", "i - 1")
RANGES = ("a.shape[0]", "a.shape[0]", "a.shape[0]", "1, a.shape[0]", "k")
NAMES = ("a", "b", "c")


def drawn(seed: int) -> str:
    """Loops over few ranges that read and store rows of three arrays."""
    random = np.random.default_rng(seed)

    def pick(options: Any) -> str:
        return str(random.choice(options))

    lines: list[str] = []
    for number in range(int(random.integers(2, 5))):
        carried = [name for name in NAMES if random.random() < 0.5] or [pick(NAMES)]
        taken = ", ".join(carried)
        lines.append(f"def loop{number}_body(i, {taken}):")
        for step in range(int(random.integers(1, 4))):
            row = pick(ROWS).replace("n", "a.shape[0]")
            lines.append(f"    v{step} = g.index({pick(NAMES)}, g.s_[{row}])")
            if "," in row:
                continue
            if random.random() < 0.3:
                lines.append(f"    v{step} = g.{pick(('exp', 'negative'))}(v{step})")
            target, row = pick(carried), pick(ROWS[:3] if random.random() < 0.8 else ("0",))
            lines.append(f"    {target} = g.store({target}, g.s_[{row}], v{step})")
        lines.append(f"    return {taken}")
        lines.append(f"{taken} = g.for_(g.range({pick(RANGES)}), loop{number}_body, ({taken},))")
        if random.random() < 0.2:
            name = pick(NAMES)
            lines.append(f"{name} = g.add({name}, {pick(NAMES)})")
        if random.random() < 0.1:
            lines.append(f"g.print(g.sum({pick(NAMES)}))")
    return HEAD + "".join(f"    {line}\n" for line in [*lines, f"return {', '.join(NAMES)}"])


def outcome(graph: Graph, size: int, capsys: Any) -> tuple[Any, ...]:
    """The bits of the results, or the exception; and what is printed."""
    random = np.random.default_rng(size)
    arrays = [random.integers(-3, 4, (size, 3)).astype(np.float32) for _ in NAMES]
    try:
        with np.errstate(all="ignore"):
            found = [each.tobytes() for each in evaluate(graph, [*arrays, 2], {"n": size, "k": 2})]
    except Exception as error:  # noqa: BLE001
        found = [repr(error).encode()]
    return *found, capsys.readouterr().out


def test_drawn_loops(graph_of: Callable[[str], Graph], capsys: Any) -> None:
    fused = 0
    for seed in range(150):
        graph = graph_of(drawn(seed))
        with collected() as remarks:
            after = run_pass(fuse_loops, graph)
        fused += any("is one with" in remark.what for remark in remarks)
        for size in (0, 1, 3):
            assert outcome(graph, size, capsys) == outcome(after, size, capsys), drawn(seed)
    assert fused > 15


NOT_FUSED = {
    "its trips need what other trips of that one make": "g.index(y, g.s_[0])",
    "what can raise or not end is in both": "g.index(x, g.s_[k])",
}


@pytest.mark.parametrize("why", NOT_FUSED)
def test_why_not(why: str, graph_of: Callable[[str], Graph]) -> None:
    text = f"""\
import dslc
from dslc import Tensor, f32

n = dslc.dims("n")

@dslc.builder("a.py")
def apart(g, x: Tensor[f32, n], y: Tensor[f32, n], k: int):
    g.lines(7, 8)
    g.at("for i in range(len(x)):")

    def loop1_body(i, y):
        one = g.index(x, g.s_[i])
        {"one = g.index(x, g.s_[k + 1])" if "raise" in why else ""}
        y = g.store(y, g.s_[i], one)
        return y

    y = g.for_(g.range(x.shape[0]), loop1_body, (y,))
    g.at("for j in range(len(x)):")

    def loop2_body(i, z):
        one = {NOT_FUSED[why]}
        z = g.store(z, g.s_[i], one)
        return z

    z = g.for_(g.range(x.shape[0]), loop2_body, (x,))
    return y, z
"""
    with collected() as remarks:
        run_pass(fuse_loops, graph_of(text))
    assert [str(remark) for remark in remarks] == [
        f"a.py:8: fuse_loops: the loop is not one with the loop before it: {why}"
    ]


INNER = """\
    def loop1_body(i, a):
        a = g.store(a, g.s_[i], 1.0)
        return a
    a = g.for_(g.range(k), loop1_body, (a,))
    def loop2_body(j, b):
        def loop3_body(i, b):
            b_add = g.add(b, 1.0)
            return b_add
        b = g.for_(g.range(k), loop3_body, (b,))
        return b
    b = g.for_(g.range(k), loop2_body, (b,))
    return a, b, c
"""


def test_an_index_of_an_inner_loop_keeps_its_name(
    graph_of: Callable[[str], Graph], capsys: Any
) -> None:
    graph = graph_of(HEAD + INNER)
    assert outcome(run_pass(fuse_loops, graph), 3, capsys) == outcome(graph, 3, capsys)
