"""What values are called in the emitted text."""

from __future__ import annotations

from .graph import Graph, Node, Value
from .nests.language import Nest
from .place import listing
from .structure import shown_results


def result_names(node: Node) -> tuple[str, ...]:
    """The name of each shown result in the emitted text; "" where it has none."""
    shown = shown_results(node)
    names = listing(node.place.emitted).names.get(node.place.line, ())
    given = names if len(names) == len(shown) else ("",) * len(shown)
    return tuple(name or value.hint for name, value in zip(given, shown, strict=True))


def keep_names(node: Node) -> None:
    """Let results be called as now when they become results of another node."""
    for value, name in zip(shown_results(node), result_names(node), strict=True):
        value.hint = name


def value_names(graph: Graph) -> dict[Value, str]:
    """The name of every value that has one, those of the graphs it calls too."""
    found: dict[Value, str] = {}
    for each in (graph, *graph.callees()):
        found.update((value, value.hint) for value in each.parameters)
        for node in each.walk():
            found.update(zip(shown_results(node), result_names(node), strict=True))
            for region in node.regions:
                found.update((value, value.hint) for value in region.parameters)
    return {value: name for value, name in found.items() if name}


def wished_name(node: Node, value: Value) -> str:
    """What the program calls a result: its hint, its name in the emitted text, or the op's name."""
    if value.hint:
        return value.hint
    op = node.op.name
    if isinstance(nest := node.attributes.get("nest"), Nest):
        return nest.made[node.results.index(value)].name
    shown = node.results.index(value) - node.hidden
    bound = listing(node.place.emitted).names.get(node.place.line, ())
    given = bound[shown] if 0 <= shown < len(bound) else ""
    return given or {"if": "chosen", "while": "carried", "for": "carried"}.get(op, op)
