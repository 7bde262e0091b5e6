"""Rewriting: rules applied to a graph until none applies.

One walk in the order of the nodes is enough. A rule looks at a node and what is before it, which
no rule applies to any more; what a rule makes is looked at again at once. So the time is linear in
the nodes, and in the weight that rules take off (see `rule`).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from .equal_nodes import key_of, may_be_shared
from .escapes import counted, escaping
from .expansion import Sketch
from .graph import Graph, Node, Operand, Value, values_in
from .op import RuleError
from .path_facts import checked_at_call
from .pattern import Found
from .rebuild import Instead, rebuild
from .remarks import remark
from .rule import DOES_NOT_APPLY, Rule
from .structure import STRUCTURED
from .traced import Traced, untraced
from .types import TensorType, Type
from .verify_types import dims_of

_MOST = 64
"""Rules that are applied where one node stood: a bound that no graph is known to reach."""


def rewrite(graph: Graph, rules: Iterable[Rule]) -> Graph:
    """The graph with the rules applied, as often as one of them applies."""
    walk = _Rewriting(graph, rules)
    return rebuild(graph, walk.node)


@dataclass(frozen=True, slots=True)
class Replacement:
    """What stands for the result of a node.

    Attributes:
        nodes: new ones.
        result: of the last of them, or a value from before; None for what is no value.
    """

    nodes: Sequence[Node]
    result: Value | None


class _Rewriting:
    """One walk over a graph."""

    def __init__(self, graph: Graph, rules: Iterable[Rule]) -> None:
        self._rules: dict[str, list[Rule]] = defaultdict(list)
        for each in rules:
            self._rules[each.pattern.root.op.name].append(each)
        self._facts = checked_at_call(graph)
        self._escaping = escaping(graph)
        self._counted = counted(graph)
        self._names: set[str] | None = None
        self._graph = graph
        self._definitions: dict[Value, Node] = {}
        self._first: dict[Hashable, Value] = {}
        self._same: dict[Value, Value] = {}

    def node(self, node: Node) -> Node | Instead:
        """A node, or what rules make of it."""
        made = self._simplified(node, _MOST)
        return node if made is None else Instead(made.nodes, _results(made))

    def _simplified(self, node: Node, most: int) -> Replacement | None:
        """What rules make of a node; None where none applies, and the node is defined."""
        found = self._applicable(node) if most and _is_plain(node) else None
        if found is None:
            self._define(node)
            return None
        nodes: list[Node] = []
        standing: dict[Operand, Operand] = {}
        for new in found.nodes:
            given = replace(new, operands=tuple(standing.get(o, o) for o in new.operands))
            inner = self._simplified(given, most - 1)
            if inner is None:
                nodes.append(given)
            else:
                nodes += inner.nodes
                standing.update(zip(given.results, _results(inner), strict=True))
        (result,) = (standing.get(each, each) for each in _results(found))
        assert isinstance(result, Value)
        result.hint = result.hint or node.results[0].hint
        return Replacement(nodes, result)

    def _define(self, node: Node) -> None:
        """Keep a node to which no rule applies, and whether another one gives the same."""
        self._definitions.update(dict.fromkeys(node.results, node))
        if len(node.results) == 1 and may_be_shared(node):
            (result,) = node.results
            self._same[result] = self._first.setdefault(key_of(node, self._same), result)

    def _applicable(self, node: Node) -> Replacement | None:
        """What the first rule that applies makes of a node."""
        rules = self._rules.get(node.op.name, ())
        makers = map(self._definitions.get, values_in(node.operands)) if rules else ()
        made_by = [maker.op for maker in makers if maker is not None]
        for each in rules:
            if not each.pattern.may_stand(made_by):
                continue
            found = each.pattern.find(node, self._definitions, self._same)
            if found is None or node.effects or node.results[0] in self._counted:
                continue
            made = self._applied(each, found, node)
            if made is not None:
                remark(each.says, node.place)
                return made
        return None

    def _applied(self, rule: Rule, found: Found, node: Node) -> Replacement | None:
        """What a rule makes of a node; None where it would change more than it may."""
        operands = [_traced(each) for each in found.operands]
        if rule.when is not None and not rule.when(self._facts, *operands, **found.attributes):
            return None
        # No line of the text makes what stands before the last node.
        sketch = Sketch(self._facts, replace(node.place, line=0), self._taken())
        with sketch.open():
            try:
                result = rule.right(*operands, **found.attributes)
            except RuleError:
                return None
        if result is DOES_NOT_APPLY or sketch.facts.assumed[len(self._facts.assumed) :]:
            return None
        made = Replacement(_placed(sketch.graph.body.nodes, node), _operand(result))
        return made if self._may_stand(made, node) else None

    def _may_stand(self, made: Replacement, node: Node) -> bool:
        """Whether it is of the same type, raises nothing, and shares no memory that it may not."""
        (result,) = node.results
        if any(new.effects or new.hidden for new in made.nodes):
            return False
        if made.result is None or made.result.dim is not None:
            return False
        if not _same_type(made.result.type, result.type):
            return False
        if result not in self._escaping:
            return True
        if not self._is_like(made, node):
            return False
        self._escaping.add(made.result)  # what is made of it may go no further either
        return True

    def _is_like(self, made: Replacement, node: Node) -> bool:
        """Whether a caller finds the same memory: a view for a view, an array of its own for one.

        A part of a graph may give it away to the caller, who may write to it.
        """
        if not isinstance(node.results[0].type, TensorType):
            return True
        view = bool(made.nodes) and made.nodes[-1].op.view
        if not node.op.view:
            return bool(made.nodes) and not view and made.nodes[-1].results[0] is made.result
        return node.op.name != "broadcast_to" and (view or not made.nodes)

    def _taken(self) -> set[str]:
        """The names of the dims of the graph."""
        if self._names is None:
            values = [v for node in self._graph.walk() for v in node.results]
            inner = (r for node in self._graph.walk() for r in node.regions)
            values += [v for region in inner for v in region.parameters]
            self._names = {*self._graph.symbols, *dims_of(values)}
        return self._names


def _is_plain(node: Node) -> bool:
    """Whether a node computes one value, whose sizes are known before it runs."""
    if node.op.name in STRUCTURED or len(node.results) != 1 or node.hidden:
        return False
    return node.results[0].dim is None


def _placed(nodes: Sequence[Node], node: Node) -> list[Node]:
    """The nodes that stand for one: the last has its place, and with that its name."""
    for new in nodes[:-1]:
        new.results[-1].hint = f"{node.op.name}_{new.op.name}"
    return [*nodes[:-1], *(replace(new, place=node.place) for new in nodes[-1:])]


def _traced(operand: Operand | tuple[Operand, ...]) -> Any:
    return tuple(map(Traced, operand)) if isinstance(operand, tuple) else Traced(operand)


def _results(made: Replacement) -> tuple[Value, ...]:
    assert made.result is not None
    return (made.result,)


def _operand(result: Any) -> Value | None:
    operand = untraced(result)
    return operand if isinstance(operand, Value) else None


def _same_type(a: Type, b: Type) -> bool:
    """Whether values of the two types are used alike; sizes are written alike.

    Where a node stands more may be known of sizes, which `verify` uses, so it is not enough that
    sizes can be proved to be equal here.
    """
    return a == b and getattr(a, "joined", False) == getattr(b, "joined", False)
