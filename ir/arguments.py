"""The arguments of an op's call, sorted into operands and attributes."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from typing import Any

from .op import Op, RuleError

MISMATCH = "argument-mismatch"


def bind(
    op: Op, args: tuple[Any, ...], kwargs: Mapping[str, Any]
) -> tuple[list[Any], dict[str, Any]]:
    """The operands and the attributes of a call (see `Op.bind`)."""
    given = _given(op, args, kwargs)
    operands: list[Any] = []
    attributes: dict[str, Any] = {}
    for name in op.operands:
        if name in op.optional and given.get(name) is None:
            attributes[name] = None
        elif name not in given:
            raise RuleError(MISMATCH, f"`{op.name}` needs `{name}`")
        else:
            operands.append(given[name])
    for name, default in op.attributes.items():
        value = given.get(name, default)
        if value is inspect.Parameter.empty:
            raise RuleError(MISMATCH, f"`{op.name}` needs `{name}`")
        attributes[name] = value
    if op.variadic:
        operands = list(operands[0])
    return operands, attributes


def _given(op: Op, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments by name; those after the star are the operands."""
    if op.starred is None:
        return _named(op, args, kwargs)
    own = {op.operands[0]: args[op.starred :]}
    return {**_named(op, args[: op.starred], {}), **own, **_named(op, (), kwargs)}


def _named(op: Op, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> dict[str, Any]:
    known = (*op.operands, *op.attributes)
    if len(args) > len(op.call):
        raise RuleError(MISMATCH, f"`{op.name}` takes at most {len(op.call)} arguments")
    given = dict(zip(op.call, args, strict=False))
    for name, value in kwargs.items():
        if name in given:
            raise RuleError(MISMATCH, f"`{op.name}` got `{name}` twice")
        if name not in known:
            raise _unknown(op, name)
        given[name] = value
    for name in given:
        if name not in known:
            raise _unknown(op, name)
    return given


def known_here(op: Op) -> list[str]:
    """The names of a call's arguments in NumPy's order, without those that the op has not."""
    return [n for n in op.call if n.removeprefix("*") in (*op.operands, *op.attributes)]


def _unknown(op: Op, name: str) -> RuleError:
    here = " here" if name in op.call else ""  # NumPy's function has it
    shown = ", ".join(f"`{n}`" for n in known_here(op))
    return RuleError(MISMATCH, f"`{op.name}` has no `{name}`{here}", help=f"it takes {shown}")
