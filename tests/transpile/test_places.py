"""Every node names the statement that it comes from."""

from __future__ import annotations

from pathlib import Path

from dslc.transpile import load_functions

SOURCE = """\
import numpy as np
from dslc import Tensor, dims, f32, graph

n = dims("n")

def relu(x):
    return np.maximum(x, 0.0)

def shifted(x):
    y = relu(x) - 1.0
    return relu(relu(y)) * 2.0

@graph
def f(x: Tensor[f32, n], flag: bool):
    y = relu(x) + shifted(x) + 1.0
    if flag:
        y = relu(y) / 2.0
    return np.sqrt(y)
"""


def test_what_follows_a_helper_is_the_callers(tmp_path: Path) -> None:
    path = tmp_path / "model.py"
    path.write_text(SOURCE)
    nodes = load_functions(path)["f"].graph.walk()
    assert [(node.op.name, node.place.source_line) for node in nodes] == [
        ("maximum", 7),
        ("maximum", 7),
        ("subtract", 10),
        ("maximum", 7),
        ("maximum", 7),
        ("multiply", 11),
        ("add", 15),
        ("add", 15),
        ("if", 16),
        ("maximum", 7),
        ("divide", 17),
        ("sqrt", 18),
    ]
