"""Kinds as text, and as Python values."""

from __future__ import annotations

import ast
from typing import Any

from .kind_parts import held, key_text
from .kinds import (
    ATOM,
    CONTAINERS,
    UNKNOWN,
    Built,
    Closure,
    Computed,
    Grown,
    Kind,
    Poison,
    Sequence,
    Sized,
    Table,
    Template,
)
from .writer import quoted


def text_of(kind: Kind) -> str:
    """The kind in the emitted text, where a comma may follow."""
    if isinstance(kind, Poison):
        return "..."  # never written to a file: what was refused is reported
    if isinstance(kind, Closure) and not kind.text:
        held_ = {quoted(name): text_of(value) for name, value in held(kind).items()}
        return f"{{{', '.join(f'{k}: {v}' for k, v in held_.items())}}}" if held_ else kind.label
    assert isinstance(kind, Built | Sized | Computed | Template | Closure | Grown | CONTAINERS), (
        kind
    )
    if isinstance(kind, Sequence) and not kind.text:
        items = [text_of(item) for item in kind.items]
        return f"[{', '.join(items)}]" if kind.is_list else tuple_text(items)
    if isinstance(kind, Table) and not kind.text:
        return f"{{{', '.join(f'{key_text(k)}: {text_of(v)}' for k, v in kind.items.items())}}}"
    return kind.text


def tuple_text(items: list[str]) -> str:
    """A tuple display of these texts."""
    return f"({', '.join(items)}{',' * (len(items) == 1)})"


def item_of_built(whole: Built, key: object, value: Any) -> Built:
    """An item of a build value: itself where the whole is a literal, else read from there."""
    text = repr(value) if _is_literal(whole.text) else f"{atom(whole)}[{key_text(key)}]"
    return Built(text, value)


def _is_literal(text: str) -> bool:
    try:
        ast.literal_eval(text)
    except (ValueError, SyntaxError):
        return False
    return True


def atom(kind: Built | Sized) -> str:
    """The kind in the emitted text, where it must hold together."""
    return kind.text if kind.tight == ATOM else f"({kind.text})"


def value_of(kind: Kind) -> Any:
    """The kind as an attribute of a node: a Python value, a size, or a tuple of these.

    UNKNOWN stands for what depends on a build-time parameter.
    """
    if isinstance(kind, Built):
        return kind.value
    if isinstance(kind, Sized):
        return kind.size
    if isinstance(kind, Sequence):
        return tuple(value_of(item) for item in kind.items)
    return UNKNOWN


def built_value(kind: Kind) -> Any:
    """The Python value of a kind; UNKNOWN where a part of it is not known while building."""
    if isinstance(kind, Sequence):
        items = [built_value(item) for item in kind.items]
        if any(item is UNKNOWN for item in items):
            return UNKNOWN
        return items if kind.is_list else tuple(items)
    if isinstance(kind, Table):
        table = {key: built_value(item) for key, item in kind.items.items()}
        return UNKNOWN if any(value is UNKNOWN for value in table.values()) else table
    return kind.value if isinstance(kind, Built) else UNKNOWN


def has_unknown(value: Any) -> bool:
    """Whether a part of a value depends on a build-time parameter."""
    return value is UNKNOWN or (isinstance(value, tuple) and any(map(has_unknown, value)))
