"""Ops that are made of others: what they are made of is what they mean."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

import numpy as np
import pytest

import dslc.ir.ops  # noqa: F401  (fills the registry)
from dslc.ir.builder import Builder
from dslc.ir.dims import symbol
from dslc.ir.dtypes import COMPLEX, FLOATS
from dslc.ir.evaluate import evaluate
from dslc.ir.expansion import expand
from dslc.ir.facts import Facts
from dslc.ir.graph import Graph
from dslc.ir.op import REGISTRY, Op, RuleError
from dslc.ir.passes import run_pass
from dslc.ir.types import TensorType, Type, type_of_python

from .complex_numbers import ORDERED

MADE = [name for name, op in REGISTRY.items() if op.expand is not None]
DRAWS = 60

UNSTABLE = frozenset(("unique_inverse",))
"""Where NumPy numbers equal NaNs in an order that depends on the machine."""


def graph_of(record: Op, types: list[Type], attributes: dict[str, Any]) -> Graph:
    """A graph of this one node."""
    parameters = [(f"x{i}", type_) for i, type_ in enumerate(types)]
    builder = Builder("alone", parameters)
    canonical, _ = record.infer(Facts(), tuple(t for _, t in parameters), attributes)
    results = builder.emit(record, tuple(builder.graph.parameters), canonical)
    return builder.finish(results)


def outcome(function: Callable[[], list[Any]]) -> Any:
    try:
        with np.errstate(all="ignore"):
            return function()
    except Exception as error:  # noqa: BLE001
        return type(error)


def alike(a: Any, b: Any) -> bool:
    if isinstance(a, type) or isinstance(b, type):
        return a is b
    return all(same(x, y) for x, y in zip(a, b, strict=True))


def same(x: Any, y: Any) -> bool:
    if type(x) is not type(y) or np.asarray(x).dtype != np.asarray(y).dtype:
        return False
    if np.asarray(x).dtype in FLOATS:
        x, y = np.asarray(x, float), np.asarray(y, float)
        return np.array_equal(x, y, equal_nan=True)
    if np.asarray(x).dtype in COMPLEX:
        return same(np.real(x), np.real(y)) and same(np.imag(x), np.imag(y))
    return np.array_equal(x, y)


@pytest.mark.parametrize("name", MADE)
def test_expanded(name: str, draw_call: Callable[..., Any]) -> None:
    rng = np.random.default_rng([2, *name.encode()])
    compared = sum(check(REGISTRY[name], draw_call(name, rng)) for _ in range(DRAWS))
    assert compared > DRAWS // 10


@pytest.mark.parametrize("name", [name for name in MADE if name in ORDERED - UNSTABLE])
def test_expanded_of_complex_numbers(name: str, draw_call: Callable[..., Any]) -> None:
    """In an order that NumPy gives them: NaN in one part, zeros of both signs, equal elements."""
    rng = np.random.default_rng([6, *name.encode()])
    for _ in range(DRAWS // 2):
        call = draw_call(name, rng)
        call.operands = [of_complex_numbers(value, rng) for value in call.operands]
        check(REGISTRY[name], call)


PARTS = [0.0, -0.0, 1.0, 1.0, -2.0, 2.0, np.nan, np.inf]


def of_complex_numbers(value: Any, rng: np.random.Generator) -> Any:
    """An array of numbers as one of complex numbers."""
    if not isinstance(value, np.ndarray) or value.dtype.kind not in "fciu":
        return value
    made = np.empty(value.shape, np.complex64 if rng.random() < 0.5 else np.complex128)
    made.real, made.imag = (rng.choice(PARTS, value.shape) for _ in range(2))
    return made


@pytest.mark.parametrize("name", MADE)
def test_expanded_where_sizes_are_open(name: str, draw_call: Callable[..., Any]) -> None:
    """What an op is made of relies on no more than the op says."""
    rng = np.random.default_rng([5, *name.encode()])
    record = REGISTRY[name]
    for _ in range(5):
        call = draw_call(name, rng)
        operands = [value for value in call.operands if value is not None]
        if any(isinstance(value, int | float | complex) for value in operands):
            continue
        types = list(map(of_any_size, operands))
        try:
            graph = graph_of(record, types, {**record.attributes, **call.attributes})
        except RuleError:
            continue
        run_pass(lambda each: expand(each, lambda op: False), graph)


def of_any_size(value: Any) -> Type:
    """The type of an operand, its sizes dims but for 1; equal sizes have one dim."""
    type_ = type_of_python(value)
    if not isinstance(type_, TensorType):
        return type_
    sizes = (1 if size == 1 else symbol(f"n{size}") for size in value.shape)
    return TensorType(type_.dtype, tuple(sizes))


def check(record: Op, call: Any) -> bool:
    """Compare the two graphs of a call; whether it gave a result."""
    operands = [value for value in call.operands if value is not None]
    if any(isinstance(value, int | float | complex) for value in operands):
        return False  # a parameter is not the constant that the call has
    attributes = {**record.attributes, **call.attributes}
    try:
        graph = graph_of(record, list(map(type_of_python, operands)), attributes)
    except RuleError:
        return False
    made = run_pass(lambda each: expand(each, lambda op: False), graph)
    assert all(node.op.expand is None for node in made.walk())
    given = outcome(lambda: evaluate(graph, operands, {}))
    found = outcome(lambda: evaluate(made, operands, {}))
    shown = f"{record.name}{tuple(operands)} {attributes}"
    assert alike(given, found), f"{shown}: {found}, not {given}"
    return not isinstance(given, type)


def test_public_names() -> None:
    for record in REGISTRY.values():
        if record.public:
            module, _, name = f"dslc.{record.public}".rpartition(".")
            assert getattr(import_module(module), name) is record
