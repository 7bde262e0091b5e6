"""Select branches: an `if` between two short computations becomes both, and a choice of elements.

Before:

    def then1():
        y = g.multiply(x, 0.5)                                    # f32[n]
        return y

    def else1():
        y = g.subtract(x, w)                                      # f32[n]
        return y

    y = g.if_(up, then1, else1)                                   # f32[n]

After:

    y_multiply = g.multiply(x, 0.5)                               # f32[n]
    y_subtract = g.subtract(x, w)                                 # f32[n]
    y = g.where(up, y_multiply, y_subtract)                       # f32[n]

An `if` stands between loops that could be one; a choice stands in them, and moves no more bytes. So
both branches have to compute what they give, element by element, in few cheap operations without
effects. Gradients are of the graph as it is written, so that the branch not taken is not in them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from dslc.ir.expansion import Sketch
from dslc.ir.facts import Facts
from dslc.ir.graph import Graph, Node, Operand, Region, Value, type_of
from dslc.ir.op import REGISTRY
from dslc.ir.position_rules import ELEMENTWISE
from dslc.ir.rebuild import Instead, rebuild
from dslc.ir.remarks import remark
from dslc.ir.structure import carried_operands
from dslc.ir.substitution import Substitution
from dslc.ir.traced import Traced, untraced
from dslc.ir.types import UNSET, TensorType
from dslc.ir.value_names import result_names
from dslc.ir.verify_types import Assumptions, dims_of

from .unroll_loops import is_legal

MOST_NODES = 4
"""Those of a branch that is short."""

_ELEMENTWISE = frozenset(ELEMENTWISE.split())


def select_branches(graph: Graph) -> Graph:
    """The graph without branches that a choice of elements stands for."""
    if not any(map(_is_short, graph.walk())):
        return graph
    unset = set[Value]()
    _note_unset(graph.body.nodes, unset)
    assumptions = Assumptions(graph)
    facts = assumptions.added_to(Facts())
    taken = {*graph.symbols, *dims_of([v for node in graph.walk() for v in node.results])}

    def rewrite(node: Node) -> Node | Instead:
        is_sure = _is_short(node) and not any(_may_lack(each, unset) for each in _read(node))
        selected = _selected(node, facts, taken) if is_sure else None
        if selected is None or not is_legal(selected, facts, assumptions):
            return node
        remark("both branches are computed, and their elements chosen from", node.place)
        return selected

    return rebuild(graph, rewrite)


def _is_short(node: Node) -> bool:
    """Whether both branches of an `if` compute arrays in few cheap operations."""
    if node.op.name != "if" or node.hidden or not node.results:
        return False
    if not all(isinstance(value.type, TensorType) for value in node.results):
        return False
    return all(_is_computed(region, node.results) for region in node.regions)


def _is_computed(region: Region, results: Sequence[Value]) -> bool:
    """Whether each result of a branch is computed in it, and nothing else is."""
    own = {value for node in region.nodes for value in node.results}
    types = [type_of(each) for each in region.results]
    if not all(isinstance(each, Value) and each in own for each in region.results):
        return False
    if len(region.nodes) > MOST_NODES or types != [value.type for value in results]:
        return False
    shapes = {value.shape for value in results}
    return all(
        node.op.name in _ELEMENTWISE
        and not (node.effects or node.hidden or node.op.ulp >= 1)
        and isinstance(node.results[0].type, TensorType)
        and node.results[0].shape in shapes
        for node in region.nodes
    )


def _read(node: Node) -> Iterator[Operand]:
    """What an `if` and its branches read."""
    yield from node.operands
    for region in node.regions:
        yield from (operand for each in region.nodes for operand in each.operands)


def _note_unset(nodes: Iterable[Node], unset: set[Value]) -> None:
    """Note what may have no value, so that only the branch which is taken may read it."""
    for node in nodes:
        lacking = any(_may_lack(each, unset) for each in node.operands) and bool(node.regions)
        for region in node.regions:
            if lacking:
                unset.update(region.parameters)
            _note_unset(region.nodes, unset)
        for number, value in enumerate(node.results):
            ends = [region.results[number:][:1] for region in node.regions]
            if lacking or any(_may_lack(each, unset) for end in ends for each in end):
                unset.add(value)


def _may_lack(operand: Operand, unset: set[Value]) -> bool:
    return type_of(operand) == UNSET or (isinstance(operand, Value) and operand in unset)


def _selected(node: Node, facts: Facts, taken: set[str]) -> Instead | None:
    """The nodes of both branches, and those that choose between what they give."""
    nodes: list[Node] = []
    found: list[tuple[Operand, ...]] = []
    for region in node.regions:
        walk = Substitution({})
        walk.stand(region.parameters, carried_operands(node))
        nodes += walk.nodes(region.nodes)
        found.append(walk.operands(region.results))
    sketch = Sketch(facts, replace(node.place, line=0), taken)
    with sketch.open():
        chosen = [
            untraced(REGISTRY["where"](*map(Traced, (node.operands[0], one, other))))
            for one, other in zip(*found, strict=True)
        ]
    results = [each for each in chosen if isinstance(each, Value)]
    if [each.type for each in results] != [value.type for value in node.results]:
        return None
    for new, name in zip(results, result_names(node), strict=True):
        new.hint = new.hint or name
    return Instead([*nodes, *sketch.graph.body.nodes], tuple(results))
