"""Fold batch norm: a convolution scales and shifts its channels itself, under `--fast-math`.

Before:

    y = g.conv2d(x, kernel)                                       # f32[n, 8, h - 2, w - 2]
    z = g.batch_norm(y, mean, variance)                           # f32[n, 8, h - 2, w - 2]

After:

    add = g.add(variance, 1e-05)                                  # f32[8]
    sqrt = g.sqrt(add)                                            # f32[8]
    scale = g.divide(1.0, sqrt)                                   # f32[8]
    negative = g.negative(mean)                                   # f32[8]
    bias = g.multiply(negative, scale)                            # f32[8]
    index = g.index(scale, g.s_[:, None, None, None])             # f32[8, 1, 1, 1]
    scaled = g.multiply(kernel, index)                            # f32[8, 4, 3, 3]
    z = g.conv2d(x, scaled, bias)                                 # f32[n, 8, h - 2, w - 2]

Kernels are small beside images. What else is read of the convolution keeps it as it is. After Jacob
et al., 2018, "Quantization and training of neural networks for efficient integer-arithmetic-only
inference", section 3.2.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import numpy as np

from dslc.ir.dtypes import BY_NAME
from dslc.ir.expansion import Sketch
from dslc.ir.graph import Graph, Node, Operand, Region, Value, type_of, values_in
from dslc.ir.op import RuleError
from dslc.ir.path_facts import checked_at_call
from dslc.ir.rebuild import Instead, rebuild
from dslc.ir.remarks import remark
from dslc.ir.traced import Traced, untraced
from dslc.ir.types import default_dtype
from dslc.ir.verify_types import dims_of

CONVOLUTIONS = ("conv1d", "conv2d", "conv3d")
DTYPES = (BY_NAME["f32"], BY_NAME["f64"])


def fold_batch_norm(graph: Graph) -> Graph:
    """The graph with the batch norms behind convolutions in these."""
    if not any(node.op.name == "batch_norm" for node in graph.walk()):
        return graph
    return rebuild(graph, _Folding(graph).node)


class _Folding:
    """One walk over a graph."""

    def __init__(self, graph: Graph) -> None:
        self._facts = checked_at_call(graph)
        self._uses = Counter(_read(graph.body))
        self._made: dict[Value, Node] = {}
        self._taken = {*graph.symbols, *dims_of([v for n in graph.walk() for v in n.results])}

    def node(self, node: Node) -> Node | Instead:
        """A node, or the convolution that does what a batch norm does."""
        self._made.update(dict.fromkeys(node.results, node))
        if node.op.name != "batch_norm" or node.attributes["axis"] != 1:
            return node
        given = node.operands[0]
        conv = self._made.get(given) if isinstance(given, Value) else None
        if conv is None or conv.op.name not in CONVOLUTIONS or self._uses[conv.results[0]] != 1:
            return node
        found = self._folded(node, conv)
        if found is None:
            return node
        remark(f"`batch_norm` is in the kernel and the bias of `{conv.op.name}`", node.place)
        return found

    def _folded(self, node: Node, conv: Node) -> Instead | None:
        operands = (*conv.operands, *node.operands)
        dtypes = {default_dtype(type_of(each)) for each in operands}
        if len(dtypes) > 1 or not dtypes <= {*DTYPES}:
            return None
        sketch = Sketch(self._facts, replace(node.place, line=0), self._taken)
        with sketch.open():
            try:
                result = _convolution(conv, node)
            except RuleError:
                return None
        made = untraced(result)
        nodes = sketch.graph.body.nodes
        same = isinstance(made, Value) and made.type == node.results[0].type
        if not same or any(new.effects or new.hidden for new in nodes):
            return None
        for new in nodes[:-1]:
            new.results[-1].hint = f"{node.op.name}_{new.op.name}"
        return Instead([*nodes[:-1], replace(nodes[-1], place=node.place)], (made,))


def _convolution(conv: Node, norm: Node) -> Any:
    x, kernel, bias = conv.op.spread(list(map(Traced, conv.operands)), conv.attributes)
    given = norm.op.spread(list(map(Traced, norm.operands)), norm.attributes)
    _, mean, variance, weight, shift = given
    scale = 1.0 / np.sqrt(variance + norm.attributes["eps"])
    if weight is not None:
        scale = scale * weight
    offset = -mean if bias is None else bias - mean
    offset = offset * scale
    if shift is not None:
        offset = offset + shift
    scaled = kernel * scale[(slice(None), *(None,) * (kernel.ndim - 1))]
    attributes = conv.op.without_absent(conv.attributes)
    return conv.op(x, scaled, offset, **attributes)


def _read(region: Region) -> list[Operand]:
    """All that is read in a region, as often as it is."""
    found: list[Operand] = [*values_in(region.results)]
    for node in region.nodes:
        found += values_in(node.operands)
        for inner in node.regions:
            found += _read(inner)
    return found
