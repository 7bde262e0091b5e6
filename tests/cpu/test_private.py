"""Arrays that loops store into: in place where nothing shares them, never under another name."""

from __future__ import annotations

from typing import Any

import numpy as np

import dslc
from dslc import Tensor, f64
from dslc.cpu.print_kernel import kernel_text

n = dslc.dims("n")


def in_place(x: Tensor[f64, n], steps: int):
    """Nothing but the loops holds `y`."""
    y = x.copy()
    for _ in range(steps):
        for i in range(1, len(y)):
            if y[i] < y[i - 1]:
                y[i] = y[i] + 1.0
            y[i - 1] = y[i] * 0.5
    return y


def kept_before(x: Tensor[f64, n], steps: int):
    """Each trip keeps what the array was."""
    y, before = x.copy(), x
    for _ in range(steps):
        before = y.copy()
        y[0] = y[0] + 1.0
    return y, before


def kept_inside(x: Tensor[f64, n], steps: int):
    """An array of the loop is kept while an inner loop changes a copy of it."""
    y = x.copy()
    kept = x
    for _ in range(steps):
        z = y.copy()
        for i in range(len(y)):
            z[i] = y[len(y) - 1 - i] + 1.0
        kept = y
        y = z
    return y, kept


def reshaped(x: Tensor[f64, n], steps: int):
    """A view is another name."""
    y = x.copy()
    total = 0.0
    for _ in range(steps):
        flat = np.reshape(y, (1, len(y)))
        total += float(flat[0, 0])
        y[0] = y[0] * 2.0
    return y, total


def by_while(x: Tensor[f64, n], limit: float):
    """The test reads what the body stores."""
    y = x.copy()
    while y[0] < limit:
        y[0] = y[0] + 1.0
        if y[0] > 3.0:
            y[-1] = 0.0
    return y


def long_loop(x: Tensor[f64, n], count: int):
    """More trips than stand between two looks at signals."""
    total = 0.0
    for i in range(count):
        total += x[0] * i  # type: ignore[assignment]  # a number first, an element then
    return total


def check(function: Any, *arguments: Any) -> None:
    expected = function(*arguments)
    given = [each.copy() if isinstance(each, np.ndarray) else each for each in arguments]
    found = dslc.compile(function, device="cpu")(*given)
    pairs = (
        zip(found, expected, strict=True) if isinstance(expected, tuple) else [(found, expected)]
    )
    for one, other in pairs:
        np.testing.assert_array_equal(one, other)
    for before, after in zip(arguments, given, strict=True):
        np.testing.assert_array_equal(before, after)


def test_names_keep_their_arrays() -> None:
    x = np.array([3.0, 1.0, 2.0, 5.0])
    for function in (in_place, kept_before, kept_inside, reshaped):
        for steps in (0, 1, 2, 5):
            check(function, x, steps)
    check(by_while, np.array([0.5, 7.0]), 6.0)
    check(by_while, np.array([0.5, 7.0]), 0.0)


def test_blocks_of_trips() -> None:
    for count in (-1, 0, 1, 16383, 16384, 16385, 40000):
        check(long_loop, np.array([0.5]), count)


def test_one_check_before_the_loop() -> None:
    text = kernel_text(dslc.compile(in_place).graph)
    assert text.count(".own()") == 1
    assert text.index(".own()") < text.index("for (")
