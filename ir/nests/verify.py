"""Whether a nest is legal.

Names are defined once and before they are read, every element is set once before it is updated,
reads are inside of arrays. All of it is proved from the index maps and the extents, but for the
places of reads: what cannot be proved of those, `run` checks.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from dslc.ir.comparison import Comparison
from dslc.ir.dims import Dim, Size, symbol_dims
from dslc.ir.facts import Facts
from dslc.ir.region_facts import learn

from .language import (
    Array,
    Let,
    Load,
    Local,
    Loop,
    Nest,
    Pick,
    Plain,
    Product,
    Running,
    Statement,
    Store,
    Total,
    Update,
    counted_shape,
    parts,
)
from .rows import row_homes
from .segments import Segment, count_of
from .stepping import Carry, While, are_steps, carries
from .window import Window


class IllegalNest(Exception):
    """What is wrong with a nest."""


@dataclass(slots=True)
class _Part:
    """What one statement sets of an array: for each axis from where on, and how many elements."""

    shape: tuple[Size, ...]
    box: tuple[tuple[Size, Size], ...]


class _Scope:
    """What is known where the walk is.

    Attributes:
        loops: those around, the outermost first.
        locals: those that may be read.
        below: what each index of a loop or a pick is below.
    """

    def __init__(
        self,
        facts: Facts,
        loops: tuple[Loop, ...] = (),
        locals_: Iterable[Local] = (),
        below: Mapping[str, Size] | None = None,
    ) -> None:
        self.loops = loops
        self.locals = set(locals_)
        self.below = dict(below or {})
        self._facts = facts
        self._to_learn: list[Comparison] = []

    def inside(self, loop: Loop) -> _Scope:
        """The scope of a loop's body."""
        inner = _Scope(self._facts, (*self.loops, loop), self.locals, self.below)
        inner._to_learn = list(self._to_learn)
        inner.bound(loop.index, loop.extent)
        return inner

    def bound(self, index: Dim, size: Size) -> None:
        """An index is below a size."""
        self.below[str(index)] = size
        self._to_learn.append(Comparison("<", index, size))

    def facts(self) -> Facts:
        """What is known of sizes; most questions need none of it."""
        if self._to_learn:
            self._facts = self._facts.copy()
            learn(self._facts, self._to_learn)
            self._to_learn = []
        return self._facts

    def is_inside(self, index: Size, size: Size) -> bool:
        """Whether it is certain that an index is on an axis of a size."""
        if isinstance(index, int) and isinstance(size, int):
            return 0 <= index < size
        if self.below.get(str(index)) == size:
            return True
        facts = self.facts()
        return facts.at_least(index, 0) is True and facts.less(index, size) is True


def verify_nest(nest: Nest, facts: Facts) -> list[Load]:
    """Check a nest; gives the loads that may be outside of their arrays, for all that is known.

    Args:
        nest: the nest.
        facts: what is known of sizes where it stands.

    Raises:
        IllegalNest: it is not legal.
    """
    return _Verifier(nest).nest(facts)


