"""Rows: arrays that a nest alone uses, and how many trips of a loop have one at a time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import takewhile
from math import prod

from dslc.ir.dims import Dim, Size, dim_max, dim_min
from dslc.ir.types import TensorType

from .language import (
    Array,
    Loop,
    Nest,
    Product,
    Setting,
    Statement,
    plain_statements,
    statements,
)
from .segments import names_of_segments

PANEL = 96
"""Trips that are made together where there are products: one of matrices is faster than of rows."""

LEAST = 8
"""Those that are made together however long their rows are."""


def has_product(loop: Loop) -> bool:
    """Whether the trips of a loop are made in panels."""
    return any(isinstance(each, Product) for each in loop.body)


def panel_loops(loop: Loop) -> tuple[Loop, ...]:
    """A loop that is made in panels with those in it whose trips it takes too, or nothing.

    All but the innermost have nothing else in them, and their trips are rows side by side.
    """
    found = [loop]
    while len(found[-1].body) == 1 and isinstance(inner := found[-1].body[0], Loop):
        found.append(inner)
    products = [each for each in found[-1].body if isinstance(each, Product)]
    if not products:
        return ()
    settings = [each for each in plain_statements(found[-1].body) if isinstance(each, Setting)]
    both = all(_has_all_or_none(each, found) for each in settings)
    return tuple(found) if both and all(_is_side_by_side(p, found) for p in products) else ()


def _has_all_or_none(setting: Setting, loops: list[Loop]) -> bool:
    """Whether an array is another one in each trip of these loops, or one for all."""
    names = [size.names for size in setting.indices if isinstance(size, Dim)]
    found = [any(str(loop.index) in each for each in names) for loop in loops]
    return all(found) or not any(found)


def _is_side_by_side(product: Product, loops: list[Loop]) -> bool:
    """Whether rows of all trips lie one after the other, and are multiplied by one matrix."""
    if len(loops) == 1:
        return True
    row, matrix = product.loads
    if row.indices[-1] is not product.along:
        return False
    names = {str(loop.index) for loop in loops}
    if any(isinstance(size, Dim) and size.names & names for size in matrix.indices):
        return False
    places = (row.array, row.indices), (product.array, product.indices)
    return all(_is_row_of(array, indices[:-1], loops) for array, indices in places)


def _is_row_of(array: Array, indices: tuple[Size, ...], loops: list[Loop]) -> bool:
    """Whether an array has a row for each trip of these loops, in their order, or one for all."""
    own = indices[len(indices) - len(loops) :]
    if not any(isinstance(size, Dim) and size is loop.index for size in indices for loop in loops):
        return not indices
    shape = array.shape[len(indices) - len(own) : len(indices)]
    whole = all(size == loop.extent for size, loop in zip(shape[1:], loops[1:], strict=True))
    pairs = zip(own, loops, strict=True)
    return len(own) == len(loops) and whole and all(i is loop.index for i, loop in pairs)


def stages(loop: Loop) -> list[list[Statement]]:
    """What a panel does one after the other: a product, or the statements between two."""
    found: list[list[Statement]] = []
    for each in loop.body:
        if isinstance(each, Product) or not found or isinstance(found[-1][0], Product):
            found.append([each])
        else:
            found[-1].append(each)
    return found


def paneled(nest: Nest) -> dict[Array, Loop]:
    """The rows of which each trip of a panel has one, by the loop that they live in.

    Several stages reach them.
    """
    found: dict[Array, Loop] = {}
    for loop, rows in row_homes(nest).items():
        if loop is None or not has_product(loop):
            continue
        reached = [set(_arrays(stage)) for stage in stages(loop)]
        for row in rows:
            if sum(row in arrays for arrays in reached) > 1:
                found[row] = loop
    return found


def height(loop: Loop, panels: Mapping[Array, Loop]) -> Size:
    """How many trips of a loop a panel has.

    Rows whose length only the call knows, as that of scores is, take no more memory than the
    matrices that they come from and go to. Such a matrix has as many rows or columns as they are
    long, so there are as many of them as its other axis is long.
    """
    beside: dict[Size, Size] = {}
    for row in (row for row, home in panels.items() if home is loop):
        length = prod(row.shape, start=1)
        if not isinstance(length, int):
            found = (size for each in loop.body for size in _beside(row, each))
            beside[length] = sum(found, start=beside.get(length, 0))
    most: Size = PANEL
    for total in beside.values():
        most = dim_min(most, total)
    return dim_max(most, LEAST)


def _beside(row: Array, statement: Statement) -> Iterator[Size]:
    """The other axis of the matrix by which a product makes a row, or which it multiplies."""
    if isinstance(statement, Product):
        if statement.array is row:
            yield statement.depth
        if statement.loads[0].array is row:
            yield statement.width


def room(nest: Nest) -> dict[Array, TensorType]:
    """What each row takes in memory."""
    panels = paneled(nest)
    trips: dict[Loop, Size] = {}
    for each in statements(nest.body):
        if isinstance(each, Loop) and (loops := panel_loops(each)):
            trips.setdefault(loops[-1], prod(loop.extent for loop in loops))
    return {
        row: TensorType(
            row.dtype,
            (dim_min(trips[panels[row]], height(panels[row], panels)), *row.shape)
            if row in panels
            else row.shape,
        )
        for row in nest.rows
    }


def _arrays(body: list[Statement]) -> Iterator[Array]:
    for each in plain_statements(body):
        yield from (load.array for load in each.loads)
        if isinstance(each, Setting):
            yield each.array


def row_homes(nest: Nest) -> dict[Loop | None, list[Array]]:
    """Where each row lives: by the loop of whose trips each has one, None outside of all loops.

    It is the innermost loop around all statements that reach the row, outside of those whose index
    stands in its indices.
    """
    homes: dict[Array, list[Loop]] = {}
    rows = set(nest.rows)

    def reach(array: Array, indices: tuple[Size, ...], loops: list[Loop]) -> None:
        if array not in rows:
            return
        names = frozenset[str]().union(*(size.names for size in indices if isinstance(size, Dim)))
        names |= names_of_segments(loops, names)
        outer = list(takewhile(lambda loop: str(loop.index) not in names, loops))
        pairs = zip(homes.get(array, outer), outer, strict=False)
        homes[array] = [one for one, other in takewhile(lambda pair: pair[0] is pair[1], pairs)]

    def visit(body: list[Statement], loops: list[Loop]) -> None:
        for each in body:
            if isinstance(each, Loop):
                visit(each.body, [*loops, each])
                continue
            for load in each.loads:
                reach(load.array, load.indices, loops)
            if isinstance(each, Setting):
                reach(each.array, each.indices, loops)

    visit(nest.body, [])
    found: dict[Loop | None, list[Array]] = {}
    for row in nest.rows:
        loops = homes.get(row, [])
        found.setdefault(loops[-1] if loops else None, []).append(row)
    return found


def ordered(nest: Nest) -> Nest:
    """The nest with its rows in the order in which its text has them, each where it lives."""
    homes = row_homes(nest)
    loops = [None, *(each for each in statements(nest.body) if isinstance(each, Loop))]
    return replace(nest, rows=tuple(row for loop in loops for row in homes.get(loop, ())))
