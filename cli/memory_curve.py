"""The memory of a gradient against what it computes again, in the terminal."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from dslc.budgets import Budget
from dslc.ir.gradient.budget import Choice, Curve, kept_values
from dslc.ir.gradient.halves import ASSUMED, Halves
from dslc.ir.graph import Node, Value
from dslc.ir.value_names import wished_name

from .arguments import DEFAULT_SIZE


def curve_text(budget: Budget, sizes: Mapping[str, int]) -> str:
    """The choices there are, and what is kept and computed again within a budget.

    Args:
        budget: of a gradient that was built.
        sizes: of the graph's symbols.
    """
    curve = budget.curve
    assert curve is not None
    chosen = curve.at(budget.share)
    sizes = {**dict.fromkeys(chosen.graph.symbols, DEFAULT_SIZE), **sizes}
    halves = curve.halves.at(sizes)
    head = f"memory against what is computed again, chosen as for unknown sizes of {ASSUMED}:"
    parts = [head, *_aligned(_choices(curve, halves, sizes))]
    kept = _kept(chosen, halves)
    parts += ["", f"kept for the backward part at a budget of {budget.share}:"]
    parts += _aligned(kept) if len(kept) > 1 else ["  nothing"]
    if chosen.cut.again:
        parts += ["", "computed again:", *_aligned(_again(chosen, halves))]
    return "\n".join(parts) + "\n"


def _choices(curve: Curve, halves: Halves, sizes: Mapping[str, int]) -> list[Sequence[str]]:
    """A row for each choice."""
    rows: list[Sequence[str]] = [("budget", "peak", "bound", "kept", "computed again")]
    whole = sum(map(halves.operations, range(len(halves.forward))))
    for choice in curve.choices:
        planned = choice.plan(sizes)
        kept = sum(halves.bytes_of(value) for value, _ in kept_values(choice, halves))
        again = sum(map(halves.operations, choice.cut.again))
        share = f"{100 * again / max(whole, 1):.1f} % of the forward part"
        least = math.ceil(100 * curve.budget_of(choice)) / 100
        numbers = f"{least:.2f}", str(planned.size), str(planned.bound), str(kept)
        rows.append((*numbers, share if choice.cut.again else "nothing"))
    return rows


def _kept(choice: Choice, halves: Halves) -> list[Sequence[str]]:
    """A row for each array that is kept."""
    rows: list[Sequence[str]] = [("array", "line", "bytes", "why")]
    for value, why in kept_values(choice, halves):
        node = halves.forward[halves.makers[value]]
        rows.append((*_labels(node, value), str(halves.bytes_of(value)), why))
    return rows


def _again(choice: Choice, halves: Halves) -> list[Sequence[str]]:
    """A row for each array that is computed again."""
    rows: list[Sequence[str]] = [("array", "line", "bytes", "operations")]
    for number in choice.cut.again:
        node = halves.forward[number]
        for value in node.results:
            if value in halves.makers:
                size = str(halves.bytes_of(value))
                rows.append((*_labels(node, value), size, str(halves.operations(number))))
    return rows


def _labels(node: Node, value: Value) -> tuple[str, str]:
    return wished_name(node, value), str(node.place.source_line or "")


def _aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    """Rows with their columns one under the other: numbers right, the last column left."""
    columns = [*zip(*rows, strict=True)]
    widths = [max(map(len, column)) for column in columns]
    right = [
        all(cell.replace(".", "").isdigit() or not cell for cell in column[1:])
        for column in columns
    ]
    return ["  " + "  ".join(map(_padded, row, widths, right)).rstrip() for row in rows]


def _padded(cell: str, width: int, right: bool) -> str:
    return cell.rjust(width) if right else cell.ljust(width)
