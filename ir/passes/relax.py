"""Relax: the inexact rewrite rules too (`ir/rules/fast_math.py`), under `--fast-math`.

Before:

    y_add = g.add(x, 0)                                           # f32[n]
    y_div = g.divide(y_add, 3.0)                                  # f32[n]
    y = g.multiply(y_div, 3.0)                                    # f32[n]

After:

    y_div = g.multiply(x, 0.3333333333333333)                     # f32[n]
    y = g.multiply(y_div, 3.0)                                    # f32[n]

It is no part of the pipeline by default.
"""

from __future__ import annotations

from dslc.ir.graph import Graph
from dslc.ir.rewrite import rewrite


def relax(graph: Graph) -> Graph:
    """The graph with what is the same for real numbers, and nearly so for floats."""
    from dslc.ir.rules import EXACT, INEXACT

    return rewrite(graph, (*EXACT, *INEXACT))
