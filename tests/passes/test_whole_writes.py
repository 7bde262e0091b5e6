"""Writes to all elements, or to those of a mask, give the same bits as part of a nest."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from dslc.ir.diagnostics import DslError
from dslc.ir.dtypes import BY_NAME
from dslc.ir.evaluate import evaluate
from dslc.ir.graph import Graph
from dslc.ir.passes import run_pass
from dslc.ir.passes.fuse import fuse

TEXT = """\
import dslc
from dslc import Scalar, Tensor, f16, f32, f64, i8, i64, u8

n, m = dslc.dims("n m")

@dslc.builder("a.py")
def written(
    g, x: Tensor[{0}, n, m], v: Tensor[{1}, n, m], row: Tensor[{1}, m], s: Scalar[{1}], f: float
):
    y = g.add(x, x)
    w = g.multiply(v, v)
    high = g.greater({2}, 1)
    y = g.{3}
    z = g.add(y, y)
    return z{4}
"""
DTYPES = ("f64", "f32", "f16", "i64", "i8", "u8")
VALUES = ("w", "v", "row", "s", "f", "0.1", "1e300", "-0.0", "float('nan')", "-1", "300")
DRAWN = 20
"""Writes of each pair of dtypes."""

WRITES = (
    "store(y, g.s_[...], {})",
    "store(y, g.s_[:, :], {})",
    "store(y, g.s_[:], {}, inplace=True)",
    "store(y, g.s_[high], {})",
    "copyto(y, {})",
    "copyto(y, {}, where=high)",
)


def graphs(graph_of: Callable[[str], Graph], target: str, given: str) -> Iterator[Graph]:
    """Graphs with some of the writes of values to arrays."""
    random = np.random.default_rng(len(target) + len(given))
    for number in random.permutation(len(VALUES) * len(WRITES))[:DRAWN]:
        value, write = VALUES[number % len(VALUES)], WRITES[number % len(WRITES)]
        mask, shown = random.choice(["y", "x", "v"]), random.choice(["", ", y", ", w", ", high"])
        try:
            yield graph_of(TEXT.format(target, given, mask, write.format(value), shown))
        except DslError:  # no array takes that value
            continue


def outcome(graph: Graph, arguments: list[Any]) -> list[bytes] | str:
    """The bits of the results; all NaNs are one."""
    try:
        with np.errstate(all="ignore"):
            found = [np.asarray(each) for each in evaluate(graph, arguments, {"n": 2, "m": 3})]
    except (OverflowError, ValueError) as error:
        return repr(error)
    return [np.where(each != each, 99, each).tobytes() for each in found]


@pytest.mark.parametrize("target", DTYPES)
def test_writes(graph_of: Callable[[str], Graph], target: str) -> None:
    random = np.random.default_rng(3)
    joined = 0
    for given in dict.fromkeys((target, "f64", "i64")):
        pool = np.array([0, 1, 2, 3, 100, -2 if given[0] != "u" else 5])
        types = [BY_NAME[each] for each in (target, given, given, given)]
        x, v, row, scalar = (
            random.choice(np.abs(pool) if dtype.kind == "u" else pool, shape).astype(dtype)
            for dtype, shape in zip(types, ((2, 3), (2, 3), (3,), ()), strict=True)
        )
        for graph in graphs(graph_of, target, given):
            nests = run_pass(fuse, graph)
            joined += not any(node.op.write for node in nests.walk())
            arguments = [x, v, row, scalar[()], 2.5]
            assert outcome(nests, arguments) == outcome(graph, arguments)
    assert joined > 5
