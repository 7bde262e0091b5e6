"""A graph in pieces, each of them native code of its own: what `DSLC_EXECUTE` asks for.

Where the whole graph gives something else than its nests one by one, the fault is in what is
between them; where these give something else than the nodes one by one, it is in fusion.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from dslc.ir.diagnostics import Diagnostic, DslError
from dslc.ir.dims import Dim, symbol_dims
from dslc.ir.evaluate import Interpreter
from dslc.ir.execution import check_requires
from dslc.ir.graph import Graph, Node, Operand, Region, Value, type_of, values_in
from dslc.ir.nests.language import Nest
from dslc.ir.op import Effects
from dslc.ir.passes import Pass
from dslc.ir.passes.fuse import fuse, nest_each_node
from dslc.ir.types import TensorType
from dslc.ir.verify_types import sizes_in

from .backend import VARIABLE
from .native import Native
from .print_kernel import in_nests, print_nests

_FUSIONS: dict[str, Pass | None] = {"graph": None, "group": fuse, "op": nest_each_node}
"""What makes the pieces: of one node each, or of those that are fused; None for one piece."""


def fusion_apart() -> Pass | None:
    """What makes the pieces that the environment asks for; None where a graph stays whole.

    Raises:
        DslError: `execution-unknown`.
    """
    name = os.environ.get(VARIABLE) or "graph"
    if name not in _FUSIONS:
        message = f"{VARIABLE} is `{name}`, which is no way to run a graph"
        help_text = f"write one of {', '.join(_FUSIONS)}"
        raise DslError(Diagnostic("execution-unknown", message, help=help_text))
    return _FUSIONS[name]


class Apart:
    """A graph whose nodes run one by one, as kernels that are compiled when they first run."""

    memory = None

    def __init__(self, graph: Graph, fusion: Pass) -> None:
        self._graph = in_nests(graph, fusion)
        self._kernels: dict[Node, Native] = {}

    def __call__(self, arguments: Sequence[Any], sizes: Mapping[str, int]) -> list[Any]:
        """Run all nodes."""
        graph = self._graph
        check_requires(graph, sizes)
        with np.errstate(all="ignore"):
            return _Run(graph, sizes, self._kernels).region(
                graph.body, list(arguments), graph.place
            )


class _Run(Interpreter):
    """Runs nodes without effects as kernels; what fails, shows or writes is NumPy's."""

    def __init__(
        self, graph: Graph, sizes: Mapping[str, int], kernels: dict[Node, Native], depth: int = 0
    ) -> None:
        super().__init__(graph, sizes, depth, None)
        self._kernels = kernels

    def primitive(self, node: Node, operands: list[Any]) -> list[Any]:
        if node.effects is not Effects.NONE or node.hidden or not _has_arrays(node):
            return super().primitive(node, operands)
        if node not in self._kernels:
            alone = _alone(node)
            self._kernels[node] = Native.of(alone, print_nests(alone))
        given = dict(zip(node.operands, operands, strict=True))
        operands.clear()
        found = self._kernels[node]([given[v] for v in _parameters(node)], self.sizes)
        # Rows are the nest's own.
        return [*found, *[None] * (len(node.results) - len(found))]

    def inner(self, callee: Graph, sizes: Mapping[str, int]) -> Interpreter:
        return _Run(callee, sizes, self._kernels, self.depth + 1)


def _has_arrays(node: Node) -> bool:
    return any(isinstance(type_of(each), TensorType) for each in (*node.operands, *node.results))


def _parameters(node: Node) -> list[Value]:
    return list(dict.fromkeys(values_in(node.operands)))


def _alone(node: Node) -> Graph:
    """A graph of one node."""
    nest = node.attributes.get("nest")
    shown = len(nest.results) if isinstance(nest, Nest) else len(node.results)
    body = Region(_parameters(node), [node], node.results[:shown])
    symbols = {str(dim): dim for dim in _symbols(node)}
    return Graph(node.op.name, body, symbols, [], node.place.file)


def _symbols(node: Node) -> Iterator[Dim]:
    """The symbols of sizes that a node needs."""
    for each in (*node.operands, *node.results):
        type_ = type_of(each)
        for size in type_.shape if isinstance(type_, TensorType) else ():
            yield from symbol_dims(size)
        yield from _of_operand(each)
    for value in node.attributes.values():
        for size in sizes_in(value):
            yield from symbol_dims(size)


def _of_operand(operand: Operand) -> Iterator[Dim]:
    if isinstance(operand, Dim):
        yield from symbol_dims(operand)
