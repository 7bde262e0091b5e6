"""A graph as one compiled C++ function."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from dslc.ir.cxx.cache import library
from dslc.ir.cxx.toolchain import find_compiler
from dslc.ir.execution import check_requires
from dslc.ir.graph import Graph
from dslc.ir.memory import Memory

from . import load
from .failures import FailurePoint, exception
from .handed import handler
from .memory import Advice, Plans
from .print_kernel import Kernel, print_kernel
from .print_regions import free_symbols
from .recipe import RECIPE


class Native:
    """A graph as a compiled kernel, which is printed where none is given."""

    def __init__(self, graph: Graph, kernel: Kernel | None = None) -> None:
        kernel = kernel or print_kernel(graph)
        compiler = find_compiler()
        at = library(kernel.text, compiler, RECIPE)
        raises = partial(_raise, kernel.points)
        self._graph = graph
        self._kernel = load.load(at, compiler, graph, handler(kernel.handed), raises)
        self._symbols = free_symbols(graph)
        self._plans = Plans(kernel.plan)
        self._relied_on = {*self._symbols, *kernel.plan.symbols}
        for require in graph.requires:
            self._relied_on |= {*require.comparison.symbols()}

    @property
    def memory(self) -> Memory | None:
        """Of the last call that gave results."""
        arena, live = self._kernel.memory()
        return None if arena < 0 else Memory(arena, live)

    def __call__(self, arguments: Sequence[Any], sizes: Mapping[str, int]) -> list[Any]:
        """Run the kernel."""
        check_requires(self._graph, sizes)
        numbers = tuple([sizes[symbol] for symbol in self._symbols])
        plan = self._plans.at(sizes)
        return self._kernel.run(tuple(arguments), numbers, plan.address, plan.size)

    def prepared(self, sizes: Mapping[str, int]) -> Prepared:
        """What calls of these sizes, which the graph takes, are run with."""
        numbers = tuple([sizes[symbol] for symbol in self._symbols])
        return Prepared(self._kernel, numbers, self._plans.at(sizes), frozenset(self._relied_on))


class Prepared(NamedTuple):
    """A kernel, and what it takes besides the arguments.

    Attributes:
        relied_on: the symbols whose numbers all of this depends on.
    """

    kernel: load.Kernel
    sizes: tuple[int, ...]
    plan: Advice
    relied_on: frozenset[str]


def _raise(points: Sequence[FailurePoint], report: Sequence[int]) -> None:
    raise exception(report, points)
