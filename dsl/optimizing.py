"""What builds the graphs of optimizers: formulas, applied to every array of a struct."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

from dslc.ir.diagnostics import Diagnostic, DslError
from dslc.ir.dtypes import is_float
from dslc.ir.graph import Graph, Literal, Value
from dslc.ir.place import Place
from dslc.ir.traced import Traced, Tracing, traced_operand
from dslc.ir.types import TensorType

from .annotations import ScalarSpec, Spec, TensorSpec
from .generated import Generated, GeneratedFunction
from .layout import Layout
from .requests import Request
from .results import flatten
from .schedules import Schedule
from .signature import Parameter, Signature
from .specs import SpecReader, TupleSpec, inner_specs

Rate: TypeAlias = float | Schedule

Formula: TypeAlias = Callable[["Leaf"], Sequence[Any]]
"""The next value of one array, and of what the optimizer keeps for it, in order."""


@dataclass(frozen=True)
class Method:
    """An optimizer's formula.

    Attributes:
        name: of it.
        keeps: the names of what it keeps for each array.
        formula: for one array.
        rate: how far it goes.
        max_norm: the greatest norm of all gradients together; greater ones are scaled down.
    """

    name: str
    keeps: tuple[str, ...]
    formula: Formula
    rate: Rate
    max_norm: float | None


class Optimizer:
    """An optimizer of parameters of one form.

    Attributes:
        State: the struct of what it keeps: the number of steps that were made, and arrays.
        init: gives the state before the first step: `init(params)`.
        update: `update(params, gradients, state)` gives the next parameters and state.
    """

    def __init__(self, params: Any, method: Method) -> None:
        own = f"the parameters of `{method.name}`"
        spec = SpecReader().read(params, own, lambda: None)
        _check(spec, own)
        kept: list[tuple[str, Any]] = [(each, params) for each in method.keeps]
        fields = [("step", ScalarSpec(np.dtype(np.int64))), *kept]
        self.State = dataclasses.make_dataclass(f"{method.name.title()}State", fields)
        state = SpecReader().read(self.State, "the state", lambda: None)
        self.init = GeneratedFunction(_Init(method, spec, state, self.State), Request())
        self.update = GeneratedFunction(_Update(method, spec, state, self.State), Request())


def _check(spec: Spec, own: str) -> None:
    """Refuse what is no array of floats.

    Raises:
        DslError: `annotation-unknown`.
    """
    if isinstance(spec, TensorSpec | ScalarSpec) and is_float(spec.dtype):
        return
    inner = inner_specs(spec)
    if not inner:
        message = f"{own} have a {spec!r} among them, an optimizer changes arrays of floats"
        raise DslError(Diagnostic("annotation-unknown", message))
    for each in inner:
        _check(each, own)


class Formulas(Tracing):
    """Takes the nodes of formulas, each under its formula."""

    def __init__(self, name: str, layout: Layout) -> None:
        super().__init__(name, layout.parameters, integers=layout.integers)
        self._at = Place()

    def _place(self) -> Place:
        return self._at

    def at(self, formula: str) -> None:
        """The formula that the next nodes implement."""
        self._at = Place(self.graph.source, formula)


def _named(value: Any, name: str) -> Any:
    """What a formula gives, under a name."""
    operand = traced_operand(value)
    if isinstance(operand, Value):
        operand.hint = name
    return value


@dataclass(frozen=True, slots=True)
class Leaf:
    """What the formula of one array reads.

    Attributes:
        name: of the array.
        value: the array.
        gradient: its gradient.
        kept: what the optimizer keeps for it, arrays of its shape.
        rate: the rate of this step.
        step: the number of this step, counted from 1, an i64.
        formulas: where its nodes go.
    """

    name: str
    value: Any
    gradient: Any
    kept: tuple[Any, ...]
    rate: Any
    step: Any
    formulas: Formulas

    def at(self, formula: str) -> None:
        """The formula that the next nodes implement."""
        self.formulas.at(formula)

    def named(self, name: str, value: Any) -> Any:
        """What a formula gives, under a name."""
        return _named(value, f"{name}_{self.name}" if self.name else name)

    def own(self, scalar: Any) -> Any:
        """A number or scalar in the array's dtype."""
        if not isinstance(scalar, Traced):
            return scalar
        return scalar if scalar.dtype == self.value.dtype else scalar.astype(self.value.dtype)

    def decayed(self, base: float) -> Any:
        """`1 - base ** step`, by which a mean that began at 0 is too small."""
        self.at(f"decayed = 1 - {base} ** step")
        return self.own(1.0 - base**self.step)


