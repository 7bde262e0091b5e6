"""Functions that change an array, as functions that give it changed."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any


def on_copy(write: Callable[..., None]) -> Callable[..., Any]:
    """A function that changes its first argument, as one that leaves it and gives the changed."""

    @wraps(write)
    def run(x: Any, *operands: Any, **attributes: Any) -> Any:
        result = x.copy(order="K")  # as it lies in memory, on which the order of later sums depends
        write(result, *operands, **attributes)
        return result

    return run
