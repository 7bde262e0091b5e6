"""Dtypes of the standard, and what there is to know of them."""

from __future__ import annotations

import builtins
from dataclasses import dataclass
from typing import Any

import numpy as np

from .array import Array

bool = np.bool_
int8 = np.int8
int16 = np.int16
int32 = np.int32
int64 = np.int64
uint8 = np.uint8
uint16 = np.uint16
uint32 = np.uint32
uint64 = np.uint64
float32 = np.float32
float64 = np.float64
complex64 = np.complex64
complex128 = np.complex128

KINDS: dict[str, tuple[type[np.generic], ...]] = {
    "bool": (bool,),
    "signed integer": (int8, int16, int32, int64),
    "unsigned integer": (uint8, uint16, uint32, uint64),
    "integral": (int8, int16, int32, int64, uint8, uint16, uint32, uint64),
    "real floating": (float32, float64),
    "complex floating": (complex64, complex128),
}
"""The dtypes of each kind."""

KINDS["numeric"] = (
    *KINDS["integral"],
    *KINDS["real floating"],
    *KINDS["complex floating"],
)

DTYPES: dict[str, type[np.generic]] = {
    np.dtype(each).name: each for each in (bool, *KINDS["numeric"])
}
"""The dtypes by their names in the standard."""


@dataclass(frozen=True, slots=True)
class FloatInfo:
    """The limits of a dtype of floats, or of the parts of complex numbers, as Python floats.

    Attributes:
        bits: of one.
        eps: the distance from 1 to the next one.
        max: the greatest.
        min: the least.
        smallest_normal: the least above 0 with all digits.
        dtype: of floats.
    """

    bits: int
    eps: float
    max: float
    min: float
    smallest_normal: float
    dtype: np.dtype[Any]


@dataclass(frozen=True, slots=True)
class IntegerInfo:
    """The limits of a dtype of integers.

    Attributes:
        bits: of one.
        max: the greatest.
        min: the least.
        dtype: of integers.
    """

    bits: int
    max: int
    min: int
    dtype: np.dtype[Any]


def _dtype(type: Any) -> np.dtype[Any]:
    return type.dtype if isinstance(type, Array | np.ndarray | np.generic) else np.dtype(type)


def finfo(type: Any, /) -> FloatInfo:
    """The limits of a dtype of floats or complex numbers, or of an array's."""
    info = np.finfo(_dtype(type))
    eps, greatest, least, smallest = map(
        float, (info.eps, info.max, info.min, info.smallest_normal)
    )
    return FloatInfo(info.bits, eps, greatest, least, smallest, info.dtype)


def iinfo(type: Any, /) -> IntegerInfo:
    """The limits of a dtype of integers, or of an array's."""
    info = np.iinfo(_dtype(type))
    return IntegerInfo(info.bits, int(info.max), int(info.min), info.dtype)


def isdtype(dtype: Any, kind: Any) -> builtins.bool:
    """Whether a dtype is of a kind, by name; one of several kinds; or another dtype.

    Raises:
        ValueError: for a name that is no kind.
    """
    if isinstance(kind, tuple):
        return any(isdtype(dtype, each) for each in kind)
    if isinstance(kind, str):
        if kind not in KINDS:
            raise ValueError(f"{kind!r} is none of the kinds {', '.join(KINDS)}")
        return any(np.dtype(dtype) == each for each in KINDS[kind])
    return builtins.bool(np.dtype(dtype) == np.dtype(kind))


def can_cast(from_: Any, to: Any, /) -> builtins.bool:
    """Whether values of a dtype, or an array, become those of another by promotion."""
    return np.can_cast(_dtype(from_), to, casting="safe")


def result_type(*arrays_and_dtypes: Any) -> np.dtype[Any]:
    """The dtype that arrays, Python numbers and dtypes have in one expression.

    Raises:
        ValueError: for nothing, or numbers alone, which have none by themselves.
    """
    numbers = (int, float, complex)
    strong = [each for each in arrays_and_dtypes if type(each) not in (*numbers, builtins.bool)]
    if not strong:
        raise ValueError("an array or a dtype is needed")
    weak = [each for each in arrays_and_dtypes if type(each) in numbers]
    bools = [np.dtype(bool)] * any(type(each) is builtins.bool for each in arrays_and_dtypes)
    return np.result_type(*map(_dtype, strong), *weak, *bools)
