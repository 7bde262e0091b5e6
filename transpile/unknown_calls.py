"""Calls of what the language does not have, with what comes nearest to it."""

from __future__ import annotations

import functools
from difflib import get_close_matches
from typing import Any

from dslc.ir.diagnostics import Edit
from dslc.ir.op import REGISTRY
from dslc.ir.spellings import is_ufunc_method

from . import fence
from .edits import renamed_attribute
from .frame import Frame
from .kinds import Built, Poison
from .numpy_names import refused_function
from .refused_builtins import OR_PYTHON, advice
from .tree import Attribute, Call

SAME_CALL = {"numpy.empty": "zeros", "numpy.empty_like": "zeros_like"}
"""Functions of NumPy that another one may stand for, with the same arguments."""


def is_numpy(function: Any) -> bool:
    """Whether a function is NumPy's."""
    return (getattr(function, "__module__", None) or "").partition(".")[0] == "numpy"


def is_cached(function: Any) -> bool:
    """Whether `functools.cache` or `lru_cache` made a function."""
    return isinstance(function, functools._lru_cache_wrapper)


def refuse_unknown(frame: Frame, callee: Built, e: Call) -> Poison:
    """Refuse a function that means nothing in a graph."""
    if is_cached(callee.value):
        return fence.refuse(
            frame, f"calling `{callee.text}`, which keeps what it gave,", e.function.span,
            help=f"leave the cache out, or call `{callee.text}.__wrapped__`",
        )  # fmt: skip
    if is_ufunc_method(callee.value):
        return _refuse_ufunc_method(frame, callee, e)
    name = getattr(callee.value, "__name__", "")
    module = "numpy" if is_numpy(callee.value) else getattr(callee.value, "__module__", "")
    known = [each for op in REGISTRY.values() for each in op.numpy]
    near = get_close_matches(name, known, 1) if module == "numpy" else []
    help_ = advice(callee.value) or refused_function(callee.value)
    if module == "cmath":
        help_ = f"write `np.{name}` of a complex number, as in `np.{name}(np.complex128(x))`"
    elif help_ is None and near:
        help_ = f"write `np.{near[0]}`, or what it is made of"
    return frame.refuse(
        "unknown-function",
        f"`{callee.text}` is not part of the language",
        e.function.span,
        edits=_renamed(frame, e, module, name),
        help=help_
        or "use the NumPy functions that `dslc explain ops` lists, `@graph` functions and plain "
        f"functions made of them, {OR_PYTHON}",
    )


def _refuse_ufunc_method(frame: Frame, callee: Built, e: Call) -> Poison:
    """Refuse a method of a ufunc that the language has of others only."""
    known = [each for op in REGISTRY.values() for each in op.numpy if "." in each]
    name, method = callee.value.__self__.__name__, callee.value.__name__
    listed = ", ".join(f"`np.{each}`" for each in known if each.endswith(f".{method}"))
    has = f"; there are {listed}" if listed else ""
    return frame.refuse(
        "unknown-function",
        f"`{callee.text}` is not part of the language",
        e.function.span,
        help=f"write a loop that calls `np.{name}`{has}",
    )


def _renamed(frame: Frame, e: Call, module: str, name: str) -> tuple[Edit, ...]:
    """Another function of NumPy in place of one, where that is all."""
    new = SAME_CALL.get(f"{module}.{name}")
    if new is None or not isinstance(e.function, Attribute):
        return ()
    return renamed_attribute(frame, e.function, new)
