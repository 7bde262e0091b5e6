"""Imports of modules with graph functions."""

from __future__ import annotations

from pathlib import Path

from dslc.transpile import build_module

CALLED = """from dslc import Tensor, f32, graph


@graph
def doubled(x: Tensor[f32, "n"]) -> Tensor[f32, "n"]:
    return x + x
"""
CALLING = """import importé; from importé import doubled; é = 1
from dslc import Tensor, f32, graph


@graph
def f(x: Tensor[f32, "n"]) -> Tensor[f32, "n"]:
    return doubled(x)
"""


def test_columns_of_an_import_count_characters(tmp_path: Path) -> None:
    (tmp_path / "importé.py").write_text(CALLED, encoding="utf-8")
    (tmp_path / "calling.py").write_text(CALLING, encoding="utf-8")
    lines = build_module(tmp_path / "calling.py").text.splitlines()
    assert "import importé_graph as importé; from importé_graph import doubled; é = 1" in lines
