"""Whether two calls of one function came to the same end."""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import ml_dtypes
import numpy as np

from dslc.ir.types import type_of_python
from dslc.signature import Signature
from dslc.specs import struct_fields

# Native code may round differently in functions such as exp, and add in another order.
TOLERANCE_IN_EPSILONS = 64


class Outcome(NamedTuple):
    """What a call came to: its value, or the exception it raised; and its arguments afterwards."""

    value: Any
    raised: Exception | None
    arguments: dict[str, Any]


def outcome(function: Callable[..., Any], signature: Signature, arguments: list[Any]) -> Outcome:
    """Call `function` with one argument for each parameter of `signature`."""
    positional, keywords = signature.split(arguments)
    names = [parameter.name for parameter in signature.parameters]
    after = dict(zip(names, arguments, strict=True))
    try:
        with np.errstate(all="ignore"):
            return Outcome(function(*positional, **keywords), None, after)
    except Exception as error:  # noqa: BLE001
        return Outcome(None, error, after)


def leaves(path: str, value: Any) -> Iterator[tuple[str, Any]]:
    """The arrays and numbers of a value, each with the expression that gets it from `path`."""
    struct = struct_fields(type(value))
    if struct is not None:
        for name in struct[1]:
            yield from leaves(f"{path}.{name}", getattr(value, name))
    elif isinstance(value, tuple | list):
        for number, item in enumerate(value):
            yield from leaves(f"{path}[{number}]", item)
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from leaves(f"{path}[{key!r}]", item)
    else:
        yield path, value


def type_text(value: Any) -> str:
    """The type of a leaf: `f32[3]`, `int`, or the class of another object."""
    try:
        return str(type_of_python(value))
    except TypeError:
        return type(value).__name__


class Comparison(NamedTuple):
    """Whether two outcomes agree, and the sentence that says so."""

    agree: bool
    text: str


def compare(plain: Outcome, compiled: Outcome, *, exact: bool = False) -> Comparison:
    """Compare exceptions by class, else results and arguments by type and value.

    Floats agree when they differ by at most 64 units of their precision, relative to the largest
    element, or by nothing where they are to be `exact`; NaN agrees with NaN. Everything else agrees
    when equal.
    """
    if plain.raised is not None or compiled.raised is not None:
        return _compare_raised(plain.raised, compiled.raised)
    expected, actual = dict(_leaves_of(plain)), dict(_leaves_of(compiled))
    if list(expected) != list(actual):
        return Comparison(False, "differ: the results have another structure")
    worst = 0.0
    for name, value in expected.items():
        plain_type, compiled_type = type_text(value), type_text(actual[name])
        if plain_type != compiled_type:
            return Comparison(False, f"differ: {name} is {plain_type}, compiled {compiled_type}")
        difference, allowed = _difference(value, actual[name])
        if not difference <= (0.0 if exact else allowed):
            return Comparison(False, f"differ: {name} by up to {difference:.3g}")
        worst = max(worst, difference)
    return Comparison(True, f"agree: max difference {worst:.3g}")


def _compare_raised(plain: Exception | None, compiled: Exception | None) -> Comparison:
    if type(plain) is type(compiled):
        return Comparison(True, f"agree: both raise {_raised_text(plain)}")
    both = f"plain {_raised_text(plain)}, compiled {_raised_text(compiled)}"
    return Comparison(False, f"differ: {both}")


def _raised_text(error: Exception | None) -> str:
    return "returns" if error is None else f"{type(error).__name__}: {error}"


def _leaves_of(end: Outcome) -> Iterator[tuple[str, Any]]:
    yield from leaves("result", end.value)
    for name, value in end.arguments.items():
        yield from leaves(name, value)


def _difference(expected: Any, actual: Any) -> tuple[float, float]:
    """The largest difference of two values of one type, and the largest that is allowed."""
    one, other = np.asarray(expected), np.asarray(actual)
    if one.dtype.kind == "c":
        parts = [_difference(getattr(one, part), getattr(other, part)) for part in ("real", "imag")]
        # The parts of a product are rounded relative to the greater of them.
        return max(part[0] for part in parts), max(part[1] for part in parts)
    if one.dtype.kind in "fV":
        one, other = one.astype(np.float64), other.astype(np.float64)
        finite = np.abs(one[np.isfinite(one)])
        epsilon = float(ml_dtypes.finfo(np.asarray(expected).dtype).eps)
        return _largest(one, other), TOLERANCE_IN_EPSILONS * epsilon * finite.max(initial=0.0)
    if one.dtype.kind in "iub":
        return _largest(one.astype(object), other.astype(object)), 0.0
    return (0.0 if expected == actual else np.inf), 0.0


def _largest(one: np.ndarray, other: np.ndarray) -> float:
    """The largest distance of two elements that are neither equal nor both NaN."""
    unequal = (one != other) & ((one == one) | (other == other))  # noqa: PLR0124
    if not unequal.any():
        return 0.0
    with np.errstate(all="ignore"):
        return float(np.abs(one[unequal] - other[unequal]).max())
