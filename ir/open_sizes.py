"""Open sizes: those of a plain node's results that are known only when it has run.

A type rule asks for one (`Facts.open`). The builder makes a fresh dim of it, which a hidden result
of the node binds; the verifier finds the same dim there. When the node runs, the number is read
from the shape of the result.

What a size follows from may come again, as a mask does: then it is the same dim, within the scope
of the node that bound it.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Hashable, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from .comparison import Comparison
from .dims import Dim, Size, substitute
from .facts import Facts, NeverHolds
from .graph import Node, Value
from .numbering import Negated
from .structure import shown_results
from .types import TensorType, Type, shape_of


def bind_open(
    facts: Facts,
    operands: Sequence[Hashable],
    types: Sequence[Type],
    choose: Callable[[int, int, Size | None], Size],
) -> tuple[tuple[Size, ...], tuple[Type, ...]]:
    """The result types of a node, with dims for its open sizes.

    Args:
        facts: what its type rule has opened sizes in; the bounds of their dims are learned.
        operands: what stands for those of the node, the same for the same values.
        types: those that the rule gives for the results.
        choose: the dim of a size, by the number of a result that has it, the axis, and the size
            that it is known to be, if it is.

    Returns:
        The dims that the node binds, and the types.
    """
    new: list[Size] = []
    found: dict[str, Size] = {}
    for opening in facts.take_opened():
        key = opening.key if opening.counts is None else operands[opening.counts]
        high = substitute(opening.high, found)
        known = None if key is None else _known(facts, key, high)
        size = choose(*_first_of(opening.dim, types), known)
        found[str(opening.dim)] = size
        if size is known:
            continue
        new.append(size)
        with suppress(NeverHolds):  # where nothing holds, nothing runs
            if known is not None:
                facts.learn(Comparison("==", size, known))
            elif key is not None:
                facts.known[key] = size
            facts.learn(Comparison("<=", substitute(opening.low, found), size))
            facts.learn(Comparison("<=", size, high))
    return tuple(new), tuple(_renamed(type_, found) for type_ in types) if found else tuple(types)


def _known(facts: Facts, key: Hashable, total: Size) -> Size | None:
    """The size that follows from a key; a mask and its opposite have the true elements of all."""
    opposite = key.of if isinstance(key, Negated) else Negated(key)
    other = facts.known.get(opposite)
    return facts.known.get(key) if other is None else total - other


def first_free(wish: str, taken: Container[str]) -> str:
    """`wish`, or `wish_2`, ... where that is taken."""
    name, number = wish, 2
    while name in taken:
        name, number = f"{wish}_{number}", number + 1
    return name


def _first_of(size: Dim, types: Sequence[Type]) -> tuple[int, int]:
    """The number of the first result that has an axis of this size, and the axis."""
    shapes = enumerate(map(shape_of, types))
    return next((number, shape.index(size)) for number, shape in shapes if size in shape)


def _renamed(type_: Type, found: dict[str, Size]) -> Type:
    if not isinstance(type_, TensorType):
        return type_
    return replace(type_, shape=tuple(substitute(size, found) for size in type_.shape))


def open_sizes(node: Node, results: Sequence[Any]) -> list[int]:
    """The numbers of the open sizes of a node that has given these shown results."""
    return [_read(value, node, results) for value in node.results[: node.hidden]]


def _read(hidden: Value, node: Node, results: Sequence[Any]) -> int:
    for value, result in zip(shown_results(node), results, strict=True):
        for size, number in zip(shape_of(value.type), getattr(result, "shape", ()), strict=True):
            if size is hidden.dim:
                return int(number)
    raise AssertionError("an open size is one of a result's")
