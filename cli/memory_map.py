"""The arena of a native call over time: what `dslc show --as memory` draws."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from dslc.cpu.memory import AT_COMPILING, extent
from dslc.devices import memory_plan
from dslc.ir.execution import check_requires
from dslc.ir.graph import Graph
from dslc.ir.memory_plan import UNPLANNED, Array
from dslc.ir.value_names import wished_name

from . import given
from .arguments import DEFAULT_SIZE


class Column(NamedTuple):
    """A time: from `first` on until the next column, and the source line that begins then."""

    first: int
    line: int


@dataclass(frozen=True, slots=True)
class Lifetime:
    """An array that lies in the arena.

    Attributes:
        name: what the source calls it.
        statement: what makes it.
        line: where that stands.
        start: where it lies.
        end: where the next byte is.
        columns: the columns in which it is live.
        updates: the source lines that write to it in place.
        shared: whether it is there instead of an array of another branch.
    """

    name: str
    statement: str
    line: int
    start: int
    end: int
    columns: range
    updates: tuple[int, ...]
    shared: bool


@dataclass(frozen=True, slots=True)
class MemoryMap:
    """The arena over time.

    Attributes:
        function: whose it is.
        sizes: of the dims that it depends on.
        peak: the bytes of the arena.
        bound: the most bytes that are live at one time.
        columns: the times.
        arrays: what lies in it, by when it begins.
        unplanned: the names and lines of what finds its place at the run.
    """

    function: str
    sizes: Mapping[str, int]
    peak: int
    bound: int
    columns: Sequence[Column]
    arrays: Sequence[Lifetime]
    unplanned: Sequence[str]

    @property
    def title(self) -> str:
        """What is drawn, in one line."""
        sizes = ", ".join(f"{name}={size}" for name, size in self.sizes.items())
        at = f" at {sizes}" if sizes else ""
        return f"memory of {self.function}{at}: peak {self.peak} bytes, bound {self.bound} bytes"


def memory_map(graph: Graph, dims: Sequence[str]) -> MemoryMap:
    """The arena of a call of an optimized graph at sizes, each NAME=SIZE, else 8.

    Raises:
        DslError: `usage`, `shape-assumption`, or `device-unsupported`.
    """
    sizes = dict.fromkeys(graph.symbols, DEFAULT_SIZE)
    for name, text in given.pairs("--dim", dims, sizes).items():
        sizes[name] = given.size(name, text)
    check_requires(graph, sizes)
    plan = memory_plan(graph)
    planned, arrays = plan.drawn(sizes, extent, AT_COMPILING)
    placed = [array for array in arrays if array.start != UNPLANNED and array.size]
    placed.sort(key=lambda array: (array.allocation.first, array.start))
    columns = _columns(placed)
    elsewhere = [_label(array) for array in arrays if array.start == UNPLANNED]
    shown = {name: size for name, size in sizes.items() if name in plan.symbols}
    return MemoryMap(
        graph.name,
        shown,
        planned.size,
        planned.bound,
        columns,
        [_lifetime(array, columns) for array in placed],
        elsewhere,
    )


def _columns(placed: Sequence[Array]) -> list[Column]:
    """The times at which an array begins or has ended, and the line that makes it."""
    lines = {a.allocation.last + 1: 0 for a in placed}
    lines |= {a.allocation.first: a.allocation.node.place.source_line for a in placed}
    return [Column(first, line) for first, line in sorted(lines.items())[: len(lines) - 1]]


def _lifetime(array: Array, columns: Sequence[Column]) -> Lifetime:
    each = array.allocation
    live = [n for n, column in enumerate(columns) if each.first <= column.first <= each.last]
    return Lifetime(
        wished_name(each.node, each.value),
        each.node.place.text,
        each.node.place.source_line,
        array.start,
        array.start + array.size,
        range(live[0], live[-1] + 1),
        tuple(dict.fromkeys(node.place.source_line for node in each.updates)),
        each.beside is not None,
    )


def _label(array: Array) -> str:
    each = array.allocation
    return f"{wished_name(each.node, each.value)} (line {each.node.place.source_line})"
