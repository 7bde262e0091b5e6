"""Functions that building chooses from others."""

from __future__ import annotations

from collections.abc import Iterable
from types import ModuleType
from typing import Any

from .frame import Frame
from .kind_parts import has_text
from .kinds import ATOM, Built, Chosen, Closure, Kind

Options = tuple[Built | Closure, ...]


def chosen(frame: Frame, kinds: Iterable[Kind], text: str, tight: int = 0) -> Chosen | None:
    """One of these kinds where all are functions that can be told apart; else None."""
    options: list[Built | Closure] = []
    for kind in kinds:
        found = _options(frame, kind)
        if found is None:
            return None
        options += [o for o in found if not any(_same(o, other) for other in options)]
    if len({told(option) for option in options}) < len(options) or not options:
        return None
    return Chosen(text, tight=tight, options=tuple(options))


def _options(frame: Frame, kind: Kind) -> Options | None:
    if isinstance(kind, Chosen):
        return kind.options
    if isinstance(kind, Closure):
        return None if has_text(kind) else (kind,)
    if not isinstance(kind, Built) or not callable(kind.value):
        return None
    text = _global_text(frame, kind)
    return None if text is None else (Built(text, kind.value),)


def _global_text(frame: Frame, kind: Built) -> str | None:
    """What gives a function anywhere in the emitted module."""
    space = frame.session.namespace

    def is_free(text: str) -> bool:
        first = text.partition(".")[0].partition("[")[0]
        return first in space and first not in frame.environment and first not in frame.order

    if is_free(kind.text):
        return kind.text
    own = getattr(kind.value, "__name__", "")
    for name, value in space.items():
        if value is kind.value and is_free(name):
            return name
        in_module = isinstance(value, ModuleType) and getattr(value, own, None) is kind.value
        if in_module and is_free(name):
            return f"{name}.{own}"
    return None


def _same(one: Built | Closure, other: Built | Closure) -> bool:
    if isinstance(one, Closure) and isinstance(other, Closure):
        return one.function is other.function and one.home is other.home
    return isinstance(one, Built) and isinstance(other, Built) and one.value is other.value


def told(option: Built | Closure) -> str:
    """What tells an option from others in the emitted text."""
    return f"== {option.label}" if isinstance(option, Closure) else f"is {option.text}"


def every(frame: Frame, container: Any, text: str = "") -> Chosen | None:
    """Any item of a tuple, list or dict of functions, as building decides; else None."""
    if not isinstance(container, tuple | list | dict):
        return None
    items = container.values() if isinstance(container, dict) else container
    return chosen(frame, [Built("", item) for item in items], text, ATOM)
