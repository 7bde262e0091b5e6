"""What a nest means: it is run here, element by element."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from dslc.ir.diagnostics import CompilerBug
from dslc.ir.dims import evaluate
from dslc.ir.types import CLASSES, NumberType, ScalarType, TensorType, Type, default_dtype

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
    Pick,
    Product,
    Running,
    Setting,
    Statement,
    Total,
    Update,
    Whole,
    counted_shape,
    is_single,
    position,
)
from .print import print_nest
from .rows import row_homes
from .segments import Segment
from .stepping import Carry, While
from .window import Window


class NestBug(CompilerBug):
    """A nest did what the law of nests forbids."""


def run(nest: Nest, operands: Sequence[Any], sizes: Mapping[str, int]) -> tuple[Any, ...]:
    """The results of a nest, and None for each row, which nothing else reads.

    Args:
        nest: the nest.
        operands: one value for each of its operands.
        sizes: of the symbols in it.

    Raises:
        NestBug: it reaches no element of an array, sets one twice, or reads one that is not set.
    """
    return _Run(nest, operands, sizes).results()


def reached_bytes(nest: Nest, operands: Sequence[Any], sizes: Mapping[str, int]) -> int:
    """The bytes of operands that the statements outside of all loops reach, and of the results.

    What one of them, with the loops in it, reaches again is counted once.
    """
    return _Run(nest, operands, sizes).reached()


class _Ended(Exception):
    """A loop ends before its trips have run out."""


class _Run:
    def __init__(self, nest: Nest, operands: Sequence[Any], sizes: Mapping[str, int]) -> None:
        self.nest = nest
        self.sizes = dict(sizes)
        self.held: dict[Array | Local, Any] = dict(zip(nest.operands, operands, strict=True))
        self.is_set: dict[Array, Any] = {}
        self.homes = row_homes(nest)
        self.reads: dict[Array, set[int]] = {}
        for array in nest.made:
            if isinstance(array, Array):
                shape = [evaluate(size, sizes) for size in array.shape]
                self.held[array] = np.zeros(shape, array.dtype)
                self.is_set[array] = np.zeros(self.held[array].size, bool)

    def results(self) -> tuple[Any, ...]:
        with np.errstate(all="ignore"):
            self.body(self.nest.body)
        for array in self.nest.results:
            if isinstance(array, Array) and not self.is_set[array].all():
                raise NestBug(f"elements of {array.name} are not set", print_nest(self.nest))
        return *(self.held[each] for each in self.nest.results), *(None for _ in self.nest.rows)

    def reached(self) -> int:
        given = {each for each in self.nest.operands if isinstance(each, Array)}
        moved = 0
        with np.errstate(all="ignore"):
            for each in self.nest.body:
                self.reads = {}
                self.body([each])
                sizes = {array: array.dtype.itemsize for array in self.reads if array in given}
                moved += sum(len(self.reads[array]) * size for array, size in sizes.items())
        written = [self.held[each] for each in self.nest.results if isinstance(each, Array)]
        return moved + sum(int(each.nbytes) for each in written)

    def body(self, body: list[Statement]) -> dict[Total | Carry, Any]:
        """Run statements; gives the values of totals, and of what is carried, in one trip.

        Raises:
            _Ended: the loop ends here.
        """
        terms: dict[Total | Carry, Any] = {}
        for each in body:
            match each:
                case Let():
                    self.held[each.local] = _converted(self.value(each.value), each.local.type)
                case Setting():
                    self.setting(each)
                case Pick():
                    self.pick(each)
                case Running():
                    self.running(each)
                case Total() | Carry():
                    terms[each] = self.value(each.value)
                case Loop():
                    self.loop(each)
                case While() if not self.value(each.value):
                    raise _Ended
        return terms

    def loop(self, loop: Loop) -> None:
        terms: dict[Total, list[Any]] = {total: [] for total in loop.totals()}
        for each in loop.body:
            if isinstance(each, Running | Carry):
                self.held[each.local] = _converted(self.value(each.start), each.local.type)
        for index in self.trips(loop):
            self.sizes[str(loop.index)] = index
            for row in self.homes.get(loop, ()):
                self.is_set[row][:] = False
            try:
                found = self.body(loop.body)
            except _Ended:
                break
            for each, value in found.items():
                if isinstance(each, Carry):
                    self.held[each.local] = _converted(value, each.local.type)
                else:
                    terms[each].append(value)
        for total, values in terms.items():
            type_ = total.local.type
            assert isinstance(type_, ScalarType)
            if total.how in ("argmax", "argmin"):
                self.held[total.local] = np.int64(_PLACES[total.how](np.array(values)))
                continue
            start = _converted(self.value(total.start), type_)
            array = np.array([np.asarray(v).astype(type_.dtype) for v in values], type_.dtype)
            self.held[total.local] = type_.dtype.type(_TOTALS[total.how](array, initial=start))

    def trips(self, loop: Loop) -> range:
        """The indices of a loop."""
        if isinstance(loop, Segment):
            return range(*(int(self.load(end)) for end in loop.ends()))
        return range(evaluate(loop.extent, self.sizes))

    def pick(self, pick: Pick) -> None:
        size, given = evaluate(pick.size, self.sizes), np.asarray(self.value(pick.value))
        number = int(given.astype(np.intp))
        place = _PICKED[pick.how](number, size)
        if not 0 <= place < size:
            raise NestBug(f"{number} is no place on an axis of size {size}", print_nest(self.nest))
        self.sizes[str(pick.index)] = place

    def setting(self, setting: Setting) -> None:
        if isinstance(setting, Product):
            self.product(setting)
            return
        value = self.value(setting.value)
        if isinstance(setting, Update):
            old = self.load((setting.array, setting.indices))
            value = _STEPS[setting.how](old, np.asarray(value).astype(setting.array.dtype))
        self.set(setting, value)

    def product(self, product: Product) -> None:
        """A row times a matrix, as NumPy multiplies them."""
        assert isinstance(product.value, Apply)
        counts = {
            str(product.along): evaluate(product.depth, self.sizes),
            str(product.across): evaluate(product.width, self.sizes),
        }
        row, matrix = (self.elements(factor, counts) for factor in product.value.operands)
        depth, width = counts.values()
        if isinstance(product.value.operands[1], Window):
            there = self.are_there(product.value.operands[1], counts)
            found = np.sum(
                np.where(there, row * matrix, 0), axis=0, keepdims=True, dtype=matrix.dtype
            )
        else:
            found = row[:, :1].reshape(1, depth) @ matrix.reshape(depth, width)
        for number in range(width):
            self.sizes[str(product.across)] = number
            self.set(product, found[0, number])

    def elements(self, factor: Expression, counts: Mapping[str, int]) -> Any:
        """What an element is for all these numbers of two indices."""
        (one, most), (other, more) = counts.items()
        found = []
        for first in range(most):
            for second in range(more):
                self.sizes |= {one: first, other: second}
                found.append(self.value(factor))
        return np.array(found, default_dtype(factor.type)).reshape(most, more)

    def are_there(self, window: Window, counts: Mapping[str, int]) -> Any:
        """Whether an element is one of its array, for all numbers of two indices."""
        (one, most), (other, more) = counts.items()
        found = []
        for first in range(most):
            for second in range(more):
                self.sizes |= {one: first, other: second}
                found.append(self.is_there(window))
        return np.array(found, bool).reshape(most, more)

    def is_there(self, window: Window) -> bool:
        """Whether an element is one of its array."""
        if any(evaluate(rest, self.sizes) != 0 for rest in window.rests):
            return False
        numbers = [evaluate(index, self.sizes) for index in window.indices]
        sizes = [evaluate(size, self.sizes) for size in window.array.shape]
        return all(0 <= number < size for number, size in zip(numbers, sizes, strict=True))

    def running(self, running: Running) -> None:
        type_ = running.local.type
        assert isinstance(type_, ScalarType)
        value = np.asarray(self.value(running.value)).astype(type_.dtype)[()]
        found = _STEPS[running.how](self.held[running.local], value)
        self.held[running.local] = type_.dtype.type(found)

    # --- elements ---------------------------------------------------------------------------------

    def place(self, access: Access) -> int:
        """Where an element is in an array in C order."""
        array, indices = access
        numbers = [evaluate(index, self.sizes) for index in indices]
        sizes = [evaluate(size, self.sizes) for size in counted_shape(array.shape, len(indices))]
        if not all(0 <= number < size for number, size in zip(numbers, sizes, strict=True)):
            text = ", ".join(map(str, numbers))
            raise NestBug(f"{array.name} has no element [{text}]", print_nest(self.nest))
        return evaluate(position(tuple(numbers), array.shape), self.sizes)

    def load(self, access: Access) -> Any:
        array, place = access[0], self.place(access)
        if array in self.is_set and not self.is_set[array][place]:
            raise NestBug(f"{array.name} is read before it is set", print_nest(self.nest))
        self.reads.setdefault(array, set()).add(place)
        return self.held[array].reshape(-1)[place]

    def set(self, setting: Setting, value: Any) -> None:
        array, place = setting.array, self.place((setting.array, setting.indices))
        if not isinstance(setting, Update) and self.is_set[array][place]:
            raise NestBug(f"an element of {array.name} is set twice", print_nest(self.nest))
        self.is_set[array][place] = True
        elements = self.held[array].reshape(-1)
        elements[place] = np.asarray(value).astype(elements.dtype)

    def value(self, expression: Expression) -> Any:
        match expression:
            case Number():
                return expression.value
            case Whole():
                return evaluate(expression.size, self.sizes)
            case Local():
                return self.held[expression]
            case Window() if not self.is_there(expression):
                return 0
            case Load():
                return self.load((expression.array, expression.indices))
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
    return np.array([value] if is_single(type_) else [value, value], type_.dtype)


def _converted(value: Any, type_: ScalarType | NumberType) -> Any:
    if isinstance(type_, NumberType):
        return CLASSES[type_.kind](value)
    return np.asarray(value).astype(type_.dtype)[()]


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

_PLACES: dict[str, Any] = {"argmax": np.argmax, "argmin": np.argmin}

_PICKED: dict[str, Callable[[int, int], int]] = {
    "raise": lambda number, size: number + size if number < 0 else number,
    "wrap": lambda number, size: number % size,
    "clip": lambda number, size: min(max(number, 0), size - 1),
}

_STEPS: dict[str, Any] = {
    "set": lambda old, new: new,
    "sum": np.add,
    "prod": np.multiply,
    "max": np.maximum,
    "min": np.minimum,
    "nanmax": np.fmax,
    "nanmin": np.fmin,
    "any": np.logical_or,
    "all": np.logical_and,
}
