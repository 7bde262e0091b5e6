"""The CPU backend: a graph as one compiled C++ function."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping

from dslc.ir.backend import Executable
from dslc.ir.cxx.records import Origin
from dslc.ir.graph import Graph

from .recall import compiled, recalled

VARIABLE = "DSLC_EXECUTE"
"""How a graph is run, if not as a whole."""


class Cpu:
    """Native code by the machine's C++ compiler."""

    name = "cpu"

    def compile(self, graph: Graph, origin: Origin | None = None) -> Executable:
        """Make a graph callable.

        Args:
            graph: a verified graph.
            origin: of the graph, where it is known; then later processes `recall` the kernel.

        Raises:
            Unsupported: where there is no compiler, or the graph needs what kernels do not have.
        """
        if os.environ.get(VARIABLE):
            from .apart import Apart, fusion_apart

            fusion = fusion_apart()
            if fusion is not None:
                return Apart(graph, fusion)
        return compiled(graph, origin)

    def recall(
        self, origin: Origin, make: Callable[[], Graph], sizes: Mapping[str, int]
    ) -> Executable | None:
        """A graph that some process compiled and called with these sizes; None for none.

        `make` makes the graph, which few calls need.

        Raises:
            Unsupported: where there is no compiler.
        """
        return None if os.environ.get(VARIABLE) else recalled(origin, make, sizes)
