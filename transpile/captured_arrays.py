"""Arrays of a module that a graph reads, by themselves or in lists, tuples, dicts and structs."""

from __future__ import annotations

from typing import Any

import numpy as np

from dslc.captured import is_plain_array
from dslc.captured_arrays import holds_arrays
from dslc.ir.diagnostics import Span
from dslc.ir.types import TensorType, type_of_python
from dslc.specs import struct_fields

from .frame import Frame
from .kind_parts import is_run, key_text
from .kinds import Built, Computed, Kind, Poison, Record, Sequence, Table
from .memory import Memory


def array_kind(frame: Frame, text: str, value: Any, span: Span) -> Kind | None:
    """What a value of the module is that holds arrays: they are values of the graph.

    Their sizes are numbers. None for a value without arrays, or of a form that holds no kinds.
    """
    if isinstance(value, np.ndarray) and not is_plain_array(value):
        return frame.refuse(
            "captured-array",
            f"`{text}` is {_described(value)}, which no graph reads",
            span,
            help="make a plain array of numbers of it",
        )
    return _kind(text, value) if is_plain_array(value) or _holds(value) else None


def is_of_run(frame: Frame, name: str) -> bool:
    """Whether a name is a value of the graph, or holds some; a global too."""
    kind = frame.environment.get(name)
    if kind is not None or name in frame.order:
        return kind is not None and is_run(kind)
    return holds_arrays(frame.session.namespace.get(name))


def _described(array: np.ndarray[Any, Any]) -> str:
    cls = type(array).__name__
    return f"an array of {array.dtype}" if cls in ("ndarray", "memmap") else f"a {cls}"


def _holds(value: Any) -> bool:
    is_container = isinstance(value, tuple | list | dict) or struct_fields(type(value)) is not None
    return is_container and holds_arrays(value)


def _kind(text: str, value: Any) -> Kind:
    if is_plain_array(value):
        memory = Memory("captured", f"the array `{text}` of the module")
        return Computed(text, type_of_python(value), memory)
    if not _holds(value):
        return Built(text, value)
    struct = struct_fields(type(value))
    if struct is not None:
        fields = {name: _kind(f"{text}.{name}", getattr(value, name)) for name in struct[1]}
        return Record(text, type(value), fields)
    if isinstance(value, dict):
        return Table(text, {k: _kind(f"{text}[{key_text(k)}]", v) for k, v in value.items()})
    items = tuple(_kind(f"{text}[{number}]", item) for number, item in enumerate(value))
    return Sequence(text, items, isinstance(value, list))


def refuse_reading(frame: Frame, construct: str, span: Span) -> Poison:
    """Refuse Python that would read an array of the module only once, while building."""
    return frame.refuse(
        "captured-array",
        f"{construct} may read an array of the module while the graph is built",
        span,
        help="read the array in a statement of the graph, or pass it as a parameter",
    )


def shown_arrays(value: Any) -> str | None:
    """What a header says of a captured value with arrays: their types; None for another one."""
    if is_plain_array(value):
        type_ = type_of_python(value)
        assert isinstance(type_, TensorType)
        return str(type_)
    if not _holds(value):
        return None
    struct = struct_fields(type(value))
    if struct is not None:
        fields = (f"{name}={_shown(getattr(value, name))}" for name in struct[1])
        return f"{type(value).__name__}({', '.join(fields)})"
    if isinstance(value, dict):
        pairs = [f"{key_text(key)}: {_shown(item)}" for key, item in value.items()]
        return f"{{{', '.join(pairs)}}}"
    items = ", ".join(map(_shown, value))
    return f"[{items}]" if isinstance(value, list) else f"({items})"


def _shown(value: Any) -> str:
    return shown_arrays(value) or type(value).__name__
