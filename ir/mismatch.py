"""Why sizes that must be equal never are, for whoever wrote the program."""

from __future__ import annotations

from collections.abc import Iterator

from .comparison import Comparison
from .dims import Dim, Size
from .facts import Facts


def mismatch_text(never: Comparison) -> str:
    """What is wrong where a comparison never holds."""
    if never.relation == "==":
        return f"sizes {never.left} and {never.right} differ"
    return f"`{never}` never holds"


def reasons(never: Comparison, facts: Facts) -> Iterator[str]:
    """By how much two sizes always differ, or what they are by the facts."""
    sides = never.left, never.right
    difference = facts.find(never.left) - facts.find(never.right)
    if all(isinstance(side, int) for side in sides) or _is_hidden(*sides):
        return
    if never.relation == "==" and isinstance(difference, int):
        more = "more" if difference > 0 else "less"
        yield f"{_shown(never.left)} is always {abs(difference)} {more} than {_shown(never.right)}"
        return
    for side in sides:
        short = facts.simplify(side)
        if short != side and not _is_hidden(short):
            yield f"`{side}` is {_shown(short)} here"


def _shown(size: Size) -> str:
    return f"`{size}`" if isinstance(size, Dim) else str(size)


def _is_hidden(*sizes: Size) -> bool:
    """Whether a size has a name that no program has."""
    return any(not c.isalnum() and c in "?<" for size in sizes for c in str(size))
