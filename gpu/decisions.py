"""What the host has to read of the device where it decides what runs next.

Before each such decision the host waits until the device has come there, so each costs more than
many kernels. `dslc show --as plan` says which values they are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from dslc.ir.graph import Graph, Node, Operand, Value
from dslc.ir.nests.language import Loop, Nest
from dslc.ir.structure import (
    STRUCTURED,
    carried_operands,
    carried_parameters,
    is_test,
    leading_operands,
    shown_results,
)


class Decisions:
    """Where the values of some graphs are made: by the device or the host.

    Args:
        graphs: that call each other.
        where: what runs a node, as `Plan.where` says it.
    """

    def __init__(self, graphs: Sequence[Graph], where: Callable[[Node], str]) -> None:
        self._where = where
        self._makers: dict[Value, Node] = {}
        self._sources: dict[Value, list[Operand]] = {}
        for graph in graphs:
            for node in graph.walk():
                self._makers.update(dict.fromkeys(node.results, node))
                self._carry(node)
        self._known: dict[Value, bool] = {}

    def _carry(self, node: Node) -> None:
        """Note what a parameter or a result of a structured node may be."""
        given = carried_operands(node)
        for region in node.regions:
            carried = carried_parameters(node, region)
            for parameter, operand in zip(carried, given, strict=False):
                self._sources.setdefault(parameter, []).append(operand)
            if is_test(node, region):
                continue
            ends = region.results[node.hidden :]
            for result, operand in zip(shown_results(node), ends, strict=False):
                self._sources.setdefault(result, []).append(operand)
            if node.op.name in ("for", "while"):
                for inner in node.regions:
                    pairs = zip(carried_parameters(node, inner), ends, strict=False)
                    for parameter, operand in pairs:
                        self._sources.setdefault(parameter, []).append(operand)
        if node.op.name == "call":
            results = node.attributes["callee"].results
            self._sources.update(
                (r, [o]) for r, o in zip(shown_results(node), results, strict=False)
            )

    def reads(self, node: Node) -> list[str]:
        """The values that the host reads to decide what a branch or loop runs next."""
        needed = (value for each in _deciding(node) for value in self._needed(each))
        return list(dict.fromkeys(map(self._name, needed)))

    def _name(self, value: Value) -> str:
        maker = self._makers.get(value)
        if value.hint or maker is None or maker.op.name != "nest":
            return value.hint or "a value"
        nest: Nest = maker.attributes["nest"]
        results = zip(maker.results, nest.results, strict=False)
        return next(each.name for result, each in results if result is value)

    def _needed(self, operand: Operand) -> Iterator[Value]:
        """The values of the device that the host computes another one from."""
        if not isinstance(operand, Value):
            return
        if self.is_on_device(operand):
            yield operand
            return
        maker = self._makers.get(operand)
        if maker is not None and maker.op.name not in STRUCTURED:
            for each in maker.operands:
                yield from self._needed(each)

    def is_on_device(self, operand: Operand) -> bool:
        """Whether the device makes a value, on some path."""
        if not isinstance(operand, Value):
            return False
        if operand not in self._known:
            self._known[operand] = False  # until something is found
            self._known[operand] = self._is_made_there(operand)
        return self._known[operand]

    def _is_made_there(self, value: Value) -> bool:
        maker = self._makers.get(value)
        if maker is None or maker.op.name in STRUCTURED:
            return any(map(self.is_on_device, self._sources.get(value, ())))
        where = self._where(maker)
        if where == "reshape":
            return self.is_on_device(maker.operands[0])
        if where == "kernels" and not _has_loops(maker):
            return any(map(self.is_on_device, maker.operands))
        return where in ("kernels", "library", "procedure", "view")


def _has_loops(node: Node) -> bool:
    return any(isinstance(each, Loop) for each in node.attributes["nest"].body)


def _deciding(node: Node) -> Iterator[Operand]:
    """The values that say what runs: a test, a range, how a trip has ended."""
    yield from leading_operands(node)
    for region in node.regions:
        if is_test(node, region) or (node.attributes.get("exits") and region.results):
            yield region.results[-1]
