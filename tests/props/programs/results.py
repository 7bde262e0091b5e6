"""Whether a result has the sizes that a drawn program declares."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from .modules import Program
from .samples import evaluated
from .types import Type


def declared(program: Program, arguments: Sequence[Any], flat: Sequence[Any]) -> bool:
    """Whether the flat results have the declared sizes; one that only they have is any, but one."""
    sizes: dict[str, int] = {}
    for p, given in zip(program.parameters, arguments, strict=False):
        if p.type is not None and p.type.is_array:
            sizes.update(_plain(p.type, given))
    leaves = [leaf for t in program.results or () for leaf in _leaves(t)]
    for t, value in zip(leaves, flat, strict=False):
        if t.is_array:
            sizes = {**_plain(t, value), **sizes}
    return all(
        evaluated(text, sizes) == actual
        for t, value in zip(leaves, flat, strict=False)
        if t.is_array
        for text, actual in zip(t.shape, value.shape, strict=True)
    )


def _plain(t: Type, value: np.ndarray) -> dict[str, int]:
    pairs = zip(t.shape, value.shape, strict=True)
    return {text: size for text, size in pairs if re.fullmatch(r"[nmr]\d*", text)}


def _leaves(t: Type) -> Iterator[Type]:
    for item in t.items:
        yield from _leaves(item)
    if not t.items:
        yield t
