"""Fitting in native code, where there is a compiler: the same steps, many times as fast."""

from __future__ import annotations

import ctypes
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from .backend import Unsupported
from .cxx.cache import library
from .cxx.toolchain import LIBRARY, Recipe, find_compiler
from .diagnostics import DslError
from .fitting import Fitting, Outcome, Rows
from .placing import Numbers
from .search_budget import Budget

SOURCE = Path(__file__).parent / "cxx" / "fitting.cpp"

RECIPE = Recipe((), ("-std=gnu++17", "-march=native", "-fwrapv", *LIBRARY))

_OUTCOMES = tuple(Outcome)


def fastest_fitting(rows: Rows) -> Fitting:
    """The native one where there is a compiler, else that of NumPy."""
    return Fitting(rows) if _fit() is None else NativeFitting(rows)


@lru_cache(maxsize=1)
def _fit() -> Any:
    """The function of the library, or None."""
    try:
        path = library(SOURCE.read_text("utf-8"), find_compiler(), RECIPE)
    except (Unsupported, DslError):
        return None
    found = ctypes.CDLL(str(path)).fit
    pointer, number = ctypes.c_void_p, ctypes.c_int64
    found.argtypes = [number, number, *[pointer] * 6, number, number, pointer, ctypes.c_double]
    found.argtypes += [pointer, pointer]
    return found


class NativeFitting(Fitting):
    """The same search in C++: see `cxx/fitting.cpp`."""

    def __init__(self, rows: Rows) -> None:
        super().__init__(rows)
        self._arrays = [np.ascontiguousarray(each, np.int64) for each in rows[:3]]
        self._zeros = np.zeros(max(len(self.offsets), rows.times), np.int64)

    def run(self, height: int, order: Numbers, retreats: int, budget: Budget) -> Outcome:
        """Search with rows tried in this order."""
        if self._loads.max(initial=0) > height:
            return Outcome.NEVER_FITS
        given = np.ascontiguousarray(order, np.int64)
        arrays = [*self._arrays, np.ascontiguousarray(self._loads), self._zeros, given]
        left = ctypes.c_int64(budget.left)
        count, times = len(order), len(self._loads)
        number: int = _fit()(
            count,
            times,
            *(each.ctypes.data for each in arrays),
            height,
            retreats,
            ctypes.byref(left),
            budget.until,
            self.offsets.ctypes.data,
            self.failures.ctypes.data,
        )
        budget.left = left.value
        return _OUTCOMES[number]
