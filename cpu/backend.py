"""The CPU backend: a graph as one compiled C++ function."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from dslc.ir.backend import Executable
from dslc.ir.execution import check_requires
from dslc.ir.graph import Graph

from .cache import library
from .failures import exception
from .load import load
from .print_kernel import print_kernel
from .print_regions import free_symbols
from .showing import shower
from .toolchain import find_compiler


class Cpu:
    """Native code by the machine's C++ compiler."""

    name = "cpu"

    def compile(self, graph: Graph) -> Executable:
        """Make a graph callable.

        Raises:
            Unsupported: where there is no compiler, or the graph needs what kernels do not have.
        """
        kernel = print_kernel(graph)
        entry = load(library(kernel.text, find_compiler()), shower(kernel.prints))
        symbols = free_symbols(graph)

        def run(arguments: Sequence[Any], sizes: Mapping[str, int]) -> list[Any]:
            check_requires(graph, sizes)
            outcome = entry(*arguments, *[sizes[symbol] for symbol in symbols])
            if isinstance(outcome, tuple):
                raise exception(outcome, kernel.points)
            results: list[Any] = outcome
            return results

        return run
