"""Functions that building chooses from others."""

from __future__ import annotations

import builtins
import inspect
from collections.abc import Iterable, Iterator
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
    found = as_read(frame, kind)
    return None if found is None else (found,)


def _same(one: Built | Closure, other: Built | Closure) -> bool:
    if isinstance(one, Closure) and isinstance(other, Closure):
        return one.function.start == other.function.start and one.home is other.home
    return isinstance(one, Built) and isinstance(other, Built) and one.value is other.value


def told(option: Built | Closure) -> str:
    """What tells an option from others in the emitted text."""
    return f"== {option.label}" if isinstance(option, Closure) else f"is {option.text}"


def as_read(frame: Frame, option: Built | Closure) -> Built | Closure | None:
    """An option with the text that gives it here; None where there is none."""
    if isinstance(option, Closure):
        return option
    text = _global_text(frame, option)
    return None if text is None else Built(text, option.value)


def every(frame: Frame, container: Any, text: str = "") -> Chosen | None:
    """Any item of a tuple, list or dict of functions, as building decides; else None."""
    if not isinstance(container, tuple | list | dict):
        return None
    items = container.values() if isinstance(container, dict) else container
    return chosen(frame, [Built("", item) for item in items], text, ATOM)


# --- what gives a function in the emitted text ------------------------------------------------


def _global_text(frame: Frame, kind: Built) -> str | None:
    """What gives this very function in the emitted text, wherever it stands."""
    space = {**vars(builtins), **frame.session.root}
    for text in _candidates(space, kind):
        name = text.partition(".")[0]
        is_local = name in frame.environment or name in frame.order
        if not is_local and _at(space, text) is kind.value and frame.names.keep(name):
            return text
    return None


def _candidates(space: dict[str, Any], kind: Built) -> Iterator[str]:
    own = getattr(kind.value, "__name__", "")
    yield kind.text
    for name, value in space.items():
        if value is kind.value:
            yield name
        if isinstance(value, ModuleType):
            yield f"{name}.{own}"


def _at(space: dict[str, Any], text: str) -> object:
    """What is at a path of attributes; None where reading it makes something new, as a method."""
    first, *names = text.split(".")
    value = space.get(first)
    for name in names:
        value = inspect.getattr_static(value, name, None)
        if isinstance(value, staticmethod):
            value = value.__func__
    return value
