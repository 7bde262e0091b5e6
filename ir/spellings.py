"""Which op a user's spelling means: a function of NumPy, a method of arrays, an operator."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from .op import REGISTRY, Op


def by_function(function: Any) -> Op | None:
    """The op that a function of NumPy means, by identity; ops mean themselves."""
    return function if isinstance(function, Op) else _functions().get(_identity(function))


def is_ufunc_method(function: Any) -> bool:
    """Whether a function is a method of a ufunc, such as `np.add.reduce`."""
    return isinstance(getattr(function, "__self__", None), np.ufunc)


def by_method(name: str) -> Op | None:
    """The op that a method of an array means."""
    return _methods().get(name)


def by_operator(text: str) -> Op | None:
    """The op that a Python operator means: `+`, or `-x` for a unary one."""
    return _operators().get(text)


@cache
def _functions() -> dict[tuple[int, str], Op]:
    found = {}
    for op in REGISTRY.values():
        for name in op.numpy:
            owner, _, last = name.rpartition(".")
            holder = getattr(np, owner, None) if owner else np
            if hasattr(holder, last):
                found[_identity(getattr(holder, last))] = op
    return found


def _identity(function: Any) -> tuple[int, str]:
    """What a function is; of a ufunc's method, which is another object each time, whose it is."""
    if is_ufunc_method(function):
        return id(function.__self__), function.__name__
    return id(function), ""


@cache
def _methods() -> dict[str, Op]:
    return {name: op for op in REGISTRY.values() for name in op.methods}


@cache
def _operators() -> dict[str, Op]:
    return {op.operator: op for op in REGISTRY.values() if op.operator is not None}
