"""Choose layouts: what stands between transposes takes the order of axes that needs the fewest.

Before:

    y = g.conv2d(x, kernel)                                       # f32[n, 8, h, w]
    rows = g.transpose(y, axes=(0, 2, 3, 1))                      # f32[n, h, w, 8]
    z = g.maximum(rows, 0.0)                                      # f32[n, h, w, 8]
    planes = g.transpose(z, axes=(0, 3, 1, 2))                    # f32[n, 8, h, w]
    out = g.conv2d(planes, kernel_2)                              # f32[n, 4, h, w]

After:

    y = g.conv2d(x, kernel)                                       # f32[n, 8, h, w]
    z = g.maximum(y, 0.0)                                         # f32[n, 8, h, w]
    out = g.conv2d(z, kernel_2)                                   # f32[n, 4, h, w]

Elementwise ops that read each other have one order of axes, so this is decided for all of them
together: for the order in which most transposes of what they read and of what reads them cancel,
and only where these are more than the transposes that it needs at other places. Vectors that are
added along an axis get axes of size 1 instead. A graph never gets more transposes. What cancels one
may leave one beside other nodes that cancels there, so this is done until nothing changes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

from dslc.ir.dims import Size
from dslc.ir.escapes import choosing, escaping, written
from dslc.ir.graph import Graph, Node, Operand, Region, Value, type_of, values_in
from dslc.ir.op import REGISTRY
from dslc.ir.place import Place
from dslc.ir.position_rules import ELEMENTWISE
from dslc.ir.reading import users_of
from dslc.ir.rebuild import Instead, rebuild
from dslc.ir.remarks import remark
from dslc.ir.types import TensorType, shape_of

from .prune_dead_nodes import prune_dead_nodes

Order: TypeAlias = tuple[int, ...]
"""Of axes, as the attribute of a transpose."""

_ACTIVATIONS = """
    celu elu gelu hard_sigmoid hard_swish hard_tanh leaky_relu log_sigmoid mish relu relu6 selu
    sigmoid silu softplus softsign
