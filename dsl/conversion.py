"""What a call's argument must be, leaf by leaf, and what a declared scalar makes of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np

from dslc.ir.dtypes import BOOL, FLOATS, dtype_name, is_complex, is_float, is_integer
from dslc.ir.lent import Lent
from dslc.ir.types import TensorType, type_of_python

from .annotations import ScalarSpec, Spec, StaticSpec, TensorSpec
from .separation import Unfit
from .specs import NumberSpec

T = TypeVar("T")

INT_LIMIT = 2**63


def convert(spec: Spec, value: Any) -> Any:
    """The value as the leaf `spec` declares it.

    An array is taken only as it is: its dtype and rank are those declared. `Layout` checks sizes.

    Raises:
        Unfit: when it is something else.
    """
    if isinstance(spec, TensorSpec):
        return _array(spec, value)
    if isinstance(spec, ScalarSpec):
        return scalar(spec.dtype, value)
    if isinstance(spec, NumberSpec):
        return number(spec.kind, value)
    assert isinstance(spec, StaticSpec)
    return _static(spec, value)


def describe(value: Any) -> str:
    """What a value is, as messages say it."""
    if isinstance(value, np.ndarray):
        cls = "" if type(value) is np.ndarray else f" ({type(value).__name__})"
        return f"{type_of_python(value)}{cls}"
    if isinstance(value, Lent):
        return f"{TensorType(value.dtype, value.shape)} on the device"
    if isinstance(value, np.generic):
        return f"the scalar {dtype_name(value.dtype)}({str(value).strip('()')})"
    if isinstance(value, bool | int | float | complex):
        text = repr(value)
        return f"the {type(value).__name__} {text if len(text) < 40 else f'{text[:30]}...'}"
    return "None" if value is None else f"a {type(value).__name__}"


def _array(spec: TensorSpec, value: Any) -> Any:
    if not isinstance(value, np.ndarray | np.generic) and hasattr(value, "__dlpack__"):
        value = shared(value, np.from_dlpack, "NumPy")
    if isinstance(value, Lent) or type(value) is np.ndarray or type(value) is np.memmap:
        if value.dtype == spec.dtype and value.ndim == len(spec.shape):
            return writable(value) if spec.inout and not isinstance(value, Lent) else value
        raise Unfit(describe(value), _array_advice(spec, value))
    if isinstance(value, np.ndarray):
        raise Unfit(describe(value), "pass a plain array")
    if isinstance(value, list | tuple | bool | int | float | complex | np.generic):
        raise Unfit(describe(value), f"pass np.asarray(..., {dtype_name(spec.dtype)})")
    raise Unfit(describe(value))


def shared(value: Any, take: Callable[[Any], T], by: str) -> T:
    """What `take` makes of an array of another library: an array on the same memory.

    Raises:
        Unfit: where it is on another device, is part of something else there, or has a dtype
            that who takes it (`by`) does not know.
    """
    try:
        return take(value)
    except (BufferError, RuntimeError, TypeError, ValueError) as error:
        got = f"a {type(value).__module__}.{type(value).__qualname__}"
        reason = str(error).strip().splitlines()[0] if str(error).strip() else "no reason is given"
        raise Unfit(f"{got} that {by} cannot share ({reason})", "pass a NumPy array") from None


def writable(array: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """An array that a function may write to.

    Raises:
        Unfit: when it is read-only, or when one write would change several of its elements.
    """
    if not array.flags.writeable:
        raise Unfit("a read-only array", "pass a copy")
    reach = array.itemsize
    for stride, size in sorted(zip(map(abs, array.strides), array.shape, strict=True)):
        if size > 1 and stride < reach and array.size:
            raise Unfit("an array whose elements share memory with each other", "pass a copy")
        reach = max(reach, stride * (size - 1) + reach) if size > 1 else reach
    return array


def _array_advice(spec: TensorSpec, value: np.ndarray[Any, Any] | Lent) -> str | None:
    if value.dtype == spec.dtype:
        return None
    if is_complex(value.dtype) and not is_complex(spec.dtype):
        return "pass one of its parts, as in .real"
    return f"convert it with .astype({dtype_name(spec.dtype)})"


def _static(spec: StaticSpec, value: Any) -> Any:
    if not spec.accepts(value):
        raise Unfit(describe(value))
    return value


# --- scalars ----------------------------------------------------------------------------------


def scalar(dtype: np.dtype[Any], value: Any) -> Any:
    """A Python number, rounded as NumPy does, or a NumPy scalar, unrounded, as a scalar of `dtype`.

    Raises:
        Unfit: when it is no number, does not fit, is a NumPy scalar without an exact equal, a
            float for an integer, or a complex number for a real one.
    """
    if isinstance(value, np.generic):
        return _exact_scalar(dtype, value)
    if isinstance(value, np.ndarray):
        raise Unfit(describe(value), "pass x[()]" if value.ndim == 0 else None)
    if not isinstance(value, bool | int | float | complex):
        raise Unfit(describe(value))
    if (
        isinstance(value, bool) is not (dtype == BOOL)
        or (isinstance(value, float) and is_integer(dtype))
        or (isinstance(value, complex) and not is_complex(dtype))
    ):
        raise Unfit(describe(value))
    try:
        with np.errstate(all="ignore"):
            converted = dtype.type(value)
    except OverflowError:
        raise Unfit(f"{describe(value)}, which does not fit {dtype_name(dtype)}") from None
    return converted


def _exact_scalar(dtype: np.dtype[Any], value: np.generic) -> Any:
    if value.dtype == dtype:
        return value
    kinds = (is_integer, is_float, is_complex)
    given, declared = (
        next((n for n, of_kind in enumerate(kinds) if of_kind(each)), None)
        for each in (value.dtype, dtype)
    )
    if given is None or declared is None or given > declared:
        raise Unfit(describe(value))
    plain = value.item()
    try:
        with np.errstate(all="ignore"):
            converted = dtype.type(plain)
    except OverflowError:
        raise Unfit(f"{describe(value)}, which does not fit {dtype_name(dtype)}") from None
    if not _same_number(converted.item(), plain):
        raise Unfit(
            f"{describe(value)}, which is no exact {dtype_name(dtype)}",
            f"round it with {dtype_name(dtype)}(...)",
        )
    return converted


def _same_number(a: Any, b: Any) -> bool:
    """Whether two Python numbers are equal; NaN stays NaN."""
    if isinstance(a, complex):
        return _same_number(a.real, b.real) and _same_number(a.imag, b.imag)
    return bool(a == b or (a != a and b != b))  # noqa: PLR0124


# --- Python numbers ---------------------------------------------------------------------------


def number(kind: str, value: Any) -> Any:
    """A number as the Python number `kind` says.

    Raises:
        Unfit: when it is another kind of value or does not fit.
    """
    convert_number = {"int": _int, "float": _float, "bool": _bool}[kind]
    return convert_number(value)


def _int(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int | np.integer):
        raise Unfit(describe(value))
    if not -INT_LIMIT <= value < INT_LIMIT:
        raise Unfit(f"{describe(value)}, which does not fit in 64 bits")
    return int(value)


def _float(value: Any) -> float:
    floating = isinstance(value, float) or (isinstance(value, np.generic) and value.dtype in FLOATS)
    if not floating and (isinstance(value, bool) or not isinstance(value, int)):
        raise Unfit(describe(value))
    try:
        return float(value)
    except OverflowError:
        raise Unfit(f"{describe(value)}, which does not fit a float") from None


def _bool(value: Any) -> bool:
    if not isinstance(value, bool | np.bool_):
        raise Unfit(describe(value))
    return bool(value)
