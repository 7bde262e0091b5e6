"""Calls of Python in a statement, put before it, where nothing is evaluated before them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from .tree import (
    Assign,
    Attribute,
    AugmentedAssign,
    Binary,
    Call,
    Compare,
    Conditional,
    Constant,
    Dict,
    Expression,
    List,
    Logical,
    Name,
    Return,
    Slice,
    Statement,
    Subscript,
    Tuple,
    Unary,
)

IsPython = Callable[[Call], bool]
"""Whether a call is to stand before its statement."""

IsGlobal = Callable[[str], bool]
"""Whether a name is one of the module."""


def hoisted(
    s: Statement, is_python: IsPython, is_global: IsGlobal, name: str
) -> tuple[Call, Statement] | None:
    """The first such call in a statement, and the statement with a name in place of it.

    None where the call is all of the value, or where something is computed before it: the name
    of an array is no computation, since it stands for the same array afterwards.
    """
    plain_target = isinstance(s, AugmentedAssign) and isinstance(s.target, Name)
    if not (isinstance(s, Assign | Return) or plain_target):
        return None
    value = getattr(s, "value", None)
    if not isinstance(value, Expression) or (isinstance(value, Call) and is_python(value)):
        return None
    found = _Search(is_python, is_global, name)
    changed = found.expression(value)
    if found.call is None:
        return None
    fields: dict[str, Any] = {"value": changed}
    return found.call, replace(s, **fields)


class _Search:
    """Looks for the first call in the order of evaluation."""

    def __init__(self, is_python: IsPython, is_global: IsGlobal, name: str) -> None:
        self._is_python = is_python
        self._is_global = is_global
        self._name = name
        self.call: Call | None = None
        self.ended = False

    def expression(self, e: Expression) -> Expression:
        """The expression with the name in place of the call, once it is found."""
        if self.call is not None or self.ended:
            return e
        if isinstance(e, Call) and self._is_python(e):
            self.call = e
            return Name(e.span, self._name)
        for field, part in _in_order(e):
            changed: Any
            if isinstance(part, tuple):
                # Of these operands, those after the first may not be evaluated.
                count = 1 if isinstance(e, Logical | Compare) else len(part)
                changed = (*self._items(part[:count]), *part[count:])
            else:
                changed = self.expression(part)
            if self.call is not None:
                fields: dict[str, Any] = {field: changed}
                return replace(e, **fields)
            if self.ended:
                return e
        self.ended = not self._is_free(e)
        return e

    def _is_free(self, e: Expression) -> bool:
        """Whether evaluating it, its parts aside, computes nothing."""
        if isinstance(e, Attribute):
            return isinstance(e.value, Name) and self._is_global(e.value.id)
        return isinstance(e, Name | Constant | Tuple | List | Slice)

    def _items(self, parts: tuple[Any, ...]) -> tuple[Any, ...]:
        found: list[Any] = []
        for part in parts:
            if isinstance(part, Expression):
                found.append(self.expression(part))
            elif part is not None:  # a keyword
                found.append(replace(part, value=self.expression(part.value)))
            else:
                found.append(part)
        return tuple(found)


_ORDER: dict[type, tuple[str, ...]] = {
    Attribute: ("value",),
    Subscript: ("value", "index"),
    Slice: ("start", "stop", "step"),
    Call: ("function", "arguments", "keywords"),
    Unary: ("operand",),
    Binary: ("left", "right"),
    Compare: ("left", "rights"),
    Logical: ("operands",),
    Conditional: ("test",),
    Tuple: ("items",),
    List: ("items",),
    Dict: (),
}
"""The parts of an expression in the order in which they are evaluated, as far as all of them are
evaluated on every path."""


def _in_order(e: Expression) -> list[tuple[str, Any]]:
    fields = [(field, getattr(e, field)) for field in _ORDER.get(type(e), ())]
    return [(field, value) for field, value in fields if value is not None]
