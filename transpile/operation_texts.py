"""The arguments of a node in the emitted text."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from collections.abc import Sequence as Many

from dslc.ir.op import Op

from .kinds import Kind, Repeated
from .texts import text_of, tuple_text

POSITIONAL = ("shape", "dtype", "key", "start", "stop", "step")
"""Attributes that read well without their name."""


def arguments_of(
    op: Op, operands: Many[Kind], attributes: Mapping[str, Kind], key: tuple[str, str] | None
) -> list[str]:
    """The texts of a call's arguments, in the order NumPy takes them.

    A `Repeated` stands for all its items.
    """
    if op.variadic:
        by_name = {op.operands[0]: _together(operands)}
    else:
        names = op.given(attributes)
        by_name = {name: text_of(kind) for name, kind in zip(names, operands, strict=False)}
    if key is not None:
        by_name["key"] = key[1]
    shown = op.without_absent(attributes)
    by_name.update({name: text_of(kind) for name, kind in shown.items()})
    given: list[str] = []
    in_order = True
    if op.starred is not None:
        del by_name[op.operands[0]]
        leading = [by_name.pop(name) for name in op.call[: op.starred]]
        texts = [f"*{text_of(k)}" if isinstance(k, Repeated) else text_of(k) for k in operands]
        given, in_order = [*leading, *texts], False
    for name in op.call:
        if name not in by_name:
            in_order = False
        elif in_order and (name in POSITIONAL or _is_required(op, name)):
            given.append(by_name.pop(name))
        else:
            in_order = False
            given.append(f"{name}={by_name.pop(name)}")
    return [*given, *(f"{name}={text}" for name, text in by_name.items())]


def _is_required(op: Op, name: str) -> bool:
    """Whether an argument has no default."""
    return op.attributes.get(name, inspect.Parameter.empty) is inspect.Parameter.empty


def _together(operands: Many[Kind]) -> str:
    """All operands of a variadic op as one argument."""
    only = operands[0] if len(operands) == 1 else None
    if isinstance(only, Repeated):
        return text_of(only)
    return tuple_text([text_of(kind) for kind in operands])
