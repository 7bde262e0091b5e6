"""The passes: each a function from a graph to a graph that means the same, in a file of its own."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from dslc.ir.graph import Graph
from dslc.ir.rebuild import rebuild_callees
from dslc.ir.verify import verify

from .fold_constants import fold_constants
from .prune_dead_nodes import prune_dead_nodes
from .take_branches import take_branches

Pass: TypeAlias = Callable[[Graph], Graph]

PIPELINE: tuple[Pass, ...] = (fold_constants, take_branches, prune_dead_nodes)
"""In the order in which they run."""


def run_pass(one_pass: Pass, graph: Graph) -> Graph:
    """The graph after a pass, which runs on the graphs it calls too."""
    return verify(one_pass(rebuild_callees(graph, one_pass)))


Watch: TypeAlias = Callable[[str, Graph], object]


def optimize(graph: Graph, watch: Watch = lambda name, graph: None) -> Graph:
    """The graph after every pass, which is legal before and after each.

    `watch` is told the name of each pass and what it made.

    Raises:
        CompilerBug: a graph is not legal.
    """
    verify(graph)
    for one_pass in PIPELINE:
        graph = run_pass(one_pass, graph)
        watch(one_pass.__name__, graph)
    return graph
