"""The arguments of `g.print(...)` and `g.check(...)`: texts in quotes, values, `g.format(...)`."""

from __future__ import annotations

from collections.abc import Sequence

from .graph import Node
from .print_literals import attribute_text, quoted
from .templates import AS_STR, fields, plain_text


def print_arguments(node: Node, operands: Sequence[str]) -> list[str]:
    """The texts of the arguments; `operands` are those of the node's operands."""
    left = iter(operands)
    items = []
    for template in node.attributes["templates"]:
        given = [next(left) for _ in fields(template)]
        items += given if template == AS_STR else [_text(template, given)]
    for name in ("sep", "end", "file", "flush"):
        value = node.attributes[name]
        if value != node.op.attributes[name]:
            items.append(f"{name}={attribute_text(value, str)}")
    return items


def check_arguments(node: Node, operands: Sequence[str]) -> list[str]:
    """The texts of the arguments of a `check`."""
    test, *values = operands
    message, error = node.attributes["message"], node.attributes["error"]
    items = [test] if message is None else [test, f"message={_text(message, values)}"]
    default = error == node.op.attributes["error"]
    return items if default else [*items, f"error={attribute_text(error, str)}"]


def _text(template: str, operands: Sequence[str]) -> str:
    text = plain_text(template)
    if text is not None:
        return quoted(text)
    return f"g.format({', '.join([quoted(template), *operands])})"
