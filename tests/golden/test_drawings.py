"""Graphs as Graphviz and Mermaid text; whatever a program says, a label cannot end early.

A case is an emitted module in `kernels/`, its text in `drawings/`. `pytest --update` rewrites it.
"""

from __future__ import annotations

import difflib
import re
import shutil
import subprocess
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from dslc.cli.dot import as_dot
from dslc.cli.drawing import Box, Drawing, Frame, draw
from dslc.cli.mermaid import as_mermaid

HERE = Path(__file__).parent
KERNELS = [HERE / "kernels" / f"{name}.py" for name in ("newton", "recurrent")]
GRAPHS = sorted([*(HERE / "kernels").glob("*.py"), *(HERE / "passes").glob("*.py")])
FORMS = {"dot": as_dot, "mmd": as_mermaid}

HOSTILE = r"""
import dslc
from dslc import i64, Scalar

@dslc.builder("a.py")
def f(g, größe: Scalar[i64]):
    test = g.greater(größe, 0)
    x = g.check(test, message='a "quote", \\ `tick` #1; ] --> <b>\nend &amp; \u202e')
    return x
"""


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("path", KERNELS, ids=lambda path: path.stem)
def test_drawing(
    path: Path, form: str, graph_of: Any, request: pytest.FixtureRequest, capsys: Any
) -> None:
    made = FORMS[form](draw(graph_of(path.read_text("utf-8"))))
    held = HERE / "drawings" / f"{path.stem}.{form}"
    if request.config.getoption("--update"):
        before = held.read_text("utf-8").splitlines() if held.exists() else []
        with capsys.disabled():
            for line in difflib.unified_diff(before, made.splitlines(), held.name, "made"):
                print(line.rstrip("\n"))
        held.parent.mkdir(exist_ok=True)
        held.write_text(made, "utf-8")
    else:
        assert made == held.read_text("utf-8")


@pytest.mark.parametrize("path", GRAPHS, ids=lambda path: path.stem)
def test_every_node_is_a_box_and_every_arrow_has_ends(path: Path, graph_of: Any) -> None:
    graph = graph_of(path.read_text("utf-8"))
    drawing = draw(graph)
    boxes, frames = list(boxes_of(drawing)), list(frames_of(drawing.frames))
    keys = Counter([*(box.key for box in boxes), *(frame.key for frame in frames)])
    assert set(keys.values()) == {1}
    nodes = [node for each in (*graph.callees(), graph) for node in each.walk()]
    assert sum(box.role in ("node", "control") for box in boxes) == len(nodes)
    assert sum(box.role == "control" for box in boxes) == sum(bool(n.regions) for n in nodes)
    inside = {box.key for box in boxes}
    assert {end for arrow in drawing.arrows for end in (arrow.start, arrow.end)} <= inside
    calls = [arrow for arrow in drawing.arrows if arrow.way == "call"]
    assert len(calls) == sum(node.op.name == "call" for node in nodes)


def test_labels_hold_any_text(graph_of: Any) -> None:
    drawing = draw(graph_of(HOSTILE))
    assert 'a "quote"' in next(box.text for box in boxes_of(drawing) if "check" in box.text)
    string = re.compile(r'"(?:[^"\\]|\\["\\])*"')
    for line in as_dot(drawing).splitlines():
        assert '"' not in string.sub("", line)
        assert "<b>" not in string.sub("", line)
    for line in as_mermaid(drawing).splitlines():
        assert line.count('"') in (0, 2)
        assert not set("`<&") & set(line)
        assert line.isprintable()
    assert "größe" in as_mermaid(drawing)


@pytest.mark.skipif(shutil.which("dot") is None, reason="needs Graphviz")
@pytest.mark.parametrize("text", [*(p.read_text("utf-8") for p in KERNELS), HOSTILE])
def test_graphviz_reads_it(text: str, graph_of: Any) -> None:
    made = as_dot(draw(graph_of(text)))
    result = subprocess.run(
        ["dot", "-Tdot"], input=made, capture_output=True, text=True, check=False
    )
    assert (result.returncode, result.stderr) == (0, "")


def frames_of(inside: list[Box | Frame] | list[Frame]) -> Iterator[Frame]:
    for each in inside:
        if isinstance(each, Frame):
            yield each
            yield from frames_of(each.inside)


def boxes_of(drawing: Drawing) -> Iterator[Box]:
    for frame in frames_of(drawing.frames):
        yield from (each for each in frame.inside if isinstance(each, Box))
