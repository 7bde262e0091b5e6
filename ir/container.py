"""How flat values, the leaves, make up a nested one: a tuple, list, dict or struct.

A *form* is None for a single value, otherwise a `Container` of forms.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

_MANY = 4
"""Parts of a list or tuple from which on equal ones are counted, not repeated."""

_FEW = 2
"""Single values in a struct up to which their types stand behind its class."""


@dataclass(frozen=True, slots=True)
class Container:
    """How a tuple, list, dict or struct is made up.

    Attributes:
        title: the class of a struct or named tuple; the brackets of another container.
        make: the container of a list of parts.
        names: of the parts; in a tuple or list their positions.
        forms: of the parts.
    """

    title: str
    make: Callable[[list[Any]], Any]
    names: tuple[str, ...]
    forms: tuple[Form, ...]


Form: TypeAlias = Container | None


def unflatten(form: Form, leaves: Iterator[Any]) -> Any:
    """The value of this form, made of the next leaves."""
    if form is None:
        return next(leaves)
    return form.make([unflatten(part, leaves) for part in form.forms])


def shown_types(forms: Sequence[Form], leaves: Sequence[str]) -> str:
    """The types of values whose leaves have these, as a reader looks for them.

    A struct of many parts is its class, whose fields say the rest. Leaves that no form stands for,
    such as arrays that a loop writes to, stand alone; many are counted behind the first.
    """
    rest = iter(leaves)
    shown = [_shown(form, rest) for form in forms]
    alone = list(rest)
    if len(alone) > 2 * _MANY:
        alone = [*alone[:_MANY], f"{len(alone) - _MANY} more"]
    return ", ".join([*shown, *alone])


def _shown(form: Form, leaves: Iterator[str]) -> str:
    if form is None:
        return next(leaves)
    parts = [_shown(part, leaves) for part in form.forms]
    if form.title == "{}":
        parts = [f"{name}: {part}" for name, part in zip(form.names, parts, strict=True)]
    elif form.title not in ("()", "[]"):
        is_small = len(parts) <= _FEW and not any(form.forms)
        return f"{form.title}({', '.join(parts)})" if is_small else form.title
    elif len(parts) >= _MANY and len(set(parts)) == 1:
        parts = [f"{len(parts)} of {parts[0]}"]
    elif form.title == "()" and len(parts) == 1:
        return f"({parts[0]},)"
    return f"{form.title[0]}{', '.join(parts)}{form.title[1]}"
