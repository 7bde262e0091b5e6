"""Fuse: nodes that compute arrays element by element become loop nests.

Before:

    deviation_subtract = g.subtract(x, mean)                      # f32[n]
    deviation = g.abs(deviation_subtract)                         # f32[n]
    result = g.sum(deviation)                                     # f32

After:

    result = g.nest(x, mean, nest=...)                            # f32

A nest stands where the first node stands that needs one of its results. Backends run this pass on
graphs of primitive ops; what is no loop stays a node.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace

from dslc.ir.graph import Graph, Node, Region
from dslc.ir.nests.block import Block
from dslc.ir.nests.convolutions import is_convolution
from dslc.ir.nests.loop_ends import ended_steps
from dslc.ir.nests.products import is_product
from dslc.ir.nests.recompute import compute_again
from dslc.ir.nests.stepping import ENDLESS
from dslc.ir.nests.steps import Steps
from dslc.ir.nests.telling import tell_nest
from dslc.ir.nests.walk import Walk
from dslc.ir.remarks import are_heard
from dslc.ir.structure import is_loop

from .prune_dead_nodes import prune_dead_nodes


def fuse(graph: Graph) -> Graph:
    """The graph with nests in place of what they compute, products and convolutions in them too."""
    products = (is_product, is_convolution)
    return _fused(graph, lambda node: any(e(node) for e in products), ordered=True, again=True)


def fuse_between_products(graph: Graph, own: Collection[Node] = ()) -> Graph:
    """The same where products are a library's, all but some: they stay nodes."""
    return _fused(graph, lambda node: node in own and is_product(node), ordered=True)


def nest_each_node(graph: Graph) -> Graph:
    """The graph with a nest for each node that becomes loops: nothing is fused."""
    return _fused(graph, lambda _: False, joins=False)


def _fused(
    graph: Graph,
    products: Callable[[Node], bool],
    *,
    joins: bool = True,
    ordered: bool = False,
    again: bool = False,
) -> Graph:
    fusing = _Fusing(graph, products, joins=joins, ordered=ordered, again=again)
    fused = fusing.region(graph.body)
    return prune_dead_nodes(replace(graph, body=fused))


class _Fusing(Walk):
    """One walk of a graph."""

    def region(self, region: Region) -> Region:
        block = Block(self)
        for node in region.nodes:
            if self.ordered and (steps := self._steps_of(node)) is not None:
                self.read(steps.behind)
                block.add_steps(steps)
                for behind in steps.behind:
                    block.add(behind, ())
                self.known.after(node)
                continue
            inner: list[Region] = []
            self.reader.depth += is_loop(node)
            for each in node.regions:
                with self.known.inside(node, each):
                    inner.append(self.region(each))
            self.reader.depth -= is_loop(node)
            block.add(node, tuple(inner))
            self.known.after(node)
        block.finish(region.results)
        nodes = compute_again(block.nodes, region.results) if self.again else block.nodes
        if are_heard():
            for before, after in zip(block.nodes, nodes, strict=True):
                if before in block.made_of and after.results:
                    tell_nest(block.made_of[before], after.attributes["nest"])
        return replace(region, nodes=nodes)

    def _steps_of(self, node: Node) -> Steps | None:
        steps = ended_steps(node, self.users.__contains__, self.makers)
        if steps is None or (steps.trips == ENDLESS and not self.again):
            return None
        return None if self.masks.intersection(node.results) else steps
