"""How long a list is after a loop in which it grows by the same number in each trip."""

from __future__ import annotations

from dataclasses import replace

from dslc.ir.dims import Size, dim_max, interval, symbols
from dslc.ir.types import TensorType

from .frame import Frame
from .kinds import Built, Grown, Kind, Sequence, Sized


def growth(before: Kind | None, after: Kind) -> Size | None:
    """By how many items a trip makes a list longer."""
    first, last = _count(before), _count(after)
    return None if first is None or last is None else last - first


def after_trips(
    frame: Frame, start: Kind | None, kind: Grown, grows: Size | None, bounds: list[Kind]
) -> Grown:
    """A list after the trips of a range, its length in terms of what is known before it."""
    first, trips = _count(start), _trips(bounds)
    known = first is not None and trips is not None and grows is not None
    if not known or kind.rows is None or not isinstance(kind.rows.type, TensorType):
        return kind
    assert first is not None and trips is not None and grows is not None
    if any(name.startswith("?") or name not in frame.dims for name in symbols(grows)):
        return kind
    low, _ = interval(trips)
    count = first + grows * (trips if low is not None and low >= 0 else dim_max(trips, 0))
    shape = (count, *kind.rows.type.shape[1:])
    rows = replace(kind.rows, type=replace(kind.rows.type, shape=shape))
    return replace(kind, rows=rows)


def _count(kind: Kind | None) -> Size | None:
    if isinstance(kind, Sequence):
        return len(kind.items)
    if isinstance(kind, Grown) and kind.rows and isinstance(kind.rows.type, TensorType):
        return kind.rows.type.shape[0]
    return None


def _trips(bounds: list[Kind]) -> Size | None:
    """How many trips a range with step 1 has; it may be less than 0."""
    sizes = [_size(bound) for bound in bounds]
    if not 1 <= len(sizes) <= 2 or None in sizes:
        return None
    first, last = (0, sizes[0]) if len(sizes) == 1 else sizes
    assert first is not None and last is not None
    return last - first


def _size(kind: Kind) -> Size | None:
    if isinstance(kind, Sized):
        return kind.size
    return kind.value if isinstance(kind, Built) and type(kind.value) is int else None
