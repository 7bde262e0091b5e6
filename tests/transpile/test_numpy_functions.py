"""Functions of NumPy that stand for others, or are written in the language, in graph functions."""

from __future__ import annotations

import copy
import doctest
import inspect
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import dslc
from dslc import numpy_functions
from dslc.ir.diagnostics import DslError
from dslc.transpile import build_module, numpy_calls, written_calls

from ..golden.test_transpile import executed, to_the_bit

EXPRESSIONS = """
np.append(x, y)
np.append(x, 3.0)
np.append(x, [1, 2])
np.append(z, z[:1], axis=0)
np.append(z, k)
np.append(x[::-2], x[:0])
np.append([1], x)
np.select([x < 0, x < 1], [x, x * 2], 5)
np.select([x < 0, x < 1], [b, 2.5])
np.select((x > 0,), (1,), default=-1)
np.select([x[0] < 0], [x])
np.select([z > 0, z < -1], [x[:, None], True])
np.choose(k, [x, x + 1, 7])
np.choose(k, t)
np.choose(k - 9, [10, 20, 30], mode="wrap")
np.choose(k * 5, [1.5, 2.5], mode="clip")
np.choose(i, (1.5, 2.5), mode="clip")
np.choose(k > 0, [x, y[0]])
np.block([[z, z], [z * 2, z]])
np.block([[z], [z[0]]])
np.block([x, y])
np.block(x)
np.multiply.outer(x, z)
np.maximum.outer(x, y)
np.subtract.outer(u, x)
np.add.outer([1, 2], x)
np.add.outer(u, u)
np.bitwise_or.reduce(k)
np.gcd.reduce(w, axis=1)
np.subtract.reduce(x)
np.subtract.reduce(z, axis=-1)
np.divide.reduce(w)
np.hypot.reduce(x)
np.logical_xor.reduce(k)
np.bitwise_and.reduce(k[:0])
np.logaddexp.reduce(x[:0])
np.bitwise_xor.accumulate(k)
np.subtract.accumulate(w, axis=1)
np.logaddexp.accumulate(x)
np.divide.accumulate(w)
np.subtract.accumulate(x[:0])
np.add.reduceat(k, [0, 2, 1])
np.add.reduceat(b, k[1:], axis=-1)
np.maximum.reduceat(z, np.array([1, 0]), axis=1)
np.subtract.reduceat(w, [0, 1], 0)
np.bitwise_or.reduceat(k, k[:0])
np.multiply.reduceat(k, [0, 3])
np.polydiv(x, y)
np.polydiv(y, x)
np.polydiv(k, w[:, 0])
np.polydiv(np.append(k[:1] * 0, k), k[1:1])
np.histogram2d(x, x + 1)[0]
np.histogram2d(x, w[:, 0], bins=(2, [0.0, 50.0, 99.0]), weights=k)
np.histogram2d(z[:, 0], z[:, 1], bins=[-2.0, 0.0, 1.0], density=True)
np.histogram2d(k, k, 3, ((0, 2), (1, 1)))
np.histogram2d(x, x, 0)
np.histogram2d(x, x, 2, ((0.0, 1.0), (2.0, 1.0)))
np.histogramdd((x, k, x), bins=2)
np.histogramdd(t, bins=(2, 1, [0.0, 1.0]), range=((-1.0, 1.0), (0.0, 2.0), (0.0, 1.0)))
np.mask_indices(3, np.triu, 1)
np.mask_indices(len(x), lambda a, j: np.tril(a, -j), 1)
np.apply_over_axes(np.sum, z, (0, -1))
np.apply_over_axes(np.cumsum, t, 1)
np.apply_over_axes(lambda v, axis: v[0], z, [0, 1])
np.poly(x), np.poly(k)
np.frexp(x), np.frexp(u), np.packbits(x > 0), np.unpackbits(b.astype(np.uint8), count=9)
np.diag_indices_from(t), np.diag_indices_from(np.outer(k, k))
np.piecewise(x, [x < 0, x > 1], [lambda v: -v, np.sqrt, 0.5])
np.piecewise(x, [x < 0], [1.0])
np.piecewise(x, [x < 0, x > 1], [1.0, 2.0])
np.piecewise(x, [x > 99], [np.max])
np.piecewise(k, [k > 1, k > 0], [np.negative, lambda v: v * 3])
np.apply_along_axis(np.cumsum, 0, z)
np.apply_along_axis(lambda v: np.max(v) - v[0], -1, z)
np.apply_along_axis(np.sum, 0, x)
np.apply_along_axis(lambda v: np.stack((v, v)), 0, z)
np.fromfunction(lambda r, c: r * i + c, (2, 3))
np.asanyarray(x) + np.asanyarray([1, 2, 3])
np.size(z), np.ndim(z), np.shape(z), np.size(z, 1), np.size(z, axis=-2)
np.ndim(u), np.shape(i), np.size(p)
np.zeros(2, np.result_type(x, np.float64)), np.zeros(2, np.result_type(x, i))
np.isscalar(x), np.isscalar(u), np.isscalar(p), np.iscomplexobj(x), np.isrealobj(u)
x * xp.finfo(xp.float32).eps, x + xp.finfo(x).max, k + xp.iinfo(k.dtype).min
np.ones(2, xp.result_type(x, xp.float64)), xp.can_cast(x, xp.int8)
""".strip().split("\n")

