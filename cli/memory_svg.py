"""A memory map as a picture: memory from bottom to top, time from left to right."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from .memory_map import Lifetime, MemoryMap
from .memory_text import remarks

LEFT, TOP, RIGHT, BOTTOM = 90, 50, 20, 50
HEIGHT = 420
MOST_WIDTH = 1100
COLORS = ("#8ecae6", "#b7e4c7", "#ffd6a5", "#d0bfff", "#ffadad", "#fdffb6", "#a0c4ff", "#e2c2a2")


def as_svg(drawn: MemoryMap) -> str:
    """The picture; a box for each array, with what is known of it as its tooltip."""
    step = max(6, min(60, MOST_WIDTH // max(1, len(drawn.columns))))
    width = step * len(drawn.columns)
    whole = LEFT + max(width, 500) + RIGHT, TOP + HEIGHT + BOTTOM
    size = f'width="{whole[0]}" height="{whole[1]}"'
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif" font-size="11">',
        f'<rect {size} fill="white"/>',
        f'<text x="{LEFT}" y="24" font-size="14">{escape(drawn.title)}</text>',
    ]
    for number, each in enumerate(drawn.arrays):
        lines += _box(drawn, each, COLORS[number % len(COLORS)], step)
    lines += _axes(drawn, step, width)
    return "\n".join([*lines, "</svg>"]) + "\n"


def _y(drawn: MemoryMap, offset: int) -> int:
    return TOP + HEIGHT - HEIGHT * offset // max(1, drawn.peak)


def _box(drawn: MemoryMap, each: Lifetime, color: str, step: int) -> Iterator[str]:
    x, y = LEFT + step * each.columns.start, _y(drawn, each.end)
    width, height = step * len(each.columns), _y(drawn, each.start) - y
    edge = ' stroke-width="2.5"' if each.updates else ""
    said = f"{each.name}, {each.end - each.start} bytes at {each.start}"
    where = f", line {each.line}: {each.statement}" if each.line else ""
    yield f"<g><title>{escape(said + where + remarks(each))}</title>"
    yield (
        f'<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="{color}"'
        f' stroke="#444"{edge}/>'
    )
    if height >= 12 and width >= 7 * len(each.name) + 6:
        middle = y + height // 2 + 4
        text = f'<text x="{x + width // 2}" y="{middle}" text-anchor="middle">{escape(each.name)}'
        yield f"{text}</text>"
    yield "</g>"


def _axes(drawn: MemoryMap, step: int, width: int) -> Iterator[str]:
    bottom = TOP + HEIGHT
    for name, offset in (("peak", drawn.peak), ("bound", drawn.bound)):
        y = _y(drawn, offset)
        yield (
            f'<line x1="{LEFT}" x2="{LEFT + width}" y1="{y}" y2="{y}"'
            ' stroke="#c00" stroke-dasharray="6 3"/>'
        )
        if name == "peak" or drawn.bound < drawn.peak:
            both = "peak = bound" if drawn.bound == drawn.peak else name
            label = f'<text x="{LEFT - 6}" y="{y + 4}" text-anchor="end">{both}</text>'
            yield label
    yield f'<line x1="{LEFT}" x2="{LEFT}" y1="{TOP}" y2="{bottom}" stroke="black"/>'
    yield f'<line x1="{LEFT}" x2="{LEFT + width}" y1="{bottom}" y2="{bottom}" stroke="black"/>'
    yield f'<text x="{LEFT - 6}" y="{bottom + 16}" text-anchor="end">line</text>'
    for number, column in enumerate(drawn.columns):
        if column.line and step >= 20:
            x = LEFT + step * number + step // 2
            yield f'<text x="{x}" y="{bottom + 16}" text-anchor="middle">{column.line}</text>'
