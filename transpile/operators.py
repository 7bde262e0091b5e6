"""Operators on kinds: Python where all is known while building, sizes, and nodes of the graph."""

from __future__ import annotations

import operator as python
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from dslc.ir.dims import symbol
from dslc.ir.facts import Facts
from dslc.ir.op import REGISTRY, RuleError
from dslc.ir.spellings import by_operator
from dslc.ir.types import INT, INT_MAX, INT_MIN, NumberType, Type

from . import fence, lengths, struct_operators
from .formatting import joined_texts
from .frame import Frame
from .identities import identified
from .kind_parts import parts
from .kinds import (
    POISON,
    Built,
    Kind,
    Poison,
    Repeated,
    Sequence,
    Sized,
    Table,
    describe,
    is_text,
    loop_of,
    opened,
    present,
    type_of_kind,
)
from .list_changes import of_many as many_of
from .operations import apply
from .python_paths import form_of
from .texts import atom, text_of
from .tree import Expression, Unary

BINARY: dict[str, Callable[[Any, Any], Any]] = {
    "+": python.add,
    "-": python.sub,
    "*": python.mul,
    "/": python.truediv,
    "//": python.floordiv,
    "%": python.mod,
    "**": python.pow,
    "@": python.matmul,
    "<<": python.lshift,
    ">>": python.rshift,
    "&": python.and_,
    "|": python.or_,
    "^": python.xor,
}
UNARY: dict[str, Callable[[Any], Any]] = {
    "-": python.neg,
    "+": python.pos,
    "~": python.invert,
    "not": python.not_,
}


def unary(frame: Frame, operand: Kind, e: Unary, into: str | None) -> Kind:
    """`-x`, `+x`, `~x`, `not x`."""
    spaced = "not " if e.operator == "not" else e.operator
    operand = operand if e.operator == "not" else present(operand)
    match operand:
        case Poison():
            return operand
        case Built(text="True" | "False") if e.operator == "not":
            return Built(repr(not operand.value), not operand.value)
        case Built():
            return built(
                _number(operand),
                UNARY[e.operator],
                f"{spaced}{atom(operand)}",
                operand,
            )
        case Sized() if e.operator == "-":
            return replace(operand, text=f"-{atom(operand)}", size=-operand.size, tight=0)
        case Sized() if e.operator == "+":
            return operand
    own = struct_operators.unary(frame, e.operator, operand, e, into)
    if own is not None:
        return own
    op = REGISTRY["not"] if e.operator == "not" else by_operator(f"{e.operator}x")
    if op is None:
        return fence.refuse(frame, f"the operator `{e.operator}` on run-time values", e.span)
    return apply(frame, op, [operand], {}, e.span, into=into, spans=[e.operand.span])


def binary(
    frame: Frame,
    operator: str,
    operands: tuple[Kind, Kind],
    e: Expression,
    into: str | None,
    spans: tuple[Any, Any],
) -> Kind:
    """`left operator right` on two kinds."""
    left, right = map(present, operands)
    refused = isinstance(left, Poison) or isinstance(right, Poison)
    own = POISON if refused else struct_operators.binary(frame, operator, (left, right), e, into)
    if own is not None:
        return own
    if isinstance(left, Sequence | Repeated) or isinstance(right, Sequence | Repeated):
        return _sequences(frame, operator, left, right, e, into)
    if operator == "|" and isinstance(left, Table) and isinstance(right, Table):
        return Table("", {**left.items, **right.items})
    if isinstance(left, Built) and isinstance(right, Built):
        return _built_binary(operator, left, right)
    if operator == "+" and is_text(left) and is_text(right):
        return joined_texts(frame, left, right, into)
    if isinstance(left, Built | Sized) and isinstance(right, Built | Sized):
        sized = _sized_binary(operator, left, right)
        if sized is not None:
            return sized
    op = by_operator(operator)
    if op is None:
        return fence.refuse(frame, f"the operator `{operator}` on run-time values", e.span)
    return apply(frame, op, [left, right], {}, e.span, into=into, spans=spans)


def _built_type(operator: str, left: Built, right: Built) -> Type | None:
    """The type of arithmetic on build-time numbers whose values are not known."""
    types = type_of_kind(left), type_of_kind(right)
    op = by_operator(operator)
    if op is None or None in types:
        return None
    try:
        _, (result,) = op.infer(Facts(), types, {})  # type: ignore[arg-type]
    except RuleError:
        return None
    return opened(result)


