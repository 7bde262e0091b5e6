"""A nest in pieces, each for one kernel: by which loops have trips that need nothing of others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from dslc.ir.backend import Unsupported
from dslc.ir.dims import symbol
from dslc.ir.nests.fuse import is_pairwise
from dslc.ir.nests.language import (
    Array,
    Let,
    Load,
    Loop,
    Nest,
    Pick,
    Product,
    Statement,
    Store,
    Taking,
    Total,
    plain_statements,
    position,
    statements,
)
from dslc.ir.nests.reach import reach_of, writes
from dslc.ir.nests.rows import row_homes
from dslc.ir.nests.segments import Segment
from dslc.ir.nests.stepping import are_steps
from dslc.ir.nests.trips import has_running, is_apart, is_parallel, rows_in
from dslc.ir.types import default_dtype

from .kept_rows import with_kept_rows
from .kernels import Kind
from .totals import is_place


@dataclass(slots=True, eq=False)
class Piece:
    """What one kernel does, or two for a reduction over everything.

    Attributes:
        kind: how threads share it.
        loops: those whose trips are shared among threads or teams, the outermost first.
        body: what each does.
        after: what stands behind a reduction over everything, up to the next loop.
    """

    kind: Kind
    loops: list[Loop]
    body: list[Statement]
    after: list[Statement] = field(default_factory=list)


@dataclass(slots=True, eq=False)
class Pieces:
    """A nest in pieces.

    Attributes:
        pieces: in order.
        terms: arrays for the terms of totals, one for each trip.
        rows: arrays that each trip of an outer loop has for itself.
    """

    pieces: list[Piece]
    terms: list[Array]
    rows: set[Array]


def in_pieces(nest: Nest) -> Pieces:
    """The pieces of a nest."""
    made = Pieces([], [], set())
    spread = [part for each in _with_picks(nest.body) for part in _spread(each)]
    body = [part for each in spread for part in _distributed(each, made.terms)]
    homes = row_homes(replace(nest, body=body))
    for statement in body:
        last = made.pieces[-1] if made.pieces else None
        if isinstance(statement, Loop):
            made.pieces.append(_piece(statement, homes, made.rows))
        elif last is not None and last.kind == "parts":
            last.after.append(statement)
        elif last is not None and last.kind == "single":
            last.body.append(statement)
        else:
            made.pieces.append(Piece("single", [], [statement]))
    return made


def _with_picks(body: list[Statement]) -> list[Statement]:
    """Statements, of which each loop picks the places itself that it needs: a kernel gets none."""
    picks: list[Pick] = []
    made: list[Statement] = []
    for each in body:
        used = [pick for pick in picks if str(pick.index) in reach_of(each).symbols]
        if isinstance(each, Pick):
            picks.append(each)
        elif isinstance(each, Loop) and used:
            made.append(_picking(each, used))
        elif used:
            raise Unsupported("kernels have no place that is picked outside of all loops")
        else:
            made.append(each)
    return made


def _picking(loop: Loop, picks: Sequence[Pick]) -> Loop:
    """A loop with picks in the innermost of the loops that are around one body."""
    body: list[Statement] = [*picks, *loop.body]
    if len(loop.body) == 1 and isinstance(only := loop.body[0], Loop) and _is_plain(only):
        body = [_picking(only, picks)]
    return Loop(loop.index, loop.extent, body)


def _is_plain(loop: Loop) -> bool:
    """Whether it has no totals, and its trips depend on no other loop."""
    return not isinstance(loop, Segment) and not any(loop.totals())


def _spread(loop: Statement) -> list[Statement]:
    """A loop around loops of points as one for each: a kernel for each has a thread for a point."""
    if not isinstance(loop, Loop) or len(loop.body) < 2:
        return [loop]
    inner = [each for each in loop.body if isinstance(each, Loop) and _is_of_points(each)]
    if len(inner) < len(loop.body) or not is_parallel(loop, ()):
        return [loop]
    return [Loop(loop.index, loop.extent, [each]) for each in inner]


def _is_of_points(loop: Loop) -> bool:
    """Whether all loops are around one body, whose trips need nothing of each other."""
    if not (_is_plain(loop) and is_parallel(loop, ())):
        return False
    if len(loop.body) == 1 and isinstance(loop.body[0], Loop):
        return _is_of_points(loop.body[0])
    return not any(isinstance(each, Loop | Product) for each in loop.body)


def _distributed(loop: Statement, terms: list[Array]) -> list[Statement]:
    """A loop with loops and totals in it as two: the first keeps the terms in arrays."""
    if not isinstance(loop, Loop) or not any(loop.totals()):
        return [loop]
    if not any(isinstance(each, Loop) for each in loop.body):
        return [loop]
    index = symbol(f"{loop.index}·of")
    body: list[Statement] = []
    second = Loop(index, loop.extent)
    for each in loop.body:
        if not isinstance(each, Total):
            body.append(each)
            continue
        type_ = each.value.type if is_place(each) else each.local.type
        array = Array(f"{each.local.name}_terms", default_dtype(type_), (loop.extent,))
        terms.append(array)
        body.append(Store(each.value, each.node, array, (loop.index,)))
        kept = Load(array, (index,))
        second.body.append(Total(kept, each.node, each.local, each.how, each.start))
    return [Loop(loop.index, loop.extent, body), second]


def _piece(loop: Loop, homes: Mapping[Loop | None, list[Array]], rows: set[Array]) -> Piece:
    if any(loop.totals()) or has_running(loop):
        has_loops = any(isinstance(each, Loop) for each in loop.body)
        if not has_loops and is_parallel(loop, ()) and all(map(is_free, loop.totals())):
            return Piece("parts", [loop], loop.body)
        return Piece("teams", [], [loop])
    chain = [loop]
    while len(chain[-1].body) == 1 and isinstance(only := chain[-1].body[0], Loop):
        if not _is_plain(only) or has_running(only):
            break
        chain.append(only)
    body = chain[-1].body
    if is_of_tiles(body):
        rows.update(array for array, _ in writes(body[:1]))
        return Piece("tiles", chain, body)
    inner = [each for each in body if isinstance(each, Loop | Product)]
    if not all(isinstance(each, Loop) and are_steps(each) for each in inner):
        shared = [each for each in chain if is_parallel(each, rows_in(each, homes))]
        if shared:
            rows.update(rows_in(loop, homes))
        made = with_kept_rows(_around(chain, shared, body), rows)
        return Piece("teams", shared, made)
    shared = [each for each in chain if is_parallel(each, ())]
    if not shared:
        return Piece("single", [], [loop])
    return Piece("points", shared, _around(chain, shared, body))


def is_of_tiles(body: Sequence[Statement]) -> bool:
    """Whether a body is a product and a loop over its elements, each of which needs its own."""
    if len(body) != 2 or not isinstance(body[0], Product) or not isinstance(body[1], Loop):
        return False
    product, loop = body[0], body[1]
    if loop.extent != product.width or not all(isinstance(s, Let | Store) for s in loop.body):
        return False
    own = (*product.indices[:-1], loop.index)
    inner: list[Statement] = [*plain_statements(loop.body)]
    loads = [
        load
        for each in plain_statements(inner)
        for load in each.loads
        if load.array is product.array
    ]
    shape = product.array.shape
    place = position(own, shape)
    return all(position(load.indices, shape) == place for load in loads) and not any(
        array is product.array for array, _ in writes(inner)
    )


def _around(chain: list[Loop], shared: list[Loop], body: list[Statement]) -> list[Statement]:
    """A body in those loops that run in order."""
    for each in reversed(chain):
        if each not in shared:
            body = [Loop(each.index, each.extent, body)]
    return body


def is_free(total: Taking) -> bool:
    """Whether a total may be made in any order, or in pairs: all but products of floats."""
    return total.how != "prod" or default_dtype(total.local.type).kind in "iub"


def is_scan(loop: Loop) -> bool:
    """Whether a team can run a loop with totals so far, many trips at once.

    Threads beyond the end do the last trip again, but set nothing: so nothing may be read that is
    set in the loop.
    """
    if not has_running(loop) or are_steps(loop):
        return False
    if any(isinstance(each, Loop) for each in loop.body):
        return False
    takings = [each for each in loop.body if isinstance(each, Taking)]
    read = {load.array for each in plain_statements(loop.body) for load in each.loads}
    return (
        all(map(is_free, takings))
        and not any(map(is_pairwise, loop.totals()))
        and not any(array in read for array, _ in writes(loop.body))
        and is_apart(loop, ())
    )


def is_shareable(loop: Loop) -> bool:
    """Whether the threads of a team can share the trips of a loop."""
    inner = [each for each in statements(loop.body) if isinstance(each, Loop)]
    if any(is_pairwise(total) for each in inner for total in each.totals()):
        return False
    return is_parallel(loop, ()) and all(map(is_free, loop.totals()))
