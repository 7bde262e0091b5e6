"""Each pass makes of the graph before the graph after, and they mean the same.

A case is a file in `passes/`: the pass and what it shows in the first line, then the two graphs.
`pytest --update` rewrites the second one.
"""

from __future__ import annotations

import difflib
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from dslc.ir.evaluate import evaluate
from dslc.ir.graph import Graph
from dslc.ir.passes import FAST_MATH, PIPELINE, run_pass
from dslc.ir.print import print_graph
from dslc.ir.same import difference
from dslc.ir.verify import verify

CASES = sorted((Path(__file__).parent / "passes").glob("*.py"))
EVERY = tuple(dict.fromkeys((*PIPELINE, *FAST_MATH)))
BEFORE, AFTER = "# --- before\n", "# --- after\n"


def parts(path: Path) -> tuple[str, str, str]:
    """The first line, the text before, the text after."""
    head, _, rest = path.read_text("utf-8").partition(BEFORE)
    before, _, after = rest.partition(AFTER)
    return head, before, after


def outcome(graph: Graph, arguments: list[Any], sizes: dict[str, int]) -> list[tuple[str, bytes]]:
    """The results bit for bit, or the exception."""
    try:
        results = evaluate(graph, arguments, sizes)
    except Exception as error:  # noqa: BLE001
        return [(repr(error), b"")]
    return [(f"{type(r)} {np.shape(r)}", np.asarray(r).tobytes()) for r in results]


def test_there_are_cases_for_every_pass() -> None:
    covered = {parts(path)[0][2:].partition(":")[0] for path in CASES}
    assert covered == {each.__name__ for each in EVERY}


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_pass(
    path: Path, graph_of: Any, draw: Any, request: pytest.FixtureRequest, capsys: Any
) -> None:
    head, before_text, after_text = parts(path)
    one_pass = next(p for p in EVERY if p.__name__ == head[2:].partition(":")[0])
    before = verify(graph_of(before_text))
    after = run_pass(one_pass, before)
    made = head + BEFORE + print_graph(before) + AFTER + print_graph(after)
    if request.config.getoption("--update"):
        with capsys.disabled():
            rewrite(path, made)
    else:
        assert made == head + BEFORE + before_text + AFTER + after_text
    assert difference(after, graph_of(print_graph(after))) is None
    assert difference(after, run_pass(one_pass, after)) is None
    for size in (0, 1, 3):
        arguments, sizes = draw(before, size)
        found, expected = (outcome(each, arguments, sizes) for each in (after, before))
        if one_pass in PIPELINE:
            assert found == expected
        else:
            check_nearly_equal(found, expected)


def check_nearly_equal(found: list[tuple[str, bytes]], expected: list[tuple[str, bytes]]) -> None:
    """What real numbers would make equal; results are f32."""
    assert [kind for kind, _ in found] == [kind for kind, _ in expected]
    for (_, one), (_, other) in zip(found, expected, strict=True):
        near = np.frombuffer(other, np.float32)
        np.testing.assert_allclose(np.frombuffer(one, np.float32), near, rtol=1e-4, atol=1e-5)


def rewrite(path: Path, made: str) -> None:
    """Make the file hold the text; shows what changes."""
    held = path.read_text("utf-8").splitlines()
    for line in difflib.unified_diff(held, made.splitlines(), path.name, "made", lineterm=""):
        print(line)
    path.write_text(made, "utf-8")
