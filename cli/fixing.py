"""`dslc check --fix`: the edits that diagnostics offer, applied to a source file."""

from pathlib import Path
from typing import NamedTuple

from dslc.ir.diagnostics import Diagnostic
from dslc.transpile.read import read_file

from .edits import apply_edits, diagnostics_of, fixable
from .modules import changes, read, write
from .reports import Report

_ROUNDS = 20
"""How often a file is checked again: a mistake may be found once another is mended."""

_HIDING = ("module-failed", "no-graph-functions", "syntax-error", "too-deep")
"""What ends a check before it has seen the functions: fewer errors are no success then."""

Diagnostics = tuple[Diagnostic, ...]


class _Attempt(NamedTuple):
    """A text with edits applied, how many, and what is wrong with it still."""

    text: str
    edits: int
    left: Diagnostics
    gave_up: bool


def fix_module(path: Path, report: Report, *, write_them: bool) -> tuple[bool, Diagnostics]:
    """Apply what can be, and show it as a diff; whether the file was changed, and what is wrong.

    The file is written whole or not at all, and not at all where the edits make it worse.

    Raises:
        DslError: it cannot be read or written.
    """
    text, encoding = read_file(path)
    said = diagnostics_of(path, text)
    attempt = _mended(path, text, said)
    if attempt.gave_up:
        report.say(f"{path} is left as it was: with the edits there would be more errors")
        return False, said
    if not attempt.edits:
        return False, said
    report.say(changes(text, attempt.text, str(path), f"{path} (fixed)"))
    count = "1 fix" if attempt.edits == 1 else f"{attempt.edits} fixes"
    if not write_them:
        report.say(f"{path}: {count} not written")
        return False, said
    before = text.encode(encoding)
    if read(path) != before:
        report.say(f"{path} is left as it is: it was changed meanwhile")
        return False, said
    write(path, attempt.text.encode(encoding))
    report.say(f"{path}: {count} written")
    return True, attempt.left


def _mended(path: Path, text: str, said: Diagnostics) -> _Attempt:
    edits = 0
    for _ in range(_ROUNDS):
        fixed = apply_edits(text, fixable(said, str(path)))
        if not fixed.diagnostics:
            break
        left = diagnostics_of(path, fixed.text)
        if len(left) > len(said) or any(each.code in _HIDING for each in left):
            return _Attempt(text, edits, said, gave_up=True)
        text, said, edits = fixed.text, left, edits + len(fixed.diagnostics)
    return _Attempt(text, edits, said, gave_up=False)
