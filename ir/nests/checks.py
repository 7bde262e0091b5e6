"""Checks in nodes of their own, so that what is left of a node cannot fail."""

from __future__ import annotations

from dataclasses import replace

from dslc.ir.dims import Size, interval
from dslc.ir.facts import Facts
from dslc.ir.graph import Literal, Node, Value, operand_of, type_of
from dslc.ir.op import REGISTRY, Effects
from dslc.ir.ops.reduce import UFUNCS, nothing_to_start_with
from dslc.ir.types import BOOL_NUMBER, TensorType, default_dtype, shape_of

from .starts import extreme


def split_check(node: Node, facts: Facts) -> tuple[list[Node], Node]:
    """The checks of a greatest or smallest element, and the node that has something to start with.

    Of any other node, no checks and itself.
    """
    plain = node.op.name in UFUNCS and len(node.operands) == 1 and not node.hidden
    if not plain or Effects.RAISES not in node.effects:
        return [], node
    shape = shape_of(type_of(node.operands[0]))
    unsure = [shape[axis] for axis in node.attributes["axis"] if _may_be_empty(shape[axis], facts)]
    checks = [each for size in unsure for each in _check(size, node)]
    source = type_of(node.operands[0])
    if not isinstance(source, TensorType):
        return [], node
    start = extreme(node.op.name, default_dtype(source))
    return checks, replace(node, attributes={**node.attributes, "initial": start})


def _may_be_empty(size: Size, facts: Facts) -> bool:
    return (interval(size)[0] or 0) < 1 and not facts.at_least(size, 1)


def _check(size: Size, node: Node) -> list[Node]:
    test, passed = Value(BOOL_NUMBER, "has_some"), Value(BOOL_NUMBER, "has_some")
    attributes = {"message": nothing_to_start_with(node.op.name), "error": "ValueError"}
    operands = (operand_of(size), Literal(0))
    return [
        Node(REGISTRY["not_equal"], operands, {}, (), (test,), node.place),
        Node(REGISTRY["check"], (test,), attributes, (), (passed,), node.place),
    ]
