"""Arrays with margins."""

from __future__ import annotations

from typing import Any

import numpy as np

from dslc.ir.op import RuleError, op

from .create import arange, full

MODES = ("constant", "edge", "reflect", "symmetric", "wrap")


@op(
    call="array, pad_width, mode, constant_values", numpy=("pad",), strong=False,
    sizes=("pad_width",),
)  # fmt: skip
def pad(array: Any, *, pad_width: Any, mode: str = "constant", constant_values: Any = 0) -> Any:
    """An array with a margin: one width, (before, after), or such a pair for each axis.

    The mode says what is in it: a constant, the outermost element, the array reflected at its
    outermost elements or at its edges (symmetric), or wrapped around. ValueError for a negative
    width, and where there is nothing to repeat.

    >>> np.pad(np.array([1, 2, 3]), (1, 2), mode="reflect")
    array([2, 1, 2, 3, 2, 1])
    """
    given: Any = {"constant_values": constant_values} if mode == "constant" else {}
    return np.pad(array, pad_width, **{"mode": mode, **given})


@pad.expansion
def _(array: Any, *, pad_width: Any, mode: str, constant_values: Any) -> Any:
    if mode not in MODES:
        message = f'the mode "{mode}" of `pad` is not part of the language'
        raise RuleError("unsupported-construct", message, help=f"write one of {', '.join(MODES)}")
    if array.ndim == 0:
        raise RuleError("rank-mismatch", "`pad` needs an array with axes")
    widths = _pairs(pad_width, array.ndim, "a width")
    if any(isinstance(size, int) and size < 0 for width in widths for size in width):
        raise RuleError("argument-mismatch", "a width of `pad` is not negative")
    values = _pairs(constant_values, array.ndim, "a constant")
    for axis, (width, value) in enumerate(zip(widths, values, strict=True)):
        if mode == "constant":
            array = _with_constants(array, width, value, axis)
        elif width != (0, 0):
            array = np.take(array, _places(array.shape[axis], width, mode), axis=axis)
    return array


def _with_constants(array: Any, width: Any, values: Any, axis: int) -> Any:
    before, after = (
        full((*array.shape[:axis], size, *array.shape[axis + 1 :]), value, array.dtype)
        for size, value in zip(width, values, strict=True)
    )
    return np.concatenate((before, array, after), axis=axis)


def _places(size: Any, width: Any, mode: str) -> Any:
    """Which element stands at each place of an axis with its margins."""
    before, after = width
    at = arange(before + size + after) - before
    last = np.max(arange(size))  # ValueError where there is none
    if mode == "edge":
        return np.minimum(np.maximum(at, 0), last)
    if mode == "wrap":
        return at % (last + 1)
    if mode == "reflect":
        period = np.maximum(2 * last, 1)
        return np.minimum(at % period, period - at % period)
    period = 2 * (last + 1)
    return np.minimum(at % period, period - 1 - at % period)


def _pairs(given: Any, rank: int, what: str) -> list[tuple[Any, Any]]:
    """A pair for each axis; one number or pair is for all of them."""
    pairs: list[Any]
    if not isinstance(given, tuple | list):
        return [(given, given)] * rank
    if all(not isinstance(part, tuple | list) for part in given):
        pair: Any = tuple(given) * (3 - len(given)) if len(given) in (1, 2) else ()
        pairs = [pair] * rank if len(pair) == 2 else []
    else:
        each: list[Any] = [
            tuple(part) * (3 - len(part)) if len(part) in (1, 2) else () for part in given
        ]
        pairs = each * rank if len(each) == 1 else each
    if len(pairs) != rank or any(len(pair) != 2 for pair in pairs):
        raise RuleError("argument-mismatch", f"{what} of `pad` is a number, or a pair an axis")
    return [(pair[0], pair[1]) for pair in pairs]
