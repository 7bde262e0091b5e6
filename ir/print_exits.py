"""Which numbers in printed text are exit codes of a loop, and read better by name."""

from __future__ import annotations

from collections import defaultdict

from .graph import Graph, Literal, Node, Operand, Region
from .structure import has_exits, shown_region_results, shown_results

_NAMES = ("g.RUN", "g.CONTINUE", "g.BREAK", "g.RETURN")


class Exits:
    """The exit codes that the regions of a graph return: of a loop's body, and of its branches."""

    def __init__(self, graph: Graph) -> None:
        self._codes: dict[Region, set[int]] = defaultdict(set)
        for node in graph.walk():
            if has_exits(node):
                body = node.regions[-1]
                self._mark(node, body, len(shown_region_results(node, body)) - 1)

    def names(self, node: Node, region: Region) -> dict[int, str]:
        """The names of the codes among a region's shown results, by number."""
        shown = shown_region_results(node, region)
        return {
            number: _NAMES[code]
            for number in self._codes[region]
            if (code := _code(shown[number])) is not None
        }

    def _mark(self, node: Node, region: Region, number: int) -> None:
        self._codes[region].add(number)
        code = shown_region_results(node, region)[number]
        for inner in region.nodes:
            if inner.op.name == "if" and code in shown_results(inner):
                for branch in inner.regions:
                    self._mark(inner, branch, shown_results(inner).index(code))


def _code(operand: Operand) -> int | None:
    value = operand.value if isinstance(operand, Literal) else None
    return value if type(value) is int and 0 <= value < len(_NAMES) else None
