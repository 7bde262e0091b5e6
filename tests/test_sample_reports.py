"""The report of every sample says what is moved and how long it takes; its plans are read back."""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest

from dslc.cli.pass_changes import pass_report
from dslc.compiled import CompiledFunction
from dslc.ir.diagnostics import DslError
from dslc.ir.graph import Graph
from dslc.ir.nests.parse_plan import parse_plan
from dslc.ir.nests.plan import print_plan
from dslc.ir.passes import fuse as fusing
from dslc.ir.verify import verify

ROOT = Path(__file__).parent.parent
MODULES = sorted(path.stem for path in (ROOT / "samples").glob("*_graph.py"))


@pytest.mark.parametrize("name", MODULES)
def test_a_sample_has_a_report_and_plans(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(ROOT)
    found = vars(importlib.import_module(f"samples.{name}")).values()
    functions = [each for each in found if isinstance(each, CompiledFunction)]
    fuse, fused = fusing.fuse, list[Graph]()

    def kept(graph: Graph) -> Graph:
        fused.append(fuse(graph))
        return fused[-1]

    monkeypatch.setattr(fusing, "fuse", kept)  # to optimize once alone
    report = pass_report(functions)
    assert all(f"{each.__name__}: " in report for each in functions)
    try:
        graph = functions[-1].graph
    except DslError:  # of several graphs, which the report says
        return
    assert " to compile, which " in report
    assert fused[-1].name == graph.name
    for each in fused:
        text = print_plan(each)
        assert print_plan(verify(parse_plan(text))) == text
