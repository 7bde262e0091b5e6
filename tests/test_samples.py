"""The samples: their committed graphs equal plain NumPy on every device, and need no transpiler."""

import importlib
import itertools
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

ROOT = Path(__file__).parent.parent

Draw = Callable[[np.random.Generator, int], tuple[Any, ...]]


@pytest.fixture(autouse=True)
def _samples_can_be_imported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(ROOT)


def floats(rng: np.random.Generator, *shape: int, dtype: type = np.float32) -> Any:
    return rng.standard_normal(shape).astype(dtype)


def newton(rng: np.random.Generator, n: int) -> tuple[Any, ...]:
    return np.abs(floats(rng, n + 1)) * 9, 1e-5, 40


def normalize(rng: np.random.Generator, n: int) -> tuple[Any, ...]:
    return floats(rng, n) * (n % 3), 2.5


def mlp(rng: np.random.Generator, n: int) -> tuple[Any, ...]:
    samples = importlib.import_module("samples.mlp")
    widths = (n, 3, n + 2, 4)
    layers = [
        samples.Dense(floats(rng, a, b), floats(rng, b)) for a, b in itertools.pairwise(widths)
    ]
    return floats(rng, 5, n), samples.Mlp((layers[0], layers[1]), layers[2])


def power(rng: np.random.Generator, n: int) -> tuple[Any, ...]:
    a = floats(rng, n, n)
    return a + a.T, floats(rng, n), 1e-4, 30


def jacobi(rng: np.random.Generator, n: int) -> tuple[Any, ...]:
    return floats(rng, n + 3, 2 * n + 3, dtype=np.float64), 1e-3, 25


def recurrent(rng: np.random.Generator, n: int) -> tuple[Any, ...]:
    samples = importlib.import_module("samples.recurrent")
    cell = samples.Cell(floats(rng, 3, n), floats(rng, n, n) / (n + 1), floats(rng, n))
    return np.repeat(floats(rng, 1, 3), 12, axis=0), floats(rng, n), cell, 1e-2


def transformer(rng: np.random.Generator, n: int) -> tuple[Any, ...]:
    samples = importlib.import_module("samples.transformer")
    w, inner = 4 * n, 3 * n
    shapes = [(w, w)] * 4 + [(inner, w), (w, inner), (w,), (w,)]
    block = samples.Block(*(floats(rng, *shape) / np.float32(n) for shape in shapes))
    return floats(rng, 2, n + 2, w), block


SAMPLES: dict[str, tuple[str, Draw]] = {
    "newton": ("newton_sqrt", newton),
    "normalize": ("normalize_or_clip", normalize),
    "mlp": ("classify", mlp),
    "power_iteration": ("dominant_eigenvalue", power),
    "jacobi": ("relax", jacobi),
    "recurrent": ("run_cell", recurrent),
    "transformer": ("transformer_block", transformer),
}


def leaves(result: Any) -> list[Any]:
    return (
        [leaf for part in result for leaf in leaves(part)]
        if isinstance(result, tuple)
        else [result]
    )


@pytest.mark.parametrize("device", ["reference", "step", "cpu"])
@pytest.mark.parametrize("name", SAMPLES)
def test_sample_equals_plain_numpy(name: str, device: str) -> None:
    function, draw = SAMPLES[name]
    plain = getattr(importlib.import_module(f"samples.{name}"), function)
    compiled = getattr(importlib.import_module(f"samples.{name}_graph"), function)
    for size in (1, 2, 7):
        arguments = draw(np.random.default_rng(size), size)
        expected = leaves(plain(*arguments))
        actual = leaves(compiled.with_device(device)(*arguments))
        assert len(actual) == len(expected)
        for one, other in zip(actual, expected, strict=True):
            assert type(one) is type(other)
            assert np.asarray(one).dtype == np.asarray(other).dtype
            if device == "cpu":  # sums and tanh may differ in the last bits
                np.testing.assert_allclose(one, other, rtol=2e-5, atol=1e-6)
            else:
                np.testing.assert_array_equal(one, other)


@pytest.mark.parametrize("name", SAMPLES)
def test_emitted_module_needs_no_transpiler(name: str) -> None:
    code = (
        f"import sys; import samples.{name}_graph as m; repr(m.{SAMPLES[name][0]}); "
        "unwanted = {'libcst', 'typer', 'rich', 'dslc.transpile'} & set(sys.modules); "
        f"assert not unwanted, unwanted; assert 'samples.{name}' not in sys.modules"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, cwd=ROOT
    )
    assert done.returncode == 0, done.stderr
