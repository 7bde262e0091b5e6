"""A graph as one compiled C++ function."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from dslc.ir.cxx.cache import library
from dslc.ir.cxx.toolchain import find_compiler
from dslc.ir.execution import check_requires
from dslc.ir.graph import Graph
from dslc.ir.memory import Memory

from .failures import exception
from .handed import handler
from .load import load
from .memory import Plans, Pool
from .print_kernel import Kernel, print_kernel
from .print_regions import free_symbols
from .recipe import RECIPE


class Native:
    """A graph as a compiled kernel, which is printed where none is given.

    Attributes:
        memory: of the last call that gave results.
    """

    def __init__(self, graph: Graph, kernel: Kernel | None = None) -> None:
        kernel = kernel or print_kernel(graph)
        self.memory: Memory | None = None
        self._graph = graph
        self._points = kernel.points
        self._entry = load(library(kernel.text, find_compiler(), RECIPE), handler(kernel.handed))
        self._symbols = free_symbols(graph)
        self._plans = Plans(kernel.plan)
        self._pool = Pool()

    def __call__(self, arguments: Sequence[Any], sizes: Mapping[str, int]) -> list[Any]:
        """Run the kernel."""
        check_requires(self._graph, sizes)
        symbols = [sizes[symbol] for symbol in self._symbols]
        plan = self._plans.at(sizes)
        piece = self._pool.take(plan.size)
        outcome = self._entry(
            *arguments, *symbols, plan.address, plan.size, piece.address, piece.size
        )
        if isinstance(outcome, tuple):
            self._pool.give_back(piece, 0)
            raise exception(outcome, self._points)
        results: list[Any]
        *results, arena, live = outcome
        self._pool.give_back(piece, arena)
        self.memory = Memory(arena, live)
        return results
