"""What a nest means: it is run here, element by element."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from dslc.ir.dims import evaluate
from dslc.ir.types import NumberType, ScalarType, TensorType, Type, shape_of

from .language import (
    Access,
    Apply,
    Array,
    Expression,
    Let,
    Load,
    Local,
    Loop,
    Nest,
    Number,
    Statement,
    Store,
    Total,
    Update,
    Whole,
    position,
)


def run(nest: Nest, operands: Sequence[Any], sizes: Mapping[str, int]) -> tuple[Any, ...]:
    """The results of a nest.

    Args:
        nest: the nest.
        operands: one value for each of its operands.
        sizes: of the symbols in it.
    """
    return _Run(nest, operands, sizes).results()


class _Run:
    def __init__(self, nest: Nest, operands: Sequence[Any], sizes: Mapping[str, int]) -> None:
        self.nest = nest
        self.sizes = dict(sizes)
        self.held: dict[Array | Local, Any] = dict(zip(nest.operands, operands, strict=True))
        for array in nest.results:
            if isinstance(array, Array):
                shape = [evaluate(size, sizes) for size in array.shape]
                self.held[array] = np.zeros(shape, array.dtype)

    def results(self) -> tuple[Any, ...]:
        with np.errstate(all="ignore"):
            self.body(self.nest.body)
        return tuple(self.held[each] for each in self.nest.results)

    def body(self, body: list[Statement]) -> dict[Total, Any]:
        """Run statements; gives the values of totals in one trip."""
        terms: dict[Total, Any] = {}
        for each in body:
            match each:
                case Let():
                    self.held[each.local] = _converted(self.value(each.value), each.local.type)
                case Store():
                    self.set((each.array, each.indices), self.value(each.value))
                case Update():
                    access = each.array, each.indices
                    elements, place = self.place(access)
                    value = np.asarray(self.value(each.value)).astype(each.array.dtype)
                    self.set(access, _STEPS[each.how](elements[place], value))
                case Total():
                    terms[each] = self.value(each.value)
                case Loop():
                    self.loop(each)
        return terms

    def loop(self, loop: Loop) -> None:
        terms: dict[Total, list[Any]] = {total: [] for total in loop.totals()}
        for index in range(evaluate(loop.extent, self.sizes)):
            self.sizes[str(loop.index)] = index
            for total, value in self.body(loop.body).items():
                terms[total].append(value)
        for total, values in terms.items():
            type_ = total.local.type
            assert isinstance(type_, ScalarType)
            start = _converted(self.value(total.start), type_)
            array = np.array([np.asarray(v).astype(type_.dtype) for v in values], type_.dtype)
            self.held[total.local] = type_.dtype.type(_TOTALS[total.how](array, initial=start))

    # --- elements ---------------------------------------------------------------------------------

    def place(self, access: Access) -> tuple[Any, int]:
        """The elements of an array in C order, and which of them is reached."""
        array, indices = access
        return self.held[array].reshape(-1), evaluate(position(indices, array.shape), self.sizes)

    def set(self, access: Access, value: Any) -> None:
        elements, place = self.place(access)
        elements[place] = np.asarray(value).astype(elements.dtype)

    def value(self, expression: Expression) -> Any:
        match expression:
            case Number():
                return expression.value
            case Whole():
                return evaluate(expression.size, self.sizes)
            case Local():
                return self.held[expression]
            case Load():
                elements, place = self.place((expression.array, expression.indices))
                return elements[place]
            case Apply():
                operands = [
                    _as_in_node(self.value(operand), type_)
                    for operand, type_ in zip(expression.operands, expression.types, strict=True)
                ]
                attributes = expression.op.without_absent(expression.attributes)
                spread = expression.op.spread(operands, expression.attributes)
                found = np.asarray(expression.op.run(*spread, **attributes))
                return found.reshape(-1)[0]


def _as_in_node(value: Any, type_: Type) -> Any:
    """An element as the node's op gets it: twice in an array, once where there is but one."""
    if not isinstance(type_, TensorType):
        return value
    single = all(size == 1 for size in shape_of(type_))
    return np.array([value] if single else [value, value], type_.dtype)


def _converted(value: Any, type_: ScalarType | NumberType) -> Any:
    return value if isinstance(type_, NumberType) else np.asarray(value).astype(type_.dtype)[()]


_TOTALS: dict[str, Any] = {
    "sum": np.sum,
    "prod": np.prod,
    "max": np.max,
    "min": np.min,
    "nanmax": np.fmax.reduce,
    "nanmin": np.fmin.reduce,
    "any": lambda array, initial: np.any(array) or initial,
    "all": lambda array, initial: np.all(array) and initial,
}

_STEPS: dict[str, Any] = {
    "sum": np.add,
    "prod": np.multiply,
    "max": np.maximum,
    "min": np.minimum,
    "nanmax": np.fmax,
    "nanmin": np.fmin,
    "any": np.logical_or,
    "all": np.logical_and,
}
