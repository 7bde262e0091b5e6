"""`dslc build --standalone`: C that gives what the graph gives, without Python."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
from ctypes import POINTER, byref, c_double, c_float, c_int64
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from .conftest import Command

pytestmark = pytest.mark.skipif(shutil.which("g++") is None, reason="no g++")

MODEL = """\
import numpy as np

from dslc import InOut, Scalar, Tensor, bool_, dims, f32, f64, graph, i64

n, m = dims("n m")


@graph
def smooth(x: Tensor[f32, n, m], steps: int, keep: Scalar[f32]) -> Tensor[f32, n, m]:
    assert steps < 100, "too many steps"
    for step in range(steps):
        y = x.copy()
        y[1:] = keep * x[1:] + (1.0 - keep) * x[:-1]
        x = y
    return x


@graph
def above(x: Tensor[f64, n], least: float):
    mask = x > least
    return x[mask], np.sum(x), mask


@graph
def exchange(a: InOut[f64, n], b: InOut[f64, n]) -> None:
    before = a.copy()
    a[...] = b
    b[...] = before


@graph
def pick(x: Tensor[i64, n], k: Tensor[i64, m]) -> Tensor[i64, m]:
    return x[k]


@graph
def halves(x: Tensor[f32, 2 * n]) -> Tensor[f32, n]:
    half = x.shape[0] // 2
    return x[:half] + x[half:]


@graph
def shows(x: Tensor[f32, n]) -> Tensor[f32, n]:
    print(np.sum(x))
    return x + 1.0
"""


class Error(ctypes.Structure):
    _fields_ = (
        ("kind", ctypes.c_int32),
        ("line", ctypes.c_int32),
        ("file", ctypes.c_char_p),
        ("message", ctypes.c_char_p),
        ("details", c_int64 * 3),
    )


def at(array: Any) -> Any:
    return array.ctypes.data_as(ctypes.c_void_p)


@pytest.fixture
def built(command: Command) -> Path:
    """The folder that is written, what cannot be in it being told."""
    Path("model.py").write_text(MODEL)
    code, out, err = command("build", "--standalone", "model.py")
    assert (code, err) == (0, "")
    assert "no C of shows: Python runs `print`" in out
    return Path("model_standalone").absolute()


def line_of(text: str) -> int:
    return next(n for n, line in enumerate(MODEL.splitlines(), 1) if text in line)


def test_c_gives_what_the_graph_gives(built: Path) -> None:
    source, library = built / "model.cpp", built / "model.so"
    command = source.read_text("utf-8").splitlines()[0].removeprefix("// ").split()
    command = [each for each in command if each not in ("-O3", "example.c", "example", "-o")]
    subprocess.run([*command, "-O0", "-shared", "-fPIC", "-o", library], cwd=built, check=True)
    c = ctypes.CDLL(str(library))
    error = Error()

    x: Any = np.random.default_rng(0).standard_normal((5, 3)).astype(np.float32)
    y = np.zeros_like(x)
    expected, half = x, np.float32(0.5)
    for _ in range(3):
        expected = np.vstack([expected[:1], half * expected[1:] + half * expected[:-1]])
    arguments = (c_float(0.5), c_int64(5), c_int64(3), at(y), byref(error))
    assert c.smooth(at(x), c_int64(3), *arguments) == 0
    np.testing.assert_array_equal(y, expected)
    assert c.smooth(at(x), c_int64(100), *arguments) == error.kind != 0
    assert (error.message, error.line) == (b"too many steps", line_of("assert steps"))
    assert c.smooth(at(x), c_int64(100), *arguments[:-1], None) == error.kind

    x = np.array([1.0, -2.0, 3.0, 0.5])
    chosen, count = POINTER(c_double)(), c_int64()
    total, mask = c_double(), np.zeros(4, np.uint8)
    given = (byref(chosen), byref(count), byref(total), at(mask), byref(error))
    assert c.above(at(x), c_double(0.75), c_int64(4), *given) == 0
    assert (chosen[: count.value], total.value) == ([1.0, 3.0], 2.5)
    assert mask.tolist() == [1, 0, 1, 0]
    ctypes.CDLL(None).free(chosen)

    a, b = np.array([1.0, 2.0]), np.array([3.0, 4.0])
    assert c.exchange(at(a), at(b), c_int64(2), byref(error)) == 0
    assert (a.tolist(), b.tolist()) == ([3.0, 4.0], [1.0, 2.0])

    x, k, found = np.arange(4) * 10, np.array([3, -1, 0]), np.zeros(3, np.int64)
    assert c.pick(at(x), at(k), c_int64(4), c_int64(3), at(found), byref(error)) == 0
    assert found.tolist() == [30, 30, 0]
    k[1] = 4
    assert c.pick(at(x), at(k), c_int64(4), c_int64(3), at(found), byref(error)) != 0
    assert list(error.details) == [4, 0, 4]
    assert c.pick(at(x), at(k), c_int64(-1), c_int64(3), at(found), byref(error)) != 0
    assert found.tolist() == [30, 30, 0]

    x, y = np.arange(6, dtype=np.float32), np.zeros(3, np.float32)
    assert c.halves(at(x), c_int64(3), at(y), byref(error)) == 0
    assert y.tolist() == [3.0, 5.0, 7.0]


def test_the_example_builds_with_one_call_and_runs(built: Path) -> None:
    command = (built / "model.cpp").read_text("utf-8").splitlines()[0].removeprefix("// ")
    subprocess.run(command.replace("-O3", "-O0").split(), cwd=built, check=True)
    done = subprocess.run([built / "example"], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == [
        "smooth: output[0] is 1",
        "above: output1 is 4",
        "exchange: done",
        "pick: output[0] is 1",
        "halves: output[0] is 2",
    ]
    as_c = ["gcc", "-std=c11", "-Wall", "-Werror", "-c", "example.c"]
    subprocess.run(as_c, cwd=built, check=True)


def test_kernels_for_review(command: Command) -> None:
    Path("model.py").write_text(MODEL)
    assert "wrote model_graph.cpp" in command("build", "--target", "cpu", "model.py").out
    text = Path("model_graph.cpp").read_text("utf-8")
    assert "// The kernel of smooth in model.py." in text
    assert f"// model.py:{line_of('for step')}  for step in range(steps):" in text
    assert command("build", "--target", "cpu", "--check", "model.py").code == 0
    Path("model_graph.cpp").write_text(text + "// changed")
    assert command("build", "--target", "cpu", "--check", "model.py").code == 1


def test_both_are_too_much(command: Command) -> None:
    code, _, err = command("build", "--standalone", "--target", "cpu", "model.py")
    assert code == 2
    assert err.startswith("error[usage]: ")
