"""What type rules share: broadcasting, the loops of ufuncs, what is known of Python numbers.

No table of promotions stands here: a ufunc itself says which loop it takes (`resolve_dtypes`).
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Sequence
from functools import cache, partial
from typing import Literal, TypeAlias

import numpy as np

from dslc.ir.bounds import Bounds
from dslc.ir.dims import Size
from dslc.ir.dtypes import BOOL, BY_NAME, dtype_name, is_complex, is_integer
from dslc.ir.facts import DimMismatch, Facts
from dslc.ir.op import Op, RuleError, TypeRule
from dslc.ir.types import (
    CLASSES,
    INT_MAX,
    INT_MIN,
    NumberType,
    ScalarType,
    TensorType,
    Type,
    default_dtype,
    shape_of,
    weak,
)

ROLES = {1: ("this",), 2: ("left", "right")}
"""What the operands of an elementwise op are called in messages, by their number."""

EITHER_ZERO = 0.5
"""The `ulp` of ops whose results are exact but for the sign of a 0, which NumPy leaves open."""


def labels(types: Sequence[Type], roles: Sequence[str] = ()) -> dict[int, str]:
    """What every operand is: `left is f32[n]`."""
    roles = roles or ROLES[len(types)]
    pairs = zip(roles, types, strict=True)
    return {number: f"{role} is {type_}" for number, (role, type_) in enumerate(pairs)}


# --- operands ---------------------------------------------------------------------------------


AS_ARRAY = "cast it first, as in `x.astype(np.float64)`"
AS_SCALAR = "let it be NumPy's from the start, as in `x = np.float32(0.0)`"
"""What to do with a value whose dtype depends on the path taken; the other for a Python number."""


def refuse_joined(types: Iterable[Type], what: str) -> None:
    """Refuse operands whose dtype depends on the path taken.

    Raises:
        RuleError: `joined-arithmetic`.
    """
    for number, type_ in enumerate(types):
        if getattr(type_, "joined", False):
            raise RuleError(
                "joined-arithmetic",
                f"{what} needs one dtype, and this value's depends on the path taken",
                {number: f"this is {type_}"},
                help=AS_SCALAR if getattr(type_, "number", None) else AS_ARRAY,
            )


Arithmetic: TypeAlias = Literal["NumPy", "Python", "alike"]


def on_every_path(
    rule: Callable[..., Type], types: Sequence[Type], what: str, *, by: Arithmetic
) -> Type:
    """What a rule gives for operands that may be a Python number on one path, a scalar on another.

    Args:
        rule: the rule for the types of one path.
        types: those of the operands.
        what: the op, as messages name it.
        by: who computes where all operands are Python numbers: NumPy, as elsewhere; Python, "alike"
            where it gives of floats what NumPy gives of f64, errors and all.

    Raises:
        RuleError: `joined-arithmetic` where it is not the same on every path.
    """
    if not any(getattr(type_, "joined", False) for type_ in types):
        return rule(*types)
    paths = list(itertools.product(*map(_on_paths, types)))
    by_python = [each for each in paths if by != "NumPy" and all_numbers(each)]
    alike = by == "alike" and all("float" in number_kinds(each) for each in by_python)
    if by_python and not alike:
        refuse_joined(types, what)
    found = {rule(*each) for each in paths if each not in by_python}
    if len(found) > 1 or any(getattr(t, "joined", False) for each in paths for t in each):
        refuse_joined(types, what)
    result = found.pop()
    if not by_python:
        return result
    if result != ScalarType(F64):
        refuse_joined(types, what)
    return ScalarType(F64, joined=True, number="float")


def _on_paths(type_: Type) -> tuple[Type, ...]:
    """What a value is on the paths to it."""
    if isinstance(type_, ScalarType) and type_.number is not None:
        return ScalarType(type_.dtype), NumberType(type_.number)
    return (type_,)


def array(type_: Type, what: str, number: int = 0) -> TensorType:
    """The type if it is an array's.

    Raises:
        RuleError: `rank-mismatch` for scalars and numbers.
    """
    if not isinstance(type_, TensorType):
        labelled = {number: f"this is {type_}"}
        raise RuleError("rank-mismatch", f"{what} needs an array", labelled)
    return type_


def refuse_complex(types: Sequence[Type], what: str, help: str | None = None) -> None:
    """Refuse complex numbers.

    Raises:
        RuleError: `dtype-mismatch`.
    """
    for number, type_ in enumerate(types):
        if is_complex(default_dtype(type_)):
            message = f"{what} is not defined for complex numbers"
            raise RuleError("dtype-mismatch", message, {number: f"this is {type_}"}, help=help)


def refuse_complex_numbers(types: Sequence[Type]) -> None:
    """Refuse what Python alone would compute with complex numbers.

    Raises:
        RuleError: `dtype-mismatch`.
    """
    if "complex" in number_kinds(types):
        raise RuleError(
            "dtype-mismatch",
            "a graph does not compute with Python's own complex numbers",
            {number: f"this is {type_}" for number, type_ in enumerate(types)},
            help="make it NumPy's, as in `np.complex128(z)`",
        )


def refuse_part(type_: Type, dtype: np.dtype, number: int = 0) -> None:
    """Refuse a complex value where only its real part would be kept.

    Raises:
        RuleError: `dtype-mismatch`.
    """
    if is_complex(default_dtype(type_)) and not is_complex(dtype) and dtype != BOOL:
        raise RuleError(
            "dtype-mismatch",
            f"{dtype_name(dtype)} does not hold complex numbers",
            {number: f"this is {type_}"},
            help="take its `.real`",
        )


def single(type_: Type, what: str, number: int = 0) -> None:
    """Refuse an array with axes.

    Raises:
        RuleError: `rank-mismatch`.
    """
    if shape_of(type_):
        raise RuleError("rank-mismatch", f"{what} needs one value", {number: f"this is {type_}"})


def check_truth(type_: Type, number: int = 0) -> None:
    """Refuse what has no single truth value; of arrays with axes NumPy has one only for size 1.

    Raises:
        RuleError: `truth-of-array`.
    """
    if shape_of(type_):
        raise RuleError(
            "truth-of-array",
            "an array with axes has no single truth value",
            {number: f"this is {type_}"},
            help="reduce it with `np.any(...)` or `np.all(...)`",
        )


def all_numbers(types: Iterable[Type]) -> bool:
    """Whether Python, not NumPy, computes an operator on these."""
    return all(isinstance(type_, NumberType) for type_ in types)


def number_kinds(types: Iterable[Type]) -> list[str]:
    """The kinds of Python numbers."""
    return [type_.kind for type_ in types if isinstance(type_, NumberType)]


# --- shapes -----------------------------------------------------------------------------------


def broadcast(facts: Facts, types: Sequence[Type], roles: Sequence[str] = ()) -> tuple[Size, ...]:
    """The common shape: a literal 1 stretches, other sizes must be equal.

    Raises:
        RuleError: `shape-mismatch`.
    """
    shapes = [shape_of(type_) for type_ in types]
    rank = max(map(len, shapes))
    try:
        return tuple(_common(facts, shapes, axis) for axis in range(-rank, 0))
    except DimMismatch as mismatch:
        message = f"the shapes do not broadcast: {mismatch}"
        shown, never = labels(types, roles), mismatch.comparison
        raise RuleError("shape-mismatch", message, shown, never=never) from None


def _common(facts: Facts, shapes: Sequence[tuple[Size, ...]], axis: int) -> Size:
    common: Size = 1
    for shape in shapes:
        if len(shape) < -axis or shape[axis] == 1:
            continue
        common = shape[axis] if common == 1 else facts.meet(common, shape[axis])
    return common


def element(dtype: np.dtype, shape: tuple[Size, ...]) -> TensorType | ScalarType:
    """An array, or the NumPy scalar that ufuncs and reductions give for rank 0."""
    return TensorType(dtype, shape) if shape else ScalarType(dtype)


# --- dtypes -----------------------------------------------------------------------------------


@cache
def _loop(ufunc: np.ufunc, *operands: np.dtype | type) -> tuple[np.dtype, ...] | None:
    try:
        return ufunc.resolve_dtypes((*operands, *(None,) * ufunc.nout))
    except TypeError:
        return None


BY_PART = "compare `.real`, `.imag` or `np.abs(...)`"
"""What to do where complex numbers have no order, which NumPy takes from left to right."""

_ORDERED = (
    *(np.less, np.less_equal, np.greater, np.greater_equal),
    *(np.maximum, np.minimum, np.fmax, np.fmin),
)


def loop_of(ufunc: np.ufunc, types: Sequence[Type]) -> tuple[np.dtype, ...]:
    """The dtypes of the loop that a ufunc takes: those of the operands, then of the result.

    Raises:
        RuleError: `dtype-mismatch` where it has none.
    """
    strong = all_numbers(types)
    loop = _loop(ufunc, *(default_dtype(t) if strong else weak(t) for t in types))
    if loop is None:
        message = f"`{ufunc.__name__}` is not defined for these dtypes"
        raise RuleError("dtype-mismatch", message, labels(types))
    if ufunc in _ORDERED:
        refuse_complex(types, f"`{ufunc.__name__}`", BY_PART)
    return loop


F64 = BY_NAME["f64"]

_ALIKE = (np.add, np.subtract, np.multiply, np.negative, np.positive, np.absolute)

_OPERATORS = (
    *_ALIKE, np.divide, np.floor_divide, np.remainder, np.power, np.bitwise_and, np.bitwise_or,
    np.bitwise_xor, np.invert, np.left_shift, np.right_shift,
)  # fmt: skip


def _computed_by(ufunc: np.ufunc, types: Sequence[Type]) -> Arithmetic:
    """Who computes what a ufunc means, of Python numbers."""
    if ufunc not in _OPERATORS:
        return "NumPy"
    if ufunc is np.divide:
        divisor = types[1]
        never_0 = isinstance(divisor, NumberType) and divisor.constant not in (None, 0)
        return "alike" if never_0 else "Python"
    return "alike" if ufunc in _ALIKE else "Python"


def elementwise(ufunc: np.ufunc) -> TypeRule:
    """The rule of an op that is this ufunc."""

    def rule(facts: Facts, *types: Type) -> Type:
        what, by = f"`{ufunc.__name__}`", _computed_by(ufunc, types)
        return on_every_path(partial(on_path, facts), types, what, by=by)

    def on_path(facts: Facts, *types: Type) -> Type:
        loop = loop_of(ufunc, types)
        refuse_overflow(types, loop)
        return element(loop[-1], broadcast(facts, types))

    return rule


def stand_in(type_: Type) -> np.dtype | int | float | complex:
    """What `np.result_type` takes for an operand: for Python numbers but bools, one of them."""
    if isinstance(type_, NumberType) and type_.kind != "bool":
        zero: int | float | complex = CLASSES[type_.kind](0)
        return zero
    return default_dtype(type_)


def may_overflow(ufunc: np.ufunc, types: Sequence[Type]) -> bool:
    """Whether a Python int may not fit the dtype of the loop, which is NumPy's OverflowError."""
    loop = loop_of(ufunc, types)
    pairs = zip(types, loop, strict=False)
    return any(fits(type_, dtype) is not True for type_, dtype in pairs)


