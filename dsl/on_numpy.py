"""Runs of graph functions as plain Python, in which every array is NumPy's.

Functions of `dslc.array_api` that make arrays of nothing else make NumPy's there, as in the graph.
"""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")

ON_NUMPY: ContextVar[bool] = ContextVar("ON_NUMPY", default=False)
"""Set while such a run lasts."""


def run_on_numpy(function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """What a plain function gives for these arguments."""
    token = ON_NUMPY.set(True)
    try:
        return function(*args, **kwargs)
    finally:
        ON_NUMPY.reset(token)
