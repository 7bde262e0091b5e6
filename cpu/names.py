"""C++ names of values: as the program calls them."""

from __future__ import annotations

import re
from collections.abc import Iterable

from dslc.ir.graph import Node, Value
from dslc.ir.place import listing
from dslc.ir.structure import hidden_count

_KEYWORDS = """
    alignas alignof and and_eq asm auto bitand bitor bool break case catch char char16_t char32_t char8_t class co_await
    co_return co_yield compl concept const const_cast consteval constexpr constinit continue decltype default delete do
    double dynamic_cast else enum explicit export extern false float for friend goto if inline int long mutable
    namespace new noexcept not not_eq nullptr operator or or_eq private protected public register reinterpret_cast
    requires return short signed sizeof static static_assert static_cast struct switch template this thread_local throw
    true try typedef typeid typename typeof union unix linux unsigned using virtual void volatile wchar_t while xor
    xor_eq
"""
_RUNTIME = """
    Array Buffer Call EXPORT Error Failure Kind Nothing Place PyObject Py_buffer Result Status TRY arguments call
    constants error infinity move nan np py python f32 f64 i8 i16 i32 i64 u8 u16 u32 u64 asm main
"""
RESERVED = frozenset((*_KEYWORDS.split(), *_RUNTIME.split()))
"""Names that text around the values uses; NumPy's and Python's functions stand in namespaces of their own."""

_LOOP_INDEX = re.compile(r"[iL]\d+(_\d+)?")


def identifier(text: str) -> str:
    """A C++ identifier as close to `text` as can be, other alphabets by their code points."""
    name = (
        re.sub(r"\W", "_", "".join(c if c.isascii() else f"u{ord(c):04x}" for c in text)) or "value"
    )
    name = re.sub(r"__+", "_", name).lstrip("_") or "value"  # both are the implementation's
    return f"_{name}" if name[0].isdigit() else name


class Names:
    """Gives names, each once; a name that is taken gets `_2`, `_3`, ..."""

    def __init__(self, taken: Iterable[str] = ()) -> None:
        self._taken = set(taken)

    def new(self, wish: str) -> str:
        """A name like `wish`, now taken."""
        name = identifier(wish)
        candidate, number = name, 2
        while candidate in self._taken or candidate in RESERVED or _LOOP_INDEX.fullmatch(candidate):
            candidate, number = f"{name}_{number}", number + 1
        self._taken.add(candidate)
        return candidate


def wish(node: Node, value: Value) -> str:
    """What the program calls a result: its own hint, its name in the emitted text, else the op's name."""
    if value.hint:
        return value.hint
    shown = node.results.index(value) - hidden_count(node)
    bound = listing(node.place.emitted).names.get(node.place.line, ())
    return (bound[shown] if 0 <= shown < len(bound) else "") or node.op.name
