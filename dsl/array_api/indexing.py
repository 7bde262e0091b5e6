"""Elements of an array, read and changed."""

from __future__ import annotations

from typing import Any

from dslc.ir.keys import Key
from dslc.ir.op import REGISTRY

from .array import Slice
from .function import function


def _key(items: tuple[Any, ...]) -> Key:
    return Key(tuple(slice(*item) if isinstance(item, Slice) else item for item in items))


@function
def index(x: Any, key: tuple[Any, ...], /) -> Any:
    """`x[key]`, as an array of its own."""
    return REGISTRY["index"](x, _key(key))


@function
def store(x: Any, key: tuple[Any, ...], value: Any, /) -> Any:
    """`x` after `x[key] = value`."""
    return REGISTRY["store"](x, _key(key), value)
