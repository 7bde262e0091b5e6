"""Rows of panels that one place in memory does for, one after the other."""

from __future__ import annotations

from dataclasses import dataclass

from .language import Array, Loop, Nest, Statement, Store
from .reach import accesses
from .rows import paneled, stages


def shared_rows(nest: Nest) -> dict[Array, Array]:
    """For some rows of panels the one before in whose place they are.

    That one is read no more where the row is first set, or the same trip of an innermost loop reads
    its element there before it sets the row's.
    """
    found: dict[Array, Array] = {}
    homes = paneled(nest)
    for loop in dict.fromkeys(homes.values()):
        own = {row for row, home in homes.items() if home is loop}
        found |= in_one_place(stages(loop), own)
    return found


@dataclass(slots=True, eq=False)
class _Place:
    """A place: the row that it was made for, that which has it now, and the last stage of this."""

    made_for: Array
    row: Array
    last: int


def in_one_place(stages_: list[list[Statement]], rows: set[Array]) -> dict[Array, Array]:
    """The same for the rows of one loop, by what its trips do stage by stage."""
    reached: dict[Array, list[int]] = {}
    for number, stage in enumerate(stages_):
        for array in dict.fromkeys(array for array, _ in accesses(stage)):
            if array in rows:
                reached.setdefault(array, []).append(number)
    places: list[_Place] = []
    found: dict[Array, Array] = {}
    for row, numbers in reached.items():
        first, last = numbers[0], numbers[-1]
        for place in places:
            if not _is_alike(place.row, row) or place.last > first:
                continue
            if place.last < first or _takes_over(stages_[first], place.row, row):
                found[row] = place.made_for
                place.row, place.last = row, last
                break
        else:
            places.append(_Place(row, row, last))
    return found


def _is_alike(one: Array, other: Array) -> bool:
    return one.dtype == other.dtype and one.shape == other.shape


def _takes_over(stage: list[Statement], old: Array, new: Array) -> bool:
    """Whether elements of the old row are read no more once those of the new one are set."""
    number = next(n for n, each in enumerate(stage) if _reaches(each, new))
    loop = stage[number]
    if any(_reaches(each, old) for each in stage[number + 1 :]):
        return False
    if not isinstance(loop, Loop) or any(isinstance(each, Loop) for each in loop.body):
        return False
    stores = [
        n for n, each in enumerate(loop.body) if isinstance(each, Store) and each.array is new
    ]
    if len(stores) != 1:
        return False
    (place,) = stores
    store = loop.body[place]
    assert isinstance(store, Store)
    before, behind = loop.body[: place + 1], loop.body[place + 1 :]
    if any(array is old for array, _ in accesses(behind)):
        return False
    same = (indices == store.indices for array, indices in accesses(before) if array is old)
    return all(same) and not any(array is new for array, _ in accesses(loop.body[:place]))


def _reaches(statement: Statement, array: Array) -> bool:
    return any(each is array for each, _ in accesses([statement]))
