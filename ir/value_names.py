"""What values are called in the emitted text."""

from __future__ import annotations

from .graph import Graph, Node, Value
from .place import listing
from .structure import shown_results


def result_names(node: Node) -> tuple[str, ...]:
    """The name of each shown result in the emitted text; "" where it has none."""
    shown = shown_results(node)
    names = listing(node.place.emitted).names.get(node.place.line, ())
    given = names if len(names) == len(shown) else ("",) * len(shown)
    return tuple(name or value.hint for name, value in zip(given, shown, strict=True))


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
