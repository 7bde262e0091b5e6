"""What `match` asks of the structure of a value."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any


def has_items(value: Any, count: int, *, more: bool = False) -> bool:
    """Whether a value is a sequence, but no text, of so many items, or of `more`."""
    if not isinstance(value, Sequence) or isinstance(value, str | bytes | bytearray):
        return False
    return len(value) >= count if more else len(value) == count


def has_keys(value: Any, *keys: Any) -> bool:
    """Whether a value is a mapping that has these keys."""
    return isinstance(value, Mapping) and all(key in value for key in keys)
