"""Elementwise ops natively: every op, every pair of dtypes, Python numbers, the awkward values."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np
import pytest

from dslc.cpu.print_kernel import PRINTERS, REFUSED
from dslc.ir.builder import Builder
from dslc.ir.cxx.forms import ELEMENTWISE
from dslc.ir.dims import dims
from dslc.ir.dtypes import BY_NAME
from dslc.ir.graph import Value, type_of
from dslc.ir.nests.checks import DIVIDED, WITHIN
from dslc.ir.nests.node import COLUMN_DOTS, NEST
from dslc.ir.op import REGISTRY, RuleError
from dslc.ir.types import (
    BOOL_NUMBER,
    FLOAT,
    INT,
    NumberType,
    ScalarType,
    TensorType,
    Type,
    number_kind,
)

Check = Callable[..., None]
DTYPES = [BY_NAME[name] for name in ("f32", "f64", "i8", "i64", "u64", "bool_")]
KINDS = {"int": INT, "float": FLOAT, "bool": BOOL_NUMBER}
n, m = dims("n m")

UNARY = sorted(name for name in ELEMENTWISE if len(REGISTRY[name].operands) == 1)
BINARY = sorted(name for name in ELEMENTWISE if len(REGISTRY[name].operands) == 2)
FLOATS = [0.0, -0.0, 1.0, -1.0, 2.5, -2.5, 7.0, 0.5, 1e30, np.inf, -np.inf, np.nan]
NUMBERS: dict[str, list[Any]] = {
    "int": [0, 1, -1, 2, -3, 7, 63, 300, 2**53 + 1, -(2**53) - 1, 2**63 - 1, -(2**63)],
    "float": [0.0, -0.0, 1.0, -1.0, 2.5, -7.5, 2.0**53, 1e308, np.inf, -np.inf, np.nan],
    "bool": [False, True],
}


def test_every_op_is_printed_or_refused() -> None:
    primitive = {name for name, op in REGISTRY.items() if op.expand is None}
    of_nests = {op.name for op in (NEST, WITHIN, DIVIDED, COLUMN_DOTS)}
    assert primitive <= set(PRINTERS) | REFUSED <= REGISTRY.keys() | of_nests
    assert not set(PRINTERS) & REFUSED


def values(dtype: np.dtype) -> np.ndarray:
    """Twelve values of a dtype, its limits among them."""
    if dtype.kind == "f":
        return np.array(FLOATS, dtype)
    if dtype.kind == "b":
        return np.array([i % 3 == 1 for i in range(12)])
    info = np.iinfo(dtype)
    small = [0, 1, 2, 3, 5, 7, info.max, info.max - 1, info.min, info.min + 1]
    return np.array([*small, -1 if info.min else 9, -2 if info.min else 4], dtype)


def takes(g: Builder, op: str, operands: Sequence[Any]) -> bool:
    """Whether an op takes these operands."""
    record = REGISTRY[op]
    types = [
        type_of(o) if isinstance(o, Value) else NumberType(number_kind(o), o) for o in operands
    ]
    try:
        record.infer(g.facts.copy(), tuple(types), dict(record.attributes))
    except RuleError:
        return False
    return True


def supported(g: Builder, op: str, pairs: Iterable[Sequence[Any]]) -> tuple[Any, ...]:
    """The results of an op for all operands that it takes."""
    method = getattr(g, REGISTRY[op].method)
    return tuple(method(*operands) for operands in pairs if takes(g, op, operands))


def parameters() -> dict[str, Type]:
    arrays = {f"a_{dtype.name}": TensorType(dtype, (n,)) for dtype in DTYPES}
    others = {f"b_{dtype.name}": TensorType(dtype, (n,)) for dtype in DTYPES}
    scalars = {f"s_{dtype.name}": ScalarType(dtype) for dtype in DTYPES}
    return {**arrays, **others, **scalars}


def arguments(size: int = 12) -> list[Any]:
    firsts = [values(dtype)[:size] for dtype in DTYPES]
    seconds = [np.roll(values(dtype), 5)[:size] for dtype in DTYPES]
    return [*firsts, *seconds, *(values(dtype)[3] for dtype in DTYPES)]


def size(*given: Any) -> dict[str, int]:
    return {"n": len(given[0])}


def tolerance(op: str) -> float:
    return max(1, REGISTRY[op].ulp) if op in ("pow", "power") else REGISTRY[op].ulp


@pytest.mark.parametrize("op", BINARY)
def test_arrays_and_scalars(op: str, agree: Check) -> None:
    count = len(DTYPES)

    def text(g: Builder, *given: Any) -> Any:
        left, right, scalars = given[:count], given[count : 2 * count], given[2 * count :]
        pairs = [*itertools.product(left, right), *zip(left, scalars, strict=True)]
        return supported(g, op, [*pairs, *zip(scalars, scalars[::-1], strict=True)])

    calls = [arguments(), arguments(0), arguments(1)]
    if op in ("power", "pow"):
        calls = [[np.abs(a) if a.dtype.kind == "i" else a for a in call] for call in calls]
    agree(text, parameters(), calls, sizes=size, ulp=tolerance(op))


@pytest.mark.parametrize("op", UNARY)
def test_one_operand(op: str, agree: Check) -> None:
    def text(g: Builder, *given: Any) -> Any:
        return supported(g, op, ((operand,) for operand in given))

    agree(text, parameters(), [arguments(), arguments(0)], sizes=size, ulp=tolerance(op))


# Ops that never raise compute in floats, whatever the operands.
MIXED = [(o, d) for o in BINARY for d in ("f32", "i8", "u64") if d == "f32" or REGISTRY[o].effects]


@pytest.mark.parametrize(("op", "dtype"), MIXED)
def test_python_numbers_beside_arrays(op: str, dtype: str, agree: Check) -> None:
    element = BY_NAME[dtype]
    types: dict[str, Type] = {"a": TensorType(element, (n,)), "s": ScalarType(element)}

    def text(g: Builder, a: Any, s: Any, *numbers: Any) -> Any:
        literals = (2, 0, -1, 0.5, True)
        pairs = [(x, y) for x in (a, s) for y in (*numbers, *literals)]
        return supported(g, op, [*pairs, *((y, x) for x, y in pairs)])

    calls = [
        [values(element), values(element)[1], i, f, b]
        for i, f, b in (
            (2, 1.5, True),
            (0, -0.0, False),
            (100, np.inf, True),
            (-1, np.nan, True),
            (300, 1e300, True),
        )
    ]
    agree(text, types | KINDS, calls, sizes=size, ulp=tolerance(op))


def kernels_of(ops: list[str], types: Sequence[Type]) -> list[list[str]]:
    """Ops that are tested in one kernel: those that cannot raise, by error, the others alone."""
    g = Builder("g", [(f"x{number}", type_) for number, type_ in enumerate(types)])
    taken = [op for op in ops if takes(g, op, g.graph.parameters)]
    raising = [op for op in taken if REGISTRY[op].effects_of(tuple(types), {})]
    silent = [op for op in taken if op not in raising]
    errors = sorted(set(map(tolerance, silent)))
    return [[op for op in silent if tolerance(op) == e] for e in errors] + [[op] for op in raising]


@pytest.mark.parametrize("kinds", [*itertools.product(KINDS, KINDS)], ids="-".join)
def test_python_numbers(kinds: tuple[str, str], agree: Check) -> None:
    types = {"x": KINDS[kinds[0]], "y": KINDS[kinds[1]]}
    calls = list(itertools.product(NUMBERS[kinds[0]], NUMBERS[kinds[1]]))
    for ops in kernels_of(BINARY, [*types.values()]):

        def text(g: Builder, x: Any, y: Any, ops: list[str] = ops) -> Any:
            return tuple(getattr(g, REGISTRY[op].method)(x, y) for op in ops)

        agree(text, types, calls, ulp=tolerance(ops[0]))


@pytest.mark.parametrize("kind", KINDS)
def test_one_python_number(kind: str, agree: Check) -> None:
    types = {"x": KINDS[kind]}
    for ops in kernels_of(UNARY, [*types.values()]):

        def text(g: Builder, x: Any, ops: list[str] = ops) -> Any:
            return tuple(getattr(g, REGISTRY[op].method)(x) for op in ops)

        agree(text, types, [[value] for value in NUMBERS[kind]], ulp=tolerance(ops[0]))


def test_powers_of_numbers(agree: Check) -> None:
    def text(g: Builder, x: Any, y: Any) -> Any:
        return (
            g.pow(x, 0),
            g.pow(x, 3),
            g.pow(2, g.as_dim(g.abs(x), low=0)),
            g.pow(y, 2),
            g.pow(y, -2),
        )

    calls = [
        (i, f)
        for i in (0, 1, -2, 7, 62, 63, 2**21, 2**22)
        for f in (0.0, -1.5, 1e200, np.inf, np.nan)
    ]
    agree(text, {"x": INT, "y": FLOAT}, calls)


def test_a_choice_wraps_integers_that_do_not_fit(agree: Check) -> None:
    """`np.where` casts its numbers, where arithmetic refuses them."""
    types: dict[str, Type] = {
        name: TensorType(BY_NAME[name], (n,)) for name in ("bool_", "u8", "i8", "u64")
    }

    def text(g: Builder, mask: Any, u8: Any, i8: Any, u64: Any, number: Any) -> Any:
        chosen = [(g.where(mask, x, -1), g.where(mask, number, x)) for x in (u8, i8, u64)]
        return (*itertools.chain(*chosen), g.where(mask, 300, u8))

    arrays = [np.array([0, 1], BY_NAME[name]) for name in types]
    calls = [[*arrays, number] for number in (-1, 2, 200, 300, -(2**63))]
    agree(text, {**types, "number": INT}, calls, sizes=lambda *_: {"n": 2})


def test_where_and_broadcasting(agree: Check) -> None:
    f32, i64, bool_ = BY_NAME["f32"], BY_NAME["i64"], BY_NAME["bool_"]
    types = {
        "x": TensorType(f32, (n, m)),
        "row": TensorType(f32, (m,)),
        "column": TensorType(i64, (n, 1)),
        "one": TensorType(f32, ()),
        "mask": TensorType(bool_, (n, m)),
    }

    def text(g: Builder, x: Any, row: Any, column: Any, one: Any, mask: Any) -> Any:
        return (
            g.add(x, row),
            g.multiply(row, column),
            g.add(one, x),
            g.add(one, one),
            g.where(mask, x, 0.5),
            g.where(mask, row, column),
            g.where(one, 1, 2.0),
            g.where(g.greater(x, row), column, 1),
            g.maximum(x, g.expand_dims(row, axis=0)),
            g.subtract(g.expand_dims(row, axis=1), g.expand_dims(row, axis=0)),
        )

    random = np.random.default_rng(0)

    def call(rows: int, columns: int) -> list[Any]:
        x = random.standard_normal((rows, columns)).astype(f32)
        row = random.standard_normal(columns).astype(f32)
        return [x, row, np.arange(rows).reshape(rows, 1), np.array(0.0, f32), x > 0]

    calls = [call(*shape) for shape in ((2, 3), (1, 1), (0, 2), (3, 0), (1, 4))]
    agree(text, types, calls, sizes=lambda x, *_: {"n": x.shape[0], "m": x.shape[1]})


@pytest.mark.parametrize("target", DTYPES, ids=lambda dtype: dtype.name)
def test_casts(target: np.dtype, agree: Check) -> None:
    def text(g: Builder, *given: Any) -> Any:
        return tuple(g.cast(operand, dtype=target) for operand in given)

    call = [np.arange(-3, 4).astype(dtype) for dtype in DTYPES] * 2
    agree(text, parameters(), [[*call, *(a[5] for a in call[: len(DTYPES)])]], sizes=size)


def test_integers_are_rounded_to_f32_as_numpy_does(agree: Check) -> None:
    """Once, but by way of f64 where they are Python's."""
    f32, i64 = BY_NAME["f32"], BY_NAME["i64"]
    arrays: dict[str, Type] = {"x": TensorType(i64, (n,)), "y": TensorType(f32, (n,))}
    types: dict[str, Type] = {**arrays, "s": ScalarType(i64), "k": INT}

    def text(g: Builder, x: Any, y: Any, s: Any, k: Any) -> Any:
        stored = (g.store(y, g.s_[0], each) for each in (k, s, g.index(x, g.s_[1])))
        casts = (g.cast(each, dtype=f32) for each in (x, s, k))
        return (*casts, *stored, g.add(y, k), g.sum(x, dtype=f32), g.concat((y, x)))

    value = 2**60 + 2**36 + 1
    call = [np.array([value, 1 - value]), np.zeros(2, f32), np.int64(value), value]
    agree(text, types, [call], sizes=size)


