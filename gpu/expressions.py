"""Expressions of nests as CUDA C++."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from dslc.ir.backend import Unsupported
from dslc.ir.cxx.forms import COMPARISONS, form_of
from dslc.ir.cxx.lines import operand_text
from dslc.ir.cxx.print_types import element_text, is_safe, literal_text, size_text
from dslc.ir.dims import Size
from dslc.ir.dtypes import BY_NAME, NAMES
from dslc.ir.nests.language import (
    Apply,
    Array,
    ElementType,
    Expression,
    Load,
    Local,
    Number,
    Whole,
    position,
)
from dslc.ir.types import NumberType, ScalarType, TensorType, Type, default_dtype

HALVES = ("f16", "bf16")
"""Types of elements that kernels compute with in f32, rounding what each op gives."""

TYPES = ("f32", "f64", "i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64", "bool", *HALVES)
"""The element types of kernels."""

_INTEGERS = TYPES[2:10]
_SIGNED_OR_SMALL = ("i8", "i16", "i32", "i64", "u8", "u16")

_WRAPPED = {
    "{0} + {1}": "np::wrapped_add<{type}>({0}, {1})",
    "{0} - {1}": "np::wrapped_subtract<{type}>({0}, {1})",
    "{0} * {1}": "np::wrapped_multiply<{type}>({0}, {1})",
    "{0} * {0}": "np::wrapped_multiply<{type}>({0}, {0})",
    "-{0}": "np::wrapped_negative<{type}>({0})",
    "~{0}": "{type}(~{0})",
}
"""Integers that wrap around, in place of operators that do not promise it."""

STEPS = {
    "sum": "{0} + {1}",
    "prod": "{0} * {1}",
    "max": "np::maximum<{type}>({0}, {1})",
    "min": "np::minimum<{type}>({0}, {1})",
    "nanmax": "np::fmax<{type}>({0}, {1})",
    "nanmin": "np::fmin<{type}>({0}, {1})",
    "any": "{0} || {1}",
    "all": "{0} && {1}",
}
"""What a total becomes by one more value."""

IDENTITIES = {
    "sum": "{type}(0)",
    "prod": "{type}(1)",
    "max": "np::lowest<{type}>",
    "min": "np::highest<{type}>",
    "nanmax": "np::no_greatest<{type}>",
    "nanmin": "np::no_smallest<{type}>",
    "any": "false",
    "all": "true",
}
"""What changes no total."""


def type_name(type_: ElementType) -> str:
    """The C++ type of a scalar, f32 for one of 16 bits.

    Raises:
        Unsupported: for a type that kernels do not have.
    """
    name = element_text(type_)
    if name in HALVES:
        return "f32"
    if name not in TYPES:
        shown = NAMES.get(default_dtype(type_), name)
        raise Unsupported(f"kernels have no {shown}")
    return name


def half_of(type_: Type) -> str:
    """The type of 16 bits that a scalar is rounded to; empty for others."""
    name = element_text(type_) if isinstance(type_, TensorType | ScalarType) else ""
    return name if name in HALVES else ""


def rounded(text: str, type_: Type) -> str:
    """What an op gives as its type holds it."""
    half = half_of(type_)
    return f"np::rounded<{half}>({text})" if half else text


def wide(type_: Type) -> Type:
    """The type that kernels compute with."""
    if not half_of(type_):
        return type_
    assert isinstance(type_, TensorType | ScalarType)
    return replace(type_, dtype=BY_NAME["f32"])


def step(how: str, total: str, value: str, type_: str) -> str:
    """A total and one more value."""
    text = STEPS.get(how)
    if text is None:
        raise Unsupported(f"kernels have no total `{how}`")
    return wrapped(text, type_).format(operand_text(total), operand_text(value), type=type_)


def identity(how: str, type_: str) -> str:
    """What changes no total."""
    if how not in IDENTITIES:
        raise Unsupported(f"kernels have no total `{how}`")
    return IDENTITIES[how].format(type=type_)


def wrapped(text: str, type_: str) -> str:
    """A form whose integers wrap around; {type} is still to be filled."""
    return _WRAPPED.get(text, text) if type_ in _SIGNED_OR_SMALL else text


def converted(text: str, source: str, target: str) -> str:
    """An expression of one C++ type as another, as NumPy converts it."""
    if not target or source == target:
        return text
    if target == "bool":
        return f"({operand_text(text)} != 0)"
    if source in ("f32", "f64") and target in _INTEGERS:
        return f"np::cast<{target}>({text})"
    return f"{target}({text})"


class Expressions:
    """The text of expressions.

    Attributes:
        names: the C++ variable of each array and local.
        symbols: the C++ variable of each size and index.
        held: elements that a variable holds, by their place.
        wide: sizes that are computed with, which 64 bits may not hold.
        counted: sizes and places that are in the text.
    """

    def __init__(self, names: dict[Array | Local, str], symbols: Mapping[str, str]) -> None:
        self.names = names
        self.symbols = symbols
        self.held: dict[tuple[Array, Size], str] = {}
        self.wide: dict[Size, None] = {}
        self.counted: dict[Size, None] = {}

    def value(self, expression: Expression, into: str = "") -> str:
        """An expression as a value of a C++ type; "" is its own."""
        source = type_name(expression.type)
        match expression:
            case Number(value):
                return literal_text(value, into or source)
            case Whole(int() as size):
                return literal_text(size, into or source)
            case Whole(size):
                text = self._counted(size)
                if into == "f32":  # as Python's integers become floats
                    return converted(f"f64({text})", "f64", into)
                return converted(text, "", into or source)  # which is of the type `Index`
            case Load(array, indices):
                text = self.element(array, indices)
                text = f"f32({text})" if half_of(expression.type) else text
                return converted(text, source, into)
            case Apply():
                return converted(self._apply(expression), source, into)
            case Local():
                text = self.names[expression]
                if isinstance(expression.type, NumberType) and source == "i64" and into == "f32":
                    return converted(f"f64({text})", "f64", into)
                return converted(text, source, into)
        raise Unsupported(f"kernels have no {type(expression).__name__}")

    def _apply(self, expression: Apply) -> str:
        attributes = expression.attributes
        _check_halves(expression)
        result = wide(expression.type)
        assert isinstance(result, ScalarType | NumberType)
        form = form_of(expression.op.name, [*map(wide, expression.types)], result, attributes)
        if form.fails:
            raise Unsupported(f"kernels have no `{expression.op.name}` that can fail")
        among = half_of(expression.type)
        if expression.op.name in COMPARISONS and "f16" in map(half_of, expression.types):
            among = "f16"  # beside which NumPy's own types let Python's numbers be of 16 bits
        operands = [
            operand_text(self._operand(operand, into, among))
            for operand, into in zip(expression.operands, form.into, strict=True)
        ]
        kind = form.into[0] if len(set(form.into)) == 1 else ""
        text = wrapped(form.text, kind).format(*operands, type=kind)
        if expression.op.name == "cast" and half_of(expression.type):
            text = self.value(expression.operands[0])  # rounded once
        return rounded(text, expression.type)

    def _operand(self, operand: Expression, into: str, half: str) -> str:
        """An operand; beside elements of 16 bits Python's numbers have as many."""
        if not half or into != "f32" or not isinstance(operand.type, NumberType):
            return self.value(operand, into)
        if isinstance(operand, Number):
            held = np.asarray(operand.value).astype(BY_NAME[half])
            return literal_text(float(held), into)
        return f"np::rounded<{half}>({self.value(operand)})"

    def element(self, array: Array, indices: tuple[Size, ...]) -> str:
        """An element of an array."""
        place = position(indices, array.shape)
        held = self.held.get((array, place))
        return held or f"{self.names[array]}[{self.size(place)}]"

    def size(self, size: Size) -> str:
        """A size or an index."""
        self.counted[size] = None
        return size_text(size, self.symbols)

    def _counted(self, size: Size) -> str:
        """A size that is computed with, which 64 bits must hold: a run looks at it first."""
        if not is_safe(size):
            own = [name for name in getattr(size, "names", ()) if "·" in name]
            if own:
                raise Unsupported(f"the size {size} may be more than 64 bits hold")
            self.wide[size] = None
        return self.size(size)


def _check_halves(expression: Apply) -> None:
    """Refuse what is computed in another type than f32 where a result has 16 bits.

    Raises:
        Unsupported: for such types.
    """
    half = half_of(expression.type)
    if not half or expression.op.name == "cast":
        return
    fits = ("bool", "i8", "u8", half)
    for each in expression.types:
        if not isinstance(each, NumberType) and element_text(each) not in fits:
            raise Unsupported(f"kernels have no {half} beside {element_text(each)}")
