"""Names in printed text, by Python's scoping: a region is a nested function.

Inside one function a name is captured or bound, never both; it may be bound again once nobody
reads the value that had it.
"""

from __future__ import annotations

import builtins
import keyword
import math
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import count

from .dims import Dim
from .dtypes import BY_NAME
from .graph import Graph, Node, Operand, Region, Value
from .print_sizes import Spellings, values_of
from .structure import (
    STRUCTURED,
    carried_operands,
    hidden_results,
    leading_operands,
    shown_region_results,
    shown_results,
)

ANNOTATIONS = ("InOut", "Scalar", "Tensor")

RESERVED = frozenset(("g", "dslc", *ANNOTATIONS, *BY_NAME, *keyword.kwlist))
BUILTINS = frozenset(name for name in dir(builtins) if not name.startswith("_"))
USED_BUILTINS = frozenset(("bool", "complex", "float", "int"))
"""What printed text itself calls."""


def identifier(text: str) -> str:
    """A Python identifier as close to `text` as can be."""
    name = re.sub(r"\W", "_", text) or "value"
    if keyword.iskeyword(name):
        return f"{name}_"
    return f"_{name}" if name[0].isdigit() else name


def numbered(name: str, taken: Callable[[str], bool]) -> str:
    """`name`, or `name_2`, `name_3`, ... where it is taken."""
    if not taken(name):
        return name
    stem = re.sub(r"_\d+$", "", name)
    return next(each for each in (f"{stem}_{number}" for number in count(2)) if not taken(each))


def shown_operands(node: Node) -> tuple[Operand, ...]:
    """The operands that stand in a node's text."""
    return (*leading_operands(node), *carried_operands(node))


_PARTS = {"if": ("then", "else"), "while": ("test", "body"), "for": ("body",)}


def region_names(graph: Graph, taken: Iterable[str]) -> dict[Region, str]:
    """A function for each region: the one it was traced from, or like `if1_then`, `loop2_body`."""
    used = RESERVED | BUILTINS | set(taken)
    numbers = Counter[str]()
    names: dict[Region, str] = {}
    for node in graph.walk():
        own = [region.name for region in node.regions]
        while len(set(own)) < len(own) or not all(n.isidentifier() and n not in used for n in own):
            kind = "if" if node.op.name == "if" else "loop"
            numbers[kind] += 1
            own = [f"{kind}{numbers[kind]}_{part}" for part in _PARTS[node.op.name]]
        used |= set(own)
        names.update(zip(node.regions, own, strict=True))
    return names


def preferred_operands(node: Node) -> tuple[Operand, ...]:
    """The operands whose axes spell a node's dims; what a loop carries is no part of its range."""
    return () if node.regions else node.operands


class Scopes:
    """Which values the text of each region captures, and where each value is read last.

    A position is the number of a node in its region, -1 for the parameters; the results stand
    after the last node.
    """

    def __init__(self, graph: Graph) -> None:
        self.captured: dict[Region, tuple[Value, ...]] = {}
        self.last: dict[Value, int] = {}
        self._spellings = Spellings(graph)
        # A parameter that is updated stands in the text's last lines.
        self._scan(graph.body, (*graph.results, *(parameter for parameter, _ in graph.updated)))

    def is_read(self, value: Value) -> bool:
        """Whether the name of a value stands anywhere but where it is given."""
        return value in self.last

    def _scan(self, region: Region, results: Sequence[Operand]) -> None:
        own = set(region.parameters)
        captured: dict[Value, None] = {}

        def read(values: Iterable[Value], position: int) -> None:
            for value in values:
                if value in own:
                    self.last[value] = position
                else:
                    captured[value] = None

        for position, node in enumerate(region.nodes):
            read(self._read_by(node), position)
            for inner in node.regions:
                self._spellings.enter(node, inner)
                self._scan(inner, shown_region_results(node, inner))
                read(self.captured[inner], position)
            own.update(node.results)
            self._spellings.bind(hidden_results(node), shown_results(node))
        self._spellings.prefer(results)
        read(self._values_in(tuple(results)), len(region.nodes))
        self.captured[region] = tuple(captured)

    def _read_by(self, node: Node) -> Iterator[Value]:
        self._spellings.prefer(preferred_operands(node))
        yield from self._values_in(shown_operands(node))
        if node.op.name not in STRUCTURED:
            yield from self._values_in(tuple(node.attributes.values()))

    def _values_in(self, part: object) -> Iterator[Value]:
        if isinstance(part, tuple):
            for item in part:
                yield from self._values_in(item)
        elif isinstance(part, Dim):
            yield from values_of(self._spellings.parts(part))
        elif isinstance(part, Value):
            yield from (part,) if part.dim is None else self._values_in(part.dim)


class Names:
    """The names of one graph's values, given in the order of the text."""

    def __init__(self, scopes: Scopes, functions: Iterable[str]) -> None:
        self.of: dict[Value, str] = {}
        self._scopes = scopes
        self._reserved = RESERVED | USED_BUILTINS | frozenset(functions)

    def name_of(self, value: Value) -> str:
        """The name of a value; its hint where the graph never defines it."""
        return self.of.get(value) or identifier(value.hint)

    def function(self, region: Region) -> FunctionNames:
        """The names of the function that a region is in the text."""
        captured = (self.name_of(value) for value in self._scopes.captured[region])
        return FunctionNames(
            self, self._scopes.last, dict.fromkeys(captured, math.inf), self._reserved
        )


class FunctionNames:
    """The names that are in use in one function, each with the position of its last reading."""

    def __init__(
        self,
        names: Names,
        last: dict[Value, int],
        until: dict[str, float],
        reserved: frozenset[str],
    ) -> None:
        self._names = names
        self._last = last
        self._until = until
        self._reserved = reserved

    def parameters(self, values: Sequence[Value]) -> list[str]:
        """Name the parameters after their hints."""
        return self.results(values, [value.hint for value in values], -1)

    def results(self, values: Sequence[Value], wishes: Sequence[str], position: int) -> list[str]:
        """Name the results of the node at a position."""
        given: list[str] = []
        for value, wish in zip(values, wishes, strict=True):
            name = numbered(
                identifier(wish),
                lambda n: n in self._reserved or n in given or self._until.get(n, -2) > position,
            )
            given.append(name)
            self._names.of[value] = name
        for value, name in zip(values, given, strict=True):
            self._until[name] = max(self._last.get(value, position), position)
        return given