"""
_LOOKS_ONLY = ("as_scalar", "copy", "full_like", "ones_like", "zeros_like")
_ONE_ORDER = frozenset((ELEMENTWISE + _ACTIVATIONS).split()) - {*_LOOKS_ONLY}
_ALONG_ONE = "batch_norm"
"""An op whose other operands have one number for each place along its `axis`."""

_MOST_ORDERS = 2
"""Orders of axes that are tried for some nodes: those that stand there most often."""


_MOST_ROUNDS = 16
"""Of a chain in which each transpose waits for another, a round leaves no more than half."""


def choose_layouts(graph: Graph) -> Graph:
    """The graph with fewer transposes."""
    for _ in range(_MOST_ROUNDS):
        if not any(node.op.name == "transpose" for node in graph.walk()):
            break
        live = prune_dead_nodes(graph)  # what nobody reads must not count
        orders = _Layouts(live).orders()
        if not orders:
            break
        graph = rebuild(live, _Turning(live, orders).node)
    return graph


def inverse(order: Order) -> Order:
    """The order of axes that undoes another."""
    return tuple(order.index(axis) for axis in range(len(order)))


def composed(first: Order, second: Order) -> Order:
    """The order of a transpose of a transpose."""
    return tuple(first[axis] for axis in second)


def _is_own(order: Order) -> bool:
    return order == tuple(range(len(order)))


# --- which nodes, and which order -----------------------------------------------------------------


@dataclass(slots=True, eq=False)
class _Group:
    """Nodes that have one order of axes.

    Attributes:
        nodes: in the order of the graph.
        entering: the arrays of their shape that they read, and do not make.
        joined: the group that they became part of.
    """

    nodes: list[Node] = field(default_factory=list)
    entering: dict[Value, None] = field(default_factory=dict)
    joined: _Group | None = None

    def last(self) -> _Group:
        """The group that this one is part of now."""
        found = self
        while found.joined is not None:
            found = found.joined
        if self is not found:
            self.joined = found
        return found


class _Layouts:
    """Decides for the nodes of a graph."""

    def __init__(self, graph: Graph) -> None:
        self._users = users_of(graph)
        self._makers = {value: node for node in graph.walk() for value in node.results}
        self._kept = written(graph) | choosing(graph, lambda node: False)
        self._groups: dict[Value, _Group] = {}  # by what their nodes give
        self._cancelled: set[Value] = set()
        self._region(graph.body)

    def orders(self) -> dict[Value, Order]:
        """The order of axes in which some nodes are computed, by what they give."""
        found: dict[Value, Order] = {}
        for group in dict.fromkeys(each.last() for each in self._groups.values()):
            beside = {*self._transposes_beside(group)}
            tried = self._tried(group) if beside.isdisjoint(self._cancelled) else ()
            best = max(tried, key=lambda order: self._gain(group, order), default=None)
            if best is not None and self._gain(group, best) > 0:
                # What another group counts on stays as it is.
                self._cancelled |= beside
                found |= {node.results[0]: best for node in group.nodes}
        return found

    def _transposes_beside(self, group: _Group) -> Iterator[Value]:
        """The transposes that a group reads, and those that read it."""
        for value in group.entering:
            if self._order(self._makers.get(value)):
                yield value
        for node in group.nodes:
            for user in self._users.get(node.results[0], ()):
                if user is not None and self._order(user):
                    yield user.results[0]

    def _region(self, region: Region) -> None:
        own: dict[Value, _Group] = {}
        for node in region.nodes:
            for inner in node.regions:
                self._region(inner)
            if _is_turnable(node) and node.results[0] not in self._kept:
                own[node.results[0]] = self._group(node, own)
        self._groups |= own

    def _group(self, node: Node, own: dict[Value, _Group]) -> _Group:
        group = _Group([node])
        for value in whole_operands(node):
            if value not in own:
                group.entering[value] = None
            elif (other := own[value].last()) is not group:
                small, large = sorted((group, other), key=lambda each: len(each.nodes))
                large.nodes += small.nodes
                large.entering |= small.entering
                small.joined = group = large
        return group

    def _tried(self, group: _Group) -> Iterable[Order]:
        count = Counter[Order]()
        for value in group.entering:
            count.update(self._order(self._makers.get(value)))
        for value in (node.results[0] for node in group.nodes):
            for user in self._users.get(value, ()):
                count.update(map(inverse, self._order(user)))
        return [order for order, _ in count.most_common(_MOST_ORDERS)]

    def _order(self, node: Node | None) -> list[Order]:
        """Of a transpose."""
        return [] if node is None or node.op.name != "transpose" else [node.attributes["axes"]]

    def _gain(self, group: _Group, order: Order) -> int:
        """How many transposes less there are, at the least."""
        entering = sum(self._gain_of_entering(value, group, order) for value in group.entering)
        return entering + sum(self._gain_of_node(node, group, order) for node in group.nodes)

    def _gain_of_entering(self, value: Value, group: _Group, order: Order) -> int:
        maker = self._makers.get(value)
        if maker is None or maker.op.name != "transpose":
            return -1
        if self._is_of(maker, group):
            return 0  # it is one of the group's own, so it is turned on both sides
        alone = all(self._is_in(user, group) for user in self._users[value])
        return int(alone) - int(maker.attributes["axes"] != order)

    def _gain_of_node(self, node: Node, group: _Group, order: Order) -> int:
        value, whole = node.results[0], whole_operands(node)
        stretched = (each for each in values_in(node.operands) if each not in whole)
        gain = -sum(len(long_axes(each)) > 1 for each in stretched)
        users = [user for user in self._users.get(value, ()) if not self._is_in(user, group)]
        found = {each for user in users for each in self._order(user)}
        inside = (u for u in users if self._order(u) and self._is_entering(u, group))
        found -= {each for user in inside for each in self._order(user)}
        gain += sum(_is_own(composed(order, each)) for each in found)
        return gain - any(not self._order(user) for user in users)

    def _is_of(self, transpose: Node, group: _Group) -> bool:
        """Whether a transpose is of what a group makes."""
        (operand,) = values_in(transpose.operands)
        found = self._groups.get(operand)
        return found is not None and found.last() is group

    def _is_entering(self, transpose: Node | None, group: _Group) -> bool:
        return transpose is not None and transpose.results[0] in group.entering

    def _is_in(self, user: Node | None, group: _Group) -> bool:
        found = None if user is None or not user.results else self._groups.get(user.results[0])
        return found is not None and found.last() is group


def _is_turnable(node: Node) -> bool:
    """Whether a node computes each element from one of each operand, whatever the axes are."""
    if node.op.name not in _ONE_ORDER and node.op.name != _ALONG_ONE:
        return False
    type_ = node.results[0].type
    if not isinstance(type_, TensorType) or type_.rank < 2 or node.hidden or node.effects:
        return False
    return not type_.joined and bool(whole_operands(node))


def whole_operands(node: Node) -> list[Value]:
    """The operands of the shape of the result."""
    operands = node.operands[:1] if node.op.name == _ALONG_ONE else node.operands
    shape = node.results[0].shape
    return [each for each in values_in(operands) if shape_of(type_of(each)) == shape]


# --- the graph in other orders --------------------------------------------------------------------


class _Turning:
    """One walk that puts nodes into other orders.

    A value that is computed in another order keeps its identity where others read it: it is then
    the transpose of the value in that order.
    """

    def __init__(self, graph: Graph, orders: dict[Value, Order]) -> None:
        self._orders = orders
        self._users = users_of(graph)
        self._escaping = escaping(graph)
        self._turned: dict[tuple[Value, Order], Value] = {}
        self._source: dict[Value, tuple[Value, Order]] = {}

    def node(self, node: Node) -> Node | Instead:
        """A node, or what stands for it."""
        if node.op.name == "transpose":
            return self._transpose(node)
        order = self._orders.get(node.results[0]) if node.results else None
        return node if order is None else self._in_order(node, order)

    def _transpose(self, node: Node) -> Node | Instead:
        (operand,) = node.operands
        axes: Order = node.attributes["axes"]
        assert isinstance(operand, Value)
        source, order = operand, axes
        if operand in self._orders:
            source, order = (
                self._turned[operand, self._orders[operand]],
                composed(self._orders[operand], axes),
            )
            if _is_own(order):
                remark("a transpose and the one before it cancel", node.place)
                return Instead([], (source,))
        self._source[node.results[0]] = source, order
        if source is operand:
            return node
        return replace(node, operands=(source,), attributes={"axes": order})

    def _in_order(self, node: Node, order: Order) -> Instead:
        """A node in another order of axes, and the transpose of what it gives, where it is read."""
        result = node.results[0]
        nodes: list[Node] = []
        attributes = dict(node.attributes)
        kept: tuple[Operand, ...] = ()
        if node.op.name == _ALONG_ONE:
            kept, attributes["axis"] = node.operands[1:], order[attributes["axis"]]
        given = node.operands[: len(node.operands) - len(kept)]
        operands = (*(self._operand(each, order, nodes, node) for each in given), *kept)
        users = self._users.get(result, ())
        is_read = any(self._reads(user, result, order) for user in users)
        place = replace(node.place, line=0) if is_read else node.place
        turned = Value(_in_axes(result, inverse(order)), node.op.name if is_read else result.hint)
        nodes.append(Node(node.op, operands, attributes, (), (turned,), place))
        self._turned[result, order] = turned
        if is_read and result in self._escaping:
            view = Value(result.type, f"{node.op.name}_transpose")
            nodes.append(_transposed(turned, order, view, place))
            nodes.append(Node(REGISTRY["copy"], (view,), {}, (), (result,), node.place))
        elif is_read:
            nodes.append(_transposed(turned, order, result, node.place))
        return Instead(nodes, (result,))

    def _reads(self, user: Node | None, value: Value, order: Order) -> bool:
        """Whether a user needs a value in the order that it had."""
        if user is None or user.op.name == "transpose":
            return user is None
        own = self._orders.get(user.results[0]) if user.results else None
        return own != order or value not in whole_operands(user)

    def _operand(self, operand: Operand, order: Order, nodes: list[Node], node: Node) -> Operand:
        """An operand in another order; `nodes` get what that needs."""
        if not isinstance(operand, Value) or not shape_of(operand.type):
            return operand
        if operand in whole_operands(node):
            return self._whole(operand, order, nodes, node)
        return self._stretched(operand, order, nodes, node)

    def _whole(self, value: Value, order: Order, nodes: list[Node], node: Node) -> Value:
        """An operand of the shape of the result."""
        if (value, order) not in self._turned:
            source, axes = self._source.get(value, (value, tuple(range(len(order)))))
            wanted = composed(axes, inverse(order))
            if not _is_own(wanted):
                made = Value(_in_axes(source, wanted), f"{node.op.name}_transpose")
                nodes.append(_transposed(source, wanted, made, replace(node.place, line=0)))
                source = made
            self._turned[value, order] = source
        return self._turned[value, order]

    def _stretched(self, value: Value, order: Order, nodes: list[Node], node: Node) -> Value:
        """An operand that is stretched, with its axes where the result has them now."""

        def view(name: str, attributes: dict[str, Any], shape: tuple[Size, ...]) -> None:
            nonlocal value
            assert isinstance(value.type, TensorType)
            made = Value(replace(value.type, shape=shape), f"{node.op.name}_{name}")
            place = replace(node.place, line=0)
            nodes.append(Node(REGISTRY[name], (value,), attributes, (), (made,), place))
            value = made

        rank, shape = len(order), value.shape
        long = long_axes(value)
        if len(long) > 1:
            if len(shape) < rank:
                new = tuple(range(rank - len(shape)))
                view("expand_dims", {"axis": new}, (*(1 for _ in new), *shape))
            back = inverse(order)
            view("transpose", {"axes": back}, tuple(value.shape[axis] for axis in back))
            return value
        if len(shape) > 1:
            ones = tuple(axis for axis in range(len(shape)) if axis not in long)
            view("squeeze", {"axis": ones}, tuple(shape[axis] for axis in long))
        behind = rank - 1 - order[rank - len(shape) + long[0]] if long else 0
        if behind:
            new = tuple(range(1, 1 + behind))
            view("expand_dims", {"axis": new}, (*value.shape, *(1 for _ in new)))
        return value


def long_axes(value: Value) -> list[int]:
    """The axes of which it is not certain that their size is 1."""
    return [axis for axis, size in enumerate(value.shape) if size != 1]


def _in_axes(value: Value, order: Order) -> TensorType:
    assert isinstance(value.type, TensorType)
    return replace(value.type, shape=tuple(value.shape[axis] for axis in order))


def _transposed(source: Value, order: Order, made: Value, place: Place) -> Node:
    return Node(REGISTRY["transpose"], (source,), {"axes": order}, (), (made,), place)
