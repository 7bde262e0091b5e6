"""Types of values: what an array, a NumPy scalar or a Python number is before it has a value.

Arrays, NumPy scalars, 0-d arrays and Python numbers are four different things in NumPy (a Python
number is weak in promotion, a 0-d array is mutable), so they are different types here, and read
differently: `f32[n]`, `f32`, `f32[]`, `float`.
"""

from __future__ import annotations

import cmath
import struct
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Literal as OneOf
from typing import TypeAlias

import numpy as np

from .dims import Dim, Size
from .dtypes import converts_exactly, dtype_name, is_integer

NumberKind = OneOf["int", "float", "complex", "bool"]
Number: TypeAlias = int | float | complex | bool

INT_MIN, INT_MAX = -(2**63), 2**63 - 1
"""The range of a Python int in a graph: one that leaves it is refused when the graph runs."""

CLASSES: dict[NumberKind, type] = {
    "int": int,
    "float": float,
    "complex": complex,
    "bool": bool,
}
"""The Python class of each kind of number."""


@dataclass(frozen=True, slots=True)
class TensorType:
    """An array.

    Attributes:
        dtype: of its elements.
        shape: one size for each axis; () is a 0-d array.
        joined: whether the dtype depends on the path taken.
        device: where its memory is, None where unknown.
        layout: the order of its axes in memory, None where unknown.
        strides: one for each axis, None where unknown.
    """

    dtype: np.dtype
    shape: tuple[Size, ...]
    joined: bool = False
    device: str | None = None
    layout: str | None = None
    strides: tuple[Size, ...] | None = None

    @property
    def rank(self) -> int:
        """The number of axes."""
        return len(self.shape)

    def __str__(self) -> str:
        return f"{dtype_name(self.dtype)}[{', '.join(map(str, self.shape))}]" + "?" * self.joined


@dataclass(frozen=True, slots=True)
class ScalarType:
    """A NumPy scalar: immutable, strong in promotion.

    Attributes:
        dtype: its dtype.
        joined: whether the dtype depends on the path taken.
        number: the Python number that it is on the other paths, where it is one dtype or that.
    """

    dtype: np.dtype
    joined: bool = False
    number: NumberKind | None = None

    def __str__(self) -> str:
        return dtype_name(self.dtype) + "?" * self.joined


@dataclass(frozen=True, slots=True)
class NumberType:
    """A Python number: immutable, weak in promotion.

    Attributes:
        kind: its class.
        constant: its value where the program fixes it, else None; takes no part in equality.
        dim: the symbolic size that it is, else None; takes no part in equality.
    """

    kind: NumberKind
    constant: Number | None = field(default=None, compare=False)
    dim: Dim | None = field(default=None, compare=False)

    def __str__(self) -> str:
        return self.kind


@dataclass(frozen=True, slots=True)
class UnsetType:
    """The type of a name before anything was bound to it; joins with every type."""

    def __str__(self) -> str:
        return "unset"


Type: TypeAlias = TensorType | ScalarType | NumberType | UnsetType

INT = NumberType("int")
FLOAT = NumberType("float")
BOOL_NUMBER = NumberType("bool")
UNSET = UnsetType()


def number_kind(value: Number) -> NumberKind:
    """`int`, `float`, `complex` or `bool`, by the value's own class."""
    if isinstance(value, bool):
        return "bool"
    if isinstance(value, complex):
        return "complex"
    return "int" if isinstance(value, int) else "float"


def type_of_python(value: object) -> Type:
    """The type of a Python number, NumPy scalar or array, its sizes as integers.

    Raises:
        TypeError: for anything else.
    """
    if isinstance(value, np.ndarray):
        return TensorType(value.dtype, value.shape)
    if isinstance(value, np.generic):
        return ScalarType(value.dtype)
    if isinstance(value, bool | int | float | complex):
        return NumberType(number_kind(value), value)
    raise TypeError(f"no type for {type(value).__name__}")


def is_number(type_: Type) -> bool:
    """Whether it is a Python number."""
    return isinstance(type_, NumberType)


def shape_of(type_: Type) -> tuple[Size, ...]:
    """The shape of a value of this type as NumPy sees it; () for scalars and numbers."""
    return type_.shape if isinstance(type_, TensorType) else ()


def weak(type_: Type) -> np.dtype | type:
    """The type as NumPy's promotion takes it.

    That is the class for a Python number, which is weak, and a dtype for all else: a Python bool
    is as strong as a NumPy one.
    """
    if isinstance(type_, NumberType):
        return np.dtype(np.bool_) if type_.kind == "bool" else CLASSES[type_.kind]
    assert isinstance(type_, TensorType | ScalarType)
    return type_.dtype


def default_dtype(type_: Type) -> np.dtype:
    """The dtype the value has as an array: i64, f64, c128 and bool_ for Python numbers."""
    if isinstance(type_, NumberType):
        return np.dtype(CLASSES[type_.kind])
    assert isinstance(type_, TensorType | ScalarType)
    return type_.dtype


def element(type_: Type) -> np.dtype | type:
    """What `cast` is told to reach the type: a dtype, or the class of a Python number."""
    if isinstance(type_, NumberType):
        return CLASSES[type_.kind]
    assert isinstance(type_, TensorType | ScalarType)
    return type_.dtype


def same_element(source: Type, target: Type) -> bool:
    """Whether a value of type `source` is one of type `target` as it stands, shapes aside."""
    if isinstance(source, NumberType) or isinstance(target, NumberType):
        return source == target
    return element(source) == element(target)


