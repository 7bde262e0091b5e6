"""Checks in nodes of their own, so that what is left of a node cannot fail."""

from __future__ import annotations

import inspect
from collections.abc import Sequence
from dataclasses import replace
from math import prod
from typing import Any

import numpy as np

from dslc.ir.dims import Size, interval
from dslc.ir.facts import Facts
from dslc.ir.graph import Literal, Node, Value, operand_of, type_of
from dslc.ir.op import REGISTRY, Effects, Op
from dslc.ir.ops.reduce import UFUNCS, nothing_to_start_with
from dslc.ir.ops.segments import check_offsets
from dslc.ir.types import BOOL_NUMBER, TensorType, Type, default_dtype, shape_of

from .gathers import Gather, gather_of, guards, picked_size
from .lower_segments import is_segmented, total_of
from .scans import PLACES
from .starts import extreme


def _within(
    indices: Any, *, axis: int, size: int, unless: tuple[int, ...], mode: str, count: int
) -> tuple[()]:
    """Nothing; IndexError where one of the places that are looked at is outside of an axis.

    With a mode of `take` that takes places from everywhere, and for the number of its elements,
    only where there is nothing to take from.
    """
    if count and not size:
        raise IndexError("cannot do a non-empty take from an empty axes.")
    if mode != "raise" or 0 in unless:
        return ()
    places = np.asarray(indices).astype(np.intp)  # as NumPy takes those without a sign
    outside = places[(places < -size) | (places >= size)]
    if outside.size:
        what = f"index {outside.flat[0]} is out of bounds for axis {axis} with size {size}"
        raise IndexError(what)
    return ()


def _no_types(facts: Facts, *types: Type, **attributes: Any) -> tuple[Type, ...]:
    return ()


WITHIN = Op(
    "within",
    _within,
    _no_types,
    operands=("indices",),
    attributes=dict.fromkeys(("axis", "size", "unless", "mode", "count"), inspect.Parameter.empty),
    call=("indices", "axis", "size", "unless", "mode", "count"),
    effects=Effects.RAISES,
    strong=False,
    sizes=("size", "unless", "count"),
)
"""The op that looks at the places of a gather."""


def _divided(offsets: Any, *, size: int, unless: tuple[int, ...], message: str) -> tuple[()]:
    """Nothing; ValueError where offsets do not divide so many elements into segments.

    With a message also where a segment is empty.
    """
    check_offsets(offsets, size)
    if message and 0 not in unless and np.any(offsets[1:] == offsets[:-1]):
        raise ValueError(message)
    return ()


DIVIDED = Op(
    "divided",
    _divided,
    _no_types,
    operands=("offsets",),
    attributes=dict.fromkeys(("size", "unless", "message"), inspect.Parameter.empty),
    call=("offsets", "size", "unless", "message"),
    effects=Effects.RAISES,
    strong=False,
    sizes=("size", "unless"),
)
"""The op that looks at the offsets of segments."""


def split_check(node: Node, facts: Facts) -> tuple[list[Node], Node]:
    """The checks of what can fail in a node, and the node that nothing can fail in behind them.

    Of a node that cannot fail, or has no checks that are nodes, no checks and itself.
    """
    if Effects.RAISES not in node.effects or node.hidden:
        return [], node
    if node.op.name in UFUNCS and len(node.operands) == 1:
        return _of_extreme(node, facts)
    if node.op.name in PLACES:
        return _of_place(node, facts)
    if is_segmented(node):
        return [_of_segments(node, facts)], node
    gather = gather_of(node, facts)
    return ([], node) if gather is None else (_of_gather(node, gather), node)


def is_safe(node: Node, checks: list[Node]) -> bool:
    """Whether nothing can fail in a node behind its checks."""
    return node.effects is Effects.NONE or bool(checks) or node.op.name in PLACES


def _of_extreme(node: Node, facts: Facts) -> tuple[list[Node], Node]:
    """The node gets something to start with."""
    source = type_of(node.operands[0])
    if not isinstance(source, TensorType):
        return [], node
    sizes = [source.shape[axis] for axis in node.attributes["axis"]]
    checks = _not_empty(node, sizes, nothing_to_start_with(node.op.name), facts)
    start = extreme(node.op.name, default_dtype(source))
    return checks, replace(node, attributes={**node.attributes, "initial": start})


def _of_place(node: Node, facts: Facts) -> tuple[list[Node], Node]:
    shape, axis = shape_of(type_of(node.operands[0])), node.attributes["axis"]
    sizes = shape if axis is None else (shape[axis],)
    message = f"attempt to get {node.op.name} of an empty sequence"
    return _not_empty(node, sizes, message, facts), node


def _of_segments(node: Node, facts: Facts) -> Node:
    message = ""
    if "initial" in node.op.attributes and node.attributes["initial"] is None:
        message = nothing_to_start_with(node.op.name.removeprefix("segment_"))
    inner = node.results[0].shape[1:]
    attributes = {
        "size": total_of(node, facts),
        "unless": inner if message else (),
        "message": message,
    }
    return Node(DIVIDED, node.operands[1:], attributes, (), (), node.place)


def _of_gather(node: Node, gather: Gather) -> list[Node]:
    """All places are looked at before anything is taken."""
    attributes = {
        "axis": gather.axis or 0,
        "size": picked_size(node, gather),
        "unless": tuple(guards(node, gather)),
        "mode": gather.how,
        "count": prod(node.results[0].shape, start=1) if node.op.name == "take" else 0,
    }
    return [Node(WITHIN, (gather.indices,), attributes, (), (), node.place)]


def _not_empty(node: Node, sizes: Sequence[Size], message: str, facts: Facts) -> list[Node]:
    unsure = [size for size in sizes if _may_be_empty(size, facts)]
    return [each for size in unsure for each in _check(size, node, message)]


def _may_be_empty(size: Size, facts: Facts) -> bool:
    return (interval(size)[0] or 0) < 1 and not facts.at_least(size, 1)


def _check(size: Size, node: Node, message: str) -> list[Node]:
    test, passed = Value(BOOL_NUMBER, "has_some"), Value(BOOL_NUMBER, "has_some")
    attributes = {"message": message, "error": "ValueError"}
    operands = (operand_of(size), Literal(0))
    return [
        Node(REGISTRY["not_equal"], operands, {}, (), (test,), node.place),
        Node(REGISTRY["check"], (test,), attributes, (), (passed,), node.place),
    ]
