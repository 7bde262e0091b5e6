"""A memory map in the terminal: memory from bottom to top, time from left to right."""

from __future__ import annotations

import io
import string
from collections.abc import Sequence

from rich.console import Console
from rich.text import Text

from .memory_map import Lifetime, MemoryMap

KEYS = string.ascii_letters + string.digits
"""What arrays are drawn with; begun again where there are more."""

MOST_LEVELS = 40
WIDTH = 96
COLORS = ("cyan", "green", "yellow", "magenta", "blue", "red")


def as_terminal(drawn: MemoryMap, *, color: bool) -> str:
    """The arena as a grid, and a line for each array."""
    text = Text(f"{drawn.title}\n\n")
    levels = _levels(drawn)
    margin = max(len(str(drawn.peak)), len("bytes"))
    width = max(1, min(4, WIDTH // max(1, len(drawn.columns))))
    for level in reversed(levels):
        text.append(f"{level:>{margin}} |")
        for column in range(len(drawn.columns)):
            text.append_text(_cell(drawn, level, column, width))
        text.append("\n")
    text.append(f"{'bytes':>{margin}} +{'-' * (width * len(drawn.columns))}\n")
    if width == 4:
        lines = "".join(f"{column.line or '':>{width - 1}} " for column in drawn.columns)
        text.append(f"{'line':>{margin}}  {lines}".rstrip() + "\n")
    text.append("\n")
    for row in _rows(drawn):
        text.append(row + "\n")
    if drawn.unplanned:
        text.append("\nplaced while it runs, above these: " + ", ".join(drawn.unplanned) + "\n")
    stream = io.StringIO()
    console = Console(
        file=stream,
        width=10_000,
        color_system="standard" if color else None,
        force_terminal=color,
        highlight=False,
    )
    console.print(text, end="", soft_wrap=True)
    return "\n".join(line.rstrip() for line in stream.getvalue().split("\n"))


def _levels(drawn: MemoryMap) -> list[int]:
    """The offsets that have a line: where arrays begin, or some that are evenly apart."""
    starts = {each.start for each in drawn.arrays} | {each.end for each in drawn.arrays}
    levels = sorted(starts - {drawn.peak})
    if len(levels) <= MOST_LEVELS:
        return levels
    return [drawn.peak * n // MOST_LEVELS for n in range(MOST_LEVELS)]


def _cell(drawn: MemoryMap, level: int, column: int, width: int) -> Text:
    for number, each in reversed([*enumerate(drawn.arrays)]):
        if each.start <= level < each.end and column in each.columns:
            ends = column == each.columns[-1] and width > 1
            key = KEYS[number % len(KEYS)] * (width - 1 if ends else width) + " " * ends
            return Text(key, style=COLORS[number % len(COLORS)])
    return Text(("." + " " * (width - 1)) if width > 1 else ".", style="dim")


def _rows(drawn: MemoryMap) -> list[str]:
    """A line for each array."""
    rows = [("", "array", "line", "bytes", "at", "statement")]
    for number, each in enumerate(drawn.arrays):
        key = KEYS[number % len(KEYS)]
        size, start = str(each.end - each.start), str(each.start)
        what = each.statement + remarks(each)
        rows.append((key, each.name, str(each.line or ""), size, start, what))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [_aligned(row, widths) for row in rows] if drawn.arrays else ["no arrays"]


def _aligned(row: Sequence[str], widths: Sequence[int]) -> str:
    left = f"{row[0]:<{widths[0]}}  {row[1]:<{widths[1]}}"
    numbers = "  ".join(f"{row[n]:>{widths[n]}}" for n in (2, 3, 4))
    return f"{left}  {numbers}  {row[5]}".rstrip()


def remarks(each: Lifetime) -> str:
    """What is special about an array, "" for nothing."""
    found = []
    if each.updates:
        lines = ", ".join(map(str, each.updates))
        found.append(f"updated in place by line{'s' * (len(each.updates) > 1)} {lines}")
    if each.shared:
        found.append("instead of the array of another branch")
    return f"  ({'; '.join(found)})" if found else ""
