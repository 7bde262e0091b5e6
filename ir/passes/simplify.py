"""Simplify: the exact rewrite rules (`ir/rules`), until none applies.

Before:

    turned = g.transpose(x, axes=(1, 0))                          # f32[m, n]
    back = g.transpose(turned, axes=(1, 0))                       # f32[n, m]
    y = g.multiply(back, 1)                                       # f32[n, m]
    z = g.negative(y)                                             # f32[n, m]

After:

    turned = g.transpose(x, axes=(1, 0))                          # f32[m, n]
    z = g.negative(x)                                             # f32[n, m]

What nobody reads any more is left for `prune_dead_nodes`.
"""

from __future__ import annotations

from dslc.ir.graph import Graph
from dslc.ir.rewrite import rewrite


def simplify(graph: Graph) -> Graph:
    """The graph without what changes no bit of any result."""
    # Loaded here: who only looks at graphs needs no rules.
    from dslc.ir.rules import EXACT

    return rewrite(graph, EXACT)
