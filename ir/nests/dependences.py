"""What each node of a region waits for: the order that any way to run it keeps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dslc.ir.graph import Node, Operand, Value, values_in
from dslc.ir.op import Effects

from .language import Pick, statements
from .node import NEST
from .segments import Segment


def dependences(nodes: Sequence[Node]) -> list[list[int]]:
    """For each node of a region those before it that it waits for, by number.

    It reads what they make, or it writes to an array that they read. What can raise or shows
    something keeps its order, and what picks places or goes through segments waits for the checks
    of these.
    """
    makers: dict[Value, int] = {}
    readers: dict[Value, list[int]] = {}
    found: list[list[int]] = []
    effect: int | None = None
    for number, node in enumerate(nodes):
        read = list(dict.fromkeys(values_in(_read(node))))
        waits = {makers[value] for value in read if value in makers}
        if node.op.write is not None:
            for value in values_in(node.operands[:1]):
                waits.update(readers.get(value, ()))
        has_effects = node.effects is not Effects.NONE
        if effect is not None and (has_effects or _picks(node)):
            waits.add(effect)
        if has_effects:
            effect = number
        makers.update(dict.fromkeys(node.results, number))
        for value in read:
            readers.setdefault(value, []).append(number)
        found.append(sorted(waits))
    return found


def _picks(node: Node) -> bool:
    if node.op is not NEST:
        return False
    return any(
        isinstance(each, Pick | Segment) for each in statements(node.attributes["nest"].body)
    )


def _read(node: Node) -> Iterator[Operand]:
    """What a node reads, in its regions too."""
    yield from node.operands
    for region in node.regions:
        for inner in region.nodes:
            yield from _read(inner)
        yield from region.results
