"""Arrays outside of a graph that its text reads: hidden inputs.

A text that reads an array of its module says so by its name. The graph takes it as one more
parameter, behind those that a caller gives, and each call fills it with what is there then.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, Protocol

import numpy as np

from .graph import Graph, Value
from .types import type_of_python


class Outside(Protocol):
    """An array that is read where it is.

    Attributes:
        path: how a program says it: `WEIGHTS`, or `model.layers[0]`.
    """

    @property
    def path(self) -> str: ...

    def now(self) -> np.ndarray[Any, Any]:
        """The array that is there now."""
        ...


class OutsideArrays:
    """What the text of one graph may read from outside, and what it has read.

    Attributes:
        read: what was read so far, in the order of the graph's parameters.
    """

    def __init__(self, graph: Graph) -> None:
        self.read: list[Outside] = []
        self._graph = graph
        self._known: dict[int, tuple[np.ndarray[Any, Any], Outside]] = {}
        self._values: dict[int, Value] = {}

    def offer(self, arrays: Iterable[Outside]) -> None:
        """Let the text read these, each told by which object it is now."""
        for each in arrays:
            array = each.now()
            self._known.setdefault(id(array), (array, each))

    def value_of(self, value: Any) -> Any:
        """The parameter that stands for an array of these; any other value itself."""
        if not isinstance(value, np.ndarray) or id(value) not in self._known:
            return value
        if id(value) not in self._values:
            self._values[id(value)] = self._parameter(*self._known[id(value)])
        return self._values[id(value)]

    def call(self, arrays: Iterable[Outside]) -> list[Any]:
        """What stands here for arrays that a called graph reads."""
        found = list(arrays)
        self.offer(found)
        return [self.value_of(each.now()) for each in found]

    def _parameter(self, array: np.ndarray[Any, Any], outside: Outside) -> Value:
        """A new parameter of the graph."""
        taken = {value.hint for value in self._graph.parameters}
        name = re.sub(r"\W+", "_", outside.path).strip("_")
        number = 2
        hint = name
        while hint in taken:
            hint, number = f"{name}_{number}", number + 1
        value = Value(type_of_python(array), hint)
        self._graph.parameters.append(value)
        self.read.append(outside)
        return value
