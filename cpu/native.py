"""A graph as one compiled C++ function."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from dslc.ir.cxx.cache import library
from dslc.ir.cxx.toolchain import find_compiler
from dslc.ir.execution import check_requires
from dslc.ir.graph import Graph
from dslc.ir.memory import Memory

from . import load
from .failures import exception
from .handed import handler
from .memory import MOST_PLANS, Advice, Plans
from .needs import Needs
from .recipe import RECIPE

if TYPE_CHECKING:
    from .print_kernel import Kernel


class Source(NamedTuple):
    """What a compiled kernel is of."""

    graph: Graph
    kernel: Kernel


Told: TypeAlias = Callable[[Needs, Mapping[str, int], Advice], None]
"""Told of sizes that a graph takes, and where its arrays lie then."""


class Native:
    """A compiled kernel.

    Args:
        needs: what its calls need.
        at: its library.
        source: gives what it is of, for what calls seldom need: whether it takes sizes that were
            not taken before, and where its arrays lie then; nodes that Python runs; failures.
        taken: sizes that it takes, those of `needs.relied_on`, and where its arrays lie then.
        told: called with further ones.
    """

    def __init__(
        self,
        needs: Needs,
        at: Path,
        source: Callable[[], Source],
        taken: Mapping[tuple[int, ...], Advice] | None = None,
        told: Told | None = None,
    ) -> None:
        self._needs = needs
        self._asked = _Asked(source)
        self._taken = dict(taken or {})
        self._told = told
        parameters, results = needs.parameters, needs.results
        hand, raises = self._asked.run, self._asked.fail
        self._kernel = load.load(at, find_compiler(), parameters, results, hand, raises)

    @classmethod
    def of(cls, graph: Graph, kernel: Kernel | None = None, told: Told | None = None) -> Native:
        """A graph compiled; it is printed where no kernel is given."""
        from .print_kernel import print_kernel

        source = Source(graph, kernel or print_kernel(graph))
        at = library(source.kernel.text, find_compiler(), RECIPE)
        return cls(Needs.of(at.parent.name, *source), at, lambda: source, told=told)

    @property
    def memory(self) -> Memory | None:
        """Of the last call that gave results."""
        arena, live = self._kernel.memory()
        return None if arena < 0 else Memory(arena, live)

    def __call__(self, arguments: Sequence[Any], sizes: Mapping[str, int]) -> list[Any]:
        """Run the kernel."""
        plan = self._advice(sizes)
        numbers = tuple([sizes[symbol] for symbol in self._needs.symbols])
        return self._kernel.run(tuple(arguments), numbers, plan.address, plan.size)

    def prepared(self, sizes: Mapping[str, int]) -> Prepared:
        """What calls of these sizes, which the graph takes, are run with."""
        numbers = tuple([sizes[symbol] for symbol in self._needs.symbols])
        relied_on = frozenset(self._needs.relied_on)
        return Prepared(self._kernel, numbers, self._advice(sizes), relied_on)

    def _advice(self, sizes: Mapping[str, int]) -> Advice:
        """Where arrays lie for these sizes, which are checked when they come first.

        Raises:
            DslError: `shape-assumption` where the graph does not take them.
        """
        key = tuple([sizes[symbol] for symbol in self._needs.relied_on])
        found = self._taken.get(key)
        if found is None:
            check_requires(self._asked.source.graph, sizes)
            found = self._asked.plans.at(sizes)
            if len(self._taken) >= MOST_PLANS:
                self._taken.clear()
            self._taken[key] = found
            if self._told is not None:
                self._told(self._needs, sizes, found)
        return found


class Prepared(NamedTuple):
    """A kernel, and what it takes besides the arguments.

    Attributes:
        relied_on: the symbols whose numbers all of this depends on.
    """

    kernel: load.Kernel
    sizes: tuple[int, ...]
    plan: Advice
    relied_on: frozenset[str]


class _Asked:
    """What is asked of a kernel's source, which is made when it is first needed."""

    def __init__(self, make: Callable[[], Source]) -> None:
        self._make = make

    @cached_property
    def source(self) -> Source:
        return self._make()

    @cached_property
    def plans(self) -> Plans:
        return Plans(self.source.kernel.plan)

    @cached_property
    def _handler(self) -> Callable[..., tuple[Any, ...]]:
        return handler(self.source.kernel.handed)

    def run(self, number: int, *values: Any) -> tuple[Any, ...]:
        """Run a node that Python runs."""
        return self._handler(number, *values)

    def fail(self, report: Sequence[int]) -> None:
        """Raise what a kernel's failure is."""
        raise exception(report, self.source.kernel.points)