def always_numpy(record: Op, ufunc: np.ufunc) -> None:
    """Complete an op that NumPy computes on Python numbers too."""
    record.type(elementwise(ufunc))
    record.can_raise(lambda *types: may_overflow(ufunc, types))


def refuse_overflow(types: Sequence[Type], dtypes: Sequence[np.dtype]) -> None:
    """Refuse Python ints that fit no value of the dtype they are converted to.

    Raises:
        RuleError: `integer-overflow`.
    """
    for number, (type_, dtype) in enumerate(zip(types, dtypes, strict=False)):
        if fits(type_, dtype) is False:
            raise no_value(type_, dtype, number)


def no_value(type_: Type, dtype: np.dtype, number: int) -> RuleError:
    """The refusal of a Python number that is no value of a dtype."""
    assert isinstance(type_, NumberType)
    shown = type_.dim if type_.constant is None else type_.constant
    message = f"{shown} does not fit in {dtype_name(dtype)}"
    return RuleError("integer-overflow", message, {number: f"this is {shown}"})


def fits(type_: Type, dtype: np.dtype) -> bool | None:
    """Whether a Python int is a value of an integer dtype; None where only a run can tell.

    True for everything else: no other operand is converted with an exception.
    """
    if (
        not isinstance(type_, NumberType)
        or type_.kind in ("float", "complex")
        or not is_integer(dtype)
    ):
        return True
    low, high = int_bounds(type_)
    info = np.iinfo(dtype)
    if info.min <= low and high <= info.max:
        return True
    return False if high < info.min or low > info.max else None


# --- Python integers ----------------------------------------------------------------------------


def int_bounds(type_: Type) -> Bounds:
    """The least and the greatest value of a Python int or bool."""
    assert isinstance(type_, NumberType) and type_.kind in ("int", "bool")
    if isinstance(type_.constant, int):
        return int(type_.constant), int(type_.constant)
    if type_.kind == "bool":
        return 0, 1
    low, high = (INT_MIN, INT_MAX) if type_.dim is None else type_.dim.bounds
    return max(low, INT_MIN), min(high, INT_MAX)


def leaves_64_bits(bounds: Bounds) -> bool:
    """Whether a Python int within these bounds may be one that the graph refuses."""
    return bounds[0] < INT_MIN or bounds[1] > INT_MAX
