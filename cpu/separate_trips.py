"""Loops of the graph of which one trip alone reads what another one stores.

    for j in range(n):
        path[i, j] = min(path[i, j], path[i, k] + path[k, j])

Only the trip `j == k` stores what others read at a fixed place: by itself it leaves two loops whose
trips need nothing of each other, which become vector code. A compiler sees memory that overlaps.
After Allen and Kennedy, 2001, "Optimizing compilers for modern architectures", section 5.6, on
index-set splitting.
"""

from __future__ import annotations

from collections.abc import Collection

from dslc.ir.dims import Dim, Size, symbols
from dslc.ir.facts import Facts
from dslc.ir.graph import Node, Region, Value, type_of, values_in
from dslc.ir.structure import carried_parameters, index_parameter
from dslc.ir.types import TensorType, shape_of

from .parts import place_on

Place = tuple[Size, ...]


def trip_alone(
    node: Node, body: Region, facts: Facts, private: Collection[Value], outer: Collection[str]
) -> Size | None:
    """The index of the trip that must stand alone, where the others need nothing of each other.

    None where there is none, or more than one, or others do.

    Args:
        node: a `for` whose step is 1.
        body: of single elements and numbers.
        facts: what is known inside of it.
        private: what stores make of arrays that nothing else holds.
        outer: the symbols that are known before the loop.
    """
    (index,) = index_parameter(node, body)
    assert isinstance(index.dim, Dim)
    alone: set[Size] = set()
    results = dict(zip(carried_parameters(node, body), body.results, strict=False))
    if len(results) != len(body.results):
        return None
    for parameter, result in results.items():
        if not isinstance(parameter.type, TensorType):
            return None
        if result is parameter:
            continue
        found = _alone(body, parameter, result, index.dim, facts, outer)
        if found is None or result not in private:
            return None
        alone |= found
    return next(iter(alone)) if len(alone) == 1 else None


def _alone(
    body: Region, array: Value, result: object, index: Dim, facts: Facts, outer: Collection[str]
) -> set[Size] | None:
    """The trips that store what others read; None where that cannot be said."""
    store = next((each for each in body.nodes if result in each.results), None)
    if store is None or store.op.name != "store" or store.operands[0] is not array:
        return None
    reads = [each for each in body.walk() if array in values_in(each.operands)]
    if any(each.op.name != "index" for each in reads if each is not store):
        return None
    if any(result in values_in(each.operands) for each in body.walk()):
        return None
    target = _place(store, facts, first=2)
    axes = [axis for axis, size in enumerate(target or ()) if str(index) in symbols(size)]
    if target is None or len(axes) != 1:
        return None
    (axis,) = axes
    ahead = target[axis] - index
    found: set[Size] = set()
    for read in reads:
        place = None if read is store else _place(read, facts, first=1)
        if read is store or place == target:
            continue
        if place is None or any(str(index) in symbols(size) for size in _but(place, axis)):
            return None
        if place[axis] - index != ahead:
            found.add(place[axis] - ahead)
    known = all(set(symbols(size)) <= set(outer) for size in (ahead, *found))
    return found if known and all(str(index) not in symbols(each) for each in found) else None


def _but(place: Place, axis: int) -> Place:
    return place[:axis] + place[axis + 1 :]


def _place(node: Node, facts: Facts, *, first: int) -> Place | None:
    """Where an element is, counted from the front; None where the run must look."""
    pairs = zip(node.operands[first:], shape_of(type_of(node.operands[0])), strict=True)
    found = [place_on(facts, number, size) for number, size in pairs]
    return None if None in found else tuple(each for each in found if each is not None)
