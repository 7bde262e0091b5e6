"""Compiled kernels that are found again by what their graphs are made of, without a graph.

A record is of one graph and some sizes, which the graph was found to take: it says what calls need
(`Needs`), and where arrays lie then.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from itertools import count
from typing import Any

from dslc.ir.cxx.cache import find, hash_of, key, machine
from dslc.ir.cxx.records import Origin, recall, remember
from dslc.ir.cxx.toolchain import find_compiler
from dslc.ir.diagnostics import CompilerBug
from dslc.ir.graph import Graph

from .memory import Advice
from .native import Native, Source, Told
from .needs import Needs
from .recipe import RECIPE

MOST_KEPT = 16
"""The sizes of one graph that a process keeps."""


def compiled(graph: Graph, origin: Origin | None = None) -> Native:
    """A graph compiled, and kept for `recalled` where its origin is known.

    A kernel that hands nodes to Python is not kept, since its calls need the graph.

    Raises:
        Unsupported: where there is no compiler, or the graph needs what kernels do not have.
    """
    from .print_kernel import print_kernel

    kernel = print_kernel(graph)
    told = None if origin is None or kernel.handed else _keeping(origin)
    return Native.of(graph, kernel, told)


def recalled(origin: Origin, make: Callable[[], Graph], sizes: Mapping[str, int]) -> Native | None:
    """The kernel of a graph; None where no process has kept it for calls of these sizes.

    Args:
        origin: of the graph.
        make: makes the graph.
        sizes: of all its symbols.
    """
    data = recall(_name(origin, sizes))
    if data is None:
        return None
    needs = _read(data["needs"])
    at = find(needs.library)
    if at is None:
        return None
    taken = tuple([sizes[symbol] for symbol in needs.relied_on])
    plan = Advice.of(data["starts"], data["size"])
    source = partial(_source, make, needs.library)
    return Native(needs, at, source, {taken: plan}, _keeping(origin))


def _keeping(origin: Origin) -> Told:
    """Keeps sizes that a graph takes, for `recalled` to find."""
    numbers = count(1)

    def keep(needs: Needs, sizes: Mapping[str, int], plan: Advice) -> None:
        if next(numbers) <= MOST_KEPT:
            starts = [int(each) for each in plan.owner]
            data = {"needs": needs, "starts": starts, "size": plan.size}
            remember(_name(origin, sizes), origin.title, data)

    return keep


def _name(origin: Origin, sizes: Mapping[str, int]) -> str:
    """What a record is found by: all that decides which library there is, and the sizes."""
    at = machine(find_compiler(), RECIPE)
    return hash_of(["kernel", origin.key, *at, *map(repr, sorted(sizes.items()))])


def _source(make: Callable[[], Graph], library: str) -> Source:
    """A graph and its kernel, which has to be the one that was found.

    Raises:
        CompilerBug: where it is another one.
    """
    from .print_kernel import print_kernel

    graph = make()
    kernel = print_kernel(graph)
    if key(kernel.text, find_compiler(), RECIPE) != library:
        raise CompilerBug(f"the cache has another kernel for `{graph.name}`", "dslc cache clear")
    return Source(graph, kernel)


def _read(data: Any) -> Needs:
    library, parameters, results, symbols, relied_on = data
    return Needs(
        library,
        tuple((code, rank) for code, rank in parameters),
        tuple((code, rank, kind) for code, rank, kind in results),
        tuple(symbols),
        tuple(relied_on),
    )
