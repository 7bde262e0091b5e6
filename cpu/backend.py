"""The CPU backend: a graph as one compiled C++ function."""

from __future__ import annotations

from dslc.ir.backend import Executable
from dslc.ir.graph import Graph

from .apart import Apart, fusion_apart
from .native import Native


class Cpu:
    """Native code by the machine's C++ compiler."""

    name = "cpu"

    def compile(self, graph: Graph) -> Executable:
        """Make a graph callable.

        Raises:
            Unsupported: where there is no compiler, or the graph needs what kernels do not have.
        """
        fusion = fusion_apart()
        return Native(graph) if fusion is None else Apart(graph, fusion)
