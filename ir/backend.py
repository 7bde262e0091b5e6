"""What a backend is: it turns a graph into something that can be called."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from .evaluate import evaluate
from .graph import Graph
from .liveness import schedules
from .memory import Memory
from .place import Place


class Executable(Protocol):
    """A graph that can be called."""

    @property
    def memory(self) -> Memory | None:
        """What the last call that gave results took; None where nobody counts."""
        ...

    def __call__(self, arguments: Sequence[Any], sizes: Mapping[str, int]) -> list[Any]:
        """From the flat parameters' values and the numbers of the graph's symbols to the results.

        The values have exactly the parameters' types, and stay as they are. What the graph requires
        of its sizes is checked first; the exceptions are those of `evaluate`.
        """
        ...


class Unsupported(Exception):
    """A backend cannot run this graph.

    Attributes:
        reason: what it cannot do.
        place: the statement that needs it, None when no single one does.
    """

    def __init__(self, reason: str, place: Place | None = None) -> None:
        super().__init__(reason, place)
        self.reason = reason
        self.place = place

    def __str__(self) -> str:
        return self.reason if self.place is None else f"{self.reason}, in {self.place}"


class Backend(Protocol):
    """A way to run graphs."""

    @property
    def name(self) -> str:
        """What a user calls it: `device="reference"`."""
        ...

    def compile(self, graph: Graph) -> Executable:
        """Make a verified graph callable.

        Raises:
            Unsupported: when this backend cannot run it.
        """
        ...


class Reference:
    """The NumPy interpreter as a backend: it runs every graph."""

    name = "reference"

    def compile(self, graph: Graph) -> Executable:
        """Make a graph callable."""
        return Evaluation(graph)


class Evaluation:
    """A graph that NumPy evaluates."""

    memory = None

    def __init__(self, graph: Graph) -> None:
        self._graph = graph
        schedules(graph)

    def __call__(self, arguments: Sequence[Any], sizes: Mapping[str, int]) -> list[Any]:
        """Evaluate it."""
        return evaluate(self._graph, arguments, sizes)
