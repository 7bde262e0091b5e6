"""Texts with values in them: what an f-string, or an argument of `print`, is in a graph.

A *template* is a text with fields, as `str.format` reads it: `step {!s}`, `{:.3f}`, `{!r:>10}`.
Braces of the text itself are doubled. The values of the fields are kept beside it, in order.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from string import Formatter
from typing import Any

import numpy as np

from .dims import Dim
from .dtypes import NAMES
from .graph import Literal, Value
from .op import RuleError
from .types import INT_MAX, INT_MIN

AS_STR = "{!s}"
"""The template of one value as `print` shows it."""


@dataclass(frozen=True, slots=True, eq=False)
class Formatted:
    """A template and the values of its fields, each an operand of a node."""

    template: str
    values: tuple[Any, ...] = ()


def escaped(text: str) -> str:
    """A text as a template without fields."""
    return text.replace("{", "{{").replace("}", "}}")


def plain_text(template: str) -> str | None:
    """The text of a template without fields; None where it has some."""
    return template.format() if not any(True for _ in fields(template)) else None


def fields(template: str) -> Iterator[tuple[str, str]]:
    """The conversion (`r`, `s`, `a` or "") and the format of each field.

    Raises:
        RuleError: `argument-mismatch` for a template that is none.
    """
    try:
        for _, name, spec, conversion in Formatter().parse(template):
            if name:
                raise ValueError(f"the field `{name}` has a name")
            if name is not None:
                yield conversion or "", spec or ""
    except ValueError as error:
        raise RuleError("argument-mismatch", f"{template!r} is no template: {error}") from None


def shown(value: Any) -> Formatted:
    """A value as `print` shows it; a text as it is."""
    return _field(value, "s", "")


def print_parts(values: Sequence[Any], options: dict[str, Any]) -> tuple[list[Any], dict[str, Any]]:
    """The operands and attributes of a `print` with these arguments.

    Raises:
        RuleError: where a text cannot be made of a value.
    """
    texts = [shown(value) for value in values]
    templates = tuple(text.template for text in texts)
    return [value for text in texts for value in text.values], {"templates": templates, **options}


def check_parts(test: Any, message: Any, error: Any) -> tuple[list[Any], dict[str, Any]]:
    """The operands and attributes of a `check` with this message: a text, or None.

    Raises:
        RuleError: where the message is no text.
    """
    if message is None:
        return [test], {"message": None, "error": error}
    if not isinstance(message, str | Formatted):
        raise RuleError("argument-mismatch", "the message of a check is text")
    text = shown(message)
    return [test, *text.values], {"message": text.template, "error": error}


def formatted(template: str, values: Sequence[Any]) -> Formatted:
    """A template whose fields are filled as far as their values are known while building.

    A field inside a field's format takes the value after the field's own, as in `str.format`.

    Raises:
        RuleError: where a text cannot be made of a value, or their numbers differ.
    """
    left = iter(values)
    list(fields(template))  # it is one
    parts: list[Formatted] = []
    for literal, name, spec, conversion in Formatter().parse(template):
        parts.append(Formatted(escaped(literal)))
        if name is not None:
            value = _next(left)
            parts.append(_field(value, conversion or "", _filled(spec or "", left)))
    if next(left, None) is not None:
        raise RuleError("argument-mismatch", "a text has more values than fields")
    return _joined(parts)


def _next(values: Iterator[Any]) -> Any:
    try:
        return next(values)
    except StopIteration:
        raise RuleError("argument-mismatch", "a text has more fields than values") from None


def _filled(spec: str, values: Iterator[Any]) -> str:
    """The format of a field; numbers in it are known while building."""
    count = sum(1 for _ in fields(spec))
    given = [_next(values) for _ in range(count)]
    if any(isinstance(value, Value | Dim | Literal) for value in given):
        raise RuleError("depends-on-run", "a format must be known while the graph is built")
    return spec.format(*given)


def _joined(parts: Sequence[Formatted]) -> Formatted:
    values = tuple(value for part in parts for value in part.values)
    return Formatted("".join(part.template for part in parts), values)


# --- one value ----------------------------------------------------------------------------------


def _field(value: Any, conversion: str, spec: str) -> Formatted:
    """The field of one value, or its text where that is known while building."""
    if isinstance(value, Formatted):
        if spec or conversion not in ("", "s"):
            raise RuleError("argument-mismatch", "a text of run-time values has no format")
        return value
    if _is_operand(value):
        mark = f"!{conversion}" if conversion else ""
        return Formatted(f"{{{mark}{':' if spec else ''}{spec}}}", (value,))
    if not _holds_values(value):
        return Formatted(
            escaped(f"{{{'!' if conversion else ''}{conversion}:{spec}}}".format(value))
        )
    if spec or conversion == "a":
        raise RuleError("argument-mismatch", "a tuple or list has no format")
    return _display(value)


def _is_operand(value: Any) -> bool:
    """Whether a value is an operand of the node; a number is, so that it stays a number there."""
    if isinstance(value, Value | Dim | Literal | np.ndarray):
        return True
    if isinstance(value, np.generic):
        return value.dtype in NAMES
    if isinstance(value, int) and type(value) in (int, bool):
        return INT_MIN <= value <= INT_MAX
    return type(value) is float


def _holds_values(value: Any) -> bool:
    """Whether a container holds values of the graph."""
    if isinstance(value, Value | Dim | Literal | np.ndarray):
        return True
    if isinstance(value, dict):
        return any(map(_holds_values, (*value, *value.values())))
    return isinstance(value, tuple | list) and any(map(_holds_values, value))


def _display(value: Any) -> Formatted:
    """The `repr` of a tuple, list or dict; raises RuleError for other containers."""
    if not _holds_values(value) or _is_operand(value):
        return _field(value, "r", "")
    if type(value) not in (tuple, list, dict):
        message = f"a {type(value).__name__} of run-time values has no text"
        raise RuleError("argument-mismatch", message, help="print its parts")
    if isinstance(value, dict):
        pairs = [_joined([_display(k), Formatted(": "), _display(v)]) for k, v in value.items()]
        return _listed("{{", pairs, "}}")
    items = list(map(_display, value))
    if isinstance(value, list):
        return _listed("[", items, "]")
    return _listed("(", items, ",)" if len(items) == 1 else ")")


def _listed(opening: str, items: Sequence[Formatted], closing: str) -> Formatted:
    commas = [Formatted(", ")] * len(items)
    between = [part for pair in zip(commas, items, strict=True) for part in pair][1:]
    return _joined([Formatted(opening), *between, Formatted(closing)])
