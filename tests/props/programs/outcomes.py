"""Whether two ways of running a program had the same outcome."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from .branches import OWN


@dataclass(frozen=True)
class Raised:
    """An exception: its class, its text where that is the user's, what was printed before it."""

    cls: type
    text: str
    code: str = ""
    printed: str = ""

    def __str__(self) -> str:
        return f"{self.cls.__name__}({self.text!r})"


Outcome = Any
"""A flat list of results and what was printed, or `Raised`."""


@dataclass(frozen=True)
class Freedom:
    """How outcomes of a program may differ.

    Attributes:
        joins: where a result joins dtypes of several paths, values may have another dtype.
        zeros: zeros may have another sign where loops reduce to extremes.
    """

    joins: bool
    zeros: bool

    def in_numpy(self) -> Freedom:
        """What is left where NumPy reduces."""
        return replace(self, zeros=False)


def alike(expected: Outcome, actual: Outcome, freedom: Freedom) -> bool:
    """Whether two outcomes are the same: bit for bit, or the same exception."""
    if freedom.zeros:
        expected, actual = _without_signs_of_zeros(expected), _without_signs_of_zeros(actual)
    if isinstance(expected, Raised) or isinstance(actual, Raised):
        if not (isinstance(expected, Raised) and isinstance(actual, Raised)):
            return False
        own = expected.cls is AssertionError or expected.text.startswith(OWN)
        texts = not own or expected.text == actual.text
        classes = expected.cls.__qualname__ == actual.cls.__qualname__  # that of a module's own is
        return classes and texts and expected.printed == actual.printed  # another each time it runs
    pairs = zip(expected, actual, strict=False)
    return len(expected) == len(actual) and all(
        same_leaf(a, b) or (freedom.joins and _same_values(a, b)) for a, b in pairs
    )


def _without_signs_of_zeros(found: Outcome) -> Outcome:
    if isinstance(found, Raised):
        return replace(found, text=_zeros(found.text), printed=_zeros(found.printed))
    return [[_zeros(each[0])] if isinstance(each, list) else _zero(each) for each in found]


def _zeros(text: str) -> str:
    """A text without the signs of zeros, nor the spaces that NumPy sets for them."""
    return re.sub(r"-(0\.0*(?!\d))|\s+", r"\1", text)


def _zero(value: Any) -> Any:
    if isinstance(value, np.ndarray) and value.dtype.kind == "f":
        return np.add(value, 0.0, out=np.empty_like(value))
    return value + 0.0 if isinstance(value, float | np.floating) else value


def same_leaf(a: Any, b: Any) -> bool:
    """Whether two values are one: kind, dtype, shape and bits; NaNs are all alike."""
    if type(a) is not type(b):
        return False
    if isinstance(a, np.ndarray | np.generic):
        return a.dtype == b.dtype and a.shape == b.shape and _bits(a) == _bits(b)
    if isinstance(a, float):
        return _bits(np.float64(a)) == _bits(np.float64(b))
    return bool(a == b)


def _same_values(a: Any, b: Any) -> bool:
    """Whether two numbers or arrays are the same but for their dtype; NaNs are all alike."""
    kinds = [np.asarray(each).dtype.kind for each in (a, b)]
    if np.shape(a) != np.shape(b) or not set("".join(kinds)) <= set("biuf"):
        return False
    return np.array_equal(a, b, equal_nan=True)


def _bits(a: Any) -> bytes:
    values = np.array(a)
    if values.dtype.kind == "f":
        values[np.isnan(values)] = np.nan
    return values.tobytes()
