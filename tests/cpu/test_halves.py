"""Floats of 16 bits natively: every bit as NumPy and ml_dtypes give it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from dslc.cpu.backend import Cpu
from dslc.ir.builder import Builder
from dslc.ir.cxx.forms import ELEMENTWISE
from dslc.ir.dims import dims
from dslc.ir.dtypes import BY_NAME
from dslc.ir.evaluate import evaluate
from dslc.ir.graph import Value, type_of
from dslc.ir.op import REGISTRY, RuleError
from dslc.ir.ops.operands import HALVES
from dslc.ir.types import NumberType, ScalarType, TensorType, Type, number_kind

Check = Callable[..., None]
Build = Callable[..., Any]
n, m, k = dims("n m k")
NUMBERS_ALONE = ("greatest", "least", "and", "or", "not")
OPS = sorted(ELEMENTWISE - {*NUMBERS_ALONE})
SPECIAL = [0.0, -0.0, 1.0, -1.0, 2.5, -2.5, 7.0, 0.5, 1e30, np.inf, -np.inf, np.nan, 6e-8, 65504]


def every_kind(dtype: np.dtype, seed: int) -> np.ndarray:
    """Special values, values near 1, and drawn bits."""
    random = np.random.default_rng(seed)
    bits = random.integers(0, 1 << 16, 600, np.uint16).view(dtype)
    with np.errstate(over="ignore"):
        special = random.permutation(SPECIAL).astype(dtype)
    return np.concatenate([special, random.standard_normal(300).astype(dtype), bits])


def is_close(found: Any, wanted: Any, op: str) -> bool:
    """The same bits, NaNs aside; where a function is approximated, neighbours in their dtype."""
    assert type(found) is type(wanted)
    one, other = np.asarray(found), np.asarray(wanted)
    assert one.dtype == other.dtype and one.shape == other.shape, op
    if one.dtype.kind in "iub":
        return bool((one == other).all())
    with np.errstate(all="ignore"):
        return same_bits(one, other, op)


def same_bits(one: np.ndarray, other: np.ndarray, op: str) -> bool:
    wide, exact = one.astype(np.float64), other.astype(np.float64)
    same = (wide == exact) & (np.signbit(wide) == np.signbit(exact)) | np.isnan(wide + exact)
    same |= (wide == exact) if REGISTRY[op].ulp else False
    if one.dtype in HALVES:
        off = np.abs(one.view(np.int16).astype(int) - other.view(np.int16))
        close = same | ((off <= 1) if REGISTRY[op].ulp > 0.5 else False)
        return bool(close.all() and same.mean() > 0.99)
    spacing = np.spacing(np.abs(other)).astype(np.float64)
    return bool((same | (np.abs(wide - exact) <= REGISTRY[op].ulp * spacing)).all())


def takes(g: Builder, op: str, operands: tuple[Any, ...]) -> bool:
    types = [
        type_of(o) if isinstance(o, Value) else NumberType(number_kind(o), o) for o in operands
    ]
    try:
        REGISTRY[op].infer(g.facts.copy(), tuple(types), dict(REGISTRY[op].attributes))
    except RuleError:
        return False
    return True


@pytest.mark.parametrize("dtype", HALVES, ids=str)
@pytest.mark.parametrize("count", [1, 2])
def test_elementwise(dtype: np.dtype, count: int) -> None:
    """On arrays, scalars and Python numbers."""
    array, scalar = TensorType(dtype, (n,)), ScalarType(dtype)
    g = Builder("g", [("x", array), ("y", array), ("s", scalar)])
    x, y, s = g.graph.parameters
    forms: list[tuple[Any, ...]] = [(x,), (s,)]
    if count == 2:
        forms = [(x, y), (x, s), (s, x), (s, s), (x, 0.5), (3, x), (x, 0), (s, 2)]
    calls = [
        (op, form)
        for op in OPS
        if len(REGISTRY[op].operands) == count
        for form in forms
        if takes(g, op, form)
    ]
    graph = g.finish(tuple(getattr(g, REGISTRY[op].method)(*form) for op, form in calls))
    native = Cpu().compile(graph)
    given = every_kind(dtype, 0), every_kind(dtype, 1)
    for each in (0.5, -0.0, np.nan):
        arguments = [*given, dtype.type(each)]
        sizes = {"n": len(given[0])}
        pairs = zip(native(arguments, sizes), evaluate(graph, arguments, sizes), strict=True)
        for (op, form), (found, wanted) in zip(calls, pairs, strict=True):
            assert is_close(found, wanted, op), (op, form, each)


@pytest.mark.parametrize("dtype", HALVES, ids=str)
def test_casts(dtype: np.dtype, agree: Check) -> None:
    """All bits to other dtypes; doubles and integers, which are rounded once or twice as there."""
    others = [BY_NAME[name] for name in ("f64", "f32", "f16", "bf16", "i64", "u8", "i32", "bool_")]
    types: dict[str, Type] = {"x": TensorType(dtype, (n,))}
    types |= {f"y{number}": TensorType(other, (m,)) for number, other in enumerate(others)}

    def text(g: Builder, x: Any, *given: Any) -> Any:
        whole = g.where(g.isfinite(x), x, 0)
        out = [g.cast(x, each) for each in others[:4]] + [g.cast(x, BY_NAME["bool_"])]
        return (*out, *(g.cast(each, dtype) for each in given), g.cast(whole, BY_NAME["i64"]))

    random = np.random.default_rng(0)
    ties = 1 + (2 * np.arange(1024) + 1) * 2.0**-11
    ties *= 1 + 2.0**-40 * random.integers(-1, 2, 1024)
    doubles = np.concatenate([ties, ties * 2.0**-17, 65519 + np.arange(3) / 2, [1e300, 1e-300]])
    given = [np.resize(doubles, 2048).astype(other) for other in others[:4]]
    given += [random.integers(0, 1 << 62, 2048).astype(other) for other in others[4:]]
    agree(
        text,
        types,
        [[np.arange(1 << 16, dtype=np.uint16).view(dtype), *given]],
        sizes=lambda *_: {"n": 1 << 16, "m": 2048},
    )


def test_totals(build: Build) -> None:
    """f16 is added in f32 where elements lie side by side, bf16 is rounded at each step."""

    def text(g: Builder, x: Any, y: Any) -> Any:
        both = [
            (g.sum(v), g.sum(v, axis=0), g.sum(v, axis=1), g.mean(v), g.mean(v, axis=0))
            for v in (x, y)
        ]
        scans = [(g.cumsum(x, axis=1), g.max(x), g.argmax(x), g.sort(x), g.argsort(x))]
        ranges = (g.cast(g.arange(0, 40), BY_NAME["bf16"]), g.arange(0.0, 4.0, 0.1, dtype=x.dtype))
        return (*(each for group in (*both, *scans) for each in group), *ranges)

    types = {"x": TensorType(HALVES[0], (n, m)), "y": TensorType(HALVES[1], (n, m))}
    graph = build(text, types)
    native = Cpu().compile(graph)
    random = np.random.default_rng(0)
    for shape in ((3, 5), (40, 300), (1, 4096)):
        given = [np.abs(random.standard_normal(shape)).astype(dtype) for dtype in HALVES]
        sizes = {"n": shape[0], "m": shape[1]}
        for number, (found, wanted) in enumerate(
            zip(native(given, sizes), evaluate(graph, given, sizes), strict=True)
        ):
            assert np.asarray(found).dtype == np.asarray(wanted).dtype
            one, other = np.asarray(found, np.float64), np.asarray(wanted, np.float64)
            # NumPy rounds a mean along the first axis in f32 too, in another order.
            np.testing.assert_allclose(one, other, 1e-3 if number == 4 else 0)


def test_products(build: Build) -> None:
    """Of f16, of bf16, which NumPy makes f32, and of unlike dtypes."""
    names = ("f16", "bf16", "f32", "f64", "i32")

    def text(g: Builder, *given: Any) -> Any:
        pairs = [(a, b) for a in given for b in given]
        return tuple(g.matmul(a, g.transpose(b)) for a, b in pairs)

    graph = build(text, {name: TensorType(BY_NAME[name], (n, k)) for name in names})
    random = np.random.default_rng(0)
    given = [(3 * random.standard_normal((9, 33))).astype(BY_NAME[name]) for name in names]
    sizes = {"n": 9, "k": 33}
    for found, wanted in zip(
        Cpu().compile(graph)(given, sizes), evaluate(graph, given, sizes), strict=True
    ):
        assert found.dtype == wanted.dtype
        precision = 2.0**-10 if found.dtype == HALVES[0] else 1e-5
        np.testing.assert_allclose(found, wanted, precision, 200 * precision)
