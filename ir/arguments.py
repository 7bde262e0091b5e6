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
            shown = ", ".join(f"`{n}`" for n in op.call)
            message = f"`{op.name}` has no `{name}`"
            raise RuleError(MISMATCH, message, help=f"it takes {shown}")
        given[name] = value
    unknown = [name for name in given if name not in known]
    if unknown:
        raise RuleError(MISMATCH, f"`{op.name}` has no `{unknown[0]}` here")
    return given
