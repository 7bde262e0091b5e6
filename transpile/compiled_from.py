"""Whether a function was compiled from a text: a file may have changed since it was imported."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from types import CodeType, FunctionType

from .load import code_of


def is_compiled_from(function: FunctionType, text: str) -> bool:
    """Whether this text gives this very function, at its line.

    One that pytest has put its assertions into is taken to be what it was.
    """
    code = function.__code__
    if any(name.startswith("@py") for name in (*code.co_names, *code.co_varnames)):
        return True
    return any(_same(code, each) for each in _codes_of(text, code.co_filename))


@lru_cache(maxsize=4)
def _codes_of(text: str, filename: str) -> tuple[CodeType, ...]:
    try:
        return tuple(_codes(code_of(text, filename)))
    except (SyntaxError, ValueError):
        return ()


def _codes(code: CodeType) -> Iterator[CodeType]:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from _codes(constant)


def _same(one: CodeType, other: CodeType) -> bool:
    """Whether two codes do the same; their flags may differ, as those of a notebook's cells."""
    if _parts(one) != _parts(other) or len(one.co_consts) != len(other.co_consts):
        return False
    return all(map(_same_constant, one.co_consts, other.co_consts))


def _parts(code: CodeType) -> tuple[object, ...]:
    names = code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars
    return code.co_name, code.co_firstlineno, code.co_code, names


def _same_constant(one: object, other: object) -> bool:
    if isinstance(one, CodeType) and isinstance(other, CodeType):
        return _same(one, other)
    if isinstance(one, frozenset):
        return one == other
    return type(one) is type(other) and repr(one) == repr(other)
