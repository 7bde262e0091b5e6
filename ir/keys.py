"""Index expressions, such as `g.s_[i, 1:n, [0, j], ..., None]`.

In a node an index is a form and operands. The form is text in which every number or index array is
`_`, such as `_, _:_, [_, _], ..., None`; these are operands, in order. So `x[i, 1:n]` is
`index(x, i, 1, n)` with the form `_, _:_`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

Item: TypeAlias = Any
"""One place of an index: a number, an array, a list of numbers, a slice, `...` or None."""


@dataclass(frozen=True, slots=True)
class Key:
    """An index as it was written, always a tuple of items."""

    items: tuple[Item, ...]


class KeyBuilder:
    """`s_[...]` gives the `Key` of what stands in the brackets."""

    def __getitem__(self, index: Any) -> Key:
        return Key(index if isinstance(index, tuple) else (index,))


def split_key(key: Key) -> tuple[str, list[Any]]:
    """The form of an index, and its numbers and arrays in order."""
    numbers: list[Any] = []

    def part(value: Any) -> str:
        if value is None:
            return ""
        numbers.append(value)
        return "_"

    def form(item: Item) -> str:
        if isinstance(item, slice):
            text = f"{part(item.start)}:{part(item.stop)}"
            return text if item.step is None else f"{text}:{part(item.step)}"
        if isinstance(item, list | tuple):
            return f"[{', '.join(map(form, item))}]"
        if item is None or item is Ellipsis:
            return "None" if item is None else "..."
        return part(item)

    return ", ".join(map(form, key.items)), numbers


def join_key(form: str, numbers: Sequence[Any]) -> tuple[Item, ...]:
    """The items of the index that has this form and these numbers: undoes `split_key`."""
    rest: Iterator[Any] = iter(numbers)

    def part(text: str) -> Any:
        return next(rest) if text == "_" else None

    def item(text: str) -> Item:
        if text.startswith("["):
            return list(map(item, _parts(text[1:-1])))
        if ":" in text:
            return slice(*map(part, text.split(":")))
        if text in ("None", "..."):
            return None if text == "None" else Ellipsis
        return part(text)

    return tuple(map(item, _parts(form)))


def _parts(form: str) -> list[str]:
    """The texts between the commas that stand in no brackets."""
    parts: list[str] = []
    depth = 0
    for text in form.split(", ") if form else []:
        if depth:
            parts[-1] += f", {text}"
        else:
            parts.append(text)
        depth += text.count("[") - text.count("]")
    return parts


def spell_key(form: str, numbers: Sequence[str]) -> str:
    """The text between the brackets, given the texts of the numbers and arrays."""
    rest = iter(numbers)
    text = "".join(next(rest) if character == "_" else character for character in form)
    return text or "()"
