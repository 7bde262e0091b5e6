"""Apply checks: what a check has found is known after it, and in the branches of an `if`.

Before:

    same = g.array_equal(a, b)                                    # bool
    checked = g.check(same, error="ValueError")                   # bool
    y = g.segment_sum(x, b)                                       # f32[n]
    again = g.array_equal(b, a)                                   # bool
    checked_2 = g.check(again, error="ValueError")                # bool

After:

    same = g.array_equal(a, b)                                    # bool
    checked = g.check(same, error="ValueError")                   # bool
    y = g.segment_sum(x, a)                                       # f32[n]
    checked_2 = g.check(True, error="ValueError")                 # bool

A truth is known by its value, or by a node that gives the same. Of two arrays that are equal to the
bit the first is read for both from there on, so that what is made of them is the same too. What the
caller gets, what is written to and what tells a size stays the array that it was.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace

from dslc.ir.dtypes import BOOL, is_inexact
from dslc.ir.equal_nodes import key_of, may_be_shared
from dslc.ir.escapes import counted, written
from dslc.ir.graph import Graph, Literal, Node, Operand, Region, Value, type_of
from dslc.ir.layers import Layers
from dslc.ir.rebuild import Rebuilding, replaced_body
from dslc.ir.remarks import remark
from dslc.ir.structure import STRUCTURED
from dslc.ir.types import NumberType, ScalarType, default_dtype

from .prune_dead_nodes import prune_dead_nodes


def apply_checks(graph: Graph) -> Graph:
    """The graph in which nothing is asked again that a check has answered."""
    if not any(node.op.name in ("check", "if") for node in graph.walk()):
        return graph
    applied = replaced_body(graph, _Applying(graph).region(graph.body))
    return graph if applied is graph else prune_dead_nodes(applied)


_READERS = ("check", "if", "and", "or", "not")
"""The ops that take a truth as it is, whatever its type."""


class _Applying(Rebuilding):
    """One walk; what it knows where it is.

    Attributes:
        truths: of values, and of what nodes compute, by their keys.
        equal: for arrays those that are read in their place.
    """

    def __init__(self, graph: Graph) -> None:
        super().__init__(self._applied)
        self.truths: Layers[Hashable, bool] = Layers()
        self.equal: dict[Operand, Operand] = {}
        self._definitions: dict[Operand, Node] = {}
        self._fixed: set[Operand] = {*written(graph), *counted(graph)}

    def region(self, region: Region) -> Region:
        """The region, after which what is known in it is forgotten."""
        outer = self.truths.copy(), self.equal.copy()
        made = super().region(region)
        self.truths, self.equal = outer
        return made

    def _with_new_parts(self, node: Node) -> Node:
        if node.op.name != "if":
            return super()._with_new_parts(node)
        operands = self._operands(node.operands)
        outer = self.truths.copy(), self.equal.copy()
        regions = []
        for region, truth in zip(node.regions, (True, False), strict=True):
            self._learn(operands[0], truth)
            regions.append(self.region(region))
            self.truths, self.equal = outer[0].copy(), outer[1].copy()
        if operands == node.operands and tuple(regions) == node.regions:
            return node
        return replace(node, operands=operands, regions=tuple(regions))

    def _applied(self, node: Node) -> Node:
        node = self._of_equal_arrays(node)
        self._definitions.update(dict.fromkeys(node.results, node))
        self._look_up(node)
        if node.op.name in _READERS:
            node = self._of_known_truths(node)
        if node.op.name == "check":
            self._learn(node.operands[0], True)
        return node

    # --- truths -----------------------------------------------------------------------------------

    def _look_up(self, node: Node) -> None:
        """Note whether what a node gives is known already."""
        if not (len(node.results) == 1 and _is_truth(node.results[0]) and may_be_shared(node)):
            return
        known = self.truths.get(key_of(node))
        if known is None and node.op.name == "array_equal" and _compares_bits(node):
            known = True if node.operands[0] is node.operands[1] else None
        if known is not None:
            self.truths[node.results[0]] = known

    def _of_known_truths(self, node: Node) -> Node:
        """A node with truths in place of values that are known."""
        last = 1 if node.op.name in ("check", "if") else None
        operands = [self.truths.get(operand) for operand in node.operands[:last]]
        if operands.count(None) == len(operands):
            return node
        remark("a check before has found what is asked here", node.place)
        if node.op.name == "check" and operands == [True]:  # which shows no values of a message
            attributes = {**node.attributes, "message": None}
            return replace(node, operands=(Literal(True),), attributes=attributes)
        known = [
            old if truth is None else Literal(truth)
            for old, truth in zip(node.operands, operands, strict=False)
        ]
        return replace(node, operands=(*known, *node.operands[len(known) :]))

    def _learn(self, test: Operand, truth: bool) -> None:
        """Keep that a test has turned out so, and what follows."""
        if not isinstance(test, Value) or not _is_truth(test):
            return
        self.truths[test] = truth
        node = self._definitions.get(test)
        if node is None:
            return
        if may_be_shared(node):
            self.truths[key_of(node)] = truth
        if node.op.name in ("not", "logical_not"):
            self._learn(node.operands[0], not truth)
        elif node.op.name == "cast":
            self._learn(node.operands[0], truth)
        elif (node.op.name, truth) in (("and", True), ("or", False)):
            for each in node.operands:
                self._learn(each, truth)
        elif node.op.name == "array_equal" and truth and _compares_bits(node):
            self._take_as_equal(*node.operands)

    # --- arrays -----------------------------------------------------------------------------------

    def _take_as_equal(self, one: Operand, other: Operand) -> None:
        """Read one array for both from here on."""
        if (
            one is not other
            and type_of(one) == type_of(other)
            and self._fixed.isdisjoint((one, other))
        ):
            self.equal.update({each: one for each, to in self.equal.items() if to is other})
            self.equal[other] = one

    def _of_equal_arrays(self, node: Node) -> Node:
        """A node that reads the first of equal arrays, where nobody can tell."""
        if node.op.name in STRUCTURED or node.op.view or node.op.write is not None or node.hidden:
            return node
        if any(value.dim is not None or value in self._fixed for value in node.results):
            return node
        operands = tuple(self.equal.get(each, each) for each in node.operands)
        return node if operands == node.operands else replace(node, operands=operands)


def _is_truth(operand: Operand) -> bool:
    """Whether it is a Python bool, or a scalar of NumPy's."""
    type_ = type_of(operand)
    return isinstance(type_, NumberType | ScalarType) and default_dtype(type_) == BOOL


def _compares_bits(node: Node) -> bool:
    """Whether arrays that are equal to `array_equal` have the same bits."""
    return not any(is_inexact(default_dtype(type_of(each))) for each in node.operands)
