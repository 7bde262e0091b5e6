"""Specialize: symbols become numbers, or multiples of a number, in the graph and what it calls.

Before:

    y = g.reshape(x, (n, 4))                                      # f32[n, 4]

After, where `n` is 32:

    y = g.reshape(x, (32, 4))                                     # f32[32, 4]

After, where `n` is a multiple of 8:

    y = g.reshape(x, (8*n_by_8, 4))                               # f32[8*n_by_8, 4]

It is no part of the pipeline: a version of a graph is made on request, beside the graph for every
size, and runs only at the sizes that it is for.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from dslc.ir.dims import Dim, Size, common_factor, exact_div, interval, symbol, symbol_dims
from dslc.ir.graph import Graph
from dslc.ir.substitution import Impossible, Sizes, Substitution
from dslc.ir.verify import illegality


class NotSpecialized(Exception):
    """There is no version of a graph for these sizes; the text says why."""


@dataclass(frozen=True, slots=True)
class Specialized:
    """A version of a graph.

    Attributes:
        graph: the graph for some sizes, with what it still assumes of the others.
        dims: each symbol of the general graph in terms of this one's.
    """

    graph: Graph
    dims: Mapping[str, Size]
    _parts: tuple[tuple[str, str, int], ...] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        parts = (
            (str(dim), name, common_factor(size))
            for name, size in self.dims.items()
            for dim in symbol_dims(size)
        )
        object.__setattr__(self, "_parts", tuple(parts))

    def sizes(self, sizes: Mapping[str, int]) -> dict[str, int]:
        """The numbers of this graph's symbols, from those of the general graph's."""
        return {new: sizes[name] // factor for new, name, factor in self._parts}


def specialize(
    graph: Graph, sizes: Mapping[str, int] | None = None, multiples: Mapping[str, int] | None = None
) -> Specialized:
    """A version of a graph, and of those that it calls with these sizes.

    Args:
        graph: a legal graph.
        sizes: the number of a symbol, by its name.
        multiples: a number of at least 2 that the symbol of this name is a multiple of.

    Raises:
        NotSpecialized: where the graph, at these sizes, is refused at every call, or by a rule.
    """
    try:
        made = _Specializing().graph(graph, sizes or {}, multiples or {})
    except Impossible as reason:
        raise NotSpecialized(str(reason)) from None
    wrong = illegality(made.graph)
    if wrong is not None:
        raise NotSpecialized(f"{wrong.reason}, in `{wrong.place.text}`")
    return made


_DEEPEST = 50
"""Calls inside each other; deeper ones stay as they are."""


class _Specializing:
    """Makes each version of a graph once."""

    def __init__(self) -> None:
        self._made: dict[object, Specialized] = {}
        self._depth = 0

    def graph(
        self, graph: Graph, sizes: Mapping[str, int], multiples: Mapping[str, int]
    ) -> Specialized:
        key = id(graph), tuple(sizes.items()), tuple(multiples.items())
        if key not in self._made:
            self._depth += 1
            self._made[key] = self._make(graph, sizes, multiples)
            self._depth -= 1
        return self._made[key]

    def _make(
        self, graph: Graph, sizes: Mapping[str, int], multiples: Mapping[str, int]
    ) -> Specialized:
        dims: dict[str, Size] = dict(sizes)
        taken = names_of(graph)
        for name, factor in multiples.items():
            dims[name] = factor * _quotient(graph.symbols[name], factor, taken)
        walk = Substitution(dims, self._callee)
        body = walk.region(graph.body)
        found = (walk.require(require) for require in graph.requires)
        requires = [require for require in found if require is not None]
        every = {name: dims.get(name, dim) for name, dim in graph.symbols.items()}
        symbols_left = {str(d): d for size in every.values() for d in symbol_dims(size)}
        return Specialized(
            replace(graph, body=body, symbols=symbols_left, requires=requires), every
        )

    def _callee(self, callee: Graph, before: Sizes, after: Sizes) -> tuple[Graph, dict[str, Size]]:
        changed = {n: size for n, size in after.items() if size != before[n]}
        numbers = {n: size for n, size in changed.items() if isinstance(size, int)}
        integers = {str(p.dim) for p in callee.parameters if p.dim is not None}
        factors = {
            n: common_factor(size)
            for n, size in changed.items()
            if isinstance(size, Dim) and common_factor(size) > 1 and n not in integers
        }
        if self._depth > _DEEPEST or not (numbers or factors):
            return callee, dict(after)
        made = self.graph(callee, numbers, factors)
        bound: dict[str, Size] = {n: after[n] for n in made.graph.symbols if n in after}
        for name, factor in factors.items():
            quotient = exact_div(after[name], factor)
            assert quotient is not None
            bound[str(exact_div(made.dims[name], factor))] = quotient
        return made.graph, bound


def _quotient(dim: Dim, factor: int, taken: set[str]) -> Dim:
    """A new symbol for a dim divided by a number."""
    name = wish = f"{dim}_by_{factor}"
    number = 2
    while name in taken:
        name, number = f"{wish}_{number}", number + 1
    taken.add(name)
    low, high = interval(dim)
    return symbol(
        name, None if low is None else -(-low // factor), None if high is None else high // factor
    )


def names_of(graph: Graph) -> set[str]:
    """The names of all symbols that a graph binds."""
    values = [*graph.parameters]
    for node in graph.walk():
        values += node.results
        for region in node.regions:
            values += region.parameters
    return {*graph.symbols, *(str(value.dim) for value in values if value.dim is not None)}
