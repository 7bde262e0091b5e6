"""Kinds as text, and as values of attributes."""

from __future__ import annotations

from typing import Any

from .kinds import ATOM, UNKNOWN, Built, Computed, Kind, Poison, Record, Sequence, Sized


def text_of(kind: Kind) -> str:
    """The kind in the emitted text, where a comma may follow."""
    if isinstance(kind, Poison):
        return "..."  # never written to a file: what was refused is reported
    assert isinstance(kind, Built | Sized | Computed | Sequence | Record), kind
    if isinstance(kind, Sequence) and not kind.text:
        items = [text_of(item) for item in kind.items]
        inner = ", ".join(items)
        return f"[{inner}]" if kind.is_list else f"({inner}{',' * (len(items) == 1)})"
    return kind.text


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


def has_unknown(value: Any) -> bool:
    """Whether a part of a value depends on a build-time parameter."""
    return value is UNKNOWN or (isinstance(value, tuple) and any(map(has_unknown, value)))
