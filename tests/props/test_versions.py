"""Drawn functions of rows: every version gives the bits of the general one, on every device.

Most statements treat rows independently, so that calls are padded; some mix them, or look at how
many there are. `tests/props/programs` compares versions of whole programs with plain Python.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from dslc.requests import multiple_of
from dslc.transpile import load_functions

HEAD = """\
import numpy as np

from dslc import Tensor, dims, f32, graph
from dslc.nn import layer_norm, softmax

n = dims("n")


@graph
def f(
    x: Tensor[f32, n, 4], w: Tensor[f32, 4, 4], b: Tensor[f32, 4], c: float, k: int
) -> Tensor[f32, n, 4]:
    y = x * 1.0
"""

BY_ROW = [
    "y = y * 2.0 + b",
    "y = np.maximum(y, c) - np.abs(y)",
    "y = np.tanh(y)",
    "y = y @ w",
    "y = (w @ y.T).T",
    "y = softmax(y, axis=-1)",
    "y = layer_norm(y)",
    "y = y - np.max(y, axis=1, keepdims=True)",
    "y = np.concatenate([y[:, 2:], y[:, :2]], axis=1)",
    "y = np.reshape(np.reshape(y, (y.shape[0] * 2, 2)) + b[:2], (y.shape[0], 4))",
    "y = np.reshape(np.transpose(np.reshape(y, (y.shape[0], 2, 2)), (0, 2, 1)), y.shape)",
    "y = w[np.argmax(y, axis=1)] + y",
    "y = np.where(y > c, y, b)",
    "y = np.sort(y, axis=1)",
    "y = np.cumsum(y, axis=1)",
    "y = y.copy()\n    y[:, 1] = y[:, 0]",
    "y = np.stack([y, y + c])[1]",
    "y = y + np.arange(y.shape[0])[:, None].astype(np.float32)",
    "y = y + np.ones((y.shape[0], 1), np.float32)",
    "for _ in range(k):\n        y = y * 0.5 + x",
    "if c > 0.0:\n        y = y + x",
]
MIXING = [
    "y = y - np.max(y, axis=0, initial=0.0)",
    "y = y[::-1] + x",
    "y = y / (y.shape[0] + 1)",
    "y = y + w[y.shape[0] % 4]",
    "y = np.cumsum(y, axis=0)",
    "if y.shape[0] > 4:\n        y = y * c",
]
SIZES = (0, 1, 2, 3, 4, 5, 8, 9, 12, 13)


def source(seed: int, length: int) -> str:
    """A drawn function of so many statements; every third one mixes rows."""
    rng = np.random.default_rng(seed)
    lines = [str(line) for line in rng.choice(BY_ROW, length)]
    if seed % 3 == 2:
        lines.insert(int(rng.integers(length)), str(rng.choice(MIXING)))
    return HEAD + "".join(f"    {line}\n" for line in [*lines, "return y"])


def arguments(size: int) -> tuple[Any, ...]:
    rng = np.random.default_rng(size)
    draw = rng.standard_normal
    x, w, b = (draw(s).astype(np.float32) for s in ((size, 4), (4, 4), 4))
    return x, w, b, 0.5, 2


@pytest.mark.parametrize(
    ("device", "functions", "length", "wished"),
    [("reference", 24, 4, (4, 9, multiple_of(4))), ("cpu", 2, 12, 9)],
)
def test_versions_of_drawn_functions(
    device: str, functions: int, length: int, wished: Any, tmp_path: Path
) -> None:
    padded = 0
    for seed in range(functions):
        path = tmp_path / f"rows_{seed}.py"
        path.write_text(source(seed, length), encoding="utf-8")
        general = load_functions(path)["f"].with_device(device)
        versions, stepped = general.with_versions({"n": wished}), general.with_device("step")
        for size in SIZES:
            given = arguments(size)
            expected, found = general(*given), versions(*given)
            assert found.tobytes() == expected.tobytes(), f"{size}: {path.read_text('utf-8')}"
            if device == "reference":
                assert stepped(*given).tobytes() == expected.tobytes()
        assert versions.versions[0].calls < len(SIZES)
        padded += sum(version.padded for version in versions.versions)
    assert padded >= 4


def test_every_mixing_statement_is_an_obstacle(tmp_path: Path) -> None:
    for number, line in enumerate(MIXING):
        path = tmp_path / f"mixing_{number}.py"
        path.write_text(f"{HEAD}    {line}\n    return y\n", encoding="utf-8")
        versions = load_functions(path)["f"].with_versions({"n": 8})
        assert versions.why().obstacles, line


def test_every_statement_by_row_is_none(tmp_path: Path) -> None:
    for number, line in enumerate(BY_ROW):
        path = tmp_path / f"row_{number}.py"
        path.write_text(f"{HEAD}    {line}\n    return y\n", encoding="utf-8")
        versions = load_functions(path)["f"].with_device("cpu").with_versions({"n": 8})
        assert not versions.why().obstacles, line
