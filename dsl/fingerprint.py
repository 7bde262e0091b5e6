"""A hash of all that decides what graph a builder function makes: its code, and what that reads.

A graph is made by running code, so two processes make the same one where that code is the same, and
the values that it can reach by its names are. Values are described by what they hold, functions by
their code and the globals that their names mean, classes by what stands in them. More names are
followed than are read, which only makes hashes differ that need not. What is no data, reads the
world outside or is reached in a way that names do not tell has no description, and then nothing
that is built with it has a hash.

Functions and classes of Python, NumPy and `dslc` are told by name; their versions are part of
`installation`.
"""

from __future__ import annotations

import abc
import builtins
import dataclasses
import dis
import functools
import hashlib
import struct
import sys
import types
import typing
from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import Enum, EnumMeta
from types import CodeType, FunctionType, ModuleType
from typing import Any, cast

import numpy as np

from dslc.ir.dims import Dim, interval, symbol_dims
from dslc.ir.dtypes import NAMES
from dslc.ir.op import Op

from .structure import loaded

MOST = 20_000
"""Values that are looked at for one hash."""


class Undescribed(Exception):
    """A value whose description is not known."""


class Fingerprint:
    """Describes values one after the other.

    Attributes:
        functions: the compiled functions among them, in the order in which they were reached.
    """

    def __init__(self) -> None:
        self.functions: list[Any] = []
        self._digest = hashlib.sha256()
        self._seen: dict[Any, tuple[int, Any]] = {}  # with the value, which is so kept

    def hash(self) -> str:
        """Of all that was put so far."""
        return self._digest.hexdigest()

    def put(self, *texts: str) -> None:
        """Put texts."""
        for text in texts:
            encoded = text.encode("utf-8", "surrogatepass")
            self._digest.update(b"%d:%b" % (len(encoded), encoded))

    def add(self, value: Any, names: Sequence[str] = ()) -> None:
        """Put the description of a value; of a module what it has under these names.

        Raises:
            Undescribed: where there is none.
        """
        is_module = isinstance(value, ModuleType)
        known_by = (id(value), *names) if is_module else id(value)
        if _is_plain(value):
            self.put(type(value).__name__, _plain_text(value))
        elif known_by in self._seen:
            self.put("again", str(self._seen[known_by][0]))
        elif len(self._seen) >= MOST:
            raise Undescribed
        else:
            self._seen[known_by] = len(self._seen), value
            if is_module:
                self._module(value, names)
            else:
                self._whole(value)

    def add_all(self, values: Iterator[Any] | Sequence[Any]) -> None:
        """Put the descriptions of several values, and how many they are."""
        found = list(values)
        self.put(str(len(found)))
        for each in found:
            self.add(each)

    def _whole(self, value: Any) -> None:
        """The description of what holds others, or is told by its name."""
        describe = _DESCRIBED.get(type(value))
        if describe is not None:
            self.put(type(value).__name__)
            describe(self, value)
        elif isinstance(value, Described):
            value.describe(self)
        elif is_known(value):
            self.put("known", value.__module__, value.__qualname__)
        elif isinstance(value, Enum):
            self.add(type(value))
            self.put(value.name)
        elif isinstance(value, type):
            self._class(value)
        else:
            self._object(value)

    # --- code -------------------------------------------------------------------------------------

    def _function(self, function: FunctionType) -> None:
        if is_known(function):
            self.put(function.__module__, function.__qualname__)
            return
        self._code(function.__code__)
        self.add(function.__defaults__)
        self.add(function.__kwdefaults__)
        self.add_all([cell.cell_contents for cell in _filled(function)])
        self.add({name: value for name, value in vars(function).items() if name != "__signature__"})
        names = list(dict.fromkeys(_names(function.__code__)))
        space = function.__globals__
        if any(name in _UNTOLD and name not in space for name in names):
            raise Undescribed
        self._named({name: space[name] for name in names if name in space}, names)
        self._named(
            {n: vars(builtins)[n] for n in names if n not in space and hasattr(builtins, n)}
        )

    def _named(self, values: Mapping[str, Any], names: Sequence[str] = ()) -> None:
        """Put values that have names; `names` are those that are looked up in modules."""
        self.put(repr(list(values)))
        for value in values.values():
            self.add(value, names)

    def _code(self, code: CodeType) -> None:
        if dis.opmap["IMPORT_NAME"] in code.co_code[::2]:
            raise Undescribed
        counts = code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount, code.co_flags
        names = code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars
        self.put(code.co_qualname, repr((counts, names, code.co_firstlineno)))
        self.put(code.co_code.hex(), code.co_linetable.hex(), code.co_exceptiontable.hex())
        self.put(str(len(code.co_consts)))
        for constant in code.co_consts:
            if isinstance(constant, CodeType):
                self._code(constant)
            else:
                self.add(constant)

    def _module(self, module: ModuleType, names: Sequence[str]) -> None:
        self.put("module", module.__name__)
        if is_pure(module.__name__):
            if any(name in _READING for name in names):
                raise Undescribed
            return
        if _is_standard(module.__name__):
            raise Undescribed
        self._named({name: vars(module)[name] for name in names if name in vars(module)}, names)

    # --- classes and objects ----------------------------------------------------------------------

    def _class(self, cls: type[Any]) -> None:
        self.put("class", cls.__module__, cls.__qualname__)
        if type(cls) is not type:
            self.add(type(cls))
        self.add_all(cls.__bases__)
        if isinstance(cls, EnumMeta):
            found = cast("Mapping[str, Enum]", cls.__members__)
            members = [(name, member.value) for name, member in found.items()]
            self.add(tuple(members))
        if dataclasses.is_dataclass(cls):
            fields = dataclasses.fields(cls)
            self.put(str(len(fields)))
            for field in fields:
                self.put(field.name, repr((field.init, field.compare, field.kw_only)))
                for default in (field.default, field.default_factory):
                    self.add(None if default is dataclasses.MISSING else (default,))
        own = {
            n: v for n, v in vars(cls).items() if n not in _OF_PYTHON and not _is_made(cls, n, v)
        }
        self._named(own)

    def _object(self, value: Any) -> None:
        """An object whose class is written in Python, and holds nothing but its attributes."""
        cls = type(value)
        owners = [each for each in cls.__mro__ if each not in (object, *_STATELESS)]
        if issubclass(cls, tuple) and hasattr(cls, "_fields"):
            owners = [each for each in owners if each is not tuple]
            self.add_all(list(tuple.__iter__(value)))
        of_dslc = dataclasses.is_dataclass(cls) and cls.__module__.partition(".")[0] == "dslc"
        if not of_dslc and any(is_known(each) or _is_standard(each.__module__) for each in owners):
            raise Undescribed
        if any("__dict__" not in vars(each) and "__slots__" not in vars(each) for each in owners):
            raise Undescribed
        self.add(cls)
        slots = (name for each in owners for name in _slots(each) if hasattr(value, name))
        self._named({name: getattr(value, name) for name in slots})
        self._named(getattr(value, "__dict__", {}))


