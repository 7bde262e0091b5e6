"""The nodes of a region while they are put into nests."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from dslc.ir.certain_effects import effects_at
from dslc.ir.facts import Facts
from dslc.ir.graph import Node, Operand, Region, Value, values_in
from dslc.ir.op import Effects
from dslc.ir.reading import captured_by
from dslc.ir.remarks import are_heard, remark
from dslc.ir.structure import STRUCTURED
from dslc.ir.types import TensorType
from dslc.ir.value_names import wished_name

from .checks import DIVIDED, is_safe, split_check
from .contract import contract
from .fuse import insert, joins, why_apart
from .gathers import Gather, gather_of
from .language import Array, Local, Nest, Product, Statement, plain_statements
from .lower import is_lowered, lower
from .lower_segments import is_segmented, lower_segments
from .lower_steps import lower_steps
from .node import COLUMN_DOTS, NEST
from .pending import Pending, can_put, depend, put, reached_by
from .products import are_arrays, halves, is_single_row, turned_matrix
from .reach import defined, reach_of
from .reader import Unreadable
from .reductions import in_any_order, reduce_by_axis
from .rows import ordered, room
from .scans import goes_by_rows
from .scatters import lower_scatter, scatter_of
from .steps import Steps, numbers_alone
from .views import view_of
from .walk import Walk
from .whole_writes import lower_whole_write, whole_write_of


class Block:
    """The nodes of a region while they are put into nests; `made_of` says what each computes."""

    def __init__(self, walk: Walk) -> None:
        self.nodes: list[Node] = []
        self.made_of: dict[Node, list[Node]] = {}
        self._walk = walk
        self._reader = walk.reader
        self._pending: list[Pending] = []
        self._views: dict[Value, Node] = {}  # not among the nodes yet
        self._gathers: dict[Node, Gather] = {}
        self._divided: set[tuple[object, ...]] = set()
        self._steps: dict[Node, Steps] = {}
        self._home: dict[Value, Pending] = {}
        self._reaching: dict[Array | Local, dict[Pending, None]] = {}

    def add(self, node: Node, regions: tuple[Region, ...]) -> None:
        """Take the next node."""
        facts = self._walk.known.facts
        checks, safe = split_check(node, facts)
        if effects_at(safe, facts) is Effects.NONE and (places := view_of(safe, facts)):
            self._reader.see(node.results[0], node.operands[0], places)
            self._reader.name(node.results[0], wished_name(node, node.results[0]))
            self._views[node.results[0]] = node
        elif is_safe(safe, checks) and self._is_loops(safe, facts):
            for check in checks:
                self._check(check)
            self._lower(safe, node)
        elif not (self._add_whole_write(node) or self._add_scatter(node)):
            self._keep(node, regions)

    def _check(self, check: Node) -> None:
        """Keep a check; offsets that are looked at already have not changed."""
        if check.op is DIVIDED:
            same = (*check.operands, *check.attributes.values())
            if same in self._divided:
                return
            self._divided.add(same)
        self._keep(check)

    def _add_whole_write(self, node: Node) -> bool:
        """Take a write that computes its array anew, element by element; whether it does so.

        Where a nest makes nothing of what it reads, writing to the elements of a mask takes less.
        """
        write = whole_write_of(node)
        if write is None:
            return False
        of_nests = any(self._is_pending(each) for each in (node.operands[0], write.value))
        if write.mask is not None and self._walk.again and not of_nests:
            return False
        self._lower(node, node)
        return True

    def _is_pending(self, operand: Operand) -> bool:
        """Whether a nest that is not emitted makes an array, or what it is a view of."""
        if not isinstance(operand, Value) or not isinstance(operand.type, TensorType):
            return False
        home = self._home.get(self._reader.base(operand))
        return home is not None and not home.emitted

    def _add_scatter(self, node: Node) -> bool:
        """Take a write to an array that a nest makes for it alone; whether it goes there."""
        scatter = scatter_of(node) if self._walk.again else None
        if scatter is None or not self._is_for(node.operands[0], node):
            return False
        self._keep(scatter.check)
        if not self._is_for(node.operands[0], node):
            return False
        own: list[Statement] = []
        while not own:
            try:
                for each in lower_scatter(scatter, self._reader):
                    insert(own, each)
            except Unreadable as unreadable:
                self._materialize(unreadable.view)
        home = self._join_parts(own)
        if home is not None:
            self._reader.hand_on(values_in(node.operands)[0], node.results[0])
            self._settle(node, own, home)
        return home is not None

    def _is_for(self, operand: Operand, node: Node) -> bool:
        """Whether a nest that is not emitted makes an array that a node alone reads."""
        if not isinstance(operand, Value) or operand not in self._home:
            return False
        return not self._home[operand].emitted and self._walk.users[operand] == [node]

    def add_steps(self, steps: Steps) -> None:
        """Take a loop whose trips become those of each element."""
        numbers = numbers_alone(steps)
        if numbers is not None:
            self._keep(numbers, numbers.regions)
        self._steps[steps.node] = steps
        self._lower(steps.node, steps.node)
        for value in steps.node.results:
            if not isinstance(value.type, TensorType):
                del self._home[value]

    def _is_loops(self, node: Node, facts: Facts) -> bool:
        """Whether a node becomes loops; gathers are kept as they are found."""
        if any(value in self._walk.masks for value in node.results):
            return False
        gather = gather_of(node, facts)
        if gather is not None:
            self._gathers[node] = gather
        if self._walk.products(node):
            return not is_single_row(node) or node.operands[1] in self._reader.views
        alone = goes_by_rows(node) and not self._walk.again
        if alone or (is_segmented(node) and not self._walk.joins):
            return False
        return gather is not None or is_segmented(node) or is_lowered(node)

    def _keep(self, node: Node, regions: tuple[Region, ...] = ()) -> None:
        """A node stays what it is, behind those that it needs."""
        if self._walk.again and (matrix := turned_matrix(node, self._reader)) is not None:
            node = replace(node, op=COLUMN_DOTS, operands=(matrix, node.operands[1]))
        for value in values_in([*node.operands, *captured_by(node)]):
            self._need(value)
        if node.op.name in STRUCTURED or node.op.write is not None:
            self._release(values_in(node.operands))
        for value in node.results:
            self._reader.name(value, wished_name(node, value))
        self.nodes.append(replace(node, regions=regions) if regions else node)

    def finish(self, results: Iterable[Operand]) -> None:
        """All is needed that is left."""
        for value in values_in(results):
            self._need(value)
        for pending in self._pending:
            self._emit(pending)

    # --- nests ------------------------------------------------------------------------------------

    def _lower(self, node: Node, read_as: Node) -> None:
        """Put a node, which others know as another, into a nest."""
        own: list[Statement] = []
        while not own:
            try:
                for statement in self._loops(node):
                    insert(own, statement)
            except Unreadable as unreadable:
                own = []
                self._materialize(unreadable.view)
        home = None
        alone = any(isinstance(p, Product) and halves(p) for p in plain_statements(own))
        if self._walk.joins and not alone:
            home = self._join_parts(own) if node.op.name == "concat" else None
            home = home or self._join(own)
            if home is None and in_any_order(node):
                own, home = self._by_axis(node, own)
        if home is None:
            if not alone:
                self._tell_apart(own)
            home = Pending(len(self._pending), own)
            self._pending.append(home)
        self._settle(read_as, own, home)
        if alone:
            self._emit(home)

    def _settle(self, node: Node, own: list[Statement], home: Pending) -> None:
        """The statements of a node are in a nest."""
        reached = {*reached_by(own), *defined(own)}
        home.nodes.append(node)
        self._home.update(dict.fromkeys(node.results, home))
        home.reached |= reached
        for each in reached:
            self._reaching.setdefault(each, {})[home] = None

    def _loops(self, node: Node) -> list[Statement]:
        """The loops of a node by itself."""
        write = whole_write_of(node)
        if write is not None:
            return lower_whole_write(write, self._reader)
        if node in self._steps:
            return lower_steps(self._steps[node], self._reader)
        if is_segmented(node):
            return lower_segments(node, self._reader, self._walk.known.facts)
        return lower(node, self._reader, self._gathers.get(node))

    def _join(self, own: list[Statement]) -> Pending | None:
        """Put the statements of a node into a nest; None where there is none that they go into."""
        self._join_needed(own)
        near = self._neighbours(own)
        for number, pending in enumerate(near):
            if pending.emitted:
                continue
            if put(pending, own):
                return pending
            if depend(own, pending):
                # All of it is needed first; where it waits for nothing, the others can wait for it.
                earlier = [each for each in near[number + 1 :] if can_put(each, own)]
                if not earlier or any(depend(pending.body, each) for each in earlier):
                    break
                self._emit(pending)
        return None

    def _by_axis(self, node: Node, own: list[Statement]) -> tuple[list[Statement], Pending | None]:
        """The same with a loop for each axis, which may go where one loop for all does not."""
        try:
            loops = reduce_by_axis(node, self._reader)
        except Unreadable:
            return own, None
        home = self._join(loops)
        return (own, None) if home is None else (loops, home)

    def _tell_apart(self, own: list[Statement]) -> None:
        """Say why statements are in no nest that they need."""
        if not are_heard():
            return
        needed = next((each for each in self._neighbours(own) if depend(own, each)), None)
        if needed is not None:
            node = next(plain_statements(own)).node
            other = self._reader.arrays[needed.nodes[-1].results[0]].name
            why = why_apart(needed.body, own)
            remark(f"`{node.op.name}` is not in the nest of `{other}`: {why}", node.place)

    def _join_parts(self, own: list[Statement]) -> Pending | None:
        """The nests that make what is joined, as one with the loops that join it.

        None where there are none, or where others must stand between them.
        """
        found = [p for p in self._neighbours(own) if depend(own, p)]
        if not found:
            return None
        (*others, home) = found  # the first is the last here
        if any(self._needs_between(each, found) for each in (own, *(p.body for p in others))):
            return None
        for other in reversed(others):
            home.body += other.body
            self._merge(home, other)
        for statement in own:
            insert(home.body, statement)
        return home

    def _needs_between(self, body: list[Statement], found: Sequence[Pending]) -> bool:
        """Whether statements need a nest that stands between these, the last of them first."""
        return any(
            each.number > found[-1].number and each not in found and depend(body, each)
            for each in self._neighbours(body)
        )

    def _join_needed(self, own: list[Statement]) -> None:
        """Make one of the nests that statements need, where their loops can be one."""
        near = self._neighbours(own)
        needed = [
            each for each in near if len(near) > 1 and depend(own, each) and can_put(each, own)
        ]
        while len(needed) > 1:
            (later, *earlier) = needed
            home = next((each for each in earlier if self._goes_into(later, each)), None)
            if home is not None:
                self._merge(home, later)
            needed = earlier

    def _goes_into(self, later: Pending, home: Pending) -> bool:
        """Put the loop that a nest is into those of an earlier one; whether it goes."""
        if len(later.body) != 1 or self._needs_between(later.body, [later, home]):
            return False
        return joins(home.body, later.body[0])

    def _merge(self, home: Pending, other: Pending) -> None:
        """A later nest is part of an earlier one, in whose statements its own are already."""
        home.nodes += other.nodes
        home.reached |= other.reached
        for node in other.nodes:
            self._home.update(dict.fromkeys(node.results, home))
        for each in other.reached:
            reaching = self._reaching[each]
            del reaching[other]
            reaching[home] = None
        other.emitted = True

    def _neighbours(self, own: list[Statement]) -> list[Pending]:
        """The nests that reach what these statements reach, the last one first."""
        reaches = [reach_of(each) for each in own]
        every = set[Array | Local]().union(*(r.written | r.needed | r.read for r in reaches))
        found = {pending for each in every for pending in self._reaching.get(each, ())}
        waiting = (pending for pending in found if not pending.emitted)
        return sorted(waiting, key=lambda pending: -pending.number)

    def _materialize(self, view: Value) -> None:
        """Make an array of a view."""
        self._need(view)
        del self._reader.views[view]

    # --- emitting ---------------------------------------------------------------------------------

    def _need(self, value: Value) -> None:
        """Emit what gives a value, which a node reads."""
        if value in self._views:
            node = self._views.pop(value)
            for operand in values_in(node.operands):
                self._need(operand)
            self.nodes.append(node)
        elif value in self._home:
            self._emit(self._home[value])

    def _release(self, values: Iterable[Value]) -> None:
        """Emit what reads arrays that a node may take over."""
        for value in values:
            array = self._reader.arrays.get(self._reader.base(value))
            for pending in list(self._reaching.get(array, ())) if array else ():
                self._emit(pending)

    def _emit(self, pending: Pending) -> None:
        """Make a node of a nest, after those that it needs."""
        if pending.emitted:
            return
        for other in reversed(self._neighbours(pending.body)):
            if other.number < pending.number and depend(pending.body, other):
                self._emit(other)
        pending.emitted = True
        alone = all(node.op.name in ("matmul", "conv") for node in pending.nodes)
        if alone and not self._saves(pending):
            for node in pending.nodes:
                self._keep(node)
            return
        self.nodes.append(self._nest(pending))
        self.made_of[self.nodes[-1]] = pending.nodes

    def _saves(self, pending: Pending) -> bool:
        """Whether a nest needs no array for some of what it computes, or multiplies."""
        products = (each for each in plain_statements(pending.body) if isinstance(each, Product))
        if not all(are_arrays(each, self._reader) for each in products):
            return True
        inside = set(pending.nodes)
        made = (value for node in pending.nodes for value in node.results)
        return any(self._is_inside(value, inside) for value in made)

    def _nest(self, pending: Pending) -> Node:
        inside = set(pending.nodes)
        arrays = self._reader.arrays
        every = (value for node in pending.nodes for value in node.results)
        made = [v for v in every if v in arrays and self._home.get(v) is pending]
        results = [value for value in made if not self._is_inside(value, inside)]
        kept = {each for value in results if isinstance(each := arrays[value], Array)}
        body, rows = contract(pending.body, kept)
        own = {*rows, *(arrays[value] for value in made), *defined(body)}
        given = [each for each in dict.fromkeys(reached_by(body)) if each not in own]
        nest = ordered(Nest(tuple(given), tuple(arrays[value] for value in results), rows, body))
        results += [Value(type_, row.name) for row, type_ in room(nest).items()]
        operands = tuple(self._reader.value(each) for each in given)
        place = pending.nodes[0].place
        return Node(NEST, operands, {"nest": nest}, (), tuple(results), place)

    def _is_inside(self, value: Value, nodes: set[Node]) -> bool:
        """Whether only these nodes read a value, or views of it."""
        return all(
            user in nodes
            or (
                user is not None
                and not self._views.keys().isdisjoint(user.results)
                and self._is_inside(user.results[0], nodes)
            )
            for user in self._walk.users.get(value, ())
        )
