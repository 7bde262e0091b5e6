"""The arguments of a `g.print(...)`: texts in quotes, values, `g.format(...)` for what has both."""

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
        text = plain_text(template)
        if text is not None:
            items.append(quoted(text))
        else:
            items += given if template == AS_STR else [_formatted(template, given)]
    for name in ("sep", "end", "file", "flush"):
        value = node.attributes[name]
        if value != node.op.attributes[name]:
            items.append(f"{name}={attribute_text(value, str)}")
    return items


def _formatted(template: str, operands: Sequence[str]) -> str:
    return f"g.format({', '.join([quoted(template), *operands])})"
