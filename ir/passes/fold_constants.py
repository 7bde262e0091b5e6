"""Fold constants: a node that only reads literals becomes the literal it computes.

Before:

    scale = g.divide(1, 4)                                        # float
    y = g.multiply(x, scale)                                      # f32[n]

After:

    y = g.multiply(x, 0.25)                                       # f32[n]

Only Python numbers and NumPy scalars are literals, so no array is ever computed here. A node that
raises stays, to raise when the graph runs.
"""

from __future__ import annotations

import math
from collections import defaultdict
from dataclasses import replace
from typing import Any

import numpy as np

from dslc.ir.execution import run_node
from dslc.ir.facts import Facts
from dslc.ir.graph import Graph, Literal, Node, Operand, Value
from dslc.ir.op import Effects
from dslc.ir.print_literals import literal_text
from dslc.ir.rebuild import rebuild
from dslc.ir.remarks import remark
from dslc.ir.same import plain_type, same_literals
from dslc.ir.structure import STRUCTURED
from dslc.ir.types import NumberType, ScalarType, type_of_python
from dslc.ir.verify_types import Assumptions, Illegal, check_plain, sizes_in


def fold_constants(graph: Graph) -> Graph:
    """The graph without nodes that compute the same number at every call."""
    literals = _Folding(graph).literals

    def rewrite(node: Node) -> Node | tuple[Operand, ...]:
        if not node.results or node.results[0] not in literals:
            return node
        found = tuple(literals[result] for result in node.results)
        remark(f"`{node.op.name}` gives {', '.join(map(_text, found))} at every call", node.place)
        return found

    return rebuild(graph, rewrite)


def _text(literal: Literal) -> str:
    return literal_text(literal.value)


class _Folding:
    """Finds the literals that values are."""

    def __init__(self, graph: Graph) -> None:
        self.literals: dict[Value, Literal] = {}
        self._assumptions = Assumptions(graph)
        self._readers: dict[Operand, list[Node]] = defaultdict(list)
        for node in graph.walk():
            for operand in dict.fromkeys(node.operands):
                self._readers[operand].append(node)
        for node in graph.walk():
            self._fold(node)

    def _fold(self, node: Node) -> None:
        operands = [self._now(operand) for operand in node.operands]
        values = [o.value for o in operands if isinstance(o, Literal) and o.value is not None]
        if len(values) < len(operands) or not _is_foldable(node, values):
            return
        found = _run(node, values)
        if found is None or not all(map(_is_literal_of, found, node.results)):
            return
        literals = {v: Literal(r) for v, r in zip(node.results, found, strict=True)}
        self.literals.update(literals)
        if not all(self._takes(reader) for v in literals for reader in self._readers[v]):
            for value in literals:
                del self.literals[value]

    def _now(self, operand: Operand) -> Operand:
        return self.literals.get(operand, operand) if isinstance(operand, Value) else operand

    def _takes(self, node: Node) -> bool:
        """Whether a node stays legal, and of the same types, with the literals known so far."""
        if node.op.name in STRUCTURED:
            return True
        if node.op.name == "as_dim":
            return False  # what sizes something at run time has no name but its value's
        try:
            operands = tuple(map(self._now, node.operands))
            check_plain(replace(node, operands=operands), Facts(), self._assumptions)
        except Illegal:
            return False
        return True


def _is_foldable(node: Node, values: list[Any]) -> bool:
    """Whether a node that reads these values may run now: it only computes numbers, and soon."""
    if node.op.name in STRUCTURED or node.effects & ~Effects.RAISES:
        return False
    if any(result.dim is not None for result in node.results):
        return False
    if not all(isinstance(result.type, NumberType | ScalarType) for result in node.results):
        return False
    if sizes_in(tuple(node.attributes.values())):
        return False
    return not (node.op.name == "pow" and _is_huge(*values))


def _is_huge(x: Any, y: Any) -> bool:
    """Whether `x ** y` is an int far beyond 64 bits."""
    return type(x) is int and type(y) is int and y * x.bit_length() > 1000


def _run(node: Node, values: list[Any]) -> list[Any] | None:
    """What a node computes from these values; None where it raises."""
    try:
        with np.errstate(all="ignore"):
            return run_node(node, values, {})
    except Exception:  # noqa: BLE001  (whatever NumPy or Python raise, the run will raise it)
        return None


def _is_literal_of(found: Any, result: Value) -> bool:
    """Whether a value can stand in text for a result: of its type, and no NaN with a payload."""
    if isinstance(found, np.ndarray) or type_of_python(found) != plain_type(result.type):
        return False
    if found == found:  # noqa: PLR0124
        return True
    plain = math.copysign(math.nan, math.copysign(1.0, float(found)))
    return same_literals(Literal(found), Literal(type(found)(plain)))
