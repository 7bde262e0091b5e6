"""How one node runs: what evaluating and stepping share.

Every op runs as its record says, on real Python and NumPy values, so a result is bit for bit what
plain Python gives.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from .broken import broken, broken_help, origin_notes
from .comparison import Comparison
from .diagnostics import CompilerBug, Diagnostic, DslError, Note
from .dims import Dim
from .dims import evaluate as number_of
from .graph import Graph, Literal, Node, Operand, Value
from .open_sizes import open_sizes
from .place import Place
from .requires import required

MOST_CALLS = 200
"""Calls that may stand inside each other."""


class Unset:
    """What a name has before anything is bound to it; only carried along."""

    def __repr__(self) -> str:
        return "unset"


UNSET = Unset()


# --- sizes ------------------------------------------------------------------------------------


def check_requires(graph: Graph, sizes: Mapping[str, int]) -> None:
    """Check what the graph assumes of its sizes.

    Raises:
        DslError: `shape-assumption`, with the statement that relies on it.
    """
    for require in graph.requires:
        check_comparison(require.comparison, sizes, require.place, graph)


def check_comparison(
    comparison: Comparison, sizes: Mapping[str, int], place: Place, graph: Graph
) -> None:
    """Refuse sizes that do not compare so; raises DslError `shape-assumption`."""
    if comparison.holds(sizes):
        return
    numbers = [number_of(side, sizes) for side in (comparison.left, comparison.right)]
    raise broken_comparison(comparison, numbers, place, origin_notes(comparison, graph))


def broken_comparison(
    comparison: Comparison, numbers: Sequence[int], place: Place, notes: tuple[Note, ...]
) -> DslError:
    """The error for sizes that do not compare as a statement relies on, with these numbers."""
    message = broken(comparison).format(*numbers)
    return refusal("shape-assumption", message, place, notes, broken_help(comparison, numbers))


def refusal(
    code: str, message: str, place: Place, notes: tuple[Note, ...] = (), help: str | None = None
) -> DslError:
    """The error for a statement that cannot be run with these values."""
    notes = (*_statement(place), *notes)
    return DslError(Diagnostic(code, message, span=place.span, notes=notes, help=help))


def _statement(place: Place) -> tuple[Note, ...]:
    return (Note(f"in `{place.text}`"),) if place.text else ()


# --- one node ---------------------------------------------------------------------------------


def run_node(node: Node, operands: list[Any], sizes: dict[str, int]) -> list[Any]:
    """The results of a node that owns no regions and calls no graph, hidden ones first.

    Empties `operands`: an array that only this list refers to may be changed in place.
    """
    if any(operand is UNSET for operand in operands):
        raise CompilerBug(f"`{node.op.name}` reads a value that is not set", str(node.place))
    attributes = {name: _numbers(value, sizes) for name, value in node.attributes.items()}
    alone = node.op.write is not None and is_alone(operands)
    try:
        spread = node.op.spread(operands, attributes)
        given = node.op.without_absent(attributes)
        if alone and node.op.write is not None:
            node.op.write(*spread, **given)
            results = operands[0]
        else:
            results = node.op.run(*spread, **given)
        del spread
    except DslError as error:
        raise _placed(error, node.place) from None
    except Exception as error:
        add_note(error, node.place)
        raise
    operands.clear()
    shown = results if isinstance(results, tuple) else (results,)
    return [*open_sizes(node, shown), *(checked_range(each, node.place) for each in shown)]


def _numbers(attribute: Any, sizes: Mapping[str, int]) -> Any:
    """An attribute with its dims as integers."""
    if isinstance(attribute, Dim):
        return number_of(attribute, sizes)
    if isinstance(attribute, tuple):
        return tuple(_numbers(item, sizes) for item in attribute)
    return attribute


def checked_range(value: Any, place: Place) -> Any:
    """The value, unless it is a Python int outside 64 bits; raises DslError `integer-overflow`."""
    if type(value) is int and not -(2**63) <= value < 2**63:
        shown = value if value.bit_length() <= 128 else f"an int of {value.bit_length()} bits"
        raise refusal("integer-overflow", f"{shown} does not fit in 64 bits", place)
    return value


def _placed(error: DslError, place: Place) -> DslError:
    """The error of an op, which knows no statement, at this one."""
    notes = _statement(place)
    first, *others = (replace(d, span=place.span, notes=notes) for d in error.diagnostics)
    return DslError(first, *others)


def add_note(error: Exception, place: Place) -> None:
    """Name the statement that an op's exception comes from; a `DslError` names its own."""
    if place.text and not isinstance(error, DslError):
        error.add_note(f"  in {place}")


# --- what structured nodes need -----------------------------------------------------------------


def number_at(operand: Operand, sizes: Mapping[str, int]) -> int:
    """The integer of an operand that is a size: a literal or a dim."""
    size = operand.value if isinstance(operand, Literal) else operand
    if not isinstance(size, int | Dim):
        raise CompilerBug(f"{operand!r} is no size")
    return number_of(size, sizes)


def bind_dims(values: Sequence[Value], numbers: Sequence[Any], sizes: dict[str, int]) -> None:
    """Give the symbols that these values bind their numbers."""
    for value, number in zip(values, numbers, strict=True):
        if value.dim is not None:
            sizes[str(value.dim)] = number


def check_require(node: Node, sizes: Mapping[str, int], graph: Graph) -> None:
    """Check a `require` node of a graph; raises DslError `shape-assumption`."""
    check_comparison(required(node), sizes, node.place, graph)


def loop_range(bounds: Sequence[int], place: Place) -> range:
    """The indices of a `for` loop; raises ValueError for step 0, as Python does."""
    try:
        return range(*bounds)
    except ValueError as error:
        add_note(error, place)
        raise


def check_depth(depth: int, place: Place) -> None:
    """Refuse one more call inside `depth` others; raises DslError `too-deep`."""
    if depth >= MOST_CALLS:
        raise refusal("too-deep", f"more than {MOST_CALLS} calls stand inside each other", place)


# --- writing in place -------------------------------------------------------------------------


def _references(values: list[Any]) -> int:
    return sys.getrefcount(values[0])


_ONE_REFERENCE = _references([object()])
"""What `_references` counts where only the list refers to its first value."""


def is_alone(operands: list[Any]) -> bool:
    """Whether nothing but the list can see the memory of its first value, an array.

    A view holds a reference to the array whose memory it shares, and so does the caller that gave
    the array as an argument.
    """
    return (
        _references(operands) == _ONE_REFERENCE
        and type(operands[0]) is np.ndarray
        and operands[0].flags.owndata
        and operands[0].flags.writeable
    )