class _Verifier:
    """Walks a nest in the order in which it runs."""

    def __init__(self, nest: Nest) -> None:
        self._nest = nest
        self._homes = {row: loop for loop, rows in row_homes(nest).items() for row in rows}
        self._given = {each for each in nest.operands if isinstance(each, Array)}
        self._own = {each for each in nest.made if isinstance(each, Array)}
        self._parts: dict[Array, list[_Part]] = {}
        self._whole: set[Array] = set()
        self._defined: set[Local | str] = set()
        self._unproved: list[Load] = []

    def nest(self, facts: Facts) -> list[Load]:
        scope = _Scope(facts, locals_=[e for e in self._nest.operands if isinstance(e, Local)])
        self._defined |= scope.locals
        self._body(self._nest.body, scope)
        for each in self._nest.made:
            if isinstance(each, Local):
                _expect(each in scope.locals, f"{each.name} is not defined")
            else:
                _expect(self._is_whole(each, scope), f"elements of {each.name} are not set")
        return self._unproved

    def _body(self, body: list[Statement], scope: _Scope) -> None:
        for each in body:
            if isinstance(each, Loop):
                self._loop(each, scope)
            elif isinstance(each, Product):
                self._product(each, scope)
            else:
                self._plain(each, scope)

    def _loop(self, loop: Loop, scope: _Scope) -> None:
        self._define(str(loop.index))
        self._see((loop.extent,), scope)
        if isinstance(loop, Segment):
            self._segment(loop, scope)
        inner = scope.inside(loop)
        for carry in carries(loop):
            self._carry(carry, scope, inner)
        self._body(loop.body, inner)
        for row, home in self._homes.items():
            if home is loop:
                _expect(self._is_whole(row, inner), f"elements of {row.name} are not set")
        scope.locals |= {total.local for total in loop.totals()}
        scope.locals |= {carry.local for carry in carries(loop)}
        steps = all(isinstance(each, Let | Carry | While) for each in loop.body)
        _expect(steps or not are_steps(loop), "steps do more than carry numbers")

    def _segment(self, segment: Segment, scope: _Scope) -> None:
        """A check before the nest looked at offsets that come from outside."""
        offsets, row = segment.offsets, segment.row
        _expect(offsets in self._given, f"{offsets.name} is not given")
        if scope.below.get(str(row)) != count_of(segment):
            ends = (self._is_inside(*end, scope) for end in segment.ends())
            _expect(all(ends), f"{offsets.name} has no segment {row}")

    def _carry(self, carry: Carry, scope: _Scope, inner: _Scope) -> None:
        """What is carried is there in the first trip too."""
        for each in parts(carry.start):
            if isinstance(each, Local):
                _expect(each in scope.locals, f"{each.name} is read before it is defined")
        self._define(carry.local)
        inner.locals.add(carry.local)

    # --- statements -------------------------------------------------------------------------------

    def _plain(self, statement: Plain, scope: _Scope) -> None:
        for local in statement.reads:
            _expect(local in scope.locals, f"{local.name} is read before it is defined")
        self._see(statement.places(), scope)
        for load in statement.loads:
            _expect(not isinstance(load, Window), "a window stands outside of products")
            self._load(load, scope)
        if isinstance(statement, Carry | While):
            _expect(bool(scope.loops), "steps stand outside of all loops")
        match statement:
            case Let() | Running() | Total():
                self._define(statement.local)
                if not isinstance(statement, Total):
                    scope.locals.add(statement.local)
                elif not scope.loops:
                    raise IllegalNest(f"{statement.local.name} is a total outside of all loops")
            case Pick():
                self._define(str(statement.index))
                scope.bound(statement.index, statement.size)
            case Store():
                self._store(statement, scope)
            case Update():
                self._update(statement, scope)

    def _product(self, product: Product, scope: _Scope) -> None:
        """As if it stood in loops over its indices."""
        inner = scope
        for index, extent in (product.along, product.depth), (product.across, product.width):
            self._define(str(index))
            inner = inner.inside(Loop(index, extent))
        self._see(product.places(), inner)
        for load in product.loads:
            self._load(load, inner)
        self._store(product, scope.inside(Loop(product.across, product.width)))

    def _load(self, load: Load, scope: _Scope) -> None:
        array = load.array
        _expect(array in self._given or array in self._own, f"{array.name} is not known")
        if array in self._own:
            set_ = array in self._whole or bool(self._parts.get(array))
            _expect(set_, f"{array.name} is read before it is set")
        if not isinstance(load, Window) and not self._is_inside(array, load.indices, scope):
            self._unproved.append(load)

    def _update(self, statement: Update, scope: _Scope) -> None:
        array = statement.array
        _expect(array in self._own, f"{array.name} is not the nest's own")
        whole = self._is_whole(array, scope)
        _expect(whole, f"{array.name} is updated before all of it is set")
        inside = self._is_inside(array, statement.indices, scope)
        _expect(inside, f"an update of {array.name} may be outside of it")

    def _store(self, statement: Store | Product, scope: _Scope) -> None:
        array = statement.array
        _expect(array in self._own, f"{array.name} is not the nest's own")
        part = _part(statement, self._around(array, scope.loops), scope.facts())
        found = self._parts.setdefault(array, [])
        _expect(array not in self._whole, f"elements of {array.name} are set twice")
        _expect(
            all(_are_apart(part, other, scope.facts()) for other in found),
            f"elements of {array.name} may be set twice",
        )
        found.append(part)

    def _around(self, array: Array, loops: tuple[Loop, ...]) -> tuple[Loop, ...]:
        """The loops around a statement in each of which it sets elements of one array."""
        home = self._homes.get(array)
        return loops if home is None else loops[loops.index(home) + 1 :]

    # --- what is proved ---------------------------------------------------------------------------

    def _is_whole(self, array: Array, scope: _Scope) -> bool:
        """Whether all of an array is set."""
        if array in self._whole:
            return True
        if not _cover(self._parts.get(array, []), scope):
            return any(size == 0 for size in array.shape)
        self._whole.add(array)
        return True

    def _is_inside(self, array: Array, indices: tuple[Size, ...], scope: _Scope) -> bool:
        shape = counted_shape(array.shape, len(indices))
        return all(scope.is_inside(i, size) for i, size in zip(indices, shape, strict=True))

    def _define(self, name: Local | str) -> None:
        text = name.name if isinstance(name, Local) else name
        _expect(name not in self._defined, f"{text} is defined twice")
        self._defined.add(name)

    def _see(self, sizes: Iterable[Size], scope: _Scope) -> None:
        """The indices in sizes are those of loops around."""
        for size in sizes:
            unseen = {name for name in _names(size) if "·" in name} - scope.below.keys()
            _expect(not unseen, f"{', '.join(sorted(unseen))} is no index here")


