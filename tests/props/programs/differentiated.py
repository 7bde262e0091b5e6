"""Gradients of drawn programs: their graphs, and central differences to compare them with.

A program is taken with all its floats of 64 bits, at arguments that are not special, and where it
is smooth: where differences of two steps tell the same.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from dslc.devices import Device, compile_for
from dslc.ir.dims import symbol
from dslc.ir.evaluate import evaluate
from dslc.ir.gradient.activity import is_differentiable
from dslc.ir.gradient.gradient import vector_jacobian
from dslc.ir.gradient.halves import Halves
from dslc.ir.graph import Graph, Operand, type_of
from dslc.ir.passes import optimize
from dslc.ir.types import NumberType, ScalarType, TensorType, Type
from dslc.transpile import load_functions

from .compare import executed
from .inputs import draw_arguments
from .modules import Parameter, Program, draw_program
from .types import Type as DrawnType

STEP = 1e-5
MOST = 8
"""Elements of a parameter that are moved one by one."""


@dataclass(frozen=True)
class Flat:
    """A call: the flat values and what their sizes are."""

    values: list[Any]
    sizes: dict[str, int]


@dataclass(frozen=True)
class Differentiable:
    """A drawn program as a graph, with what its derivatives are by and of.

    Attributes:
        program: what was drawn.
        function: compiled.
        names: those of the module in plain Python.
        graph: its results are those of floats.
        wrt: the numbers of the flat parameters of floats.
        floats: how many results are floats; updates follow.
    """

    program: Program
    function: Any
    names: dict[str, Any]
    graph: Graph
    wrt: list[int]
    floats: int

    @cached_property
    def halves(self) -> Halves:
        """The graph of its gradients, with a weight for each result, and where it turns back."""
        found: list[Halves] = []

        def saving(halves: Halves) -> Graph:
            found.append(halves)
            return halves.graph

        weights = named(list(self.graph.returned), "w_", self.graph.symbols)
        vector_jacobian(self.graph, self.wrt, weights, saving=saving)
        return found[0]

    @property
    def reverse(self) -> Graph:
        """The graph of its gradients."""
        return self.halves.graph

    def call(self, number: int) -> Flat:
        """The arguments of a call, flat."""
        arguments = draw_arguments(self.program, self.names, number)
        call = self.function.signature.bind(arguments, {})
        built = self.function.blueprint.built(call.key, call.statics)
        call = built.completed(call)
        return Flat(call.values, dict(built.layout.sizes(call.values)))


def differentiable(program: Program, path: Path) -> Differentiable:
    """A program whose text is put into a file.

    Raises:
        DslError: what is refused.
    """
    path.write_text(program.source, encoding="utf-8")
    names = executed(program.source)
    function = load_functions(path)["main"]
    graph = function.graph
    wrt = [n for n, v in enumerate(graph.parameters) if is_differentiable(v.type)]
    floats = [value for value in graph.returned if is_differentiable(type_of(value))]
    results = (*floats, *graph.results[len(graph.returned) :])
    graph = replace(graph, body=replace(graph.body, results=results))
    return Differentiable(program, function, names, graph, wrt, len(floats))


@contextmanager
def quiet() -> Iterator[None]:
    """Without the warnings of NumPy, which programs give as they are meant to."""
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        yield


def named(values: list[Operand], prefix: str, symbols: Collection[str]) -> list[tuple[str, Type]]:
    """Parameters for derivatives of these; that of a Python float is an f64.

    A size of other symbols than these, which the run finds, has a symbol of its own.
    """
    f64 = ScalarType(np.dtype(np.float64))
    found: list[tuple[str, Type]] = []
    for k, value in enumerate(values):
        type_ = type_of(value)
        if isinstance(type_, TensorType):
            shape = (
                size if isinstance(size, int) or size.names <= set(symbols) else symbol(f"w{k}_{n}")
                for n, size in enumerate(type_.shape)
            )
            type_ = replace(type_, shape=tuple(shape))
        found.append((f"{prefix}{k}", f64 if isinstance(type_, NumberType) else type_))
    return found


def copies(values: list[Any]) -> list[Any]:
    """Values that a graph may write to, with the same strides."""
    return [each.copy(order="K") if isinstance(each, np.ndarray) else each for each in values]


def bound(graph: Graph, sizes: dict[str, int], given: list[Any]) -> dict[str, int]:
    """The sizes with those that only further parameters have."""
    found = dict(sizes)
    last = graph.parameters[len(graph.parameters) - len(given) :]
    for parameter, value in zip(last, given, strict=True):
        for size, actual in zip(parameter.shape, np.shape(value), strict=True):
            if str(size) in graph.symbols:
                found.setdefault(str(size), actual)
    return found


# --- central differences --------------------------------------------------------------------------


def draw_smooth(seed: int) -> Program:
    """The program of this seed with floats of 64 bits in place of others."""
    program = draw_program(seed)
    source = re.sub(r"\bf32\b", "f64", program.source.replace("np.float32", "np.float64"))
    source = source.replace("f64, f64", "f64", 1)  # in the import
    return replace(program, source=source, parameters=tuple(map(_wide, program.parameters)))


def _wide(parameter: Parameter) -> Parameter:
    fields = tuple((name, _wide_type(t)) for name, t in parameter.fields)
    own = None if parameter.type is None else _wide_type(parameter.type)
    return replace(parameter, type=own, fields=fields)


def _wide_type(t: DrawnType) -> DrawnType:
    dtype = "f64" if t.dtype == "f32" else t.dtype
    return replace(t, dtype=dtype, items=tuple(map(_wide_type, t.items)))


def farthest(found: Differentiable, number: int, device: Device) -> float | None:
    """How far a gradient of one call is from differences, in units of what is allowed.

    Args:
        found: the program.
        number: of the call.
        device: what computes the gradient.

    Returns:
        At most 1 is right. None where there is nothing to compare: the call raises, or no float
        that it gives depends on one that it takes, smoothly.
    """
    rng = np.random.default_rng([found.program.seed, number])
    call = found.call(number)
    for n in found.wrt:
        call.values[n] = _moved(call.values[n], rng)
    results = _results(found, call)
    if results is None:
        return None
    weights = [np.cos(np.arange(np.size(y)) + 0.3).reshape(np.shape(y)) for y in results]
    weights = [
        w if isinstance(y, np.ndarray) else w[()] for w, y in zip(weights, results, strict=True)
    ]
    gradients = _gradients(found, call, weights, device)
    scale = 1 + max((_greatest(each) for each in gradients), default=0.0)
    away = [
        _away(found, call, weights, n, gradient, scale, rng)
        for n, gradient in zip(found.wrt, gradients, strict=True)
    ]
    return max((each for each in away if each is not None), default=None)


def _moved(value: Any, rng: np.random.Generator) -> Any:
    """Floats near the given ones, none of them special or where a program has a kink."""
    near = np.nan_to_num(np.asarray(value), nan=0.5, posinf=2.0, neginf=-2.0)
    near = np.clip(near, -9.0, 9.0) + 0.3 * rng.standard_normal(np.shape(value))
    if not isinstance(value, np.ndarray):
        return type(value)(near)
    moved = np.empty_like(value)
    moved[...] = near
    return moved


def _results(found: Differentiable, call: Flat) -> list[Any] | None:
    """What the program gives of floats; None where it raises."""
    try:
        with quiet():
            return list(evaluate(found.graph, copies(call.values), call.sizes)[: found.floats])
    except Exception:  # noqa: BLE001  (programs raise what they like)
        return None


def _gradients(found: Differentiable, call: Flat, weights: list[Any], device: Device) -> list[Any]:
    reverse = found.reverse
    given = [*copies(call.values), *weights]
    sizes = bound(reverse, call.sizes, weights)
    with quiet():
        if device == "reference":
            results = evaluate(reverse, given, sizes)
        else:
            results = compile_for(device, optimize(reverse))(given, sizes)
    return list(results[found.floats : found.floats + len(found.wrt)])


def _greatest(gradient: Any) -> float:
    finite = np.isfinite(gradient)
    return float(np.max(np.abs(gradient), initial=0.0, where=finite))


def _away(
    found: Differentiable, call: Flat, weights: list[Any], n: int, gradient: Any, scale: float,
    rng: np.random.Generator,
) -> float | None:  # fmt: skip
    """How far some elements of one gradient are away; at kinks two steps differ."""
    size = np.size(gradient)
    places = map(int, rng.permutation(size)[:MOST])
    away = []
    for at in places:
        near, wide = (_slope(found, call, weights, n, at, step) for step in (STEP, 3 * STEP))
        if np.isfinite((near, wide)).all() and abs(near - wide) < 1e-7 * scale:
            own = float(np.reshape(gradient, -1)[at])
            away.append(abs(near - own) / (1e-6 * scale))
    return max(away, key=lambda each: (np.isnan(each), each)) if away else None


def _slope(
    found: Differentiable, call: Flat, weights: list[Any], n: int, at: int, step: float
) -> float:
    ends: list[list[Any]] = []
    for by in (step, -step):
        value = np.array(call.values[n], np.float64, order="K", ndmin=0)
        value[np.unravel_index(at, value.shape)] += by
        moved = [*call.values]
        moved[n] = value if isinstance(call.values[n], np.ndarray) else type(call.values[n])(value)
        results = _results(found, replace(call, values=moved))
        if results is None or list(map(np.shape, results)) != list(map(np.shape, weights)):
            return np.nan
        ends.append(results)
    # What is constant goes before the sum, where it would leave nothing of what is small beside it.
    changes = (np.sum((a - b) * w) for a, b, w in zip(*ends, weights, strict=True))
    return float(sum(changes)) / (2 * step)
