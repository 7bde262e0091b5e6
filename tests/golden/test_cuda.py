"""The CUDA of a graph, as a reviewer reads it, and its launch plan.

A case is an emitted module in `cuda/`, the text beside it. `pytest --update` rewrites the text.
"""

from __future__ import annotations

import difflib
from pathlib import Path
from typing import Any

import pytest

from dslc.gpu.plan import plan_of
from dslc.ir.verify import verify

CASES = sorted((Path(__file__).parent / "cuda").glob("*.py"))


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_kernels(path: Path, graph_of: Any, request: pytest.FixtureRequest, capsys: Any) -> None:
    plan = plan_of(verify(graph_of(path.read_text("utf-8"))))
    shown = "".join(f"// {line}\n" for line in str(plan).splitlines())
    made = f"{plan.text}\n{shown}"
    held = path.with_suffix(".cu")
    if request.config.getoption("--update"):
        before = held.read_text("utf-8").splitlines() if held.exists() else []
        with capsys.disabled():
            for line in difflib.unified_diff(before, made.splitlines(), held.name, "made"):
                print(line.rstrip("\n"))
        held.write_text(made, "utf-8")
    else:
        assert made == held.read_text("utf-8")
