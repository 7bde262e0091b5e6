"""The text of a comprehension over values of the graph, and what is known of it meanwhile."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from .frame import Frame
from .kinds import Kind
from .live import targets_in
from .texts import text_of
from .tree import Comprehension, Expression
from .writer import INDENT, WIDTH

WalkExpression: TypeAlias = Callable[[Frame, Expression], Kind]

Form: TypeAlias = Literal["list", "tuple", "dict"]

_BRACKETS = {"list": ("[", "]"), "dict": ("{", "}"), "tuple": ("tuple(", ")")}


@dataclass(slots=True)
class Made:
    """A comprehension while it is walked.

    Attributes:
        name: what it gives is called.
        form: what it gives.
        trips: what the names are in each trip; None where building knows how many there are.
        headers: the texts of its clauses.
        certain: whether there is at least one item.
        apart: whether each item is written by itself, since they are not alike.
    """

    frame: Frame
    e: Comprehension
    walk: WalkExpression
    name: str
    form: Form
    trips: list[dict[str, Kind]] | None = None
    headers: list[str] = field(default_factory=list)
    certain: bool = True
    apart: bool = False


@dataclass(frozen=True, slots=True)
class Item:
    """What one trip gives, and the lines that compute it."""

    kind: Kind
    lines: list[str]
    key: Kind | None = None


def write(made: Made, item: Item) -> None:
    """Write the comprehension, and before it the function of its items where that is needed."""
    frame, text = made.frame, text_of(item.kind)
    head = f"{text} = "
    lines = item.lines
    if len(lines) == 1 and lines[0].lstrip().startswith(head):
        text = lines[0].lstrip().removeprefix(head)
    elif lines:
        text = _function(made, item, text)
    if item.key is not None:
        text = f"{text_of(item.key)}: {text}"
    opening, closing = _BRACKETS[made.form]
    whole = f"{made.name} = {opening}{' '.join([text, *made.headers])}{closing}"
    if len(INDENT) * frame.writer.depth + len(whole) <= WIDTH:
        frame.writer.line(whole)
        return
    frame.writer.line(f"{made.name} = {opening}")
    for part in (text, *made.headers):
        frame.writer.line(f"{INDENT}{part}")
    frame.writer.line(closing)


def write_apart(made: Made, items: list[Item]) -> None:
    """Write a display, and before it what computes its items."""
    frame = made.frame
    for item in items:
        frame.writer.lines += item.lines
    keys = [f"{text_of(item.key)}: " if item.key is not None else "" for item in items]
    texts = [f"{key}{text_of(item.kind)}" for key, item in zip(keys, items, strict=True)]
    opening, closing = ("(", ")") if made.form == "tuple" else _BRACKETS[made.form]
    end = "," if made.form == "tuple" and len(texts) == 1 else ""
    frame.writer.line(f"{made.name} = {opening}{', '.join(texts)}{end}{closing}")


def _function(made: Made, item: Item, text: str) -> str:
    """Write a function that computes an item; gives its call."""
    frame = made.frame
    bound = [name for clause in made.e.clauses for name in targets_in(clause.target)]
    read = set(re.findall(r"\w+", "\n".join([*item.lines, text])))
    given = ", ".join(name for name in dict.fromkeys(bound) if name in read)
    function = frame.names.fresh(f"{made.name}_item")
    frame.writer.blank()
    frame.writer.line(f"def {function}({given}):")
    with frame.writer.indented():
        frame.writer.paste(item.lines)
        frame.writer.line(f"return {text}")
    frame.writer.blank()
    return f"{function}({given})"
