"""What is cheap is computed again where it is read, by the cost model, and gives the same bits."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from dslc.ir.evaluate import evaluate
from dslc.ir.expansion import expand
from dslc.ir.graph import Graph
from dslc.ir.nests.cost import operations
from dslc.ir.nests.node import NEST
from dslc.ir.nests.traffic import traffic
from dslc.ir.passes import run_pass
from dslc.ir.passes.fuse import fuse
from dslc.ir.remarks import collected

TEXT = """\
import dslc
from dslc import Tensor, f32

n, m = dslc.dims("n m")

@dslc.builder("a.py")
def f(g, x: Tensor[f32, n, m], s: Tensor[f32, n, m], c: Tensor[f32, n, m]):
    apart = g.{op}(x, {other})
    square = g.multiply(apart, apart)
    total = g.sum(square)
    {between}
    y = g.{reader}
    return {results}
"""

CHEAP = {
    "op": "subtract",
    "other": "2.0",
    "between": "z = g.sqrt(total)",
    "reader": "divide(apart, z)",
    "results": "y",
}


def fused(graph: Graph) -> Graph:
    return run_pass(fuse, run_pass(lambda each: expand(each, lambda op: False), graph))


def arrays_made(graph: Graph) -> int:
    """How many arrays nests make."""
    nests = [node for node in graph.walk() if node.op is NEST]
    return sum(len(each.shape) > 0 for node in nests for each in node.results)


def same_bits(graph: Graph, nests: Graph) -> None:
    random = np.random.default_rng(0)
    pool = np.array([0.0, -0.0, 0.5, 2.0, -3.0, np.nan, np.inf], np.float32)
    for shape in ((2, 3), (1, 1), (0, 2), (3, 40)):
        given = [random.choice(pool, shape) for _ in range(3)]
        sizes = dict(zip("nm", shape, strict=True))
        pairs = zip(*(evaluate(each, given, sizes) for each in (graph, nests)), strict=True)
        assert all(np.asarray(a).tobytes() == np.asarray(b).tobytes() for a, b in pairs)


@pytest.mark.parametrize(
    ("change", "arrays"),
    [
        ({}, 1),
        ({"reader": "divide(g.transpose(apart, (1, 0)), z)"}, 2),  # one loop there, two here
        ({"op": "multiply", "other": "x"}, 1),
        ({"op": "power"}, 2),  # dear
        ({"other": "x" + "); apart = g.add(apart, apart" * 40}, 2),  # 2**40 ops without its locals
        ({"other": "s"}, 2),  # another array to read, as many bytes
        ({"other": "s", "reader": "divide(apart, g.multiply(s, z))"}, 1),  # which is read anyway
        ({"results": "y, apart"}, 2),
        ({"between": "z = g.sort(apart, axis=0)"}, 2),  # no nest reads it
        ({"between": "z = g.copyto(x, 1.0, where=g.greater(c, total))"}, 3),  # x may be taken over
        ({"reader": "add(g.index(apart, g.s_[:, :, None]), g.index(s, g.s_[:, None, :]))"}, 2),
    ],
)
def test_what_is_computed_again(
    graph_of: Callable[[str], Graph], change: dict[str, str], arrays: int
) -> None:
    graph = graph_of(TEXT.format(**(CHEAP | change)))
    nests = fused(graph)
    assert arrays_made(nests) == arrays
    same_bits(graph, nests)


def test_the_report_has_the_numbers(graph_of: Callable[[str], Graph]) -> None:
    told: list[str] = []
    for change in ({}, {"op": "power"}):
        with collected() as remarks:
            fused(graph_of(TEXT.format(**(CHEAP | change))))
        told += [each.what for each in remarks if "again" in each.what]
    assert told == [
        "`subtract` is computed again where it is read: m*n operations for 4*m*n bytes",
        "`power` is kept, not computed again: 20*m*n operations for 4*m*n bytes",
    ]


def test_less_is_moved_and_work_grows_by_a_factor(graph_of: Callable[[str], Graph]) -> None:
    graph = graph_of(TEXT.format(**CHEAP))
    nests, kept = (
        fused(each) for each in (graph, graph_of(TEXT.format(**(CHEAP | {"results": "y, apart"}))))
    )
    sizes = {"n": 100, "m": 50}
    assert str(traffic(nests)) == "12*m*n"  # x twice, y once
    assert operations(nests, sizes) <= operations(kept, sizes) + 100 * 50