class Described:
    """What says itself what it is, as the functions of `dslc` do."""

    __slots__ = ()

    def describe(self, to: Fingerprint) -> None:
        """Put what decides how it behaves in a graph; raises Undescribed."""
        raise Undescribed


# --- what values are described by -----------------------------------------------------------------


def _put_items(to: Fingerprint, value: Any) -> None:
    to.add_all(value)


def _put_entries(to: Fingerprint, value: Any) -> None:
    to.add_all(list(value))
    to.add_all(list(value.values()))


def _put_set(to: Fingerprint, value: Any) -> None:
    if not all(map(_is_plain, value)):
        raise Undescribed
    to.put(repr(sorted((type(each).__name__, _plain_text(each)) for each in value)))


def _put_op(to: Fingerprint, value: Op) -> None:
    if value.run.__module__.partition(".")[0] != "dslc":
        raise Undescribed
    to.put(value.name)


def _put_dim(to: Fingerprint, value: Dim) -> None:
    to.put(str(value), repr([(str(each), *interval(each)) for each in symbol_dims(value)]))


def _put_dtype(to: Fingerprint, value: Any) -> None:
    if value not in NAMES:
        raise Undescribed
    to.put(value.name)


def _put_ufunc(to: Fingerprint, value: np.ufunc) -> None:
    if getattr(np, value.__name__, None) is not value:
        raise Undescribed
    to.put(value.__name__)


def _put_generic(to: Fingerprint, value: Any) -> None:
    to.add(typing.get_origin(value))
    to.add_all(typing.get_args(value))


def _of(*names: str) -> Callable[[Fingerprint, Any], None]:
    """Described by these attributes."""

    def put(to: Fingerprint, value: Any) -> None:
        to.add_all([getattr(value, name) for name in names])

    return put


_DESCRIBED: dict[Any, Callable[[Fingerprint, Any], None]] = {
    tuple: _put_items,
    list: _put_items,
    dict: _put_entries,
    set: _put_set,
    frozenset: _put_set,
    FunctionType: Fingerprint._function,
    types.MethodType: _of("__self__", "__func__"),
    types.GenericAlias: _put_generic,
    types.UnionType: _put_generic,
    property: _of("fget", "fset", "fdel"),
    classmethod: _of("__func__"),
    staticmethod: _of("__func__"),
    functools.cached_property: _of("func"),
    functools.partial: _of("func", "args", "keywords"),
    slice: _of("start", "stop", "step"),
    range: _of("start", "stop", "step"),
    types.SimpleNamespace: lambda to, value: to.add(vars(value)),
    types.MemberDescriptorType: lambda to, value: to.put(value.__name__),
    types.GetSetDescriptorType: lambda to, value: to.put(value.__name__),
    Dim: _put_dim,
    Op: _put_op,
    np.ufunc: _put_ufunc,
    **{type(each): _put_dtype for each in NAMES},
}