def same_bits(a: Number, b: Number) -> bool:
    """Whether two Python numbers are the same value of the same class.

    Floats are compared bit by bit, so -0.0 is not 0.0 and a NaN is itself; so are complex numbers.
    """
    if type(a) is not type(b):
        return False
    if isinstance(a, complex) and isinstance(b, complex):
        return struct.pack("dd", a.real, a.imag) == struct.pack("dd", b.real, b.imag)
    return struct.pack("d", a) == struct.pack("d", b) if isinstance(a, float) else a == b


class CannotJoin(Exception):
    """Two types do not meet at a branch or a loop; the text says why."""


def join(a: Type, b: Type, join_size: Callable[[Size, Size], Size]) -> Type:
    """The type of a value that is an `a` on one path and a `b` on the other.

    It must be exact. Where the two dtypes differ it marks the result `joined`; a Python number has
    none, and takes that of a scalar by NumPy's weak rule. A constant takes a number's class.

    Args:
        a: the type on one path.
        b: the type on the other.
        join_size: gives the size of an axis from its two sizes, unless they are the same object.

    Raises:
        CannotJoin: when no type holds both exactly.
    """
    if isinstance(a, UnsetType):
        return b
    if isinstance(b, UnsetType):
        return a
    if isinstance(a, NumberType) and isinstance(b, NumberType):
        return _join_numbers(a, b)
    if isinstance(a, NumberType) and a.constant is not None:
        return _join_constant(a, b)
    if isinstance(b, NumberType) and b.constant is not None:
        return _join_constant(b, a)
    if isinstance(a, TensorType) and isinstance(b, TensorType):
        return _join_tensors(a, b, join_size)
    if isinstance(a, TensorType) or isinstance(b, TensorType):
        array, other = (a, b) if isinstance(a, TensorType) else (b, a)
        raise CannotJoin(f"{array} is an array, {other} is not")
    return _common_element(a, b)


def _join_numbers(a: NumberType, b: NumberType) -> Type:
    if a.kind == b.kind:
        if a.constant is not None and b.constant is not None and same_bits(a.constant, b.constant):
            return a
        return NumberType(a.kind)
    if "complex" in (a.kind, b.kind):
        raise CannotJoin(f"{a} and {b} have no common exact type")
    order = ("bool", "int", "float")
    narrow, wide = sorted((a, b), key=lambda number: order.index(number.kind))
    if narrow.constant is None:
        raise CannotJoin(f"{narrow} and {wide} have no common exact type")
    if (
        isinstance(narrow.constant, int)
        and wide.kind == "float"
        and int(float(narrow.constant)) != narrow.constant
    ):
        raise CannotJoin(f"{narrow.constant} is no exact float")
    return NumberType(wide.kind)


def _join_constant(number: NumberType, other: Type) -> Type:
    if isinstance(other, TensorType):
        raise CannotJoin(f"{other} is an array, {number} is not")
    assert isinstance(other, ScalarType) and number.constant is not None
    if np.result_type(other.dtype, number.constant) != other.dtype:
        raise CannotJoin(f"{number.constant!r} is no {other}")
    try:
        with np.errstate(over="ignore"):
            converted = other.dtype.type(number.constant)
    except OverflowError:
        raise CannotJoin(f"{number.constant!r} does not fit {other}") from None
    value = int(converted) if is_integer(other.dtype) else complex(converted)
    if not _alike(number.constant, value):
        raise CannotJoin(f"{number.constant!r} is no exact {other}")
    kept = not other.joined or other.number == number.kind
    return replace(other, joined=True, number=number.kind if kept else None)


def _alike(a: Number, b: Number) -> bool:
    """Whether two numbers are the same; NaNs are."""
    return a == b or (cmath.isnan(a) and cmath.isnan(b))


def _common_element(a: Type, b: Type) -> ScalarType:
    """The element that holds those of both exactly."""
    one, other = default_dtype(a), default_dtype(b)
    try:
        common = np.promote_types(one, other)
    except TypeError:
        raise CannotJoin(f"{a} and {b} have no common type") from None
    if not (converts_exactly(one, common) and converts_exactly(other, common)):
        raise CannotJoin(f"{a} and {b} have no common exact type")
    joined = one != other or _is_joined(a) or _is_joined(b)
    numbers: list[NumberKind | None] = [_number(each) for each in (a, b) if _is_joined(each)]
    alike = one == other and len(set(numbers)) == 1
    return ScalarType(common, joined, numbers[0] if alike else None)


def _number(type_: Type) -> NumberKind | None:
    """The Python number that a joined value may be."""
    if isinstance(type_, NumberType):
        return type_.kind
    return type_.number if isinstance(type_, ScalarType) else None


def _is_joined(type_: Type) -> bool:
    """Whether the dtype depends on the path taken: a number has none until it meets a scalar."""
    return not isinstance(type_, TensorType | ScalarType) or type_.joined


def _axes(type_: TensorType) -> str:
    return f"{type_.rank} ax{'i' if type_.rank == 1 else 'e'}s"


def _join_tensors(
    a: TensorType, b: TensorType, join_size: Callable[[Size, Size], Size]
) -> TensorType:
    if a.rank != b.rank:
        raise CannotJoin(f"{a} has {_axes(a)}, {b} has {_axes(b)}")
    common = _common_element(a, b)
    shape = tuple(m if m is n else join_size(m, n) for m, n in zip(a.shape, b.shape, strict=True))
    return replace(a, dtype=common.dtype, shape=shape, joined=common.joined)
