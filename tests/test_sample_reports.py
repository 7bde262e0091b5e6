"""The report of every sample says what is moved and how long it takes; its nests can be shown."""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest

from dslc.cli.pass_changes import pass_report
from dslc.compiled import CompiledFunction
from dslc.ir.diagnostics import DslError
from dslc.ir.nests.plan import print_plan
from dslc.ir.passes import optimize, run_pass
from dslc.ir.passes.fuse import fuse

ROOT = Path(__file__).parent.parent
MODULES = sorted(path.stem for path in (ROOT / "samples").glob("*_graph.py"))


@pytest.mark.parametrize("name", MODULES)
def test_a_sample_has_a_report_and_nests(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(ROOT)
    found = vars(importlib.import_module(f"samples.{name}")).values()
    functions = [each for each in found if isinstance(each, CompiledFunction)]
    report = pass_report(functions)
    assert all(f"{each.__name__}: " in report for each in functions)
    try:
        graph = functions[-1].graph
    except DslError:  # of several graphs, which the report says
        return
    assert " to compile, which " in report
    assert f"{graph.name}(" in print_plan(run_pass(fuse, optimize(graph)))
