"""The passes: each a function from a graph to a graph that means the same, in a file of its own."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from dslc.ir.collection import paused_collection
from dslc.ir.graph import Graph
from dslc.ir.rebuild import rebuild_callees
from dslc.ir.remarks import remarks_of
from dslc.ir.verify import Derived, verify

from .apply_checks import apply_checks
from .associate_products import associate_products
from .bypass_regions import bypass_regions
from .choose_layouts import choose_layouts
from .fold_batch_norm import fold_batch_norm
from .fold_constants import fold_constants
from .fuse_loops import fuse_loops
from .hoist_invariants import hoist_invariants
from .inline_calls import inline_calls
from .order_for_memory import order_for_memory
from .order_products import order_products
from .prune_dead_nodes import prune_dead_nodes
from .relax import relax
from .select_branches import select_branches
from .share_equal_nodes import share_equal_nodes
from .simplify import simplify
from .take_branches import take_branches
from .unroll_loops import unroll_loops

Pass: TypeAlias = Callable[[Graph], Graph]

PIPELINE: tuple[Pass, ...] = (
    inline_calls,
    unroll_loops,
    bypass_regions,
    apply_checks,
    fold_constants,
    take_branches,
    select_branches,
    simplify,
    order_products,
    choose_layouts,
    fuse_loops,
    share_equal_nodes,
    prune_dead_nodes,
    hoist_invariants,
    order_for_memory,
)
"""In the order in which they run."""

_RELAXED: dict[Pass, Pass] = {simplify: relax, order_products: associate_products}

FAST_MATH: tuple[Pass, ...] = (
    *PIPELINE[:6],
    fold_batch_norm,
    *(_RELAXED.get(each, each) for each in PIPELINE[6:]),
)
"""The same with the inexact rules."""


def run_pass(one_pass: Pass, graph: Graph, derived: Derived | None = None) -> Graph:
    """The graph after a pass, which runs on the graphs it calls too; checked where it is new.

    Args:
        one_pass: the pass.
        graph: a legal graph.
        derived: what `verify` knows of the graph, and keeps.

    Raises:
        CompilerBug: what it made is not legal.
    """

    def told(graph: Graph) -> Graph:
        with remarks_of(one_pass.__name__, graph.name):
            return one_pass(graph)

    with paused_collection():
        after = told(rebuild_callees(graph, told))
        return after if after is graph else verify(after, derived)


Watch: TypeAlias = Callable[[str, Graph], object]


def optimize(
    graph: Graph, watch: Watch = lambda name, graph: None, *, fast_math: bool = False
) -> Graph:
    """The graph after every pass, which is legal before and after each.

    Args:
        graph: a legal graph.
        watch: is told the name of each pass and what it made.
        fast_math: whether results may differ in the last place, and for NaN, infinities and -0.0.

    Raises:
        CompilerBug: a graph is not legal.
    """
    derived: Derived = {}
    verify(graph, derived)
    for one_pass in FAST_MATH if fast_math else PIPELINE:
        graph = run_pass(one_pass, graph, derived)
        watch(one_pass.__name__, graph)
    return graph
