"""What builds the graphs of optimizers: formulas, applied to every array of a struct."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

from dslc.ir.diagnostics import Diagnostic, DslError
from dslc.ir.graph import Graph, Literal, Value
from dslc.ir.ops.create import full
from dslc.ir.place import Place
from dslc.ir.traced import Traced, Tracing, traced_operand
from dslc.ir.types import TensorType

from .annotations import StaticSpec
from .generated import Generated, GeneratedFunction
from .layout import Layout
from .optimizer_forms import Form, read_form
from .requests import Request
from .results import flatten
from .schedules import Schedule
from .signature import Parameter, Signature
from .specs import TupleSpec

Rate: TypeAlias = float | Schedule

Formula: TypeAlias = Callable[["Leaf"], Sequence[Any]]
"""The next value of one array, and of what the optimizer keeps for it, in order."""


@dataclass(frozen=True)
class Scaling:
    """How the loss is scaled, so that gradients in 16 bits are not 0.

    Attributes:
        start: the first scale, a power of 2.
        every: after so many steps without an overflow the scale is doubled.
    """

    start: float
    every: int


@dataclass(frozen=True)
class Method:
    """An optimizer's formula.

    Attributes:
        name: of it.
        keeps: the names of what it keeps for each array.
        formula: for one array.
        rate: how far it goes.
        max_norm: the greatest norm of all gradients together; greater ones are scaled down.
        scaling: of the loss; None where it is what it is.
    """

    name: str
    keeps: tuple[str, ...]
    formula: Formula
    rate: Rate
    max_norm: float | None
    scaling: Scaling | None = None


class Optimizer:
    """An optimizer of parameters of one form.

    Attributes:
        State: the struct of what it keeps: the number of steps that were made, and arrays.
        init: gives the state before the first step: `init(params)`.
        update: `update(params, gradients, state)` gives the next parameters and state. Where the
            parameters are declared `InOut`, so is the state, and both are written to in place.
    """

    def __init__(self, params: Any, method: Method) -> None:
        self._params, self._method = params, method
        numbers: list[tuple[str, type[np.generic]]] = [("step", np.int64)]
        if method.scaling:
            numbers += [("scale", np.float32), ("good", np.int64)]
        form = read_form(params, method.name, numbers, method.keeps)
        self.State = form.cls
        self.init = GeneratedFunction(_Init(method, form), Request())
        self.update = GeneratedFunction(_Update(method, form), Request())

    def scaled(self, start: float = 2.0**15, every: int = 2000) -> Optimizer:
        """The same for gradients of a loss that was multiplied by `state.scale`.

        So small gradients do not vanish in 16 bits (Micikevicius et al., ICLR 2018). `update`
        divides by the scale. Where a gradient is not finite it changes nothing but the scale, which
        it halves; after `every` steps without that it doubles it.

        Args:
            start: the first scale, a power of 2.
            every: how many steps.
        """
        return Optimizer(
            self._params, dataclasses.replace(self._method, scaling=Scaling(start, every))
        )


class Formulas(Tracing):
    """Takes the nodes of formulas, each under its formula."""

    def __init__(self, name: str, layout: Layout) -> None:
        super().__init__(name, layout.parameters, integers=layout.integers)
        self._at = Place()

    def _place(self) -> Place:
        return self._at

    @property
    def here(self) -> Place:
        """The place of the next node."""
        return self._at

    def at(self, formula: str) -> None:
        """The formula that the next nodes implement."""
        self._at = Place(self.graph.source, formula)


def named(value: Any, name: str) -> Any:
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
        return named(value, f"{name}_{self.name}" if self.name else name)

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

    def __init__(self, method: Method, form: Form) -> None:
        self._method, self._form = method, form
        name = f"{method.name}_init"
        parameters = (Parameter("params", form.gradients),)
        super().__init__(name, Signature(name, parameters, form.state))

    def generated(self, layout: Layout, statics: Sequence[Any]) -> tuple[Graph, Any]:
        """Zeros for each array."""
        formulas = Formulas(self.signature.name, layout)
        (params,) = self.signature.arguments(formulas.graph.parameters, statics)
        flat, structure = flatten(params, Place())
        kept = []
        with formulas.open():
            for each in self._method.keeps:
                formulas.at(f"{each} = np.zeros_like(params)")
                zeros = [named(_zero(v), f"{each}_{_own(v)}") for v in flat]
                kept.append(structure.of(list(map(traced_operand, zeros))))
            scaling = self._method.scaling
            begin = (np.float32(scaling.start), np.int64(0)) if scaling else ()
            numbers: list[Any] = [np.int64(0), *begin]
            if self._form.in_place:
                numbers = [traced_operand(full((), each)) for each in numbers]
        return formulas.finish(()), self._form.cls(*numbers, *kept)


class _Update(Generated):
    """One step."""

    def __init__(self, method: Method, form: Form) -> None:
        self._method, self._form = method, form
        name = f"{method.name}_update"
        names = ("params", form.params), ("gradients", form.gradients), ("state", form.state)
        parameters = tuple(Parameter(*each) for each in names)
        nothing = StaticSpec(type(None), bare=True)
        returns = nothing if form.in_place else TupleSpec((form.params, form.state))
        super().__init__(name, Signature(name, parameters, returns))

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
            now: Any = _number_of(state.step)
            rate = _rate(method.rate, now, formulas)
            formulas.at("step = step + 1")
            step = named(now + 1, "step")
            scale = _Scale(method.scaling, state, formulas) if method.scaling else None
            slopes = _clipped(scale.without(slopes) if scale else slopes, method.max_norm, formulas)
            rows = []
            for number, (value, slope) in enumerate(zip(values, slopes, strict=True)):
                own = tuple(Traced(each[number]) for each in kept)
                leaf = Leaf(_own(value), Traced(value), slope, own, rate, step, formulas)
                new = list(method.formula(leaf))
                if scale:
                    new = scale.chosen(new, (leaf.value, *own))
                rows.append([_fitting(each, leaf.value) for each in new])
            further = scale.next() if scale else ()
            (step,) = scale.chosen([step], [now]) if scale else (step,)
            numbers = [_fitting(each, Traced(state.step)) for each in (step, *further)]
        columns = zip(*rows, strict=True)
        new, *others = (structure.of(list(map(traced_operand, each))) for each in columns)
        result = (new, self._form.cls(*map(traced_operand, numbers), *others))
        if not self._form.in_place:
            return formulas.finish(()), result
        formulas.graph.updates = layout.inouts
        return formulas.finish(flatten(result, Place())[0]), None


def _number_of(value: Value) -> Any:
    """A number of the state; where it is written to in place, the element of an array."""
    found = Traced(value)
    return found[()] if isinstance(value.type, TensorType) else found


def _fitting(value: Any, like: Any) -> Any:
    """A new value as what it follows: an array of an array, where a formula gives a scalar."""
    is_array = isinstance(like.type, TensorType)
    return full((), value) if is_array and not _is_array(value) else value


def _is_array(value: Any) -> bool:
    return isinstance(getattr(value, "type", None), TensorType)


class _Scale:
    """The scale of one step's loss."""

    def __init__(self, scaling: Scaling, state: Any, formulas: Formulas) -> None:
        self._scaling, self._formulas = scaling, formulas
        self._scale: Any = _number_of(state.scale)
        self._good: Any = _number_of(state.good)
        self._finite: Any = None

    def without(self, gradients: list[Any]) -> list[Any]:
        """Gradients of the loss itself; whether all are finite is found on the way."""
        self._formulas.at("finite = all(np.all(np.isfinite(gradient)) for gradient in gradients)")
        for gradient in gradients:
            finite = np.isfinite(gradient)
            own = np.all(finite) if isinstance(finite.type, TensorType) else finite
            self._finite = own if self._finite is None else self._finite & own
        named(self._finite, "finite")
        self._formulas.at("gradient = gradient / scale")
        return [each / self._scale.astype(each.dtype) for each in gradients]

    def chosen(self, new: Sequence[Any], old: Sequence[Any]) -> list[Any]:
        """What is new where all is finite, else what was."""
        self._formulas.at("value = value if finite else before")
        pairs = zip(new, old, strict=True)
        return [where(self._finite, one, other) for one, other in pairs]

    def next(self) -> tuple[Any, Any]:
        """The next scale, and how many steps have gone well with it."""
        every = self._scaling.every
        self._formulas.at(f"good = (good + 1) % {every} if finite else 0")
        good = where(self._finite, (self._good + 1) % every, 0)
        self._formulas.at("scale = (scale * 2 if good == 0 else scale) if finite else scale / 2")
        grown = where(good == 0, self._scale * 2.0, self._scale)
        scale = where(self._finite, grown, self._scale * 0.5)
        return named(scale, "scale"), named(good, "good")


def where(test: Any, one: Any, other: Any) -> Any:
    """One or the other; a scalar of two scalars."""
    found = np.where(test, one, other)
    is_array = _is_array(one) or _is_array(other)
    return found if is_array or not isinstance(found.type, TensorType) else found[()]


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
    return named(found[()] if isinstance(found.type, TensorType) else found, "rate")


def _clipped(gradients: list[Any], max_norm: float | None, formulas: Formulas) -> list[Any]:
    """The gradients, scaled down where their norm is too great."""
    if max_norm is None:
        return gradients
    formulas.at("norm = np.sqrt(sum(np.sum(gradient * gradient) for gradient in gradients))")
    total: Any = 0.0
    for gradient in gradients:
        total = total + np.sum(gradient * gradient).astype(np.float64)
    norm = named(np.sqrt(total), "norm")
    formulas.at(f"scale = {max_norm} / max(norm, {max_norm})")
    scale = named(max_norm / np.maximum(norm, max_norm), "scale")
    formulas.at("gradient = gradient * scale")
    return [gradient * scale.astype(gradient.dtype) for gradient in gradients]
