"""Subgraphs: the parts of a function with breaks that run as graphs.

Python runs between them, so a subgraph keeps to what Python would see there. A value comes in only
with the very type that is declared for it, since nothing converts it in the source. No result
shares memory with another one or with an argument: where the source lets two names be one array,
they are bound in Python.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from .annotations import Spec
from .building import Blueprint, Built
from .compiled import CompiledFunction
from .conversion import convert, describe
from .declared_at import source_path
from .inout import update
from .requests import Request
from .separation import Unfit
from .signature import Signature


class Subgraph(CompiledFunction):
    """A compiled function that stands between statements of Python."""

    @staticmethod
    def _leaf(spec: Spec, value: Any) -> Any:
        """The value, which must be of the type that its spec says, and not merely convertible.

        Raises:
            Unfit: when it is not.
        """
        if convert(spec, value) is not value:
            raise Unfit(describe(value), "declare the type that it has where Python makes it")
        return value

    def _result(self, built: Built, values: Sequence[Any], flat: Sequence[Any]) -> Any:
        kept = update(built.updates, values, flat)
        return built.structure.of(_apart(kept, values))


def _apart(results: Sequence[Any], values: Sequence[Any]) -> list[Any]:
    """The results, with copies of those that share memory with others or with arguments."""
    seen = [value for value in values if isinstance(value, np.ndarray)]
    found = []
    for result in results:
        own = result
        if isinstance(result, np.ndarray):
            if any(np.may_share_memory(result, other) for other in seen):
                own = result.copy(order="K")
            seen.append(own)
        found.append(own)
    return found


def subgraph(
    source: str, *, captures: Sequence[str] = ()
) -> Callable[[Callable[..., Any]], Subgraph]:
    """Decorator of the builder function of a subgraph.

    Args:
        source: the user's file, relative to the emitted one.
        captures: globals whose values the graph takes in; when one changes, a new graph is built.
    """

    def decorate(function: Callable[..., Any]) -> Subgraph:
        signature = Signature.of(function, skip=1)
        path = source_path(source, function.__code__.co_filename)
        return Subgraph(Blueprint(function, signature, path, captures), Request())

    return decorate
