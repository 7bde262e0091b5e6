"""C++ names of values: as the program calls them."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable

_KEYWORDS = """
    alignas alignof and and_eq asm auto bitand bitor bool break case catch char char16_t
    char32_t char8_t class co_await co_return co_yield compl concept const const_cast consteval
    constexpr constinit continue decltype default delete do double dynamic_cast else enum
    explicit export extern false float for friend goto if inline int long mutable namespace new
    noexcept not not_eq nullptr operator or or_eq private protected public register
    reinterpret_cast requires return short signed sizeof static static_assert static_cast struct
    switch template this thread_local throw true try typedef typeid typename typeof union unix
    linux unsigned using virtual void volatile wchar_t while xor xor_eq
"""
_RUNTIME = """
    ASK Array Buffer Call ENTRY Entered Error Failure INLINED Kind Nothing POLL PRINT Place Plan
    PyObject Py_buffer Result Spot Status TRY
    arguments call constants error infinity move nan nargs np plan py python release
    f16 bf16 f32 f64 c64 c128 i8 i16 i32 i64 u8 u16 u32 u64 main entered
"""
RESERVED = frozenset((*_KEYWORDS.split(), *_RUNTIME.split()))
"""Names that the text around the values uses; all functions stand in namespaces, `np` and `py`."""

_RUNTIME_NAME = re.compile(r"([iL]\d+|results)(_\d+)?")
"""Indices of loops over axes, and failure points."""


def identifier(text: str) -> str:
    """A C++ identifier as close to `text` as can be, other alphabets by their code points."""
    name = (
        re.sub(r"\W", "_", "".join(c if c.isascii() else f"u{ord(c):04x}" for c in text)) or "value"
    )
    name = re.sub(r"__+", "_", name).lstrip("_") or "value"  # both are the implementation's
    return f"_{name}" if name[0].isdigit() else name


def unused(name: str, taken: Container[str]) -> str:
    """`name`, or `name_2`, `name_3`, ... where it is taken."""
    candidate, number = name, 2
    while candidate in taken:
        candidate, number = f"{name}_{number}", number + 1
    return candidate


class Names:
    """Gives names, each once."""

    def __init__(self, taken: Iterable[str] = ()) -> None:
        self._taken = {*taken, *RESERVED}

    def new(self, wish: str) -> str:
        """A name like `wish`, now taken."""
        name = identifier(wish)
        if _RUNTIME_NAME.fullmatch(name):
            name += "_"
        found = unused(name, self._taken)
        self._taken.add(found)
        return found
