"""Running a graph's nodes again, into a graph under construction.

Where the gradient of a loop follows, what it carries is kept on tapes: arrays with one more axis,
the trips.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from dslc.ir.comparison import comparison
from dslc.ir.dims import Dim, Size, substitute
from dslc.ir.graph import Graph, Literal, Node, Operand, Region, Value, as_size, operand_of, type_of
from dslc.ir.keys import join_key
from dslc.ir.loops import build_for, build_while
from dslc.ir.nesting import Body
from dslc.ir.op import Effects
from dslc.ir.regions import build_if
from dslc.ir.structure import (
    carried_operands,
    carried_parameters,
    hidden_parameters,
    hidden_results,
    index_parameter,
    is_loop,
    leading_operands,
    shown_region_results,
    shown_results,
)
from dslc.ir.traced import Traced, traced_operand
from dslc.ir.types import TensorType, Type, shape_of

from .joint import Joint

if TYPE_CHECKING:
    from .snapshots import Limit
    from .tapes import Tape


@dataclass(slots=True)
class Replay:
    """One run of nodes; a graph that is called has a run of its own.

    Attributes:
        joint: where the nodes go.
        active: the values that carry a gradient.
        names: what the emitted text calls the values.
        memory: what each loop may keep.
        again: whether they ran before, so that nothing is checked or shown once more.
        standing: what stands for each value.
        dims: what stands for each dim, by its name.
        called: the runs of the graphs that are called, by the node.
        tapes: what the loops carried in each of their trips, by the node.
        overwritten: the parts of arrays that these writes overwrite, read before they do.
    """

    joint: Joint
    active: set[Value]
    names: dict[Value, str]
    memory: Limit = None
    again: bool = False
    standing: dict[Value, Operand] = field(default_factory=dict)
    dims: dict[str, Size] = field(default_factory=dict)
    called: dict[Node, Replay] = field(default_factory=dict)
    tapes: dict[Node, Tape] = field(default_factory=dict)
    overwritten: dict[Node, Operand | None] = field(default_factory=dict)

    @contextmanager
    def once_more(self) -> Iterator[None]:
        """Nodes ran before meanwhile."""
        before, self.again = self.again, True
        try:
            yield
        finally:
            self.again = before

    # --- what stands for what -------------------------------------------------------------------

    def operand(self, operand: Operand) -> Operand:
        """What stands for an operand."""
        if isinstance(operand, Value):
            return self.standing[operand]
        return operand_of(self.size(operand)) if isinstance(operand, Dim) else operand

    def known(self, operand: Operand) -> Operand:
        """What stands for an operand; where nothing does, a value of its type that nobody reads."""
        if isinstance(operand, Value) and operand not in self.standing:
            return Value(self.type(operand.type))
        return self.operand(operand)

    def operands(self, operands: Sequence[Operand]) -> tuple[Operand, ...]:
        """What stands for each."""
        return tuple(map(self.operand, operands))

    def size(self, size: Size) -> Size:
        """What stands for a size."""
        return substitute(size, self.dims)

    def type(self, type_: Type) -> Type:
        """The type of what stands for a value of this type."""
        if not isinstance(type_, TensorType):
            return type_
        return TensorType(type_.dtype, tuple(map(self.size, type_.shape)), type_.joined)

    def attribute(self, attribute: Any) -> Any:
        """An attribute, perhaps with sizes in it."""
        if isinstance(attribute, tuple):
            return tuple(map(self.attribute, attribute))
        return self.size(attribute) if isinstance(attribute, Dim) else attribute

    def stand(
        self, old: Sequence[Value], new: Sequence[Operand], hidden: Sequence[Value] = ()
    ) -> None:
        """Let operands stand for values; the sizes that are hidden beside them follow."""
        sizes: dict[Size, Size] = {}
        for value, operand in zip(old, new, strict=True):
            self.standing[value] = operand
            size = as_size(operand) if value.dim is not None else None
            if size is not None:
                self.dims[str(value.dim)] = size
            pairs = zip(value.shape, shape_of(type_of(operand)), strict=False)
            sizes.update((was, now) for was, now in pairs)
            if isinstance(operand, Value) and not operand.hint:
                operand.hint = self.names.get(value, value.hint)
        for value in hidden:
            assert value.dim is not None
            self.dims[str(value.dim)] = sizes.get(value.dim, 0)
            self.standing[value] = operand_of(self.dims[str(value.dim)])

    # --- nodes ----------------------------------------------------------------------------------

    def nodes(self, nodes: Sequence[Node], *, taped: bool) -> None:
        """Run nodes again.

        Args:
            nodes: of one region, in order.
            taped: whether their gradient follows, so that what loops carry is kept.
        """
        for node in nodes:
            with self.joint.at(node, "replayed"):
                self._node(node, taped)

    def _node(self, node: Node, taped: bool) -> None:
        if node.op.name == "call":
            self._call(node, taped)
        elif is_loop(node):
            self.loop(node, taped)
        elif node.regions:
            self.stand(shown_results(node), self._if(node), hidden_results(node))
        else:
            self.plain(node)

    def plain(self, node: Node) -> None:
        """A node of a plain op."""
        operands = self.operands(node.operands)
        name = node.op.name
        if self.again and (name == "require" or node.op.effects & Effects.HOST):
            return
        if name == "require":
            left, right = (as_size(operand) for operand in operands)
            assert left is not None and right is not None
            relation = node.attributes["relation"]
            self.joint.assume(comparison(left, relation, right), node.place, here=True)
        elif name == "as_dim":
            size = self.joint.dim_of(operands[0], node.attributes["low"])
            self.stand(node.results, [operand_of(size)])
        elif name == "check" and self.again:
            truth = self.joint.convert(None, operands[0], node.results[0].type)
            self.stand(node.results, [truth])
        else:
            if node in self.overwritten:
                array, _, *numbers = map(Traced, operands)
                key = join_key(node.attributes["key"], tuple(numbers))
                self.overwritten[node] = traced_operand(array[key])
            attributes = {name: self.attribute(each) for name, each in node.attributes.items()}
            results = self.joint.emit(node.op, operands, attributes)
            self.stand(shown_results(node), results, hidden_results(node))

    def _call(self, node: Node, taped: bool) -> None:
        """The nodes of a graph in place of its call."""
        callee: Graph = node.attributes["callee"]
        inner = self.entered(node)
        inner.nodes(callee.body.nodes, taped=taped and callee.gradient is None)
        self.stand(shown_results(node), inner.operands(callee.results), hidden_results(node))

    def entered(self, node: Node) -> Replay:
        """The run of the graph that a node calls, at its beginning."""
        callee: Graph = node.attributes["callee"]
        inner = self.called[node] = Replay(
            self.joint, self.active, self.names, self.memory, self.again
        )
        inner.dims.update((n, self.size(size)) for n, size in node.attributes["dims"].items())
        inner.stand(callee.parameters, self.operands(node.operands))
        for require in [] if self.again else callee.requires:
            needed = require.comparison.substituted(inner.dims)
            self.joint.assume(needed, node.place)
        return inner

    def _if(self, node: Node) -> Sequence[Operand]:
        def branch(region: Region) -> Body:
            def run(*given: Any) -> tuple[Operand, ...]:
                self.stand(region.parameters, given)
                self.nodes(region.nodes, taped=False)
                return self.operands(region.results[node.hidden :])

            return named(run, region, len(region.parameters))

        then, otherwise = map(branch, node.regions)
        test, *carried = self.operands(node.operands)
        joint = self.joint
        return build_if(joint, node.place, test, (then, otherwise), tuple(carried))

    # --- loops ----------------------------------------------------------------------------------

    def loop(self, node: Node, taped: bool) -> None:
        """A loop; where its gradient follows, `tapes` says how."""
        from .tapes import taped_loop

        results = taped_loop(self, node) if taped else self.plain_loop(node)
        self.stand(shown_results(node), results, hidden_results(node))

    def plain_loop(self, node: Node) -> Sequence[Operand]:
        """The loop as it was."""
        region = node.regions[-1]
        carried = self.operands(carried_operands(node))
        exits: bool = node.attributes["exits"]
        index = len(index_parameter(node, region))

        def run(*given: Any) -> tuple[Operand, ...]:
            self.stand(index_parameter(node, region), given[:index])
            return self.trip(node, given[index:], taped=False)

        body = named(run, region, len(carried), leading=index, exits=exits)
        if node.op.name == "while":
            test = self.test_of(node, len(carried))
            return build_while(self.joint, node.place, test, body, carried, exits)
        trips = self.operands(leading_operands(node))
        return build_for(self.joint, node.place, trips, body, carried, exits)

    def enter(self, node: Node, region: Region, given: Sequence[Operand]) -> None:
        """Let these stand for what a region of a loop is given to carry."""
        hidden = hidden_parameters(node, region)
        self.stand(carried_parameters(node, region), given, hidden)

    def trip(self, node: Node, given: Sequence[Operand], *, taped: bool) -> tuple[Operand, ...]:
        """One trip with what is carried; its index stands already. What it ends with."""
        region = node.regions[-1]
        self.enter(node, region, given)
        self.nodes(region.nodes, taped=taped)
        return self.operands(shown_region_results(node, region))

    def test_of(self, node: Node, count: int, extra: int = 0) -> Body:
        """The test of a `while` that carries so many values, and further ones behind them."""
        region = node.regions[0]

        def test(*given: Any) -> tuple[Operand, ...]:
            self.enter(node, region, given[:count])
            self.nodes(region.nodes, taped=False)
            return self.operands(region.results)

        return Body(test, [None] * (count + extra), is_test=True)


def trips_of(count: Size) -> tuple[Operand, Operand, Operand]:
    """The range of so many trips: 0, 1, 2, ..."""
    return Literal(0), operand_of(count), Literal(1)


def named(
    run: Callable[..., Any], region: Region, count: int, *, leading: int = 0, exits: bool = False
) -> Body:
    """The body that runs in place of a region, under its name."""
    run.__name__ = region.name or "body"
    return Body(run, [None] * count, leading=leading, exits=exits)
