"""InOut parameters at a call: what they may share memory with, and their update afterwards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from dslc.ir.diagnostics import Diagnostic, DslError
from dslc.ir.lent import Lent
from dslc.ir.op import RuleError
from dslc.ir.variable import held

from .layout import Layout

_MOST_WORK = 10_000
"""Steps of NumPy's search for a shared element; what it does not settle counts as shared."""


def check_sharing(layout: Layout, values: Sequence[Any]) -> None:
    """Check that no parameter which may be written to shares memory with another one.

    Raises:
        DslError: `shared-memory`, naming both.
    """
    for number in layout.inouts:
        for other, value in enumerate(values):
            earlier = other in layout.inouts and other < number
            if other == number or earlier or not isinstance(value, np.ndarray | Lent):
                continue
            if _shares(values[number], value):
                one, two = layout.paths[number], layout.paths[other]
                message = f"`{one}` and `{two}` of `{layout.function}` share memory"
                help_text = f"`{layout.function}` may write to `{one}`: pass a copy of one of them"
                raise DslError(Diagnostic("shared-memory", message, help=help_text))


def check_distinct(layout: Layout, values: Sequence[Any]) -> None:
    """Check that a call in a graph gives no variable twice, where the function may write to it.

    Raises:
        RuleError: `shared-memory`.
    """
    for number in layout.inouts:
        places = [n for n, value in enumerate(values) if held(value) is held(values[number])]
        if len(places) > 1:
            one, two = (layout.paths[n] for n in places[:2])
            message = f"`{one}` and `{two}` of `{layout.function}` are one array"
            raise RuleError("shared-memory", message, help="pass a copy for one of them")


def _shares(a: np.ndarray[Any, Any] | Lent, b: np.ndarray[Any, Any] | Lent) -> bool:
    if isinstance(a, Lent) or isinstance(b, Lent):
        return isinstance(a, Lent) and isinstance(b, Lent) and a.shares_memory(b)
    if not np.may_share_memory(a, b):
        return False
    try:
        return bool(np.shares_memory(a, b, max_work=_MOST_WORK))  # type: ignore[arg-type] # pyright: ignore[reportArgumentType]
    except np.exceptions.TooHardError:
        return True


def update(updates: Sequence[int], values: Sequence[Any], results: Sequence[Any]) -> list[Any]:
    """Write what the graph made of its parameters into the caller's arrays.

    Args:
        updates: the positions of those parameters.
        values: the caller's arguments, flat.
        results: those of the graph; the last ones are what the parameters hold at the end.

    Returns:
        The other results; one that shares memory with an argument that changes is a copy.
    """
    if not updates:
        return list(results)
    targets = [values[number] for number in updates]
    kept = [apart(result, targets) for result in results]
    for target, value in zip(targets, kept[len(kept) - len(updates) :], strict=True):
        _write(target, value)
    return kept[: len(kept) - len(updates)]


def _write(target: np.ndarray[Any, Any] | Lent, value: np.ndarray[Any, Any] | Lent) -> None:
    if isinstance(target, Lent):
        target.write(value)
    else:
        np.copyto(target, value.host if isinstance(value, Lent) else value)


def settled(updates: Sequence[int], values: Sequence[Any], results: Sequence[Any]) -> Sequence[Any]:
    """Let the variables of a calling graph hold what the function wrote to them.

    Returns:
        The other results.
    """
    kept = len(results) - len(updates)
    for number, result in zip(updates, results[kept:], strict=True):
        values[number].value = result
    return results[:kept]


def apart(result: Any, targets: Sequence[np.ndarray[Any, Any] | Lent]) -> Any:
    """A result, or a copy of it where it may share memory with an array that is to change."""
    arrays = [each for each in targets if isinstance(each, np.ndarray)]
    if isinstance(result, np.ndarray) and any(np.may_share_memory(result, t) for t in arrays):
        return result.copy(order="K")
    return result
