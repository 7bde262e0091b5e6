"""The variable of a loop over a range: a dim in the loop's body."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from dslc.ir.dims import symbol, symbols
from dslc.ir.graph import Literal, Operand, Value
from dslc.ir.indices import Trips, index_interval
from dslc.ir.region_facts import learn
from dslc.ir.types import INT, shape_of

from .frame import Frame
from .kind_parts import leaves
from .kinds import Built, Computed, Kind, Sized
from .names import first_free


def index_kind(frame: Frame, name: str, bounds: Sequence[Kind]) -> Sized:
    """The kind of a loop's variable in its body; what its range tells of it is learned.

    Args:
        frame: in the region of the body.
        name: the variable.
        bounds: of the range, one to three.
    """
    start, stop, step = _range(list(map(_operand, bounds)))
    dim = first_free(name, frame.dims.__contains__)
    frame.dims = frame.dims | {dim}
    trips = start, stop, step
    index = symbol(dim, *index_interval(trips))
    learn(frame.facts, Trips.over(index, trips).facts())
    return Sized(name, index, loop=name)


def _range(bounds: list[Operand]) -> tuple[Operand, Operand, Operand]:
    """Start, stop and step, as Python's `range` takes them."""
    if len(bounds) == 1:
        return Literal(0), bounds[0], Literal(1)
    return bounds[0], bounds[1], bounds[2] if len(bounds) == 3 else Literal(1)


def _operand(kind: Kind) -> Operand:
    """A bound as the graph has it, as far as the walk knows."""
    if isinstance(kind, Sized):
        return Literal(kind.size) if isinstance(kind.size, int) else kind.size
    if isinstance(kind, Built):
        return Literal(kind.value) if type(kind.value) is int else symbol(f"<{kind.text}>")
    return Value(INT)


def dims_in(kinds: Iterable[Kind]) -> frozenset[str]:
    """The names of the dims in kinds."""
    found: set[str] = set()
    for leaf in (leaf for kind in kinds for leaf in leaves(kind)):
        if isinstance(leaf, Sized):
            found.update(symbols(leaf.size))
        elif isinstance(leaf, Computed) and leaf.type is not None:
            found.update(name for size in shape_of(leaf.type) for name in symbols(size))
    return frozenset(found)
