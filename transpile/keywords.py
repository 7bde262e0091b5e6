"""Keywords of NumPy's functions: their arrays by the names that NumPy gives them."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from dslc.ir.arguments import MISMATCH, known_here
from dslc.ir.op import Op, RuleError
from dslc.ir.spellings import is_ufunc_method

from .binding import Argument
from .kinds import Built

_BY_PLACE = (np.where, np.concatenate, np.inner, np.vdot)
"""Functions in C that take their arrays by place alone; older NumPy has no signatures of them."""


def op_keywords(
    op: Op, function: Callable[..., Any], text: str, keywords: Mapping[str, Argument]
) -> dict[str, Argument]:
    """The keywords of a call of NumPy's `function` by the names of the op.

    Raises:
        RuleError: for an array by a name that NumPy does not have.
    """
    names = _numpy_names(op, function)
    ours = {numpy: own for own, numpy in names.items()}
    for keyword in keywords:
        if names.get(keyword) == "":
            message = f"`{text}` takes `{keyword}` by its place alone"
            raise RuleError(MISMATCH, message, help=f"write it without `{keyword}=`")
        if keyword in names and keyword not in ours:
            shown = ", ".join(f"`{names.get(own, own)}`" for own in known_here(op))
            raise RuleError(MISMATCH, f"`{text}` has no `{keyword}`", help=f"it takes {shown}")
    return {ours.get(keyword, keyword): argument for keyword, argument in keywords.items()}


def taken_by_place(op: Op, function: Callable[..., Any], given: int) -> list[str]:
    """The names of the arrays that NumPy's `function` takes by place alone, without those given."""
    names = _numpy_names(op, function)
    return [name for name in op.call if names.get(name) == ""][given:]


def names_of_numpy(op: Op, function: Callable[..., Any]) -> dict[str, str]:
    """What NumPy's `function` calls arguments whose names are others in the op."""
    names = _numpy_names(op, function)
    return {own: other for own, other in names.items() if other and own not in names.values()}


def _numpy_names(op: Op, function: Callable[..., Any]) -> dict[str, str]:
    """NumPy's names of the arguments, where the op's may differ; "" for one by place alone."""
    needed = [name for name in op.operands if name not in op.optional]
    by_place = function in _BY_PLACE or isinstance(function, np.ufunc) or is_ufunc_method(function)
    if by_place or op.starred is not None:
        return dict.fromkeys(needed, "")
    try:
        parameters = inspect.signature(function).parameters.values()
    except ValueError:  # a function in C, whose names are those of the op
        return {}
    names: dict[str, str] = {}
    for own, parameter in zip(op.call, parameters, strict=False):
        by_place = parameter.kind in (parameter.POSITIONAL_ONLY, parameter.VAR_POSITIONAL)
        if own in needed or own == parameter.name:
            names[own] = "" if by_place else parameter.name
    return names


def unless_none(argument: Any) -> Any:
    """An argument; None where it is the None that stands for an operand left out."""
    kind = argument.kind if isinstance(argument, Argument) else None
    return None if isinstance(kind, Built) and kind.value is None else argument
