"""The README shows what is there: its blocks are lines of the sample and its emitted module."""

import importlib
import re
from pathlib import Path

import numpy as np
import pytest

ROOT = Path(__file__).parent.parent
BLOCKS = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL)
SHOWN = {
    "the source": (BLOCKS[0], ROOT / "samples" / "newton.py"),
    "the graph": (BLOCKS[1], ROOT / "samples" / "newton_graph.py"),
}


@pytest.mark.parametrize("name", SHOWN)
def test_block_is_what_the_file_says(name: str) -> None:
    block, file = SHOWN[name]
    lines = iter(file.read_text().splitlines())
    shown = [line for line in block.splitlines() if line.strip() not in ("", "...")]
    missing = [line for line in shown if line not in lines]  # each after the one before
    assert missing == []


def test_application_block_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(ROOT)
    newton_sqrt = importlib.import_module("samples.newton_graph").newton_sqrt
    result = newton_sqrt(np.array([2.0, 9.0], np.float32), 1e-6, 50)
    assert "newton_sqrt(np.array([2.0, 9.0], np.float32), 1e-6, 50)" in BLOCKS[2]
    assert repr(result) in BLOCKS[2]
