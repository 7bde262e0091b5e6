"""Augmented assignments to lists and dicts and to their items: `rows += others`, `rows[0] *= 2`."""

from __future__ import annotations

from dataclasses import replace

from . import dict_changes, fence, list_changes
from .expressions import expression, index_kinds
from .frame import Frame
from .grown_lists import extend_grown, item_at, set_item_of_grown
from .identities import Changeable, changed, check_change, is_changeable, owned
from .item_stores import container_of, is_place, set_item
from .kinds import (
    Built,
    Computed,
    Grown,
    Kind,
    Poison,
    Repeated,
    Sequence,
    Table,
    describe,
    is_array,
)
from .operators import binary
from .stores import augmented_array
from .texts import text_of
from .tree import AugmentedAssign, Binary, Subscript


def augmented_list(frame: Frame, s: AugmentedAssign, kind: Kind, operand: Kind) -> None:
    """`rows += others`, `rows *= 2`, `params |= others`: what changes the list or dict itself."""
    if isinstance(kind, Grown):
        extend_grown(frame, s, kind, operand)
        return
    changeable = container_of(kind)
    if isinstance(operand, Poison) or changeable is None or not check_change(frame, kind, s.span):
        return
    operand = owned(frame, operand)
    new = _augmented(frame, s, changeable, operand)
    if not isinstance(new, Poison):
        frame.writer.line(f"{text_of(kind)} {s.operator}= {text_of(operand)}")
        changed(frame, changeable, new)


def _augmented(frame: Frame, s: AugmentedAssign, kind: Changeable, operand: Kind) -> Kind:
    if isinstance(kind, Table) or (isinstance(kind, Repeated) and kind.form == "dict"):
        if s.operator == "|":
            return dict_changes.joined(frame, kind, operand, s.span)
    elif s.operator == "+":
        return list_changes.extended(frame, kind, operand, s.value.span, s.span)
    elif s.operator == "*" and isinstance(operand, Built):
        if isinstance(kind, Sequence) and isinstance(operand.value, int):
            return replace(kind, items=kind.items * operand.value, text="")
        return list_changes.of_many(frame, kind, [], certain=False, span=s.span)
    return fence.refuse(frame, f"`{s.operator}=` of {describe(kind)}", s.span)


def augmented_item(frame: Frame, s: AugmentedAssign, kind: Changeable) -> None:
    """`rows[i] += value`: in place for an array or list, another item for anything else."""
    assert isinstance(s.target, Subscript)
    item = expression(frame, s.target)
    operand = expression(frame, s.value)
    if isinstance(item, Poison) or isinstance(operand, Poison):
        return
    e = Binary(s.span, s.operator, s.target, s.value)
    if is_changeable(item):
        augmented_list(frame, s, item, operand)
    elif isinstance(item, Computed) and (item.type is None or is_array(item)):
        if _is_written(frame, item):
            augmented_array(frame, s, item, operand, e)
        elif check_change(frame, kind, s.span):
            fence.refuse(frame, "an augmented assignment to this item", s.span)
    else:
        spans = (s.target.span, s.value.span)
        value = binary(frame, s.operator, (item, operand), e, None, spans)
        set_item(frame, kind, index_kinds(frame, s.target.index), value, s.target)


def _is_written(frame: Frame, item: Computed) -> bool:
    """Whether an array in a list may be written to here."""
    variable = item.memory is not None and item.memory.is_variable
    return item.type is not None and (variable or is_place(frame, item))


def augmented_row(frame: Frame, s: AugmentedAssign, kind: Grown) -> None:
    """`rows[i] += value` of a list that grew: another number for a number."""
    assert isinstance(s.target, Subscript)
    position = index_kinds(frame, s.target.index)
    item = item_at(frame, kind, position, s.target, None)
    operand = expression(frame, s.value)
    if is_array(item) or is_changeable(item):
        fence.refuse(
            frame, "an augmented assignment to this item", s.span,
            help="write to the array before it goes into the list",
        )  # fmt: skip
        return
    e = Binary(s.span, s.operator, s.target, s.value)
    spans = (s.target.span, s.value.span)
    value = binary(frame, s.operator, (item, operand), e, None, spans)
    set_item_of_grown(frame, kind, position, value, s.span)