class _Init(Generated):
    """The state before the first step."""

    def __init__(self, method: Method, spec: Spec, state: Spec, cls: type[Any]) -> None:
        self._method, self._cls = method, cls
        name = f"{method.name}_init"
        super().__init__(name, Signature(name, (Parameter("params", spec),), state))

    def generated(self, layout: Layout, statics: Sequence[Any]) -> tuple[Graph, Any]:
        """Zeros for each array."""
        formulas = Formulas(self.signature.name, layout)
        (params,) = self.signature.arguments(formulas.graph.parameters, statics)
        flat, structure = flatten(params, Place())
        kept = []
        with formulas.open():
            for each in self._method.keeps:
                formulas.at(f"{each} = np.zeros_like(params)")
                zeros = [_named(_zero(v), f"{each}_{_own(v)}") for v in flat]
                kept.append(structure.of(list(map(traced_operand, zeros))))
        return formulas.finish(()), self._cls(np.int64(0), *kept)


class _Update(Generated):
    """One step."""

    def __init__(self, method: Method, spec: Spec, state: Spec, cls: type[Any]) -> None:
        self._method, self._cls = method, cls
        name = f"{method.name}_update"
        names = ("params", spec), ("gradients", spec), ("state", state)
        parameters = tuple(Parameter(*each) for each in names)
        super().__init__(name, Signature(name, parameters, TupleSpec((spec, state))))

    def generated(self, layout: Layout, statics: Sequence[Any]) -> tuple[Graph, Any]:
        """The formula for each array."""
        formulas, method = Formulas(self.signature.name, layout), self._method
        params, gradients, state = self.signature.arguments(formulas.graph.parameters, statics)
        values, structure = flatten(params, Place())
        slopes = [Traced(each) for each in flatten(gradients, Place())[0]]
        kept = [flatten(getattr(state, each), Place())[0] for each in method.keeps]
        if any(len(each) != len(values) for each in (slopes, *kept)):
            message = f"`params`, `gradients` and `state` of `{self.signature.name}` differ in form"
            raise DslError(Diagnostic("argument-mismatch", message))
        with formulas.open():
            now: Any = Traced(state.step)
            rate = _rate(method.rate, now, formulas)
            formulas.at("step = step + 1")
            step = _named(now + 1, "step")
            slopes = _clipped(slopes, method.max_norm, formulas)
            rows = []
            for number, (value, slope) in enumerate(zip(values, slopes, strict=True)):
                own = tuple(Traced(each[number]) for each in kept)
                leaf = Leaf(_own(value), Traced(value), slope, own, rate, step, formulas)
                rows.append([traced_operand(each) for each in method.formula(leaf)])
        new, *others = (structure.of(list(column)) for column in zip(*rows, strict=True))
        return formulas.finish(()), (new, self._cls(traced_operand(step), *others))


def _zero(value: Value) -> Any:
    """Zeros like a value; a scalar of a scalar."""
    if isinstance(value.type, TensorType):
        return np.zeros_like(Traced(value))
    return Traced(Literal(value.dtype.type(0)))


def _own(value: Value) -> str:
    """The path of an array in the parameters, as a name."""
    return value.hint.removeprefix("params").removeprefix("_")


def _rate(rate: Rate, step: Any, formulas: Formulas) -> Any:
    if not isinstance(rate, Schedule):
        return rate
    formulas.at(f"rate = {rate}")
    found = rate(step)
    return _named(found[()] if isinstance(found.type, TensorType) else found, "rate")


def _clipped(gradients: list[Any], max_norm: float | None, formulas: Formulas) -> list[Any]:
    """The gradients, scaled down where their norm is too great."""
    if max_norm is None:
        return gradients
    formulas.at("norm = np.sqrt(sum(np.sum(gradient * gradient) for gradient in gradients))")
    total: Any = 0.0
    for gradient in gradients:
        total = total + np.sum(gradient * gradient).astype(np.float64)
    norm = _named(np.sqrt(total), "norm")
    formulas.at(f"scale = {max_norm} / max(norm, {max_norm})")
    scale = _named(max_norm / np.maximum(norm, max_norm), "scale")
    formulas.at("gradient = gradient * scale")
    return [gradient * scale.astype(gradient.dtype) for gradient in gradients]
