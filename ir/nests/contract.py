"""Contraction: what one trip alone needs of an array is a local, or a row.

After Sarkar and Gao, 1991, "Optimization of array accesses by collective loop transformations".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sized
from typing import TypeAlias

from dslc.ir.dims import Size
from dslc.ir.types import ScalarType

from .fuse import flattened
from .language import (
    Access,
    Array,
    Expression,
    Let,
    Load,
    Local,
    Loop,
    Setting,
    Statement,
    Store,
    Update,
    statements,
)
from .reach import accesses, writes
from .rewriting import Rewriting

_Instead: TypeAlias = "dict[Array, Local | tuple[Array, tuple[int, ...]]]"
"""For an array the local in its place, or the smaller array and the axes that it keeps."""


def contract(
    body: list[Statement], kept: Collection[Array]
) -> tuple[list[Statement], tuple[Array, ...]]:
    """The statements with less in memory, and the arrays that only they use.

    Args:
        body: of a nest.
        kept: the arrays that others use too.
    """
    reached: dict[Array, list[tuple[Size, ...]]] = {}
    for array, indices in accesses(body):
        reached.setdefault(array, []).append(indices)
    once = _set_once(body, reached)
    loops = {each.index for each in statements(body) if isinstance(each, Loop)}
    instead: _Instead = {}
    for array in dict.fromkeys(array for array, _ in writes(body)):
        if array not in kept:
            axes = _moving(array, reached[array], loops)
            shape = tuple(array.shape[axis] for axis in axes)
            row = Array(array.name, array.dtype, shape), axes
            local = Local(array.name, ScalarType(array.dtype))
            instead[array] = row if axes or array not in once else local
    rows = tuple(row[0] for row in instead.values() if not isinstance(row, Local))
    return _Contraction(instead).body(body), rows


def _moving(
    array: Array, reached: list[tuple[Size, ...]], loops: Collection[Size]
) -> tuple[int, ...]:
    """The axes along which one trip reaches several elements of an array."""
    rank, most = min(map(len, reached)), max(map(len, reached))
    alike = [
        axis
        for axis in range(rank)
        if all(indices[axis] is reached[0][axis] for indices in reached)
        and (isinstance(reached[0][axis], int) or reached[0][axis] in loops)
    ]
    if rank < len(array.shape) and rank - 1 in alike:  # the last index counts several axes
        alike.remove(rank - 1)
        if rank == most:
            alike += range(rank - 1, len(array.shape))
    return tuple(axis for axis in range(len(array.shape)) if axis not in alike)


def _set_once(body: list[Statement], reached: Mapping[Array, Sized]) -> set[Array]:
    """The arrays that one statement sets, in a block where all stands that reaches them."""
    found: set[Array] = set()
    several: set[Array] = set()

    def visit(block: list[Statement]) -> Counter[Array]:
        count: Counter[Array] = Counter()
        for each in block:
            if isinstance(each, Loop):
                count += visit(each.body)
            else:
                count.update(array for array, _ in accesses([each]))
        for each in block:
            if isinstance(each, Update):
                several.add(each.array)
            elif isinstance(each, Store):
                (several if each.array in found else found).add(each.array)
                if count[each.array] < len(reached[each.array]):
                    several.add(each.array)
        return count

    visit(body)
    return found - several


class _Contraction(Rewriting):
    """Puts locals and rows in place of arrays."""

    def __init__(self, instead: _Instead) -> None:
        self._instead = instead

    def access(self, access: Access) -> Access:
        array, indices = access
        found = self._instead.get(array)
        if found is None:
            return access
        assert not isinstance(found, Local)
        row, axes = found
        return row, tuple(indices[axis] for axis in axes if axis < len(indices))

    def load(self, load: Load) -> Expression:
        found = self._instead.get(load.array)
        return found if isinstance(found, Local) else Rewriting.load(self, load)

    def setting(self, statement: Setting, value: Expression) -> Statement:
        found = self._instead.get(statement.array)
        if isinstance(found, Local):
            return Let(value, statement.node, found)
        return Rewriting.setting(self, statement, value)

    def loop(self, loop: Loop) -> Loop:
        while (flat := flattened(loop)) is not None:
            loop = flat
        return loop
