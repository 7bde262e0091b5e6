"""Curves of a training, in the terminal and as a picture: `optim.show_curve(losses)`."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from importlib.util import find_spec
from math import ceil, isfinite
from typing import Any

import numpy as np

_COLUMNS, _ROWS = 64, 10
_ACROSS, _DOWN = 2, 4
"""The dots of a character of Braille."""

_BITS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
"""Of the dots, by row and column, in the order of Unicode."""

_WIDE = 100.0
"""Values whose greatest is so many times the least one are drawn by their logarithms."""


def show_curve(
    values: Any, name: str = "loss", *, png: str | os.PathLike[str] | None = None
) -> None:
    """Draw what changes from step to step to stdout.

    Args:
        values: one number for each step, an array or list.
        name: what they are.
        png: a file for a picture of it, which needs matplotlib; without that a line says so.
    """
    numbers = np.asarray(values, np.float64).reshape(-1)
    sys.stdout.write(drawn_curve(numbers, name))
    if png is None:
        return
    if find_spec("matplotlib") is None:
        sys.stdout.write(f"{os.fspath(png)} is not written: pip install matplotlib\n")
        return
    _picture(numbers, name, png)
    sys.stdout.write(f"wrote {os.fspath(png)}\n")


def drawn_curve(numbers: np.ndarray, name: str) -> str:
    """The lines of a curve in characters, with its axes.

    Args:
        numbers: `f64[n]`; what is not finite is left out.
        name: the title.
    """
    finite = numbers[np.isfinite(numbers)]
    if not finite.size:
        return f"{name}: no finite values\n"
    logarithmic = _is_wide(finite)
    with np.errstate(invalid="ignore"):
        heights = _columns(np.log10(numbers) if logarithmic else numbers)
    low, high = min(filter(isfinite, heights)), max(filter(isfinite, heights))
    labels = [
        f"{10**at if logarithmic else at:.4g}"
        for at in (high - (high - low) * row / (_ROWS - 1) for row in range(_ROWS))
    ]
    cells = _dots(heights, low, high)
    wide = max(map(len, labels))
    way = ", logarithmic" if logarithmic else ""
    lines = [f"{name}, {len(numbers)} steps, from {numbers[0]:.4g} to {numbers[-1]:.4g}{way}"]
    for label, row in zip(labels, cells, strict=True):
        characters = "".join(chr(0x2800 + bits) if bits else " " for bits in row)
        lines.append(f"{label:>{wide}} ┤{characters}".rstrip())
    end = str(len(numbers) - 1)
    used = ceil(len(heights) / _ACROSS)
    lines.append(f"{'':{wide}} └{'─' * used}")
    lines.append(f"{'':{wide}}  0{end:>{max(used - 1, 0)}}")
    return "\n".join(lines) + "\n"


def _is_wide(finite: np.ndarray) -> bool:
    return bool(finite.min() > 0.0 and finite.max() > _WIDE * finite.min())


def _columns(numbers: np.ndarray) -> list[float]:
    """The height of each column of dots: the mean of its steps, or the line between two steps."""
    count = len(numbers)
    width = _COLUMNS * _ACROSS
    if count <= width:
        at = np.linspace(0, count - 1, width)
        return [float(each) for each in np.interp(at, np.arange(count), numbers)]
    parts = np.array_split(numbers, width)
    means = (part[np.isfinite(part)] for part in parts)
    return [float(np.mean(part)) if part.size else float("nan") for part in means]


def _dots(heights: list[float], low: float, high: float) -> list[list[int]]:
    """Characters by row and column; neighbours are joined by dots above each other."""
    cells = [[0] * _COLUMNS for _ in range(_ROWS)]
    last = _ROWS * _DOWN - 1
    before: int | None = None
    for x, height in enumerate(heights):
        if not isfinite(height):
            before = None
            continue
        y = last // 2 if high == low else round((high - height) / (high - low) * last)
        start = y if before is None else before + (1 if y > before else -1 if y < before else 0)
        for each in range(min(start, y), max(start, y) + 1):
            row, column = divmod(each, _DOWN), divmod(x, _ACROSS)
            cells[row[0]][column[0]] |= _BITS[row[1]][column[1]]
        before = y
    return cells


def _picture(numbers: np.ndarray, name: str, png: str | os.PathLike[str]) -> None:
    """The same as a file, without a window."""
    figure_class = import_module("matplotlib.figure").Figure
    figure = figure_class(figsize=(7.0, 4.0), layout="constrained")
    axes = figure.subplots()
    axes.plot(numbers)
    axes.set_xlabel("step")
    axes.set_ylabel(name)
    finite = numbers[np.isfinite(numbers)]
    if finite.size and _is_wide(finite):
        axes.set_yscale("log")
    axes.grid(alpha=0.3)
    figure.savefig(png, format="png", dpi=120)
