"""Long lines of code, broken between the items of calls and tuples."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

WIDTH = 100
INDENT = "    "

_TOKEN = re.compile(r"""[(\[{)\]},]|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'""")


def wrapped(code: str, indent: str) -> list[str]:
    """The lines of a piece of code; one item a line where it does not fit one line."""
    group = _group(code) if len(indent) + len(code) > WIDTH else None
    if group is None:
        return [indent + code]
    start, end, items = group
    lines = [line for item in items for line in wrapped(f"{item},", indent + INDENT)]
    return [indent + code[:start], *lines, indent + code[end:]]


def _group(code: str) -> tuple[int, int, list[str]] | None:
    """Where the items of the longest outer call or tuple begin and end, and the items.

    Nothing else in parentheses may be broken: with a comma at its end it would become a tuple.
    """
    groups = [
        (start, end, items)
        for start, end, items in _groups(code)
        if len(items) > 1 or (items and re.match(r"\w", code[start - 2 : start - 1]))
    ]
    return max(groups, key=lambda group: group[1] - group[0], default=None)


def _groups(code: str) -> Iterator[tuple[int, int, list[str]]]:
    """Each outer pair of parentheses: where its inside begins and ends, and that cut at commas."""
    depth = start = 0
    cuts: list[int] = []
    for token in _TOKEN.finditer(code):
        mark = token.group()
        if mark in "([{":
            depth += 1
            if depth == 1:
                start, cuts = token.end(), []
        elif mark in ")]}":
            depth -= 1
            if depth == 0 and mark == ")":
                yield start, token.start(), _cut(code, [start, *cuts, token.start()])
        elif mark == "," and depth == 1:
            cuts.append(token.start())


def _cut(code: str, places: list[int]) -> list[str]:
    items = (code[one:other].lstrip(", ") for one, other in pairwise(places))
    return [item for item in items if item]
