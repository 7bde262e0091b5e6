"""Views: nodes that give elements of another array, where each is found by its indices alone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from dslc.ir.dims import Size, dim_max, dim_min
from dslc.ir.facts import Facts
from dslc.ir.graph import Node, Operand, as_size, type_of
from dslc.ir.keys import join_key
from dslc.ir.ops.advanced import picks
from dslc.ir.types import TensorType, shape_of

from .language import position

Indices: TypeAlias = tuple[Size, ...]
Places: TypeAlias = Callable[[Indices], "Indices | None"]
"""From the indices of an element of a view to those in its array, fewer where they count the last
axes together; None where that cannot be said."""


def view_of(node: Node, facts: Facts) -> Places | None:
    """Where the elements of a node's result are in its first operand; None if it is no view.

    Args:
        node: with an array as its first operand, and an array as its result.
        facts: what is known of sizes where it stands.
    """
    make = _VIEWS.get(node.op.name)
    if make is None or node.hidden:
        return None
    ends = type_of(node.operands[0]), node.results[0].type
    return make(node, facts) if all(isinstance(type_, TensorType) for type_ in ends) else None


def _shape(node: Node) -> tuple[Size, ...]:
    return shape_of(type_of(node.operands[0]))


def _same(node: Node, facts: Facts) -> Places:
    return lambda indices: indices


def _transpose(node: Node, facts: Facts) -> Places:
    axes = node.attributes["axes"]
    rank = len(axes)

    def places(indices: Indices) -> Indices | None:
        if len(indices) < rank:
            return None
        return tuple(indices[axes.index(axis)] for axis in range(rank))

    return places


def _broadcast(node: Node, facts: Facts) -> Places:
    own, full = _shape(node), shape_of(node.results[0].type)

    def places(indices: Indices) -> Indices | None:
        if own == full:
            return indices
        return None if len(indices) < len(full) else broadcast_indices(indices, own, full)

    return places


def broadcast_indices(indices: Indices, own: Indices, full: Indices) -> Indices:
    """The indices of an array that is stretched to a shape: 0 where its size alone is 1."""
    missing = len(full) - len(own)
    pairs = zip(indices[missing:], own, full[missing:], strict=True)
    return tuple(0 if size == 1 and whole != 1 else index for index, size, whole in pairs)


def _reshape(node: Node, facts: Facts) -> Places:
    """Common leading axes stay; those behind are counted together."""
    own, new = _shape(node), shape_of(node.results[0].type)
    ones = _without_ones(own), _without_ones(new)
    if [own[axis] for axis in ones[0]] == [new[axis] for axis in ones[1]]:
        return _moved_ones(own, new)
    common = 0
    while common < min(len(own), len(new)) and own[common] == new[common]:
        common += 1

    def places(indices: Indices) -> Indices | None:
        last = indices[common:]
        if not last:
            return None
        return (*indices[:common], position(last, new[common:]))

    return places if common < len(own) else lambda indices: None


def _moved_ones(own: Indices, new: Indices) -> Places:
    """The shapes differ only in axes of size 1."""
    kept = _without_ones(new)

    def places(indices: Indices) -> Indices | None:
        if len(indices) < len(new):
            return None if any(size == 1 for size in (*own, *new)) else indices
        given = iter([indices[axis] for axis in kept])
        return tuple(0 if size == 1 else next(given) for size in own)

    return places


def _without_ones(shape: Indices) -> list[int]:
    return [axis for axis, size in enumerate(shape) if size != 1]


# --- parts ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Axis:
    """The index on an axis of the array: `start + step * i`, `i` being that of an axis of the part.

    Attributes:
        axis: of the part; None where the index is `start`.
        start: where it begins.
        step: how far apart.
    """

    axis: int | None
    start: Size = 0
    step: int = 1

    def index(self, indices: Indices) -> Size:
        """The index for those of the part."""
        return self.start if self.axis is None else self.start + self.step * indices[self.axis]


def _part(node: Node, facts: Facts) -> Places | None:
    """An index of slices, and of integers that are known to be inside."""
    found = _axes(node, facts)
    rank = len(shape_of(node.results[0].type))
    if found is None:
        return None
    axes = found

    def places(indices: Indices) -> Indices | None:
        return None if len(indices) < rank else tuple(axis.index(indices) for axis in axes)

    return places


def _axes(node: Node, facts: Facts) -> list[Axis] | None:
    """The index on each axis of the array; None where the run must look at one."""
    array, numbers = _shape(node), node.operands[1:]
    key = node.attributes["key"]
    if any(picks(item) for item in join_key(key, tuple(map(type_of, numbers)))):
        return None
    items = join_key(key, numbers)
    taken = sum(item is not None and item is not Ellipsis for item in items)
    axes: list[Axis] = []
    free = iter(range(len(shape_of(node.results[0].type))))
    for item in items:
        if item is None:
            next(free)
        elif item is Ellipsis:
            axes += [Axis(next(free)) for _ in range(len(array) - taken)]
        else:
            size = array[len(axes)]
            found = (
                slice_axis(facts, size, item, next(free))
                if isinstance(item, slice)
                else _integer(facts, size, item)
            )
            if found is None:
                return None
            axes.append(found)
    return [*axes, *(Axis(next(free)) for _ in array[len(axes) :])]


def _integer(facts: Facts, size: Size, item: Operand) -> Axis | None:
    """An integer that is known to be inside of an axis."""
    index = as_size(item)
    if index is None:
        return None
    if facts.at_least(index, 0):
        return Axis(None, index) if facts.less(index, size) else None
    inside = facts.less(index, 0) and facts.at_least(index + size, 0)
    return Axis(None, index + size) if inside else None


def slice_axis(facts: Facts, size: Size, item: slice, axis: int) -> Axis | None:
    """A slice, clipped as in Python as far as the part has elements."""
    step = 1 if item.step is None else as_size(item.step)
    if not isinstance(step, int) or step == 0:
        return None
    if item.start is None:
        return Axis(axis, size - 1 if step < 0 else 0, step)
    start = as_size(item.start)
    if start is None:
        return None
    if not facts.at_least(start, 0):
        if not facts.less(start, 0):
            return None
        return Axis(axis, start + size if step < 0 else dim_max(start + size, 0), step)
    return Axis(axis, dim_min(start, size - 1) if step < 0 else start, step)


_VIEWS: dict[str, Callable[[Node, Facts], Places | None]] = {
    "broadcast_to": _broadcast,
    "copy": _same,
    "expand_dims": _reshape,
    "index": _part,
    "reshape": _reshape,
    "squeeze": _reshape,
    "transpose": _transpose,
}