MODULE = """\
import numpy as np

from dslc import Scalar, Tensor, array_api as xp, dims, f32, f64, graph, i8, i64

n, m = dims("n m")


@graph
def f(
    x: Tensor[f32, 3], y: Tensor[f32, m], z: Tensor[f64, 3, n], b: Tensor[i8, 3],
    k: Tensor[i64, 3], w: Tensor[i64, 3, n], t: Tensor[f32, 3, 3], u: Scalar[f32], i: int, p: float
):
    return {}
"""


STATEMENTS = """
np.put(q, k, [5.0, 6.0])
np.put(q, [0, -1], 7)
q.put([4], [1.5], mode="clip")
np.place(q, x > 0, [1, 2])
np.putmask(q, x < 0, -x)
np.add.at(q, k, [1, 2, 3])
q.sort()
q.sort(axis=0, kind="stable")
""".strip().split("\n")
"""What changes a copy `q` of `x`."""


def arguments() -> tuple[Any, ...]:
    rng = np.random.default_rng(3)
    x = np.array([-1.5, 0.25, 2.0], np.float32)
    table = np.asarray(rng.standard_normal((3, 6)), np.float32)[:, ::2]
    return (
        x, x[:2] * 3, rng.standard_normal((3, 2)).T.copy().T, np.arange(3, dtype=np.int8),
        np.array([2, 0, 1]), rng.integers(1, 99, (3, 2)), table, np.float32(2.5), 2, 1.5,
    )  # fmt: skip


def outcome(function: Any) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return to_the_bit(function(*copy.deepcopy(arguments())))
        except Exception as error:  # noqa: BLE001
            return type(error)


@pytest.mark.parametrize("expression", EXPRESSIONS)
def test_as_in_numpy(expression: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("m.py").write_text(MODULE.format(expression), "utf-8")
    function = executed(Path("m.py").absolute(), []).f
    expected = outcome(function.__wrapped__)
    assert outcome(dslc.compile(function, device="reference")) == expected


FUNCTIONS = {**numpy_calls.described(), **written_calls.described()}


@pytest.mark.parametrize("statement", STATEMENTS)
def test_writes_as_in_numpy(
    statement: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    text = MODULE.format("q").replace("return q", f"q = x.copy()\n    {statement}\n    return q")
    Path("m.py").write_text(text, "utf-8")
    function = executed(Path("m.py").absolute(), []).f
    expected = outcome(function.__wrapped__)
    assert outcome(dslc.compile(function, device="reference")) == expected


REFUSED = {
    "np.select([x < 0, True], [x, x])": "dtype-mismatch",
    "np.select([x < 0], [x, x])": "argument-mismatch",
    "np.choose(x, [1, 2])": "argument-mismatch",
    "np.choose(w, z.T)": "depends-on-static",
    "np.block([[x], y])": "argument-mismatch",
    "np.block((x, y))": "argument-mismatch",
    "np.less.reduceat(x, [0])": "unknown-function",
    "np.poly(t)": "rank-mismatch",
    "np.poly(x * 1j)": "dtype-mismatch",
    "np.histogramdd(z, 3)": "depends-on-static",
    "np.unpackbits(b)": "dtype-mismatch",
    "np.less.reduce(x)": "unknown-function",
    "np.apply_along_axis(np.cumsum, 2, z)": "axis-out-of-range",
    "x.put([0], 1.0)": "unsupported-construct",
    "np.size([1, 2])": None,
    "np.shape((x, y))": "unsupported-construct",
}
"""With the code of the diagnostic; None where NumPy itself answers while building."""


@pytest.mark.parametrize("expression", REFUSED)
def test_refused(expression: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("m.py").write_text(MODULE.format(expression), "utf-8")
    if REFUSED[expression] is None:
        build_module(Path("m.py"))
        return
    with pytest.raises(DslError) as caught:
        build_module(Path("m.py"))
    first = caught.value.diagnostics[0]
    assert first.code == REFUSED[expression], caught.value
    assert first.span is not None and first.span.line == 13


@pytest.mark.parametrize("name", sorted(FUNCTIONS))
def test_example(name: str) -> None:
    if not hasattr(np, name):
        pytest.skip("this NumPy has no such function")
    doc = inspect.getdoc(FUNCTIONS[name]) or ""
    test = doctest.DocTestParser().get_doctest(doc, {"np": np}, name, None, 0)
    assert test.examples, f"the docstring of `{name}` has no example"
    report: list[str] = []
    runner = doctest.DocTestRunner()
    runner.run(test, out=report.append)
    assert not runner.failures, "".join(report)


@pytest.mark.parametrize("name", sorted(written_calls.described()))
def test_written_functions_are_numpys(name: str) -> None:
    """What stands for a function gives what that gives, also as plain Python."""
    x, z = arguments()[0], arguments()[2]
    calls: dict[str, tuple[Any, ...]] = {
        "piecewise": (x, [x < 0, x > 1], [np.negative, np.sqrt, 7]),
        "apply_along_axis": (np.cumsum, 1, z),
        "fromfunction": (lambda r, c: r - c, (2, 3)),
        "apply_over_axes": (np.sum, z, (0, 1)),
        "histogram2d": (z[:, 0], z[:, 1], 3),
        "histogramdd": (z, (2, 3)),
        "mask_indices": (3, np.triu, 1),
        "polydiv": (x, x[:2]),
    }
    found = getattr(numpy_functions, name)(*calls[name])
    assert to_the_bit(found) == to_the_bit(getattr(np, name)(*calls[name]))
