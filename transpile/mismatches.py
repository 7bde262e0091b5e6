"""Sizes of operands that are never equal: where each comes from, and what to declare."""

from __future__ import annotations

import re
from collections.abc import Sequence as Many
from dataclasses import replace

from dslc.ir.comparison import Comparison
from dslc.ir.diagnostics import Note, Span
from dslc.ir.dims import Dim, Size
from dslc.ir.dtypes import dtype_name
from dslc.ir.mismatch import reasons
from dslc.ir.spellings import by_method
from dslc.ir.types import TensorType

from .frame import Frame
from .kinds import Computed, Kind, type_of_kind
from .texts import text_of


def mismatch_notes(
    frame: Frame, never: Comparison, operands: Many[Kind], spans: Many[Span]
) -> tuple[Note, ...]:
    """Where the two sizes stand, and why they are never equal."""
    found = []
    for size in (never.left, never.right):
        for number, axis in _axes(size, operands)[:1]:
            text = _text(frame, number, operands, spans)
            found += [f"{_shown(size)} is axis {axis} of `{text}`"] if text else []
    places = [", ".join(dict.fromkeys(found))] if found else []
    return tuple(map(Note, (*places, *reasons(never, frame.facts))))


def declaration_help(frame: Frame, never: Comparison, operands: Many[Kind]) -> str | None:
    """The declaration of a parameter that would make the sizes equal, if one is known."""
    sides = (never.left, never.right), (never.right, never.left)
    places = [(*place, other) for size, other in sides for place in _axes(size, operands)[:1]]
    for number, axis, other in sorted(places, key=lambda place: -place[0]):
        kind = operands[number]
        if _is_parameter(kind) and _can_be_declared(frame, other):
            assert isinstance(kind, Computed) and isinstance(kind.type, TensorType)
            shape = (*kind.type.shape[:axis], other, *kind.type.shape[axis + 1 :])
            return f"declare `{kind.text}` as {_annotation(replace(kind.type, shape=shape))}"
    return None


def _axes(size: Size, operands: Many[Kind]) -> list[tuple[int, int]]:
    """The operands and axes that have a size."""
    return [
        (number, axis)
        for number, kind in enumerate(operands)
        if isinstance(type_ := type_of_kind(kind), TensorType)
        for axis, extent in enumerate(type_.shape)
        if extent == size
    ]


def _text(frame: Frame, number: int, operands: Many[Kind], spans: Many[Span]) -> str | None:
    """What the source calls an operand; None where no one place of it does."""
    text = text_of(operands[number])
    if re.split(r"\W", text)[0] in frame.environment:
        return text
    if number >= len(spans) or spans.count(spans[number]) > 1:
        return None
    return _without_method(frame.code(spans[number]))


def _without_method(code: str) -> str:
    """`x` for `x.reshape`."""
    value, _, name = code.rpartition(".")
    return value if value and by_method(name) is not None else code


def _shown(size: Size) -> str:
    return f"`{size}`" if isinstance(size, Dim) else str(size)


def _is_parameter(kind: Kind) -> bool:
    memory = kind.memory if isinstance(kind, Computed) else None
    return memory is not None and memory.what == f"the parameter `{text_of(kind)}`"


def _can_be_declared(frame: Frame, size: Size) -> bool:
    """Whether an annotation of the function can say it."""
    names = size.names if isinstance(size, Dim) else frozenset[str]()
    return all(isinstance(frame.session.namespace.get(name), Dim) for name in names)


def _annotation(type_: TensorType) -> str:
    sizes = (size if " " not in str(size) else f'"{size}"' for size in type_.shape)
    return f"Tensor[{', '.join([dtype_name(type_.dtype), *map(str, sizes)])}]"