@pytest.mark.parametrize("kind", KINDS)
def test_casts_of_numbers(kind: str, agree: Check) -> None:
    for target in (*DTYPES, int, float, bool):

        def text(g: Builder, x: Any, target: Any = target) -> Any:
            return g.cast(x, dtype=target)

        agree(
            text,
            {"x": KINDS[kind]},
            [[value] for value in (*NUMBERS[kind], *([1e19, -0.5] if kind == "float" else []))],
        )


@pytest.mark.parametrize("dtype", DTYPES, ids=lambda dtype: dtype.name)
def test_casts_to_numbers(dtype: np.dtype, agree: Check) -> None:
    for target in (int, float, bool):

        def text(g: Builder, x: Any, one: Any, target: Any = target) -> Any:
            return g.cast(x, dtype=target), g.cast(one, dtype=target)

        types = {"x": ScalarType(dtype), "one": TensorType(dtype, ())}
        agree(text, types, [(value, np.array(value)) for value in values(dtype)])


@pytest.mark.parametrize("source", ["f32", "f64"])
def test_floats_outside_of_an_integer_dtype(source: str, agree: Check) -> None:
    """C leaves them open; NumPy's builds for x86 agree but for u32."""
    outside = [np.nan, np.inf, -np.inf, 3e9, -3e9, 1e19, 300, 7e4, -7e4, -1.5, 2**31, 2**40 + 5]

    def text(g: Builder, x: Any) -> Any:
        return tuple(g.cast(x, BY_NAME[name]) for name in ("i8", "i16", "i32", "i64", "u8", "u16"))

    types: dict[str, Type] = {"x": TensorType(BY_NAME[source], (n,))}
    agree(text, types, [[np.array(outside, BY_NAME[source])]], sizes=size)
