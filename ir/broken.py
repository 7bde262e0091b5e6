"""What a call is told whose sizes break an assumption: the sides with their numbers, and whence."""

from __future__ import annotations

from collections.abc import Sequence

from .comparison import Comparison
from .diagnostics import Note
from .dims import Dim, Size
from .graph import Graph
from .size_origins import made_origins

_MUST_BE = {"==": "", "!=": "not ", "<": "less than ", "<=": "at most "}
_MUST_BE_SWAPPED = {"<": "greater than ", "<=": "at least "}


def broken(comparison: Comparison) -> str:
    """What must be, with `{0}` and `{1}` for the numbers of the sides."""
    left, right = _valued(comparison.left, 0), _valued(comparison.right, 1)
    if isinstance(comparison.left, int) and comparison.relation in _MUST_BE_SWAPPED:
        return f"{right} must be {_MUST_BE_SWAPPED[comparison.relation]}{left}"
    if isinstance(comparison.right, int) or comparison.relation not in ("==", "!="):
        return f"{left} must be {_MUST_BE[comparison.relation]}{right}"
    equal = "be equal" if comparison.relation == "==" else "differ"
    return f"the sizes {left} and {right} must {equal}"


def broken_help(comparison: Comparison, numbers: Sequence[int]) -> str | None:
    """What to do where NumPy would stretch an axis of size 1."""
    sides = comparison.left, comparison.right
    dims = all(isinstance(side, Dim) for side in sides)
    if comparison.relation != "==" or not dims or 1 not in numbers:
        return None
    return f"an axis is stretched only where it is declared as 1, not as `{sides[numbers[0] != 1]}`"


def _valued(size: Size, number: int) -> str:
    return str(size) if isinstance(size, int) else f"`{size}` = {{{number}}}"


def origin_notes(comparison: Comparison, graph: Graph) -> tuple[Note, ...]:
    """Where the sizes come from: "`n` is axis 0 of `x`"."""
    names = list(comparison.symbols())
    origins = graph.origins
    if not origins.keys() >= set(names):
        origins = {**made_origins(graph, set(names)), **origins}
    known = [(name, origins[name]) for name in names if name in origins]
    named = [f"`{name}` is {origin}" for name, origin in known if origin != f"`{name}`"]
    return (Note(", ".join(named)),) if named else ()
