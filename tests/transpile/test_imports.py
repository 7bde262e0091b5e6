"""Imports of modules with graph functions."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

import dslc
from dslc.ir.diagnostics import DslError
from dslc.transpile import build_module

from ..golden.test_transpile import executed

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


LAYERS = """import numpy as np
GAIN, TABLE = 2.0, {"a": 1.5}
class Config:
    rate = 3.0
config = Config()
def relu(v):
    return np.maximum(v, 0)
def dense(v, w=None):
    y = relu(v) * GAIN + TABLE["a"] * config.rate
    return y if w is None else y + w
def width(k):
    return GAIN * k
def scaled(by):
    def inner(v):
        return v * by * GAIN
    return inner
def several(v):
    for i in range(3):
        v = v + relu(v) * i
        if v.sum() > 100:
            break
    return v
def hidden(v):
    dense = layers = 3
    return v * GAIN + dense + layers
"""
USING = """import numpy as np
from dslc import Tensor, dims, f32, graph
{imports}
n = dims("n")

def relu(v):
    return -v

@graph
def f(x: Tensor[f32, n]):
    return {expression}
"""
IMPORTS = ["import layers", "from layers import dense, width, scaled, several, hidden"]


def using(imports: str, expression: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "layers.py").write_text(LAYERS, "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "layers", raising=False)
    path = tmp_path / "using.py"
    if imports == IMPORTS[0]:
        for name in ("dense", "width", "scaled", "several", "hidden"):
            expression = expression.replace(f"{name}(", f"layers.{name}(")
    path.write_text(USING.format(imports=imports, expression=expression), "utf-8")
    return path


@pytest.mark.parametrize("imports", IMPORTS)
@pytest.mark.parametrize(
    ("expression", "change"),
    [
        ("relu(dense(x)) + dense(x, x)", "GAIN = 5.0"),
        ("dense(x)", "TABLE['a'] = 5.0"),
        ("dense(x)", "config.rate = 5.0"),
        ("several(x)", "relu = np.tanh"),
        ("x * width(3)", "GAIN = 5.0"),
        ("scaled(2)(x) + scaled(x)(x)", "GAIN = 5.0"),
        ("dense(x)", "dense = relu"),
        ("dense(x)", "layers = None"),
    ],
)
def test_helpers_of_another_module(
    imports: str, expression: str, change: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    where = "using" if change in ("dense = relu", "layers = None") else "layers"
    path = using(imports, expression, tmp_path, monkeypatch)
    module = executed(path, [])
    x = np.array([1, -2, 3], np.float32)
    built = build_module(path)
    (tmp_path / "using_graph.py").write_text(built.text, "utf-8")
    emitted = executed(tmp_path / "using_graph.py", [])
    ways = [dslc.compile(module.f, device="reference"), emitted.f.with_device("reference")]
    for way in ways:
        assert np.array_equal(way(x), module.f.__wrapped__(x))
    place = {"using": vars(module), "layers": vars(sys.modules["layers"])}
    exec(change, place[where])
    exec(change, place[where] if where == "layers" else vars(emitted))
    for way in ways:
        try:
            result = way(x)
        except DslError as error:
            assert error.code == "captured-changed"
        except AttributeError:
            assert "layers = None" in change and imports == IMPORTS[0]
        else:
            assert np.array_equal(result, module.f.__wrapped__(x))


@pytest.mark.parametrize("imports", IMPORTS)
def test_a_name_that_another_module_hides_is_refused(
    imports: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(DslError) as caught:
        build_module(using(imports, "hidden(x)", tmp_path, monkeypatch))
    assert caught.value.code == "unsupported-construct"
