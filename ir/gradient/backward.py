"""Reverse mode: how what is differentiated changes with every value, from the last to the first.

See A. Griewank, A. Walther, Evaluating Derivatives, 2nd ed., SIAM 2008, chapters 3 and 4.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from dslc.ir.graph import Graph, Node, Operand, Region, Value
from dslc.ir.loops import build_for
from dslc.ir.nesting import Body
from dslc.ir.regions import build_if
from dslc.ir.structure import (
    carried_operands,
    carried_parameters,
    is_loop,
    shown_results,
)
from dslc.ir.traced import Traced, traced_operand

from .activity import body_results, is_differentiable, read_from_outside
from .fitting import fitted, zero
from .joint import Joint, name, no_gradient
from .later_products import LaterProducts
from .needs import computing, needed
from .replay import Replay, trips_of
from .rule import GATHERS, NONE, RULES, NoRule
from .tapes import Tape, kept_values, stand_index, stand_sizes, values_at

Cotangents = dict[Value, Any]
"""Traced, by the value that they belong to; one that is missing is 0."""


_NOTHING: Mapping[Value, Operand] = {}


class Backward:
    """Adds the nodes of a gradient to a joint graph.

    Args:
        replay: the run of the nodes whose gradient it is.
    """

    def __init__(self, replay: Replay) -> None:
        self._replay = replay
        self._joint: Joint = replay.joint
        self._active = replay.active
        self._later: LaterProducts | None = None  # of the loop whose trip this is

    def nodes(self, nodes: Sequence[Node], cotangents: Cotangents) -> None:
        """Go through nodes of one region from the last to the first.

        Args:
            nodes: in the order in which they run.
            cotangents: those of what the region gives; those of what it is given are added.
        """
        for node in reversed(nodes):
            given = [cotangents.pop(value, None) for value in shown_results(node)]
            if all(each is None for each in given):
                continue
            with self._joint.at(node, "differentiated"):
                self._node(node, given, cotangents)

    def _node(self, node: Node, given: list[Any], cotangents: Cotangents) -> None:
        if node.op.name == "call":
            self._call(node, given, cotangents)
        elif is_loop(node):
            self._loop(node, given, cotangents)
        elif node.regions:
            self._if(node, given, cotangents)
        else:
            self._plain(node, given, cotangents)

    def add(self, operand: Operand, share: Any, cotangents: Cotangents) -> None:
        """Add a share to the cotangent of an operand, where that carries a gradient."""
        if not isinstance(operand, Value) or operand not in self._active or share is None:
            return
        own = self._replay.known(operand)
        share, before = fitted(share, own), cotangents.get(operand)
        # The sum of two arrays of rank 0 is a scalar.
        cotangents[operand] = share if before is None else fitted(before + share, own)
        self._name(cotangents[operand], operand)

    def _name(self, cotangent: Any, value: Value) -> Any:
        """A cotangent, called after the value that it belongs to."""
        own = self._replay.names.get(value, value.hint)
        name(traced_operand(cotangent), f"d_{own}" if own else "")
        return cotangent

    def zero(self, value: Value) -> Any:
        """The cotangent 0 of a value."""
        return self._name(zero(self._joint, self._replay.type(value.type)), value)

    def _taken(self, cotangents: Cotangents, value: Value) -> Any:
        """The cotangent of a value, taken out of all."""
        found = cotangents.pop(value, None)
        return self.zero(value) if found is None else found

    # --- plain ops ------------------------------------------------------------------------------

    def _plain(self, node: Node, given: list[Any], cotangents: Cotangents) -> None:
        op, replay = node.op, self._replay
        attributes = op.without_absent(
            {name: replay.attribute(value) for name, value in node.attributes.items()}
        )
        operands = op.spread(node.operands, node.attributes)
        traced = [None if each is None else Traced(replay.known(each)) for each in operands]
        if op.name in GATHERS:
            self._gather(node, traced, given[0], attributes, cotangents)
            return
        rule = RULES.get(op.name)
        if rule is None:
            raise no_gradient(node, NONE.get(op.name, "no rule is known"))
        results = tuple(Traced(replay.known(value)) for value in shown_results(node))
        one = len(results) == 1
        y, d = (results[0], given[0]) if one else (results, tuple(given))
        later = self._later.take(node, d) if self._later is not None else None
        try:
            shares = rule(*traced, y=y, d=d, **attributes)
            for number, (operand, share) in enumerate(zip(operands, shares, strict=False)):
                active = isinstance(operand, Value) and operand in self._active
                if share is not None and active and number != later:
                    self.add(operand, share(), cotangents)
        except NoRule as reason:
            raise no_gradient(node, str(reason)) from None

    def _gather(
        self, node: Node, traced: list[Any], d: Any, attributes: Any, cotangents: Cotangents
    ) -> None:
        source = node.operands[0]
        if not isinstance(source, Value) or source not in self._active:
            return
        before = cotangents.get(source)
        into = self.zero(source) if before is None else before
        gather = GATHERS[node.op.name]
        cotangents[source] = gather(into, *traced, d=d, fresh=before is None, **attributes)
        self._name(cotangents[source], source)

    def _call(self, node: Node, given: list[Any], cotangents: Cotangents) -> None:
        callee: Graph = node.attributes["callee"]
        if callee.gradient is not None:
            self._declared(node, callee, callee.gradient(), given, cotangents)
            return
        inner: Cotangents = {}
        backward = Backward(self._replay.called[node])
        for result, d in zip(callee.results, given, strict=True):
            backward.add(result, d, inner)
        backward.nodes(callee.body.nodes, inner)
        for operand, parameter in zip(node.operands, callee.parameters, strict=True):
            self.add(operand, inner.get(parameter), cotangents)

    def _declared(
        self,
        node: Node,
        callee: Graph,
        gradient: Graph,
        given: list[Any],
        cotangents: Cotangents,
    ) -> None:
        """The gradient of a call as its user declares it, which is called."""
        results = zip(given, shown_results(node), strict=True)
        ds = [self.zero(value) if d is None else d for d, value in results]
        flat = [*map(self._replay.known, node.operands), *map(traced_operand, ds)]
        floats = [n for n, each in enumerate(callee.parameters) if is_differentiable(each.type)]
        counts = (len(flat), len(floats), 0)
        if counts != (len(gradient.parameters), len(gradient.returned), len(gradient.updates)):
            raise no_gradient(
                node, f"`{gradient.name}` is to take {counts[0]} values and give {counts[1]}"
            )
        pairs = zip(flat, gradient.parameters, strict=True)
        operands = [self._joint.convert(None, each, wanted.type) for each, wanted in pairs]
        for number, share in zip(floats, self._joint.call_graph(gradient, operands), strict=True):
            self.add(node.operands[number], Traced(share), cotangents)

    # --- control flow ---------------------------------------------------------------------------

    def _sources(self, node: Node) -> list[Value]:
        """The values from around that the regions of a node may add to the cotangents of."""
        reads = [*carried_operands(node), *read_from_outside(node)]
        values = (each for each in reads if isinstance(each, Value) and each in self._active)
        return list(dict.fromkeys(values))

    def _region(
        self,
        region: Region,
        reads: set[Value],
        ends: Sequence[tuple[Operand, Any]],
        cotangents: Cotangents,
        kept: Mapping[Value, Operand] = _NOTHING,
    ) -> None:
        """Run the nodes of a region again as far as they are read, then their gradient.

        Args:
            region: of the nodes.
            reads: the values that are computed again.
            ends: what it ends with, and the cotangents of that.
            cotangents: those of what is around are added.
            kept: values of its nodes that are known.
        """
        # What is not computed again is of another run, perhaps of other sizes.
        for node in region.walk():
            for value in node.results:
                self._replay.standing.pop(value, None)
        self._replay.standing.update(kept)
        with self._replay.once_more():
            self._replay.nodes(computing(region.nodes, reads, self._active), taped=True)
            for operand, d in ends:
                self.add(operand, d, cotangents)
            self.nodes(region.nodes, cotangents)

    def _if(self, node: Node, given: list[Any], cotangents: Cotangents) -> None:
        """The gradient of the branch that was taken; the other one has no part in it."""
        sources = self._sources(node)
        starts = [cotangents.get(source) for source in sources]
        carried = [each for each in (*starts, *given) if each is not None]

        def branch(region: Region) -> Body:
            def run(*flat: Any) -> tuple[Operand, ...]:
                values = iter(flat)
                inner = {
                    source: self._name(Traced(next(values)), source)
                    for source, start in zip(sources, starts, strict=True)
                    if start is not None
                }
                ends = [
                    None if d is None else self._name(Traced(next(values)), result)
                    for result, d in zip(shown_results(node), given, strict=True)
                ]
                self._branch(node, region, ends, inner)
                return tuple(traced_operand(self._taken(inner, source)) for source in sources)

            run.__name__ = f"d_{region.name or 'branch'}"
            return Body(run, [None] * len(carried))

        test = self._replay.operand(node.operands[0])
        bodies = branch(node.regions[0]), branch(node.regions[1])
        flat = tuple(map(traced_operand, carried))
        results = build_if(self._joint, node.place, test, bodies, flat)
        self._take(sources, results, cotangents)

    def _branch(
        self, node: Node, region: Region, given: Sequence[Any], cotangents: Cotangents
    ) -> None:
        outside = carried_operands(node)
        self._replay.stand(region.parameters, [self._replay.known(each) for each in outside])
        ends = list(zip(region.results[node.hidden :], given, strict=True))
        self._region(region, needed(region.nodes, self._active), ends, cotangents)
        for parameter, operand in zip(region.parameters, outside, strict=True):
            self.add(operand, cotangents.pop(parameter, None), cotangents)

    def _take(
        self, sources: Sequence[Value], results: Sequence[Operand], cotangents: Cotangents
    ) -> None:
        """Let results be the cotangents of these values."""
        for source, result in zip(sources, results, strict=False):
            cotangents[source] = Traced(result)
            self._name(cotangents[source], source)

    def _loop(self, node: Node, given: list[Any], cotangents: Cotangents) -> None:
        """The trips from the last to the first, each run again from what it was given."""
        region = node.regions[-1]
        parameters = carried_parameters(node, region)
        operands = carried_operands(node)
        carried = [n for n, value in enumerate(parameters) if value in self._active]
        tape = self._replay.tapes[node]
        later = LaterProducts(self._replay, node, tape)
        outside = (v for v in read_from_outside(node) if v in self._active)
        sources = [value for value in outside if not later.only(value)]
        tapes = later.start()

        def run(back: Any, *flat: Any) -> tuple[Operand, ...]:
            flat, kept = flat[: len(flat) - len(tapes)], flat[len(flat) - len(tapes) :]
            values = [*(parameters[n] for n in carried), *sources]
            now = [self._name(Traced(d), v) for d, v in zip(flat, values, strict=False)]
            inner = dict(zip(sources, now[len(carried) :], strict=True))
            ends = dict(zip(carried, now, strict=False))
            trip, further = tape.trips - 1 - back, tuple(map(traced_operand, flat[len(values) :]))
            states, further = tape.state(self._replay, node, trip, further)
            around, self._later = self._later, later
            self._trip(node, tape, trip, states, ends, inner)
            self._later = around
            found = (traced_operand(self._taken(inner, value)) for value in values)
            return (*found, *further, *later.keep(kept, trip))

        run.__name__ = f"d_{region.name or 'body'}"
        starts = [self.zero(parameters[n]) if given[n] is None else given[n] for n in carried]
        around = [self._taken(cotangents, source) for source in sources]
        further = tape.last(self._replay, node)
        flat = (*map(traced_operand, (*starts, *around)), *further, *tapes)
        trips = trips_of(tape.trips)
        body = Body(run, [None] * len(flat), leading=1)
        results = build_for(self._joint, node.place, trips, body, flat, exits=False)
        self._take(sources, results[len(carried) :], cotangents)
        for weight, share in later.shares(results[len(results) - len(tapes) :]):
            self.add(weight, share, cotangents)
        for number, result in zip(carried, results, strict=False):
            d = self._name(Traced(result), parameters[number])
            self.add(operands[number], d, cotangents)

    def _trip(
        self,
        node: Node,
        tape: Tape,
        trip: Any,
        states: Mapping[int, Operand],
        given: dict[int, Any],
        cotangents: Cotangents,
    ) -> None:
        """The gradient of one trip, `given` that of what it ends with, by number."""
        region, replay = node.regions[-1], self._replay
        stand_index(replay, node, tape, trip)
        stand_sizes(replay, node, tape, trip)
        kept = kept_values(replay, node, tape, trip, states)
        for parameter, operand in zip(carried_parameters(node, region), kept, strict=True):
            replay.standing.pop(parameter, None)
            if operand is not None:
                replay.stand([parameter], [operand])
        results = body_results(node, region)
        ends = [(results[number], d) for number, d in given.items()]
        values = values_at(replay, tape, trip)
        self._region(region, tape.reads, ends, cotangents, values)
