"""Bypass regions: what a loop or an `if` gives back as it got it is read from before it.

Before:

    def loop1_body(i, y, offsets):                                # int, f32[n], i64[m]
        y = g.segment_softmax(y, offsets)                         # f32[n]
        return y, offsets

    y, offsets = g.for_(g.range(k), loop1_body, (y, offsets))     # f32[n], i64[m]
    top = g.segment_max(y, offsets)                               # f32[m - 1]

After:

    def loop1_body(i, y):                                         # int, f32[n]
        y = g.segment_softmax(y, offsets)                         # f32[n]
        return y

    y = g.for_(g.range(k), loop1_body, (y,))                      # f32[n]
    top = g.segment_max(y, offsets)                               # f32[m - 1]

So it is known to be the same in every trip, and after the last one. What is written to stays, and
so does what has another type in the region.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from dslc.ir.escapes import written
from dslc.ir.graph import Graph, Node, Operand, Value
from dslc.ir.rebuild import Rebuilding, replaced_body
from dslc.ir.remarks import remark
from dslc.ir.structure import carried_operands, carried_parameters, is_loop, is_test
from dslc.ir.value_names import keep_names


def bypass_regions(graph: Graph) -> Graph:
    """The graph whose regions give nothing that is there before them."""
    before = None
    while before is not graph:  # what an inner region no longer gives, the outer one hands on
        before, graph = graph, replaced_body(graph, _Bypassing(graph).region(graph.body))
    return graph


class _Bypassing(Rebuilding):
    """One walk, in which what a region is given is known before its nodes are looked at."""

    def __init__(self, graph: Graph) -> None:
        super().__init__(lambda node: node)
        self._written = written(graph)

    def _with_new_parts(self, node: Node) -> Node:
        if is_loop(node):
            node = self._around_loop(node)
        elif node.op.name == "if":
            node = self._around_branches(node)
        return super()._with_new_parts(node)

    def _around_loop(self, node: Node) -> Node:
        """A loop that carries nothing which every trip hands on as it is."""
        bodies = [region for region in node.regions if not is_test(node, region)]
        gone = []
        for number, operand in enumerate(carried_operands(node)):
            same = [node.results[node.hidden + number]]
            same += [carried_parameters(node, region)[number] for region in node.regions]
            ends = [region.results[node.hidden + number] for region in bodies]
            if all(end in same[1:] for end in ends) and self._may_stand(operand, same):
                gone.append(number)
        return self._without(node, gone, gone)

    def _around_branches(self, node: Node) -> Node:
        """An `if` that gives nothing which both branches hand on as they are given it."""
        parameters = [carried_parameters(node, region) for region in node.regions]
        taken, given = [], []
        for number, result in enumerate(node.results[node.hidden :]):
            ends = [region.results[node.hidden + number] for region in node.regions]
            for one, operand in enumerate(carried_operands(node)):
                same = [each[one] for each in parameters]
                if ends == same and self._may_stand(operand, [*same, result]):
                    taken.append(one)
                    given.append(number)
        return self._without(node, taken, given)

    def _may_stand(self, operand: Operand, values: Sequence[Value]) -> bool:
        """Whether a value from before may be read in place of these."""
        if not isinstance(operand, Value) or operand in self._written or operand.dim is not None:
            return False
        return all(
            each.type == operand.type and each.dim is None and each not in self._written
            for each in values
        )

    def _without(self, node: Node, taken: Sequence[int], given: Sequence[int]) -> Node:
        """A node that does not carry what it takes and gives under these numbers."""
        if not taken:
            return node
        remark(f"the `{node.op.name}` gives back something as it was", node.place)
        keep_names(node)
        operands = carried_operands(node)
        stand = [self._operands((operands[number],))[0] for number in taken]
        results = [node.results[node.hidden + number] for number in given]
        self._standing.update(zip(results, stand, strict=True))
        regions = []
        for region in node.regions:
            parameters = [carried_parameters(node, region)[number] for number in taken]
            self._standing.update(zip(parameters, stand, strict=True))
            kept = [each for each in region.parameters if each not in parameters]
            test = is_test(node, region)
            ends = region.results if test else _but(region.results, node.hidden, given)
            regions.append(replace(region, parameters=kept, results=ends, forms=()))
        return replace(
            node,
            operands=_but(node.operands, len(node.operands) - len(operands), taken),
            regions=tuple(regions),
            results=tuple(each for each in node.results if each not in results),
            forms=(),
        )


def _but(operands: tuple[Operand, ...], first: int, numbers: Sequence[int]) -> tuple[Operand, ...]:
    """All operands but those with these numbers, counted from the first."""
    gone = {first + number for number in numbers}
    return tuple(each for number, each in enumerate(operands) if number not in gone)
