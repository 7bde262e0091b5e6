"""Loops whose trips need nothing of each other, and what a trip takes.

What one trip alone reads and writes is found by the index: an array that is always reached at the
index of a loop is another element in each trip. After Allen and Kennedy, 2001, "Optimizing
compilers for modern architectures", chapter 5.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from dslc.ir.dims import Dim, Size, substitute

from .language import (
    Apply,
    Array,
    Let,
    Local,
    Loop,
    Plain,
    Product,
    Running,
    Statement,
    Taking,
    parts,
    plain_statements,
    statements,
)
from .reach import Place, accesses, place_of, reads, writes
from .rows import stages
from .segments import Segment, divided_by
from .stepping import are_steps

_LONG = 8
"""How many times as long as an addition a function like `exp` takes."""

_STEPS = 64
"""Trips that steps are taken to make, which may end early."""

_SHORT = frozenset(
    ("add", "subtract", "multiply", "negative", "abs", "maximum", "minimum", "where", "square")
)


def is_parallel(loop: Loop, private: Collection[Array]) -> bool:
    """Whether no trip needs what another one makes, but for totals."""
    return not has_running(loop) and is_apart(loop, private)


def has_running(loop: Loop) -> bool:
    """Whether a trip takes something from the one before."""
    return are_steps(loop) or any(isinstance(each, Running) for each in loop.body)


def is_apart(loop: Loop, private: Collection[Array]) -> bool:
    """Whether no trip reaches an element that another one writes."""
    reached: dict[Array, set[Place]] = {}
    divided = divided_by(loop)
    for array, indices in accesses(loop.body):
        reached.setdefault(array, set()).add(place_of(array, indices, loop.index, divided))
    return all(
        array in private or (len(reached[array]) == 1 and None not in reached[array])
        for array, _ in writes(loop.body)
    )


def rows_in(loop: Loop, homes: Mapping[Loop | None, list[Array]]) -> list[Array]:
    """The rows that each trip of a loop has for itself."""
    inside = [each for each in statements([loop]) if isinstance(each, Loop)]
    return [row for each in inside for row in homes.get(each, ())]


def kept_between_stages(loop: Loop) -> list[Local]:
    """What a stage of a panel defines of each trip and a later one reads."""
    found: list[Local] = []
    for number, stage in enumerate(stages(loop)):
        later = [each for other in stages(loop)[number + 1 :] for each in other]
        read = set(reads(later))
        own = (each.local for each in plain_statements(stage) if isinstance(each, Let | Taking))
        found += [local for local in own if local in read]
    return found


def work_of_trip(loop: Loop) -> Size:
    """What a trip takes, in steps of about a fraction of a nanosecond; at most, roughly."""
    return _work(loop.body, {str(loop.index): loop.extent})


def _work(body: list[Statement], within: dict[str, Size]) -> Size:
    total: Size = 1
    for each in body:
        if isinstance(each, Loop):
            extent = each.extent
            if are_steps(each):
                extent = _STEPS
            elif isinstance(each, Segment):  # as long as the others
                extent = extent // (within.get(str(each.row), 0) + 1)
            elif isinstance(extent, Dim):
                extent = substitute(extent, within)
            total = total + extent * _work(each.body, {**within, str(each.index): extent})
        elif isinstance(each, Product):
            total = total + each.depth * each.width
        else:
            total = total + _of(each)
    return total


def _of(statement: Plain) -> int:
    applied = [e for x in statement.expressions() for e in parts(x) if isinstance(e, Apply)]
    return 1 + sum(1 if each.op.name in _SHORT else _LONG for each in applied)
