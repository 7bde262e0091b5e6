"""`out=` of a call: arrays of the caller that take the results."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from dslc.ir.diagnostics import Diagnostic, DslError
from dslc.ir.types import type_of_python

from .conversion import describe, writable
from .inout import apart
from .separation import Unfit
from .signature import Signature

NAME = "out"


def is_given(signature: Signature, kwargs: Mapping[str, Any]) -> bool:
    """Whether a call says where results go: a parameter `out` of the function comes first."""
    return NAME in kwargs and all(each.name != NAME for each in signature.parameters)


def into(signature: Signature, kwargs: Mapping[str, Any], run: Callable[..., Any]) -> Any:
    """The result of a call with arrays of the caller in it, which hold what the function gave.

    They may be arguments too: they change when all has been computed.

    Args:
        signature: of the function.
        kwargs: of the call; their `out` is an array where the function gives one, else a tuple
            with an array, or None for a new one, for each item of the result.
        run: the call, with the other keyword arguments.

    Raises:
        DslError: `argument-mismatch`, before anything runs where `out` can hold no result, and
            after it for another dtype, shape or number of arrays; `shared-memory`. No array has
            changed then.
    """
    name, out = signature.name, kwargs[NAME]
    whole = not isinstance(out, tuple)
    given = [out] if whole else list(out)
    for number, each in enumerate(given):
        _check_array(name, each, "`out`" if whole else f"item {number} of `out`")
    _check_apart(name, [each for each in given if each is not None])
    result = run(**{key: value for key, value in kwargs.items() if key != NAME})
    if out is None:
        return result
    items = [result] if whole else _items(name, result, len(given))
    for target, item in zip(given, items, strict=True):
        _check_fits(name, target, item)
    kept = [apart(item, [each for each in given if each is not None]) for item in items]
    for target, item in zip(given, kept, strict=True):
        if target is not None:
            np.copyto(target, item)
    filled = [item if target is None else target for target, item in zip(given, items, strict=True)]
    return filled[0] if whole else tuple(filled)


def _check_array(name: str, value: Any, what: str) -> None:
    got, help_text = describe(value), "pass a NumPy array of the result's dtype and shape"
    if type(value) in (np.ndarray, np.memmap):
        try:
            writable(value)
        except Unfit as unfit:
            got, help_text = unfit.got, f"{unfit.help}, or leave `{NAME}` out"
        else:
            return
    elif value is None:
        return
    raise _refusal(f"{what} of `{name}` is {got}", help_text)


def _check_apart(name: str, arrays: list[np.ndarray[Any, Any]]) -> None:
    for number, one in enumerate(arrays):
        if any(np.may_share_memory(one, other) for other in arrays[:number]):
            message = f"two arrays of `out` of `{name}` share memory"
            raise DslError(Diagnostic("shared-memory", message, help="pass arrays that do not"))


def _items(name: str, result: Any, count: int) -> list[Any]:
    if type(result) is tuple and len(result) == count:
        return list(result)
    got = f"{len(result)} results" if type(result) is tuple else "one result"
    help_text = f"pass a tuple of {len(result)}" if type(result) is tuple else "pass one array"
    raise _refusal(f"`out` of `{name}` is a tuple of {count}, for {got}", help_text)


def _check_fits(name: str, target: np.ndarray[Any, Any] | None, result: Any) -> None:
    if target is None:
        return
    if not isinstance(result, np.ndarray):
        got = "a tuple" if type(result) is tuple else describe(result)
        message = f"`out` of `{name}` is an array, the result is {got}"
        raise _refusal(message, "pass None for what is no array")
    if (target.dtype, target.shape) != (result.dtype, result.shape):
        result_type = type_of_python(result)
        message = f"`out` of `{name}` is {type_of_python(target)}, the result is {result_type}"
        raise _refusal(message, "pass an array of the result's dtype and shape")


def _refusal(message: str, help_text: str) -> DslError:
    return DslError(Diagnostic("argument-mismatch", message, help=help_text))
