"""Forward mode: how every value changes along a direction, from the first to the last.

See A. Griewank, A. Walther, Evaluating Derivatives, 2nd ed., SIAM 2008, chapter 3.1.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dslc.ir.graph import UNSET_LITERAL, Graph, Node, Operand, Region, Value, type_of
from dslc.ir.loops import build_for, build_while
from dslc.ir.regions import build_if
from dslc.ir.structure import (
    carried_operands,
    carried_parameters,
    hidden_results,
    index_parameter,
    is_loop,
    leading_operands,
    shown_region_results,
    shown_results,
)
from dslc.ir.traced import Traced, traced_operand
from dslc.ir.types import TensorType, Type, UnsetType

from .fitting import fitted, zero
from .joint import name, no_gradient
from .replay import Replay, named
from .rule import NONE, NoRule
from .tangents import TANGENTS
from .tapes import initial_values


class Forward:
    """Runs nodes again and, beside each value that changes, adds the nodes of its tangent.

    Args:
        replay: the run of the nodes.
    """

    def __init__(self, replay: Replay) -> None:
        self._replay = replay
        self._joint = replay.joint
        self._active = replay.active
        self._tangents: dict[Value, Any] = {}  # one that is missing is 0

    def start(self, value: Value, tangent: Any) -> None:
        """Let a value, which stands already, change so."""
        own = type_of(self._replay.operand(value))
        if value in self._active and tangent is not None and not isinstance(own, UnsetType):
            fit = fitted(tangent, self._replay.operand(value))
            wish = self._replay.names.get(value, value.hint)
            name(traced_operand(fit), f"t_{wish}" if wish else "")
            self._tangents[value] = fit

    def taken(self, operand: Operand, type_: Type | None = None) -> Any:
        """The tangent of an operand, as one of a type where that is no array's."""
        found = self._found(operand)
        own = type_of(self._replay.operand(operand))
        if type_ is None or isinstance(type_, TensorType):
            if found is None and isinstance(own, UnsetType):
                return Traced(UNSET_LITERAL)
            return zero(self._joint, own) if found is None else found
        return zero(self._joint, type_) if found is None else fitted(found, Value(type_))

    def _found(self, operand: Operand) -> Any:
        return self._tangents.get(operand) if isinstance(operand, Value) else None

    def nodes(self, nodes: Sequence[Node]) -> None:
        """Run nodes of one region, in order, with their tangents."""
        for node in nodes:
            with self._joint.at(node, "replayed"):
                self._node(node)

    def _node(self, node: Node) -> None:
        if node.op.name == "call":
            self._call(node)
        elif is_loop(node):
            self._loop(node)
        elif node.regions:
            self._if(node)
        else:
            self._replay.plain(node)
            self._plain(node)

    def _plain(self, node: Node) -> None:
        if self._active.isdisjoint(node.results):
            return
        op, replay = node.op, self._replay
        operands = op.spread(node.operands, node.attributes)
        tangents = [None if each is None else self._found(each) for each in operands]
        if all(each is None for each in tangents):
            return
        attributes = op.without_absent(
            {name: replay.attribute(value) for name, value in node.attributes.items()}
        )
        traced = [None if each is None else Traced(replay.operand(each)) for each in operands]
        rule = TANGENTS.get(op.name)
        if rule is None:
            raise no_gradient(node, NONE.get(op.name, "no rule is known"))
        results = shown_results(node)
        y = tuple(Traced(replay.operand(result)) for result in results)
        one = len(results) == 1
        try:
            changes = rule(traced, tangents, y[0] if one else y, attributes)
        except NoRule as reason:
            raise no_gradient(node, str(reason)) from None
        for result, change in zip(results, (changes,) if one else changes, strict=True):
            self.start(result, change)

    def _call(self, node: Node) -> None:
        callee: Graph = node.attributes["callee"]
        if callee.gradient is not None and not self._active.isdisjoint(node.results):
            raise no_gradient(node, "the gradient that is declared for it is no derivative")
        inner = Forward(self._replay.entered(node))
        for parameter, operand in zip(callee.parameters, node.operands, strict=True):
            inner.start(parameter, self._found(operand))
        inner.nodes(callee.body.nodes)
        results = inner._replay.operands(callee.results)
        self._replay.stand(shown_results(node), results, hidden_results(node))
        for result, operand in zip(shown_results(node), callee.results, strict=True):
            self.start(result, inner._found(operand))

    # --- control flow ---------------------------------------------------------------------------

    def _settle(
        self, node: Node, results: Sequence[Operand], count: int, active: list[int]
    ) -> None:
        """Let results stand for those of a node: values, tangents by number, an exit code."""
        shown = shown_results(node)
        values = (*results[:count], *results[count + len(active) :])
        self._replay.stand(shown, values, hidden_results(node))
        for number, tangent in zip(active, results[count:], strict=False):
            self.start(shown[number], Traced(tangent))

    def _numbers(self, values: Sequence[Value]) -> list[int]:
        return [number for number, value in enumerate(values) if value in self._active]

    def _if(self, node: Node) -> None:
        replay, shown = self._replay, shown_results(node)
        active = self._numbers(shown)

        def branch(region: Region) -> Any:
            def run(*given: Any) -> tuple[Operand, ...]:
                replay.stand(region.parameters, given)
                for parameter, operand in zip(
                    region.parameters, carried_operands(node), strict=True
                ):
                    self.start(parameter, self._found(operand))
                self.nodes(region.nodes)
                ends = region.results[node.hidden :]
                return (*replay.operands(ends), *self._flat(ends, shown, active))

            return named(run, region, len(region.parameters))

        then, otherwise = map(branch, node.regions)
        test, *carried = replay.operands(node.operands)
        results = build_if(self._joint, node.place, test, (then, otherwise), tuple(carried))
        self._settle(node, results, len(shown), active)

    def _flat(
        self, operands: Sequence[Operand], like: Sequence[Value], numbers: list[int]
    ) -> list[Operand]:
        """The tangents of the operands of these numbers, of the types that the values have."""
        return [traced_operand(self.taken(operands[n], like[n].type)) for n in numbers]

    def _loop(self, node: Node) -> None:
        replay, region = self._replay, node.regions[-1]
        parameters = carried_parameters(node, region)
        active = self._numbers(parameters)
        operands = carried_operands(node)
        count, index = len(operands), len(index_parameter(node, region))
        exits: bool = node.attributes["exits"]

        def run(*given: Any) -> tuple[Operand, ...]:
            replay.stand(index_parameter(node, region), given[:index])
            replay.enter(node, region, given[index : index + count])
            for number, tangent in zip(active, given[index + count :], strict=True):
                self.start(parameters[number], Traced(tangent))
            self.nodes(region.nodes)
            ends = shown_region_results(node, region)
            moved = self._flat(ends, parameters, active)
            values = replay.operands(ends)
            return (*values[:count], *moved, *values[count:])

        starts = initial_values(replay, node)
        unset = {n for n in active if isinstance(type_of(operands[n]), UnsetType)}
        still = [
            traced_operand(zero(self._joint, type_of(starts[n])))
            if n in unset
            else self._flat(operands, parameters, [n])[0]
            for n in active
        ]
        carried = (*starts, *still)
        body = named(run, region, len(carried), leading=index, exits=exits)
        if node.op.name == "while":
            test = replay.test_of(node, count, extra=len(active))
            results = build_while(self._joint, node.place, test, body, carried, exits)
        else:
            trips = replay.operands(leading_operands(node))
            results = build_for(self._joint, node.place, trips, body, carried, exits)
        self._settle(node, results, count, active)