def built(type_: Type | None, compute: Callable[..., Any], text: str, *operands: Built) -> Built:
    """What Python computes while building; `type_` is its type where the value is not known."""
    if not all(operand.known for operand in operands):
        return Built(text, tight=0, type=type_)
    try:
        return Built(text, compute(*(operand.value for operand in operands)), tight=0)
    except Exception:  # noqa: BLE001 - it will raise when the graph is built, with the user's line
        return Built(text, tight=0)


def _number(kind: Built) -> NumberType | None:
    type_ = opened(type_of_kind(kind))
    return type_ if isinstance(type_, NumberType) else None


def _built_binary(operator: str, left: Built, right: Built) -> Built:
    text, tight = _infix(operator, left, right)
    kind = built(_built_type(operator, left, right), BINARY[operator], text, left, right)
    return replace(kind, tight=tight)


def _infix(operator: str, left: Built | Sized, right: Built | Sized) -> tuple[str, int]:
    """The text of arithmetic, with the parentheses it needs, and how tightly it holds together."""
    tight = {"+": 1, "-": 1, "*": 2, "/": 2, "//": 2, "%": 2}.get(operator, 0)
    a = left.text if left.tight >= tight > 0 else atom(left)
    b = right.text if right.tight > tight > 0 else atom(right)
    return f"{a} {operator} {b}", tight


def stays_python(operator: str, right: Kind) -> bool:
    """Whether arithmetic on sizes, the last of them `right`, is a size."""
    if operator in ("//", "%"):
        return isinstance(right, Built) and (not right.known or _is_positive(right.value))
    return operator in ("+", "-", "*")


def _is_positive(value: object) -> bool:
    return type(value) is int and value > 0


def _sized_binary(operator: str, left: Built | Sized, right: Built | Sized) -> Sized | None:
    """Arithmetic on sizes that stays Python in the emitted text; None where it is the graph's."""
    a, b = _size(left), _size(right)
    if a is None or b is None or not stays_python(operator, right):
        return None
    text, tight = _infix(operator, left, right)
    return Sized(text, BINARY[operator](a, b), tight, loop_of(left) or loop_of(right))


def _size(kind: Built | Sized) -> Any:
    if isinstance(kind, Sized):
        return kind.size
    if kind.known:
        return kind.value if type(kind.value) is int and INT_MIN <= kind.value <= INT_MAX else None
    # Not known here; taken as a size, which it usually is. The builder knows.
    return symbol(f"<{kind.text}>") if kind.type == INT else None


def _sequences(
    frame: Frame, operator: str, left: Kind, right: Kind, e: Expression, into: str | None
) -> Kind:
    if (
        operator == "+"
        and isinstance(left, Sequence)
        and isinstance(right, Sequence)
        and left.is_list == right.is_list
    ):
        return Sequence("", left.items + right.items, left.is_list)
    if (
        operator == "*"
        and isinstance(left, Sequence)
        and isinstance(right, Built)
        and type(right.value) is int
    ):
        return Sequence("", left.items * right.value, left.is_list)
    many = _of_any_length(frame, operator, left, right, e, into)
    if many is not None:
        return many
    return fence.refuse(
        frame, f"`{operator}` between {describe(left)} and {describe(right)}", e.span
    )


def _of_any_length(
    frame: Frame, operator: str, left: Kind, right: Kind, e: Expression, into: str | None
) -> Kind | None:
    """A list or tuple whose length building decides; None for anything else."""
    form = form_of(left)
    if form in (None, "dict") or not isinstance(left, Sequence | Repeated):
        return None
    if operator == "*" and isinstance(right, Built):
        others: list[Kind] = []
    elif operator == "+" and form_of(right) == form:
        others = list(parts(right))
    else:
        return None
    whole = many_of(frame, left, others, certain=operator == "+" and bool(others), span=e.span)
    if not isinstance(whole, Repeated):
        return whole
    name = into or frame.names.temporary(frame.base, "items")
    frame.writer.line(f"{name} = {text_of(left)} {operator} {text_of(right)}")
    return identified(frame, replace(whole, text=name, form=form, count=lengths.SAME))
