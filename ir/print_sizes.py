"""Dims in printed text, spelled by the values that are in scope: `n` as `x.shape[0]`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from .dims import Dim, Size, substitute, symbol_dims, symbols
from .graph import Graph, Node, Operand, Region, Value
from .structure import hidden_parameters, shown_parameters
from .types import shape_of

Part: TypeAlias = "str | Value"
"""A piece of text, or a value whose name stands there."""

_WORD = re.compile(r"[^\W\d]\w*")


@dataclass(frozen=True, slots=True)
class Spelling:
    """An expression; `atomic` when it needs no parentheses inside another."""

    parts: tuple[Part, ...]
    atomic: bool = True


class Spellings:
    """How each symbol that is in scope is written, by its name."""

    def __init__(self, graph: Graph) -> None:
        self._of: dict[str, Spelling] = {}
        self._near: tuple[Value, ...] = ()
        for value in graph.parameters:
            if value.dim is not None:
                self._of[str(value.dim)] = Spelling((value,))
        for size, axis in _axes(graph.parameters):
            if isinstance(size, Dim) and _is_symbol(size):
                self._of.setdefault(str(size), axis)
        self._solve(list(_axes(graph.parameters)))

    def enter(self, node: Node, region: Region) -> None:
        """Spell the symbols that the region of a node binds."""
        self.bind(hidden_parameters(node, region), shown_parameters(node, region))

    def bind(self, hidden: Sequence[Value], shown: Sequence[Value]) -> None:
        """Spell symbols of hidden values by axes of shown ones, those of shown values by name."""
        axes: dict[str, Spelling] = {}
        for size, axis in _axes(shown):
            axes.setdefault(str(size), axis)
        for value in hidden:
            self._of[str(value.dim)] = axes.get(str(value.dim)) or Spelling((str(value.dim),))
        for value in shown:
            if value.dim is not None:
                self._of[str(value.dim)] = Spelling((value,))

    def prefer(self, operands: Iterable[Operand]) -> None:
        """From now on spell by the axes of these operands what has no name of its own.

        What a node reads anyway has a name where the node stands; other values may have none left.
        """
        self._near = tuple(operand for operand in operands if isinstance(operand, Value))

    def parts(self, size: Size) -> tuple[Part, ...]:
        """The text of a size; a symbol that nothing spells stands by its own name."""
        text = str(size)
        parts: list[Part] = []
        end = 0
        for word in _WORD.finditer(text):
            parts.append(text[end : word.start()])
            parts += self._word(word.group(), text, word.end())
            end = word.end()
        parts.append(text[end:])
        return tuple(part for part in parts if part != "")

    def _word(self, word: str, text: str, end: int) -> tuple[Part, ...]:
        if text.startswith("(", end):
            return (f"g.dim_{word}",)  # min or max
        spelling = self._nearby(word) or self._of.get(word)
        if spelling is None:
            return (word,)
        if spelling.atomic or text == word:
            return spelling.parts
        return ("(", *spelling.parts, ")")

    def _nearby(self, name: str) -> Spelling | None:
        spelling = self._of.get(name)
        if spelling is not None and len(spelling.parts) == 1:
            return None  # the name of an integer
        sole = (axis for axis in _axes(self._near) if symbols(axis[0]) == (name,))
        return next(filter(None, (self._solved(*axis, name) for axis in sole)), None)

    def _solve(self, axes: list[tuple[Size, Spelling]]) -> None:
        """Spell what stands only in expressions, as `n` does in `Tensor[f32, 2*n]`."""
        progress = True
        while progress:
            progress = False
            for size, axis in axes:
                free = [name for name in symbols(size) if name not in self._of]
                solved = self._solved(size, axis, free[0]) if len(free) == 1 else None
                if solved is not None:
                    self._of[free[0]] = solved
                    progress = True

    def _solved(self, size: Size, axis: Spelling, name: str) -> Spelling | None:
        offset = substitute(size, {name: 0})
        slope = substitute(size, {name: 1}) - offset
        (dim,) = (each for each in symbol_dims(size) if str(each) == name)
        if not isinstance(slope, int) or not slope or name in symbols(size - slope * dim):
            return None
        parts = axis.parts
        if isinstance(offset, Dim):
            parts = (*parts, " - (", *self.parts(offset), ")")
        elif offset:
            parts = (*parts, f" - {offset}" if offset > 0 else f" + {-offset}")
        if slope != 1:
            parts = (*(("(", *parts, ")") if offset != 0 else parts), f" // {slope}")
        return Spelling(parts, atomic=parts is axis.parts)


def _axes(values: Sequence[Value]) -> Iterator[tuple[Size, Spelling]]:
    for value in values:
        for axis, size in enumerate(shape_of(value.type)):
            yield size, Spelling((value, f".shape[{axis}]"))


def _is_symbol(size: Dim) -> bool:
    return symbols(size) == (str(size),)


def values_of(parts: Sequence[Part]) -> Iterator[Value]:
    """The values whose names stand in a spelling."""
    return (part for part in parts if isinstance(part, Value))


def spelled(parts: Sequence[Part], name_of: Callable[[Value], str]) -> str:
    """The text of a spelling."""
    return "".join(part if isinstance(part, str) else name_of(part) for part in parts)
