"""L-BFGS: steps along a gradient that the changes of the last gradients correct.

See J. Nocedal, S. J. Wright, Numerical Optimization, 2nd ed., Springer 2006: the product with the
inverse Hessian is algorithm 7.4, the conditions of Wolfe that end a search are (3.7).
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from dslc.ir.diagnostics import Diagnostic, DslError
from dslc.ir.dims import symbol
from dslc.ir.graph import Graph, Literal, Operand
from dslc.ir.keys import Key
from dslc.ir.loops import build_for
from dslc.ir.nesting import Body
from dslc.ir.op import REGISTRY
from dslc.ir.ops.create import zeros
from dslc.ir.outside import Outside
from dslc.ir.place import Place
from dslc.ir.traced import Traced, traced_operand

from .annotations import ScalarSpec, Spec, TensorSpec
from .building import entered
from .flat_loss import FlatLoss, product
from .generated import Generated, GeneratedFunction
from .gradients import Differentiable, GradientFunction, value_and_grad
from .layout import Layout
from .line_search import Found, Search, Start
from .optimizer_forms import check_floats
from .optimizing import Formulas, named, where
from .requests import Request
from .results import flatten
from .signature import EMPTY, Parameter
from .specs import SpecReader, TupleSpec, inner_specs
from .static_key import static_key


class Lbfgs:
    """L-BFGS for one loss.

    Attributes:
        State: the struct of what it keeps: `step`, how many were made; `value`, the loss, and
            `norm`, that of its gradient; `stalled`, whether the last search found no lower loss;
            and arrays.
        init: takes what the loss takes, and gives the state there.
        update: takes what the loss takes and then the state; gives the next parameters and state.
    """

    def __init__(self, loss: Differentiable, history: int, trials: int) -> None:
        for name, number in (("history", history), ("trials", trials)):
            if isinstance(number, bool) or not isinstance(number, int) or number < 1:
                message = f"`{name}` is {number!r}, it is an int of at least 1"
                raise DslError(Diagnostic("argument-mismatch", message))
        gradient = value_and_grad(loss)
        own = gradient.signature
        spec = own.parameters[0].spec
        check_floats(spec, f"the parameters of `{own.name}`")
        dtype = np.result_type(np.float32, *_dtypes(spec))
        self.State = _state(dtype, history)
        method = _Method(gradient, spec, history, trials, dtype, self.State)
        self.init = GeneratedFunction(_Init(method), Request())
        self.update = GeneratedFunction(_Update(method), Request())


@dataclass(frozen=True)
class _Method:
    """What both functions know.

    Attributes:
        gradient: gives the loss and its gradient.
        spec: of the parameters.
        history: of how many steps changes are kept.
        trials: how often a search computes the loss.
        dtype: of all parameters side by side.
        cls: the struct of the state.
    """

    gradient: GradientFunction
    spec: Spec
    history: int
    trials: int
    dtype: np.dtype[Any]
    cls: type[Any]

    @property
    def state(self) -> Spec:
        """What the state is."""
        return SpecReader().read(self.cls, "the state", lambda: None)


def _dtypes(spec: Spec) -> Iterator[np.dtype[Any]]:
    if isinstance(spec, TensorSpec | ScalarSpec):
        yield spec.dtype
    for each in inner_specs(spec):
        yield from _dtypes(each)


def _state(dtype: np.dtype[Any], history: int) -> type[Any]:
    """The struct of what is kept."""
    total = symbol("total")
    double, integer = np.dtype(np.float64), np.dtype(np.int64)
    fields: list[tuple[str, Any]] = [
        ("step", ScalarSpec(integer)),
        ("value", ScalarSpec(double)),
        ("norm", ScalarSpec(double)),
        ("stalled", ScalarSpec(np.dtype(np.bool_))),
        ("pairs", ScalarSpec(integer)),
        ("gradient", TensorSpec(dtype, (total,))),
        ("moves", TensorSpec(dtype, (history, total))),
        ("bends", TensorSpec(dtype, (history, total))),
        ("factors", TensorSpec(double, (history,))),
    ]
    return dataclasses.make_dataclass("LbfgsState", fields)


class _Function(Generated):
    """A function that calls the gradient."""

    def __init__(self, method: _Method, name: str, further: Sequence[Parameter]) -> None:
        self.method = method
        own = method.gradient.signature
        returns = TupleSpec((method.spec, method.state)) if further else method.state
        parameters = (*own.parameters, *further)
        super().__init__(name, replace(own, name=name, parameters=parameters, returns=returns))

    def outside(self, statics: Sequence[Any]) -> tuple[Outside, ...]:
        """The arrays that the loss reads."""
        return self.method.gradient.blueprint.built_for(statics).outside

    def _start(self, layout: Layout, statics: Sequence[Any]) -> tuple[Formulas, FlatLoss]:
        """Where nodes go, and the loss there."""
        gradient, formulas = self.method.gradient.blueprint, Formulas(self.signature.name, layout)
        with entered(self, tuple(map(static_key, statics))):
            base = gradient.built_for(statics)
            gradient.called()
        if base.graph.updates:
            message = f"`{base.graph.name}` writes to its arguments, a search calls it often"
            raise DslError(Diagnostic("no-gradient", message, help="let it write to copies"))
        parameters = formulas.graph.parameters
        own = list(parameters[: len(base.graph.parameters) - len(base.outside)])
        further = formulas.outside.call(base.outside)
        first = self.signature.arguments(parameters, statics)[0]
        leaves, structure = flatten(first, Place())
        return formulas, FlatLoss(
            formulas, base.graph, structure, leaves, [*own, *further], self.method.dtype
        )


class _Init(_Function):
    """The state before the first step."""

    def __init__(self, method: _Method) -> None:
        super().__init__(method, "lbfgs_init", ())

    def generated(self, layout: Layout, statics: Sequence[Any]) -> tuple[Graph, Any]:
        """The loss and its gradient, and no changes yet."""
        formulas, loss = self._start(layout, statics)
        method = self.method
        with formulas.open():
            formulas.at("value, gradient = loss(params)")
            value, gradient = loss.at(loss.leaves)
            formulas.at("norm = np.sqrt(gradient @ gradient)")
            norm = named(np.sqrt(product(gradient, gradient)), "norm")
            formulas.at("moves = bends = np.zeros((history, total))")
            rows = (method.history, gradient.shape[0])
            moves, bends = (named(zeros(rows, method.dtype), each) for each in ("moves", "bends"))
            formulas.at("factors = np.zeros(history)")
            factors = named(zeros(method.history, np.float64), "factors")
        kept = map(traced_operand, (gradient, moves, bends, factors))
        numbers = np.int64(0), traced_operand(value), traced_operand(norm), np.False_, np.int64(0)
        return formulas.finish(()), method.cls(*numbers, *kept)


class _Update(_Function):
    """One step."""

    def __init__(self, method: _Method) -> None:
        own = method.gradient.signature.parameters
        taken = {each.name for each in own}
        name = next(
            each for each in ("state", *map("state_{}".format, range(99))) if each not in taken
        )
        by_name = any(each.keyword_only or each.default is not EMPTY for each in own)
        state = Parameter(name, method.state, keyword_only=by_name)
        super().__init__(method, "lbfgs_update", (state,))

    def generated(self, layout: Layout, statics: Sequence[Any]) -> tuple[Graph, Any]:
        """A direction, a search along it, and what to keep of that."""
        formulas, loss = self._start(layout, statics)
        state = self.signature.arguments(formulas.graph.parameters, statics)[-1]
        fields = {each.name: getattr(state, each.name) for each in dataclasses.fields(state)}
        kept = _Kept(formulas, self.method, **{
            name: Traced(value) for name, value in fields.items()
        })  # fmt: skip
        with formulas.open():
            formulas.at("params = np.concatenate([np.ravel(each) for each in params])")
            params = named(loss.flat(loss.leaves), "params")
            formulas.take_as_equal(params.shape[0], kept.gradient.shape[0])
            direction = kept.direction()
            formulas.at("slope = gradient @ direction")
            slope = named(product(kept.gradient, direction), "slope")

            def trial(step: Any) -> tuple[Any, Any, Any]:
                formulas.at("value, gradient = loss(params + step * direction)")
                value, gradient = loss.at(loss.parts(params + kept.own(step) * direction))
                formulas.at("slope = gradient @ direction")
                return value, named(product(gradient, direction), "slope"), gradient

            start = Start(kept.value, slope, kept.gradient)
            noise = 2.0 * float(np.finfo(loss.value_dtype).eps)
            found = Search(formulas, start, trial, self.method.trials, noise).found()
            formulas.at("params = params + step * direction")
            move = named(kept.own(found.step) * direction, "move")
            parts = loss.parts(params + move)
            following = kept.following(found, move)
        return formulas.finish(()), (loss.structure.of(parts), following)


@dataclass(frozen=True)
class _Kept:
    """The state before a step; the fields are those of the struct.

    Attributes:
        formulas: where nodes go.
        method: what all know.
        pairs: how many changes were kept so far; the last ones are in a ring.
        moves: of the parameters, a row each.
        bends: the changes of the gradient by them.
        factors: one over the product of both; 0 in rows that hold nothing.
    """

    formulas: Formulas
    method: _Method
    step: Any
    value: Any
    norm: Any
    stalled: Any
    pairs: Any
    gradient: Any
    moves: Any
    bends: Any
    factors: Any

    def own(self, scalar: Any) -> Any:
        """A scalar in the dtype of the arrays."""
        dtype = self.method.dtype
        return scalar if scalar.dtype == dtype else scalar.astype(dtype)

    def _row(self, text: str, number: Any) -> tuple[Any, Any, Any]:
        """A row of the ring."""
        self.formulas.at(f"k = {text} % {self.method.history}")
        k = named(number % self.method.history, "k")
        self.formulas.at("move, bend = moves[k], bends[k]")
        return k, named(self.moves[k], "move"), named(self.bends[k], "bend")

    def direction(self) -> Any:
        """Minus the gradient times the inverse Hessian as far as the rows tell (algorithm 7.4)."""
        formulas, at = self.formulas, self.formulas.at
        history = self.method.history
        trips = (Literal(0), Literal(history), Literal(1))

        def newest_first(i: Any, direction: Any, weights: Any) -> tuple[Operand, ...]:
            k, move, bend = self._row("(pairs - 1 - i)", self.pairs - 1 - Traced(i))
            at("weights[k] = factors[k] * (move @ direction)")
            weight = named(self.factors[k] * product(move, Traced(direction)), "weight")
            stored = formulas.apply(REGISTRY["store"], (Traced(weights), Key((k,)), weight), {})
            at("direction = direction - weight * bend")
            rest = named(Traced(direction) - self.own(weight) * bend, "direction")
            return traced_operand(rest), traced_operand(named(stored, "weights"))

        def oldest_first(i: Any, direction: Any) -> tuple[Operand, ...]:
            k, move, bend = self._row("(pairs + i)", self.pairs + Traced(i))
            at("weight = weights[k] - factors[k] * (bend @ direction)")
            weight = weights[k] - self.factors[k] * product(bend, Traced(direction))
            at("direction = direction + weight * move")
            moved = Traced(direction) + self.own(named(weight, "weight")) * move
            return (traced_operand(named(moved, "direction")),)

        at("weights = np.zeros(history)")
        empty = named(zeros(history, np.float64), "weights")
        at(f"for i in range({history}):")
        carried = traced_operand(self.gradient), traced_operand(empty)
        body = Body(newest_first, [None, None], leading=1)
        results = build_for(formulas, formulas.here, trips, body, carried, exits=False)
        direction, weights = map(named, map(Traced, results), ("direction", "weights"))
        direction = direction * self.own(self._scale())
        at(f"for i in range({history}):")
        body = Body(oldest_first, [None], leading=1)
        start = (traced_operand(named(direction, "direction")),)
        (result,) = build_for(formulas, formulas.here, trips, body, start, exits=False)
        at("direction = -direction")
        return named(-named(Traced(result), "direction"), "direction")

    def _scale(self) -> Any:
        """How long a step without rows is: as the last change tells, at most 1 at first."""
        k, _, bend = self._row("(pairs - 1)", self.pairs - 1)
        self.formulas.at("curved = factors[k] * (bend @ bend)")
        curved = named(self.factors[k] * product(bend, bend), "curved")
        self.formulas.at("scale = 1 / (curved if curved > 0 else max(norm, 1))")
        by = where(curved > 0.0, curved, np.maximum(self.norm, 1.0))
        return named(1.0 / by, "scale")

    def following(self, found: Found, move: Any) -> Any:
        """The state after a step."""
        at, method = self.formulas.at, self.method
        at("bend = new_gradient - gradient")
        bend = named(found.gradient - self.gradient, "bend")
        at("curvature = move @ bend")
        curvature = named(product(move, bend), "curvature")
        at("keeps = curvature > eps * np.sqrt((move @ move) * (bend @ bend))")
        least = np.sqrt(product(move, move) * product(bend, bend))
        keeps = named(curvature > float(np.finfo(method.dtype).eps) * least, "keeps")
        at("stalled = not (found or value < old_value)")
        stalled = named(~(found.meets | (found.value < self.value)), "stalled")
        k, before, bend_before = self._row("pairs", self.pairs)
        at("if keeps: moves[k], bends[k] = move, bend")
        rows = [
            self._stored(array, k, where(keeps, new, old), name)
            for array, new, old, name in (
                (self.moves, move, before, "moves"), (self.bends, bend, bend_before, "bends"),
            )
        ]  # fmt: skip
        at("if keeps: factors[k] = 1 / curvature")
        factor = where(keeps, 1.0 / where(keeps, curvature, 1.0), self.factors[k])
        factors = self._stored(self.factors, k, factor, "factors")
        at("if stalled: factors[:] = 0")
        factors = named(where(stalled, 0.0, factors), "factors")
        at("norm = np.sqrt(gradient @ gradient)")
        norm = named(np.sqrt(product(found.gradient, found.gradient)), "norm")
        at("pairs = pairs + 1 if keeps else pairs")
        pairs = named(where(keeps, self.pairs + 1, self.pairs), "pairs")
        at("step = step + 1")
        step = named(self.step + 1, "step")
        new = (step, found.value, norm, stalled, pairs, found.gradient, *rows, factors)
        return method.cls(*map(traced_operand, new))

    def _stored(self, array: Any, k: Any, row: Any, name: str) -> Any:
        """An array with another row in place of one."""
        place = array, Key((k,)), row
        return named(self.formulas.apply(REGISTRY["store"], place, {}), name)
