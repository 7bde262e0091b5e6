"""The graph of a function and its gradient, while it is built."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from dslc.ir.diagnostics import Diagnostic, DslError
from dslc.ir.graph import Graph, Node, Operand, Value
from dslc.ir.op import RuleError
from dslc.ir.place import Place
from dslc.ir.refusals import refusal_at
from dslc.ir.traced import Tracing
from dslc.ir.types import Type


class Joint(Tracing):
    """Nodes go here that compute what a graph computes, and then how that changes.

    Each stands at the place of the node that it computes, or differentiates.

    Args:
        source: the graph.
        name: that of the new one.
        further: names and types of parameters besides those of the graph.
    """

    def __init__(self, source: Graph, name: str, further: Sequence[tuple[str, Type]] = ()) -> None:
        parameters = [(value.hint, value.type) for value in source.parameters]
        integers = {v.hint: v.dim for v in source.parameters if v.dim is not None}
        super().__init__(
            name,
            [*parameters, *further],
            integers=integers,
            source=source.source,
            requires=source.requires,
        )
        self.graph.origins = dict(source.origins)
        self._at = source.place
        self._way: tuple[object, ...] = ()

    def _place(self) -> Place:
        return self._at

    def way_to(self, place: Place) -> tuple[object, ...]:
        """The nodes on the way to the one that is being replayed or differentiated."""
        return self._way

    @contextmanager
    def at(self, node: Node, doing: str) -> Iterator[None]:
        """New nodes stand at the place of this one meanwhile.

        Raises:
            DslError: what is refused there.
        """
        place, way = self._at, self._way
        self._at, self._way = node.place, (*way, node, doing)
        try:
            yield
        except RuleError as error:
            raise refusal_at(node.place, error, self.facts, self.graph) from None
        finally:
            self._at, self._way = place, way


def no_gradient(node: Node, why: str) -> DslError:
    """What the user is told of a node that cannot be differentiated."""
    message = f"`{node.op.public or node.op.name}` has no gradient: {why}"
    help_ = "compute it outside, or say with `dslc.stop_gradient(...)` that it is constant"
    return DslError(Diagnostic("no-gradient", message, node.place.span, help=help_))


def name(operand: Operand, wish: str) -> Operand:
    """The operand, which a printer should like to call so."""
    if isinstance(operand, Value) and wish:
        operand.hint = wish
    return operand