_PURE = (
    "abc", "builtins", "cmath", "collections", "dataclasses", "dslc", "enum", "fractions",
    "functools", "inspect", "itertools", "math", "ml_dtypes", "numbers", "numpy", "operator",
    "string", "types", "typing",
)  # fmt: skip
"""Packages whose functions depend on nothing but their arguments, and on their version."""

_READING = (
    "DataSource", "fromfile", "genfromtxt", "load", "loadtxt", "memmap", "random", "read_arrays",
)  # fmt: skip
"""What is in them and is not like that."""

_WORLD = ("numpy.random", "dslc.array_files")
_UNTOLD = (
    "__import__", "breakpoint", "compile", "dir", "eval", "exec", "getattr", "globals", "hash",
    "id", "input", "locals", "memoryview", "open", "vars",
)  # fmt: skip
"""Builtins that reach what no name tells."""

_STATELESS = (abc.ABC, typing.Generic, typing.Protocol)
_OF_PYTHON = (
    "__abstractmethods__", "__annotations__", "__dataclass_fields__", "__dataclass_params__",
    "__dict__", "__doc__", "__match_args__", "__module__", "__orig_bases__", "__parameters__",
    "__weakref__", "_abc_impl",
)  # fmt: skip
"""What Python keeps in a class, and is told by the rest of it."""

_OF_STRUCTS = ("__eq__", "__hash__", "__init__", "__repr__", "__setattr__", "__delattr__")
_OF_TUPLES = (
    "__getnewargs__", "__new__", "__repr__", "__slots__", "_asdict", "_field_defaults", "_fields",
    "_make", "_replace",
)  # fmt: skip


def is_pure(module: str) -> bool:
    """Whether what a module holds is told by its names and its version."""
    inside = module.startswith(_WORLD)
    return module.partition(".")[0] in _PURE and not inside


def _is_standard(module: str) -> bool:
    return module.partition(".")[0] in sys.stdlib_module_names


def is_known(value: Any) -> bool:
    """Whether a function or class is told by its name, which means it in its module."""
    module, name = getattr(value, "__module__", None), getattr(value, "__qualname__", None)
    if not isinstance(module, str) or not isinstance(name, str) or not is_pure(module):
        return False
    return value is type(None) or loaded(module, name) is value


def _is_plain(value: Any) -> bool:
    cls = type(value)
    if isinstance(value, np.generic):
        return value.dtype in NAMES and cls is value.dtype.type
    plain = (bool, int, float, complex, str, bytes, type(None), type(Ellipsis))
    return cls in plain or value is NotImplemented


def _plain_text(value: Any) -> str:
    if isinstance(value, np.generic):
        return f"{value.dtype.name} {value.tobytes().hex()}"
    if isinstance(value, float | complex):
        return struct.pack("dd", value.real, value.imag).hex()
    return repr(value)


def _names(code: CodeType) -> Iterator[str]:
    """All names in a code, and texts that may be names."""
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names(constant)
        elif isinstance(constant, str) and constant.isidentifier():
            yield constant


def _filled(function: FunctionType) -> Iterator[types.CellType]:
    for cell in function.__closure__ or ():
        try:
            cell.cell_contents  # noqa: B018 - it raises where the name is not bound yet
        except ValueError:
            raise Undescribed from None
        yield cell


def _slots(cls: type[Any]) -> tuple[str, ...]:
    slots = vars(cls).get("__slots__", ())
    return (slots,) if isinstance(slots, str) else tuple(slots)


def _is_made(cls: type[Any], name: str, value: Any) -> bool:
    """Whether Python made an attribute of a class, of what is described anyway."""
    if dataclasses.is_dataclass(cls) and name in _OF_STRUCTS:
        inner = getattr(value, "__wrapped__", value)
        return (
            value is None or getattr(inner, "__code__", _is_made.__code__).co_filename == "<string>"
        )
    if hasattr(cls, "_fields") and tuple in cls.__bases__:
        return name in _OF_TUPLES or name in cls._fields
    return isinstance(cls, EnumMeta) and (
        not isinstance(value, FunctionType | property | classmethod | staticmethod)
        or getattr(value, "__module__", "enum") == "enum"
    )
