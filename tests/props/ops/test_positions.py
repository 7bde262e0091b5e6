"""Each op with more positions along an axis: where its rule allows it, those there are stay.

For a drawn call, the axes of one size become the dim `n`. Where the positions along `n` are said
to be independent, the op is run with some more that repeat the last: it must give the same bits,
or nearly these where its rounding is said to be NumPy's affair, and raise as before.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from dslc.ir.builder import Builder
from dslc.ir.diagnostics import DslError
from dslc.ir.dims import evaluate as number_of
from dslc.ir.dims import symbol
from dslc.ir.evaluate import evaluate
from dslc.ir.facts import DimMismatch
from dslc.ir.graph import Graph
from dslc.ir.op import REGISTRY, Op, RuleError
from dslc.ir.position_rules import RULES, positions_along
from dslc.ir.positions import Long, Obstacle, Positions
from dslc.ir.structure import STRUCTURED
from dslc.ir.types import TensorType, Type, type_of_python

from .test_expansion import outcome, same

N = symbol("n")
DRAWS = 40
MORE = 3
OPS = [name for name in REGISTRY if name not in (*STRUCTURED, "print", "require", "as_dim")]
RARE = {"check"}
"""Ops with a rule for values that are never long."""


@pytest.mark.parametrize("name", OPS)
def test_positions(name: str, draw_call: Callable[..., Any]) -> None:
    rng = np.random.default_rng([3, *name.encode()])
    compared = sum(check(REGISTRY[name], draw_call(name, rng), rng) for _ in range(DRAWS))
    assert compared or name not in RULES or name in RARE


def check(record: Op, call: Any, rng: np.random.Generator) -> bool:
    """Compare a call with the same one with more positions; whether there was anything to do."""
    operands = [value for value in call.operands if value is not None]
    if any(isinstance(value, int | float | complex) for value in operands):
        return False
    attributes = {**record.attributes, **call.attributes}
    shapes = [size for value in operands for size in np.shape(value)]
    shapes += [size for name in record.sizes for size in numbers_in(attributes.get(name))]
    size = int(rng.choice([each for each in shapes if each > 0] or [1]))
    if record.sizes and rng.random() < 0.7:
        attributes = {
            name: replaced(value, size) if name in record.sizes else value
            for name, value in attributes.items()
        }
    graph = graph_of(record, operands, attributes, size, rng)
    if graph is None:
        return False
    try:
        along = positions_along(graph, "n")
    except Obstacle:
        return False
    operands.append(np.zeros(size))
    before = outcome(lambda: evaluate(graph, operands, {"n": size}))
    longer = [lengthened(x, axes) for x, axes in zip(operands, along.parameters, strict=True)]
    after = outcome(lambda: evaluate(graph, longer, {"n": size + MORE}))
    shown = f"{record.name}{tuple(operands)} {attributes}: {after}, not {before}"
    if isinstance(before, type) or isinstance(after, type):
        assert before is after, shown
        return False
    cut = [shortened(x, axes, size) for x, axes in zip(after, along.results, strict=True)]
    assert all(map(alike(along), before, cut)), shown
    return any(map(any, along.results))


def graph_of(
    record: Op, operands: list[Any], attributes: dict[str, Any], size: int, rng: np.random.Generator
) -> Graph | None:
    """A graph of this one node, where axes of one size are `n`; None where that is none."""
    parameters = [(f"x{i}", long_type(value, size, rng)) for i, value in enumerate(operands)]
    builder = Builder("alone", [*parameters, ("binds_n", TensorType(np.dtype(float), (N,)))])
    try:
        results = builder.emit(record, tuple(builder.graph.parameters[:-1]), attributes)
    except (RuleError, DimMismatch, DslError):
        return None
    return builder.finish(results)


def long_type(value: Any, size: int, rng: np.random.Generator) -> Type:
    type_ = type_of_python(value)
    if not isinstance(type_, TensorType):
        return type_
    shape = tuple(N if each == size and rng.random() < 0.8 else each for each in type_.shape)
    return TensorType(type_.dtype, shape)


def numbers_in(value: Any) -> list[int]:
    """The integers in an attribute."""
    if isinstance(value, tuple):
        return [number for each in value for number in numbers_in(each)]
    return [value] if type(value) is int else []


def replaced(value: Any, size: int) -> Any:
    """An attribute with `n` in place of a number."""
    if isinstance(value, tuple):
        return tuple(replaced(each, size) for each in value)
    return N if isinstance(value, int) and value == size else value


def lengthened(value: Any, axes: tuple[Long | None, ...]) -> Any:
    for axis, long in enumerate(axes):
        if long is not None:
            widths = [(0, MORE if number == axis else 0) for number in range(value.ndim)]
            value = np.pad(value, widths, mode="edge")
    return value


def shortened(value: Any, axes: tuple[Long | None, ...], size: int) -> Any:
    for axis, long in enumerate(axes):
        if long is not None:
            inner = number_of(long.inner, {"n": size})
            positions = np.arange(value.shape[axis]) // max(inner, 1) % (size + MORE)
            value = np.compress(positions < size, value, axis)
    return value


def alike(along: Positions) -> Callable[[Any, Any], bool]:
    """What compares a value: by its bits, or nearly."""
    if along.rounding is None:
        return same

    def near(x: Any, y: Any) -> bool:
        if x.dtype != y.dtype or x.shape != y.shape:
            return False
        x, y = (np.asarray(value, complex) for value in (x, y))
        return bool(np.allclose(x, y, rtol=1e-2, atol=1e-2, equal_nan=True))

    return near
