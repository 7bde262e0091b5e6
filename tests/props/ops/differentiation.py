"""Gradients of drawn calls of any op against central differences."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from dslc.devices import Device, compile_for
from dslc.ir.builder import Builder
from dslc.ir.diagnostics import CompilerBug, DslError
from dslc.ir.dtypes import FLOATS, INTEGERS
from dslc.ir.evaluate import evaluate
from dslc.ir.gradient.activity import is_differentiable
from dslc.ir.gradient.gradient import vector_jacobian
from dslc.ir.graph import Graph, type_of
from dslc.ir.keys import Key
from dslc.ir.op import Effects, Op, RuleError
from dslc.ir.passes import optimize
from dslc.ir.types import type_of_python

from .drawing import Call, Rng

STEP = 1e-5
MOST = 30
"""Elements of an operand that are moved one by one."""


LEFT_OUT = frozenset(("if", "for", "while", "call", "nest", "require", "stop_gradient"))
"""Ops that are no function of arrays, or have another gradient by what they mean."""


SINGULAR = frozenset(("std", "nanstd"))
"""Ops that have no derivative where all elements are equal, as a single one is."""


class Refused(Exception):
    """Why there is no gradient."""


def smooth(rng: Rng, value: Any) -> Any:
    """Floats of 64 bits, none of them special; the layout in memory stays that of the value."""
    if not isinstance(value, np.ndarray | np.generic):
        return value
    if value.dtype in INTEGERS:
        numbers: Any = value
        large = (numbers > 100) | (numbers < -100)
        return numbers % value.dtype.type(100) if np.any(large) else value
    if value.dtype not in FLOATS:
        return value
    drawn = rng.standard_normal(np.shape(value))
    if not isinstance(value, np.ndarray):
        return np.float64(drawn)
    if value.ndim and value.strides and value.strides[0] < 0:
        return drawn[::-1].copy()[::-1]
    return np.asfortranarray(drawn) if value.flags.f_contiguous else drawn


def graph_of(record: Op, operands: list[Any], attributes: dict[str, Any]) -> Graph:
    """A graph of one node, whose results are those of floats."""
    parameters = [(f"x{n}", type_of_python(value)) for n, value in enumerate(operands)]
    builder = Builder("alone", parameters)
    canonical, _ = record.infer(builder.facts, tuple(t for _, t in parameters), attributes)
    results = builder.emit(record, tuple(builder.graph.parameters), canonical)
    graph = builder.finish(results)
    floats = tuple(each for each in graph.results if is_differentiable(type_of(each)))
    return replace(graph, body=replace(graph.body, results=floats))


def difference(record: Op, call: Call, rng: Rng, device: Device) -> float | None:
    """How far a gradient is from central differences, in units of what is allowed.

    Args:
        record: the op.
        call: of it; its floats are drawn anew.
        rng: draws them, the weights of the results, and which elements are moved.
        device: what computes the gradient.

    Returns:
        At most 1 is right. None where there is nothing to compare: the call raises, is of no
        floats, or stands at a kink.

    Raises:
        Refused: the op has no gradient.
    """
    operands = [smooth(rng, value) for value in call.operands if value is not None]
    if record.effects & Effects.HOST or record.name in LEFT_OUT:
        return None
    if any(isinstance(value, int | float | complex | Key) for value in operands):
        return None  # a parameter is not the constant that the call has
    attributes = {**record.attributes, **call.attributes}
    try:
        graph = graph_of(record, operands, attributes)
        values = [np.asarray(each) for each in _evaluated(graph, operands)]
    except (ValueError, IndexError, ZeroDivisionError, OverflowError, TypeError, RuleError,
            np.linalg.LinAlgError, DslError):  # fmt: skip
        return None
    wrt = [n for n, value in enumerate(graph.parameters) if is_differentiable(value.type)]
    if not wrt or not values or any(each.dtype != np.float64 for each in values):
        return None
    weights = [np.cos(np.arange(each.size) + 0.3).reshape(each.shape) for each in values]
    named = [(f"w{n}", type_of_python(each)) for n, each in enumerate(weights)]
    try:
        joint = vector_jacobian(graph, wrt, named)
    except DslError as error:
        raise Refused(str(error).splitlines()[0]) from None
    given = [*map(_copied, operands), *weights]
    found = _run(joint, given, device)[len(values) :]
    worst: float | None = None
    for number, gradient in zip(wrt, found, strict=True):
        away = _away(graph, operands, weights, number, np.asarray(gradient), rng)
        if record.name in SINGULAR and not np.isfinite(gradient).all():
            continue
        worst = away if worst is None or (away is not None and away > worst) else worst
    return worst


def _run(graph: Graph, given: list[Any], device: Device) -> list[Any]:
    with np.errstate(all="ignore"):
        if device == "reference":
            return list(evaluate(graph, given, {}))
        return list(compile_for(device, optimize(graph))(given, {}))


def _evaluated(graph: Graph, operands: list[Any]) -> list[Any]:
    with np.errstate(all="ignore"):
        return list(evaluate(graph, [_copied(each) for each in operands], {}))


def _copied(value: Any) -> Any:
    """A copy with the same strides, which the graph may write to."""
    return value.copy(order="K") if isinstance(value, np.ndarray) else value


def _away(
    graph: Graph, operands: list[Any], weights: list[Any], number: int, gradient: Any, rng: Rng
) -> float | None:
    """How far some elements of one gradient are away; at kinks two steps differ."""
    flat = gradient.reshape(-1)
    if not flat.size:
        return 0.0
    if not any(each.size for each in weights):
        return None  # a sum of nothing: 0, or 0 times what an empty axis makes infinite
    chosen = rng.permutation(flat.size)[:MOST]
    scale = 1 + float(np.max(np.abs(flat), initial=0.0, where=np.isfinite(flat)))
    found: list[float] = []
    for at in map(int, chosen):
        slopes = [_slope(graph, operands, weights, number, at, step) for step in (STEP, 3 * STEP)]
        if np.isfinite(slopes).all() and abs(slopes[0] - slopes[1]) < 1e-7 * scale:
            found.append(abs(slopes[0] - float(flat[at])) / (1e-6 * scale))
    return max(found) if found else None


def _slope(
    graph: Graph, operands: list[Any], weights: list[Any], number: int, at: int, step: float
) -> float:
    ends = []
    for by in (step, -step):
        moved = list(operands)
        value = np.array(operands[number], np.float64, order="C")
        value.reshape(-1)[at] += by
        moved[number] = value if isinstance(operands[number], np.ndarray) else value[()]
        try:
            results = _evaluated(graph, moved)
        except (ValueError, IndexError, CompilerBug, np.linalg.LinAlgError):
            return np.nan
        pairs = zip(results, weights, strict=True)
        ends.append(sum(float(np.sum(one * other)) for one, other in pairs
                        if np.shape(one) == np.shape(other)))  # fmt: skip
    return (ends[0] - ends[1]) / (2 * step)
