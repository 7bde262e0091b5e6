"""Which values outside of a function its graphs must be built anew for when they change."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from enum import Enum
from types import (
    BuiltinFunctionType,
    FunctionType,
    MethodType,
    ModuleType,
    SimpleNamespace,
)
from typing import Any

import numpy as np

from dslc.compiled import CompiledFunction
from dslc.functions import GraphFunction
from dslc.ir.diagnostics import Edit, Span
from dslc.ir.dims import Dim
from dslc.ir.dtypes import BY_NAME
from dslc.ir.types import shape_of

from . import fence
from .captured_arrays import array_kind, shown_arrays
from .frame import Frame
from .global_texts import global_text, path_of
from .kinds import Built, Computed, Kind

_KNOWN = {*sys.stdlib_module_names, "numpy", "dslc"}


def capture(frame: Frame, name: str, value: Any, span: Span, *, whole: bool) -> Kind:
    """A global of the module, read while the graph is built.

    It is not `whole` where only an attribute is read, or it is called. A function is captured
    too, since its body is in the emitted text.
    """
    if isinstance(value, Dim):
        return _refuse_dim(frame, name, value, span)
    if whole and isinstance(value, ModuleType) and not is_known(value):
        return fence.refuse(
            frame, f"the module `{name}` as a value", span, help="read its attributes by its name"
        )
    text = global_text(frame.session, name, value)
    reads_state = keeps_state(value, name) or is_function(value) or (whole and _is_open(value))
    if reads_state and not frame.session.is_library:  # what `dslc` itself has never changes
        frame.captures[path_of(text)] = value
        if text != name:
            root = text.partition(".")[0]
            frame.captures[root] = frame.session.root[root]
    return array_kind(frame, text, value, span) or Built(text, value)


def _refuse_dim(frame: Frame, name: str, value: Dim, span: Span) -> Kind:
    size = _size_text(frame, value)
    return frame.refuse(
        "dim-as-number",
        f"`{name}` is a dim, which stands for a size in annotations only",
        span,
        help="write the size of an array, as in `x.shape[0]`"
        if size is None
        else f"write `{size}`",
        # In a plain function another call may have another size there.
        edits=(Edit(span, size),) if size and frame.function.decorators else (),
    )


def _size_text(frame: Frame, dim: Dim) -> str | None:
    """How a program says the size that a dim stands for; None where no array has it."""
    for name, kind in frame.environment.items():
        shape = shape_of(kind.type) if isinstance(kind, Computed) and kind.type else ()
        for axis, size in enumerate(shape):
            if size == dim:
                return f"{name}.shape[{axis}]"
    return None


def capture_attribute(frame: Frame, path: str, owner: Any, value: Any, *, whole: bool) -> None:
    """Note an attribute of a global that is read by this path, such as `config.rate`."""
    path = path_of(path)
    names = path.split(".")
    is_global = names[0] in frame.session.root and names[0] not in frame.environment
    if is_global and all(map(str.isidentifier, names)) and _reads_state(owner, value, path, whole):
        frame.captures[path] = value


def _is_open(value: Any) -> bool:
    """Whether a value is a class whose attributes somebody may change."""
    is_class = isinstance(value, type) and not issubclass(value, BaseException)
    return is_class and not is_known(value)


def is_function(value: Any) -> bool:
    """Whether a value is a function of somebody who may bind its name to another one."""
    plain = isinstance(value, FunctionType) and not is_known(value)
    return plain or isinstance(value, GraphFunction | CompiledFunction)


def keeps_state(value: Any, name: str = "") -> bool:
    """Whether a value, under this name, is data or holds some.

    Not modules and functions; a class where it is called otherwise, as in `DTYPE = np.float32`.
    """
    if value is None or isinstance(value, (*_DATA, np.ndarray)):
        return True
    if isinstance(value, type):
        last = name.rpartition(".")[2]
        ours = last in BY_NAME and BY_NAME[last].type is value
        return bool(name) and value.__name__ != last and not ours
    return not isinstance(value, _CODE) and not is_known(type(value))


_DATA = (
    bool, int, float, complex, str, bytes, tuple, list, dict, set, frozenset, range, slice,
    np.generic, np.dtype, SimpleNamespace,
)  # fmt: skip
_CODE = (BuiltinFunctionType, FunctionType, MethodType, ModuleType, np.ufunc)


def is_known(value: Any) -> bool:
    """Whether a module, class or function is of Python, NumPy or `dslc`, which nobody changes."""
    name = value.__name__ if isinstance(value, ModuleType) else getattr(value, "__module__", "")
    return str(name).partition(".")[0] in _KNOWN


def _reads_state(owner: Any, value: Any, path: str, whole: bool) -> bool:
    """Whether an attribute of a module, class or object is data, or a function."""
    if isinstance(owner, type) and issubclass(owner, Enum):
        return False
    if isinstance(owner, ModuleType | type) and is_known(owner):
        return False
    inner = whole and _is_open(value)
    return keeps_state(value, path) or is_function(value) or inner


def compared(captures: Mapping[str, Any]) -> list[str]:
    """The captured values that are compared at each call; an object with all that it holds."""

    def is_part(name: str) -> bool:
        *owners, _ = name.split(".")
        around = (".".join(owners[: n + 1]) for n in range(len(owners)))
        return any(each in captures and not _is_path(captures[each]) for each in around)

    return [name for name in captures if not is_part(name)]


def _is_path(value: Any) -> bool:
    """Whether a value is compared by itself, without what is behind it."""
    return is_function(value) or isinstance(value, ModuleType)


def notes(captures: Mapping[str, Any]) -> list[str]:
    """What a header says of captured values; of an object the attributes that are read."""
    parts = [name.rpartition(".")[0] for name in captures]
    return [
        f"# capture {_shown(name, value)}"
        for name, value in captures.items()
        if name not in parts and not _is_path(value) and not isinstance(value, property)
    ]


def _shown(name: str, value: Any) -> str:
    """A captured value; its text is the same on every machine."""
    arrays = shown_arrays(value)
    if arrays is not None:
        return f"{name}: {arrays}"
    if isinstance(value, set | frozenset):
        return f"{name} = {{{', '.join(sorted(map(repr, value)))}}}"
    if isinstance(value, type):
        return f"{name} = {value.__name__}"
    return f"{name} = {value!r}" if _is_plain(value) else f"{name}: {type(value).__name__}"


def _is_plain(value: Any) -> bool:
    """Whether the text of a value says all of it, without an address or an order of sets."""
    if isinstance(value, tuple | list):
        return all(map(_is_plain, value))
    if isinstance(value, dict):
        return all(map(_is_plain, (*value, *value.values())))
    if isinstance(value, set | frozenset):
        return False
    state = vars(value).values() if hasattr(value, "__dataclass_fields__") else ()
    return value is None or isinstance(value, _DATA) or (bool(state) and all(map(_is_plain, state)))
