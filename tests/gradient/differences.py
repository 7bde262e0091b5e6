"""Central differences, which gradients are compared with."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

STEP = 1e-6


def is_float(value: Any) -> bool:
    return isinstance(value, float | np.ndarray) and np.asarray(value).dtype.kind == "f"


def differences(function: Callable[..., Any], args: Sequence[Any], number: int) -> np.ndarray:
    """The derivative of a float by every element of one argument."""
    given = np.asarray(args[number], np.float64)
    found = np.zeros_like(given)

    def at(place: tuple[int, ...], by: float) -> float:
        moved = given.copy()
        moved[place] += by
        copies = [each.copy() if isinstance(each, np.ndarray) else each for each in args]
        copies[number] = moved if isinstance(args[number], np.ndarray) else float(moved)
        return float(function(*copies))

    for place in np.ndindex(given.shape):
        found[place] = (at(place, STEP) - at(place, -STEP)) / (2 * STEP)
    return found


def assert_gradient(gradient: Any, function: Callable[..., Any], args: Any, number: int) -> None:
    """Compare a gradient in type and value."""
    given, found = args[number], np.asarray(gradient)
    assert found.dtype == np.float64
    assert found.shape == np.shape(given)
    assert isinstance(gradient, np.ndarray if isinstance(given, np.ndarray) else np.float64)
    expected = differences(function, args, number)
    bound = 1e-6 * (1 + np.max(np.abs(expected), initial=0.0))
    np.testing.assert_allclose(found, expected, rtol=0, atol=bound)
