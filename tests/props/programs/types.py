"""What a drawn expression is: an array, a NumPy scalar, a Python number or a container of these."""

from __future__ import annotations

import operator
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

DTYPES: dict[str, np.dtype[Any]] = {
    "f32": np.dtype(np.float32),
    "f64": np.dtype(np.float64),
    "i32": np.dtype(np.int32),
    "i64": np.dtype(np.int64),
    "bool": np.dtype(np.bool_),
}
NAMES = {dtype: name for name, dtype in DTYPES.items()}
SPELLED = {
    "f32": "np.float32",
    "f64": "np.float64",
    "i32": "np.int32",
    "i64": "np.int64",
    "bool": "np.bool_",
}
KEYS = ("a", "b", "c", "d", "e", "f")
NUMBERS: dict[str, Any] = {"int": 1, "float": 1.0, "bool": True}


@dataclass(frozen=True, slots=True)
class Type:
    """The type of an expression.

    Attributes:
        form: "array", "scalar" (of NumPy), "number" (of Python), "tuple", "list" or "dict".
        dtype: of an array or scalar, a key of `DTYPES`; of a number a key of `NUMBERS`.
        shape: the sizes of an array, by name.
        items: of a container; the keys of a dict are `KEYS`.
    """

    form: str
    dtype: str = ""
    shape: tuple[str, ...] = ()
    items: tuple[Type, ...] = ()

    @property
    def is_array(self) -> bool:
        return self.form == "array"

    @property
    def is_container(self) -> bool:
        return self.form in ("tuple", "list", "dict")

    @property
    def is_float(self) -> bool:
        return self.dtype in ("f32", "f64", "float")


def array(dtype: str, *shape: str) -> Type:
    return Type("array", dtype, shape)


def scalar(dtype: str) -> Type:
    return Type("scalar", dtype)


INT, FLOAT, BOOL = Type("number", "int"), Type("number", "float"), Type("number", "bool")

OPERATORS: dict[str, Callable[[Any, Any], Any]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
    "//": operator.floordiv,
    "%": operator.mod,
    "&": operator.and_,
    "|": operator.or_,
    "^": operator.xor,
    "<<": operator.lshift,
    ">>": operator.rshift,
}

Pair = tuple[Type, Type]


@cache
def operands(symbol: str, dtype: str) -> list[Pair]:
    """The types of two operands, one at least a NumPy scalar, whose result is `dtype`."""
    singles = [scalar(name) for name in DTYPES] + [INT, FLOAT, BOOL]
    pairs = [(a, b) for a in singles for b in singles if "scalar" in (a.form, b.form)]
    return [pair for pair in pairs if _result(symbol, *pair) == dtype]


def _result(symbol: str, a: Type, b: Type) -> str | None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            result = OPERATORS[symbol](_sample(a), _sample(b))
        except TypeError:
            return None
    return NAMES.get(result.dtype)


def _sample(type_: Type) -> Any:
    return DTYPES[type_.dtype].type(1) if type_.form == "scalar" else NUMBERS[type_.dtype]
