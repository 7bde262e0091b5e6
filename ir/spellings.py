"""Which op a user's spelling means: a function of NumPy, a method of arrays, an operator."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from .op import REGISTRY, Op


def by_function(function: Any) -> Op | None:
    """The op that a function of NumPy means, by identity; ops mean themselves."""
    return function if isinstance(function, Op) else _functions().get(id(function))


def by_method(name: str) -> Op | None:
    """The op that a method of an array means."""
    return _methods().get(name)


def by_operator(text: str) -> Op | None:
    """The op that a Python operator means: `+`, or `-x` for a unary one."""
    return _operators().get(text)


@cache
def _functions() -> dict[int, Op]:
    return {
        id(getattr(np, name)): op
        for op in REGISTRY.values()
        for name in op.numpy
        if hasattr(np, name)
    }


@cache
def _methods() -> dict[str, Op]:
    return {name: op for op in REGISTRY.values() for name in op.methods}


@cache
def _operators() -> dict[str, Op]:
    return {op.operator: op for op in REGISTRY.values() if op.operator is not None}
