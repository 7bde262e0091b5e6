"""NAME=VALUE texts of the command line, and the values they stand for."""

import ast
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from dslc.annotations import OptionalSpec, Spec, StaticSpec, TensorSpec
from dslc.ir.diagnostics import Diagnostic, DslError

from .targets import choices, usage


def pairs(option: str, texts: Sequence[str], known: Iterable[str]) -> dict[str, str]:
    """NAME=VALUE texts as a dict.

    Raises:
        DslError: a text of another form, or a name that is not `known`.
    """
    names = list(known)
    found: dict[str, str] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals:
            raise usage(f"`{text}` after `{option}` has no `=`", "write NAME=VALUE")
        if name not in names:
            raise usage(f"there is no `{name}` for `{option}`", choices(name, names))
        found[name] = value
    return found


def size(name: str, text: str) -> int:
    """The size of a dim.

    Raises:
        DslError: it is no integer of 0 or more.
    """
    if not text.isascii() or not text.isdecimal():
        raise usage(f"the size `{text}` of `{name}` is no integer of 0 or more")
    return int(text)


def value(spec: Spec, text: str) -> Any:
    """The value that a text means where `spec` is declared: a `.npy` file's, or a literal's.

    Raises:
        DslError: the file cannot be read, or the text is no literal that fits.
    """
    if text.endswith(".npy"):
        array = _load(text)
        return array if isinstance(spec, TensorSpec) else array[()]
    literal = _literal(spec, text)
    if not isinstance(spec, TensorSpec):
        return literal
    try:
        return np.array(literal, spec.dtype)
    except (TypeError, ValueError, OverflowError) as error:
        raise _unreadable(f"`{text}` is no {spec!r}: {error}") from error


def _load(file: str) -> Any:
    try:
        return np.load(file, allow_pickle=False)
    except FileNotFoundError:
        raise DslError(Diagnostic("missing-file", f"there is no file `{file}`")) from None
    except (OSError, ValueError, EOFError) as error:
        raise _unreadable(f"`{file}` is no array that NumPy can load: {error}") from error


def _literal(spec: Spec, text: str) -> Any:
    if text.lstrip("+-") in ("inf", "nan"):
        return float(text)
    try:
        return ast.literal_eval(text)
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        inner = spec.inner if isinstance(spec, OptionalSpec) else spec
        if isinstance(inner, StaticSpec) and inner.type is str:
            return text
        raise _unreadable(f"`{text}` is not a Python literal") from None


def _unreadable(message: str) -> DslError:
    return DslError(Diagnostic("unreadable-argument", message))
