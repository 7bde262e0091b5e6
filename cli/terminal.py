"""Where text goes: data to stdout, diagnostics to stderr, and the exit code of each ending."""

import errno
import io
import os
import sys
import traceback
import warnings
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from dslc.ir.diagnostics import Diagnostic, DslError

OK, WRONG, USAGE, BUG, INTERRUPTED = 0, 1, 2, 70, 130


def say(text: str) -> None:
    """Write `text` and a line end to stdout."""
    sys.stdout.write(f"{text}\n")


def report(diagnostics: "Iterable[Diagnostic]") -> None:
    """Write rendered diagnostics to stderr, a blank line between them."""
    from dslc.ir.diagnostics import render

    color = wants_color(sys.stderr)
    for diagnostic in diagnostics:
        sys.stderr.write(f"{render(diagnostic, color=color)}\n\n")


def wants_color(stream: TextIO) -> bool:
    """NO_COLOR, then FORCE_COLOR, then whether `stream` is a terminal that knows colour."""
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return stream.isatty() and os.environ.get("TERM") != "dumb"


def exit_code(error: "DslError") -> int:
    """The exit code of a command that ends with this error."""
    return USAGE if error.code == "usage" else WRONG


def guarded(command: Callable[[], object]) -> int:
    """Run the whole of a command line; its exit code. No exception leaves this function."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    with warnings.catch_warnings():
        warnings.showwarning = _show_warning
        code = _exit_code(command)
    try:
        sys.stdout.flush()
    except OSError as error:
        # Let the flush at interpreter exit go nowhere instead of complaining.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return code or _reported(error)
    return code


def _show_warning(message: Warning | str, *_: object, **__: object) -> None:
    sys.stderr.write(f"warning: {message}\n")


def _exit_code(command: Callable[[], object]) -> int:
    try:
        command()
    except SystemExit as ending:
        return ending.code if isinstance(ending.code, int) else WRONG
    except KeyboardInterrupt:
        return INTERRUPTED
    except Exception as error:  # noqa: BLE001
        return _reported(error)
    return OK


def _reported(error: Exception) -> int:
    from dslc.ir.diagnostics import Diagnostic, DslError

    if isinstance(error, DslError):
        report(error.diagnostics)
        return exit_code(error)
    if isinstance(error, MemoryError):
        report(
            [Diagnostic("usage", "there is not enough memory for this", help="use smaller sizes")]
        )
        return USAGE
    if isinstance(error, OSError):
        # A closed pipe is somebody who has read enough.
        if error.errno != errno.EPIPE:
            report([Diagnostic("system-error", str(error))])
        return WRONG
    frame = traceback.extract_tb(error.__traceback__)[-1]
    sys.stderr.write(
        f"this is a bug in dslc: {type(error).__name__}: {error}\n"
        f"  in {frame.name}, {frame.filename}:{frame.lineno}\n"
        "please report it with the command and the source that led here\n"
    )
    return BUG
