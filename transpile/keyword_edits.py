"""Keywords that a function does not have, and the ones that are meant."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dslc.ir.diagnostics import Edit
from dslc.ir.op import Op

from .binding import Argument
from .edits import nearest, renamed_keyword, without_keywords
from .frame import Frame
from .keywords import names_of_numpy, taken_by_place


def with_names_of_numpy(
    frame: Frame, op: Op, function: Any, arguments: list[Argument], keywords: Mapping[str, Argument]
) -> tuple[Edit, ...]:
    """NumPy's names in place of those of an op, none for what it takes by place alone."""
    spans = {name: argument.span for name, argument in keywords.items()}
    others = names_of_numpy(op, function)
    wrong = [name for name in keywords if name in others and others[name] not in keywords]
    if wrong:
        found = [renamed_keyword(frame, spans[name], name, others[name]) for name in wrong]
        return tuple(edit for edits in found for edit in edits)
    names = [name for name in taken_by_place(op, function, len(arguments)) if name in keywords]
    return without_keywords(frame, spans, names)


def meant_keyword(frame: Frame, op: Op, keywords: Mapping[str, Argument]) -> tuple[Edit, ...]:
    """Another name for the one keyword that an op does not have."""
    known = (*op.operands, *op.attributes)
    wrong = [name for name in keywords if name not in op.call and name not in known]
    near = nearest(wrong[0], set(known) - set(keywords)) if len(wrong) == 1 else None
    return renamed_keyword(frame, keywords[wrong[0]].span, wrong[0], near) if near else ()
