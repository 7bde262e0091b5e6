"""The arrays of kinds that stand for many: items of a list that are all of one kind."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from .kind_parts import computed_leaves, map_leaves
from .kinds import Computed, Kind
from .memory import Memory


def arrays_in(kinds: Iterable[Kind]) -> set[int]:
    """The arrays in kinds, by identity."""
    leaves = (leaf for kind in kinds for leaf in computed_leaves(kind))
    return {id(leaf.memory) for leaf in leaves if leaf.memory is not None}


def own_arrays(item: Kind, outside: set[int]) -> Kind:
    """An item with arrays of its own; those from `outside` are the same in every item."""
    memories: dict[int, Memory] = {}

    def own(leaf: Kind) -> Kind:
        if not isinstance(leaf, Computed) or leaf.memory is None or id(leaf.memory) in outside:
            return leaf
        if leaf.memory.is_variable:
            return leaf
        old = leaf.memory
        memory = memories.setdefault(id(old), Memory(old.origin, old.what, old.bases))
        return replace(leaf, memory=memory)

    return map_leaves(item, own)


def any_of_many(item: Kind, outside: set[int] | None = None) -> Kind:
    """An item that stands for any one of a list: which array it has is not certain.

    It may be the array that it is here, unless that is not from `outside`.
    """

    def any_(leaf: Kind) -> Kind:
        if not isinstance(leaf, Computed) or leaf.memory is None or leaf.memory.is_variable:
            return leaf
        may = outside is None or id(leaf.memory) in outside
        bases = (leaf.memory,) if may else leaf.memory.bases
        return replace(leaf, memory=Memory("path", "an item of a list", bases))

    return map_leaves(item, any_)
