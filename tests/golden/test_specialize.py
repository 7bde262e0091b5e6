"""Versions of graphs: what they are for some sizes, after every pass, and that they mean the same.

A case is a file in `specialize/`: the sizes and what it shows in the first line, then the graph
for every size, then the version. `pytest --update` rewrites the second one.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from dslc.ir.passes import optimize
from dslc.ir.passes.specialize import NotSpecialized, specialize
from dslc.ir.print import print_graph
from dslc.ir.same import difference
from dslc.ir.verify import verify

from .test_passes import AFTER, BEFORE, outcome, parts, rewrite

CASES = sorted((Path(__file__).parent / "specialize").glob("*.py"))


def requested(head: str) -> tuple[dict[str, int], dict[str, int]]:
    """The sizes and the multiples that the first line of a case asks for."""
    sizes: dict[str, int] = {}
    multiples: dict[str, int] = {}
    for each in head[2:].partition(":")[0].split(", "):
        name, sign, number = each.split()
        (sizes if sign == "=" else multiples)[name] = int(number)
    return sizes, multiples


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_version(
    path: Path, graph_of: Any, draw: Any, request: pytest.FixtureRequest, capsys: Any
) -> None:
    head, before_text, after_text = parts(path)
    before = verify(graph_of(before_text))
    version = specialize(before, *requested(head))
    after = optimize(version.graph)
    made = head + BEFORE + print_graph(before) + AFTER + print_graph(after)
    if request.config.getoption("--update"):
        with capsys.disabled():
            rewrite(path, made)
    else:
        assert made == head + BEFORE + before_text + AFTER + after_text
    assert difference(after, graph_of(print_graph(after))) is None
    arguments, sizes = draw(before, 32)
    assert outcome(after, arguments, version.sizes(sizes)) == outcome(before, arguments, sizes)


def test_sizes_that_the_graph_refuses_have_no_version(graph_of: Any) -> None:
    _, text, _ = parts(Path(__file__).parent / "specialize/assumptions.py")
    graph = graph_of(text)
    with pytest.raises(NotSpecialized, match="m == n, here 31 == 32"):
        specialize(graph, {"n": 32, "m": 31})


def test_a_rule_that_refuses_the_sizes_has_no_version(graph_of: Any) -> None:
    text = """\
import dslc
from dslc import Tensor, bool_, f32

n = dslc.dims("n")

@dslc.builder("a.py")
def f(g, x: Tensor[f32, n], mask: Tensor[bool_, 3]):
    return g.index(x, g.s_[mask])
"""
    with pytest.raises(NotSpecialized, match="a mask has the sizes of the axes"):
        specialize(verify(graph_of(text)), {"n": 4})


def test_a_slice_at_a_number_that_is_known_now_has_a_size(graph_of: Any) -> None:
    _, text, _ = parts(Path(__file__).parent / "specialize/open_sizes.py")
    version = specialize(verify(graph_of(text)), {"k": 3})
    tail = version.graph.body.nodes[0].results
    assert [str(value.type) for value in tail] == ["f32[max(n - 3, 0)]"]
