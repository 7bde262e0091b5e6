"""The arena of samples over time, in the terminal and as a picture.

`pytest --update` rewrites `memory/`.
"""

from __future__ import annotations

import difflib
from pathlib import Path
from typing import Any

import pytest

from tests.golden.test_drawings import HERE

SAMPLES = HERE.parent.parent / "samples"
CASES = [("mlp", "classify", []), ("kmeans", "kmeans", ["--dim", "n=100", "--dim", "k=3"])]


@pytest.mark.parametrize("form", ["txt", "svg"])
@pytest.mark.parametrize("module, function, sizes", CASES, ids=str)
def test_memory_map(
    module: str,
    function: str,
    sizes: list[str],
    form: str,
    command: Any,
    request: pytest.FixtureRequest,
    capsys: Any,
) -> None:
    made = f"out.{form}"
    target = f"{SAMPLES / module}.py:{function}"
    result = command("show", target, "--as", "memory", *sizes, "--out", made)
    assert (result.code, result.err) == (0, "")
    found = Path(made).read_text("utf-8")
    compare(HERE / "memory" / f"{module}.{form}", found, request, capsys)


DEEP = """\
import numpy as np

import dslc
from dslc import Scalar, Tensor, f32, graph

batch = dslc.dims("batch")


@graph
def block(h: Tensor[f32, batch, 64], w: Tensor[f32, 64, 64]) -> Tensor[f32, batch, 64]:
    return h + np.tanh(np.exp(h @ w) * 0.5)


@graph
def loss(x: Tensor[f32, batch, 64], w: Tensor[f32, 64, 64]) -> Scalar[f32]:
    h = block(block(x, w), w)
    h = block(block(h, w), w)
    h = block(block(h, w), w)
    return np.mean(h * h)
"""


def test_the_curve_of_a_gradient(command: Any, request: pytest.FixtureRequest, capsys: Any) -> None:
    Path("deep.py").write_text(DEEP, "utf-8")
    options = ["--after", "gradient", "--memory-budget", "0.5", "--as", "memory"]
    result = command("show", "deep.py:loss", *options, "--dim", "batch=1000")
    assert (result.code, result.err) == (0, "")
    compare(HERE / "memory" / "deep_gradient.txt", result.out, request, capsys)


def compare(held: Path, found: str, request: pytest.FixtureRequest, capsys: Any) -> None:
    """A text with the one that is held, which `--update` rewrites."""
    if request.config.getoption("--update"):
        before = held.read_text("utf-8").splitlines() if held.exists() else []
        with capsys.disabled():
            for line in difflib.unified_diff(before, found.splitlines(), held.name, "made"):
                print(line.rstrip("\n"))
        held.parent.mkdir(exist_ok=True)
        held.write_text(found, "utf-8")
    else:
        assert found == held.read_text("utf-8")


def test_the_terminal_has_colours_where_it_can(command: Any, monkeypatch: Any) -> None:
    target = f"{SAMPLES / 'mlp'}.py:classify"
    plain = command("show", target, "--as", "memory").out
    monkeypatch.setenv("FORCE_COLOR", "1")
    coloured = command("show", target, "--as", "memory").out
    assert "\x1b[" in coloured and "\x1b[" not in plain


@pytest.mark.parametrize(
    "options, said",
    [
        (["--as", "memory", "--dim", "batch"], "has no `=`"),
        (["--as", "memory", "--dim", "banana=3"], "there is no `banana`"),
        (["--as", "memory", "--after", "fold_constants"], "`--after` shows a graph"),
        (["--dim", "batch=3"], "chooses the sizes of a memory plan"),
        (["--memory-budget", "0.5"], "`--memory-budget` is for a gradient"),
    ],
)
def test_what_makes_no_sense_is_refused(options: list[str], said: str, command: Any) -> None:
    result = command("show", f"{SAMPLES / 'mlp'}.py:classify", *options)
    assert result.code == 2 and said in result.err
