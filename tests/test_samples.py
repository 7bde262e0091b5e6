"""The samples: their committed graphs equal plain NumPy on every device, and need no transpiler."""

import importlib
import re
import shlex
import subprocess
import sys
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from dslc.cli.commands import app

from .sample_arguments import SAMPLES, Sample

ROOT = Path(__file__).parent.parent
NAMES = sorted({sample.module for sample in SAMPLES})
DRAWS = 50
FEW_DRAWS = 8


@pytest.fixture(autouse=True)
def _samples_can_be_imported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(ROOT)


def leaves(result: Any) -> list[Any]:
    """The arrays and numbers of a result, in order."""
    if is_dataclass(result):
        return leaves([getattr(result, field.name) for field in fields(result)])
    if isinstance(result, tuple | list):
        return [leaf for part in result for leaf in leaves(part)]
    return [result]


def outcome(function: Callable[..., Any], arguments: tuple[Any, ...]) -> list[Any]:
    """The leaves of the result and of the arguments after it, or the type of what was raised."""
    try:
        with np.errstate(all="ignore"):
            return leaves((function(*arguments), arguments))
    except (ValueError, IndexError, ZeroDivisionError, AssertionError) as error:
        return [type(error)]


def assert_equal(actual: Any, expected: Any, rtol: float) -> None:
    """Of one type, and equal: to the bit where `rtol` is 0 or there are no floats."""
    assert type(actual) is type(expected)
    one, other = np.asarray(actual), np.asarray(expected)
    assert (one.dtype, one.shape) == (other.dtype, other.shape)
    if rtol == 0 or other.dtype.kind != "f":
        np.testing.assert_array_equal(one, other)
        return
    scale = np.max(np.abs(other), initial=1.0, where=np.isfinite(other))
    np.testing.assert_allclose(one, other, rtol=0, atol=rtol * float(scale))


def test_every_sample_is_here() -> None:
    files = {path.stem for path in (ROOT / "samples").glob("*.py")}
    assert set(NAMES) == {name for name in files if not name.endswith("_graph")}


@pytest.mark.filterwarnings("ignore:.*empty slice", "ignore:.*of freedom", "ignore:invalid value")
@pytest.mark.parametrize("device", ["reference", "step", "cpu", "cuda-emulated"])
@pytest.mark.parametrize("sample", SAMPLES, ids=str)
def test_sample_equals_plain_numpy(
    sample: Sample, device: str, request: pytest.FixtureRequest
) -> None:
    if device == "cpu":
        request.getfixturevalue("as_shipped")
    plain = getattr(importlib.import_module(f"samples.{sample.module}"), sample.function)
    emitted = importlib.import_module(f"samples.{sample.module}_graph")
    compiled = getattr(emitted, sample.function).with_device(device)
    for number in range(FEW_DRAWS if device == "cuda-emulated" else DRAWS):
        # Each call has arguments of its own, which it may write to.
        one, other = (sample.draw(np.random.default_rng(number), number % 8) for _ in range(2))
        expected = outcome(plain, one)
        actual = outcome(compiled, other)
        assert len(actual) == len(expected)
        for one, other in zip(actual, expected, strict=True):
            assert_equal(one, other, sample.rtol if device.startswith("c") else 0)


def command(sample: Sample) -> list[str]:
    """How the sample says that the function is run, else without any options."""
    path = ROOT / "samples" / f"{sample.module}.py"
    target = f"samples/{sample.module}.py:{sample.function}"
    text = path.read_text().replace("\\\n", " ")
    found = re.search(rf"dslc (run {re.escape(target)}\b.*)", text)
    words = shlex.split(found[1]) if found else ["run", target, "--compare"]
    return [word.replace("samples/", f"{ROOT}/samples/") for word in words]


@pytest.mark.parametrize("sample", SAMPLES, ids=str)
def test_sample_runs_on_drawn_arguments(sample: Sample) -> None:
    result = CliRunner().invoke(app, [*command(sample), "--device", "reference"])
    assert result.exit_code == 0, result.output
    assert "agree: max difference" in result.output


def test_emitted_modules_need_no_transpiler() -> None:
    """Importing them and naming their functions loads neither the transpiler nor the sources."""
    lines = ["import sys"]
    for name in NAMES:
        functions = [sample.function for sample in SAMPLES if sample.module == name]
        lines.append(f"from samples.{name}_graph import {', '.join(functions)}")
        lines += [f"repr({function})" for function in functions]
    lines += [
        f"sources = {{f'samples.{{name}}' for name in {NAMES}}}",
        "unwanted = {'libcst', 'typer', 'rich', 'dslc.transpile', *sources} & set(sys.modules)",
        "assert not unwanted, unwanted",
    ]
    done = subprocess.run(
        [sys.executable, "-c", "\n".join(lines)],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
    )
    assert done.returncode == 0, done.stderr