def _names(size: Size) -> frozenset[str]:
    return size.names if isinstance(size, Dim) else frozenset()


def _expect(holds: bool, what: str) -> None:
    if not holds:
        raise IllegalNest(what)


# --- parts of arrays ------------------------------------------------------------------------------


def _part(statement: Store | Product, loops: tuple[Loop, ...], facts: Facts) -> _Part:
    """What a statement sets in all trips of the loops around.

    Raises:
        IllegalNest: it may set an element twice.
    """
    array = statement.array
    free = {str(loop.index): loop for loop in loops if loop.extent != 1}
    box: list[tuple[Size, Size]] = []
    for index in statement.indices:
        moving = [each for each in symbol_dims(index) if str(each) in free]
        if not moving:
            box.append((index, 1))
            continue
        first = index - moving[0]
        if len(moving) > 1 or not _names(first).isdisjoint(free):
            raise IllegalNest(f"{index} is no place on an axis of {array.name} of its own")
        loop = free.pop(str(moving[0]))
        if isinstance(loop, Segment):
            free.pop(_of_segments(loop, loops, facts), None)
        box.append((first, loop.extent))
    if free:
        raise IllegalNest(f"elements of {array.name} are set in each trip of a loop")
    return _Part(counted_shape(array.shape, len(statement.indices)), tuple(box))


def _of_segments(segment: Segment, loops: tuple[Loop, ...], facts: Facts) -> str:
    """The index of the loop that goes through all segments.

    Raises:
        IllegalNest: there is none.
    """
    for loop in loops:
        if loop.index is segment.row and facts.equal(loop.extent, count_of(segment)):
            return str(loop.index)
    raise IllegalNest(f"a loop goes through some segments of {segment.offsets.name} alone")


def _are_apart(part: _Part, other: _Part, facts: Facts) -> bool:
    """Whether two parts share no element."""
    if part.shape != other.shape:
        return False
    return any(
        facts.at_least(b[0] - a[0] - a[1], 0) or facts.at_least(a[0] - b[0] - b[1], 0)
        for a, b in zip(part.box, other.box, strict=True)
    )


def _cover(parts: list[_Part], scope: _Scope) -> bool:
    """Whether parts that share nothing are all of an array: side by side along one axis."""
    if not parts:
        return False
    shape = parts[0].shape
    cut = [
        axis
        for axis, size in enumerate(shape)
        if any(not _is_all(part.box[axis], size, scope) for part in parts)
    ]
    if len(parts) == 1 or len(cut) != 1:
        return not cut
    (axis,) = cut
    reached: Size = 0
    empty = scope.facts().equal
    left = [part for part in parts if empty(part.box[axis][1], 0) is not True]
    while left:
        next_ = [part for part in left if scope.facts().equal(part.box[axis][0], reached)]
        if not next_:
            return False
        reached = reached + next_[0].box[axis][1]
        left.remove(next_[0])
    return scope.facts().equal(reached, shape[axis]) is True


def _is_all(piece: tuple[Size, Size], size: Size, scope: _Scope) -> bool:
    first, count = piece
    return first == 0 and (count == size or scope.facts().equal(count, size) is True)
