"""Index expressions, such as `g.s_[i, 1:n, ..., None]`.

In a node an index is a form and operands. The form is text in which every number is `_`, such as
`_, _:_, ..., None`; the numbers are operands, in order. So `x[i, 1:n]` is `index(x, i, 1, n)` with
the form `_, _:_`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

Item: TypeAlias = Any
"""One place of an index: a number, a slice, `...` or None."""


@dataclass(frozen=True, slots=True)
class Key:
    """An index as it was written, always a tuple of items."""

    items: tuple[Item, ...]


class KeyBuilder:
    """`s_[...]` gives the `Key` of what stands in the brackets."""

    def __getitem__(self, index: Any) -> Key:
        return Key(index if isinstance(index, tuple) else (index,))


def split_key(key: Key) -> tuple[str, list[Any]]:
    """The form of an index, and its numbers in order."""
    numbers: list[Any] = []

    def part(value: Any) -> str:
        if value is None:
            return ""
        numbers.append(value)
        return "_"

    forms = []
    for item in key.items:
        if isinstance(item, slice):
            text = f"{part(item.start)}:{part(item.stop)}"
            forms.append(text if item.step is None else f"{text}:{part(item.step)}")
        elif item is None or item is Ellipsis:
            forms.append("None" if item is None else "...")
        else:
            forms.append(part(item))
    return ", ".join(forms), numbers


def join_key(form: str, numbers: Sequence[Any]) -> tuple[Item, ...]:
    """The items of the index that has this form and these numbers: undoes `split_key`."""
    rest: Iterator[Any] = iter(numbers)

    def part(text: str) -> Any:
        return next(rest) if text == "_" else None

    items: list[Item] = []
    for text in form.split(", ") if form else []:
        if ":" in text:
            items.append(slice(*map(part, text.split(":"))))
        elif text in ("None", "..."):
            items.append(None if text == "None" else Ellipsis)
        else:
            items.append(part(text))
    return tuple(items)


def spell_key(form: str, numbers: Sequence[str]) -> str:
    """The text between the brackets, given the texts of the numbers."""
    rest = iter(numbers)
    text = "".join(next(rest) if character == "_" else character for character in form)
    return text or "()"
