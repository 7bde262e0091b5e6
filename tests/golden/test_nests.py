"""The loop nests of a graph, as a reviewer reads them; they give what the graph gives, to the bit.

NumPy adds up the products of a row alone in another order than those of many.

A case is a file in `nests/`: what it shows in the first line, then an emitted module, then the
nests of its last function, and of its other nodes the names. `pytest --update` rewrites these.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from dslc.ir.evaluate import evaluate
from dslc.ir.expansion import expand
from dslc.ir.graph import Graph, Region
from dslc.ir.nests.parse import parse_nest
from dslc.ir.nests.print import print_nest
from dslc.ir.passes import run_pass
from dslc.ir.passes.fuse import fuse
from dslc.ir.verify import verify

CASES = sorted((Path(__file__).parent / "nests").glob("*.py"))
NESTS = "# --- nests\n"


def shown(region: Region, indent: str = "# ") -> Iterator[str]:
    """The nests and the names of the other nodes."""
    for node in region.nodes:
        if node.op.name == "nest":
            yield from (indent + line for line in print_nest(node.attributes["nest"]).split("\n"))
        else:
            yield indent + node.op.name
        for inner in node.regions:
            yield from shown(inner, indent + "    ")


def fused(graph: Graph) -> Graph:
    """The graph in primitive ops and nests."""
    return run_pass(fuse, run_pass(lambda each: expand(each, lambda op: False), graph))


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_nests(path: Path, graph_of: Any, request: pytest.FixtureRequest) -> None:
    text = path.read_text("utf-8")
    source = text.partition(NESTS)[0]
    lines = shown(fused(verify(graph_of(source))).body)
    made = source + NESTS + "".join(f"{line}\n" for line in lines)
    if request.config.getoption("--update"):
        path.write_text(made, "utf-8")
    assert made == path.read_text("utf-8")


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_nests_give_what_the_graph_gives(path: Path, graph_of: Any, draw: Any) -> None:
    graph = verify(graph_of(path.read_text("utf-8")))
    nests = fused(graph)
    for size in (0, 1, 3, 8):
        arguments, sizes = draw(graph, size)
        found, expected = (outcome(each, arguments, sizes) for each in (nests, graph))
        if any(node.op.name == "matmul" for node in graph.walk()):
            assert [kind for kind, _ in found] == [kind for kind, _ in expected]
            pairs = zip(found, expected, strict=True)
            for one, other in (map(_floats, pair) for pair in pairs):
                np.testing.assert_allclose(one, other, rtol=1e-4, atol=1e-5)
        else:
            assert found == expected


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_text_is_read_back(path: Path, graph_of: Any) -> None:
    nests = fused(verify(graph_of(path.read_text("utf-8"))))
    for node in nests.walk():
        if node.op.name == "nest":
            nest = node.attributes["nest"]
            text = print_nest(nest)
            again = parse_nest(text)
            assert print_nest(again) == text
            assert [str(each.shape) for each in again.rows] == [
                str(each.shape) for each in nest.rows
            ]


def _floats(result: tuple[str, bytes]) -> Any:
    return np.frombuffer(result[1], np.float32)


def outcome(graph: Graph, arguments: list[Any], sizes: dict[str, int]) -> list[tuple[str, bytes]]:
    """The results bit for bit, or the exception."""
    try:
        results = evaluate(graph, arguments, sizes)
    except ValueError as error:
        return [(str(error), b"")]
    return [(f"{type(r)} {np.shape(r)}", np.asarray(r).tobytes()) for r in results]
