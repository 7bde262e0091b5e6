"""Python source as the small tree of `tree.py`."""

from __future__ import annotations

import io
import tokenize
import warnings
from pathlib import Path

from dslc.ir.collection import paused_collection
from dslc.ir.diagnostics import Diagnostic, DslError, Span

from .deep_stack import run_deep
from .read_functions import read_functions, read_lambdas
from .source import Source
from .syntax import check_syntax, too_deep
from .tree import Module


def read_file(path: Path) -> tuple[str, str]:
    """The text of a source file, line ends untouched, and the encoding that writes it back.

    Raises:
        DslError: `file-not-found` or `not-utf8`.
    """
    file = str(path)
    try:
        data = path.read_bytes()
    except IsADirectoryError:
        raise _refusal("file-not-found", "this is a folder, not a file", file) from None
    except (OSError, ValueError) as error:  # a path with a null byte is a ValueError
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        message = f"the file cannot be read: {reason[:1].lower()}{reason[1:]}"
        raise _refusal("file-not-found", message, file) from None
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(data).readline)
        return data.decode(encoding), encoding
    except UnicodeDecodeError as error:
        raise _not_utf8(error, data, file) from None
    except (SyntaxError, LookupError) as error:
        try:
            data.decode("utf-8")
        except UnicodeDecodeError as found:
            raise _not_utf8(found, data, file) from None
        raise _refusal("not-utf8", str(error), file) from None


def _not_utf8(error: UnicodeDecodeError, data: bytes, file: str) -> DslError:
    line = data.count(b"\n", 0, error.start) + 1
    message = f"byte 0x{data[error.start]:02x} is not part of a text in {error.encoding}"
    return _refusal("not-utf8", message, file, line)


def read_module(text: str, path: str) -> Module:
    """The functions of a source text.

    Raises:
        DslError: `syntax-error` or `too-deep`.
    """
    try:
        return run_deep(lambda: _read_module(text, path))
    except RecursionError:
        raise too_deep(path) from None


def _read_module(text: str, path: str) -> Module:
    # Python warns of odd literals when the module is executed; once is enough.
    with paused_collection(), warnings.catch_warnings(action="ignore"):
        check_syntax(text, path)
        source = Source(text, path)
        functions = tuple(read_functions(source))
        lambdas = tuple(read_lambdas(source))
        return Module(path, text, functions, lambdas, source.identifiers(0, len(text)))


def _refusal(code: str, message: str, file: str, line: int = 1) -> DslError:
    return DslError(Diagnostic(code, message, Span.of_line(file, line)))
