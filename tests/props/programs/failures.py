"""What a program fails with, and the smallest program that fails with the same."""

from __future__ import annotations

import itertools
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from types import FrameType
from typing import Any

from dslc.devices import Device

from .compare import CALLS, Report, compare, plain_outcomes
from .modules import Program
from .outcomes import Raised
from .shrink import shrink

Failure = tuple[str, ...]

MOST_STEPS = 100_000
"""Lines of plain Python in all calls of a program that is made small."""

_INVALID = (NameError, UnboundLocalError, TypeError, AttributeError)
"""What plain Python raises only where a program is not valid."""


def failure(report: Report) -> Failure | None:
    """What went wrong, the same for the same cause: without names and numbers."""
    if report.difference is not None:
        different = report.difference
        return different.way, _kind(different.expected), _kind(different.actual)
    if report.refused is not None:
        found = report.refused.diagnostics
        codes = " ".join(dict.fromkeys(each.code for each in found))
        return "refused", codes, _general(found[0].message)
    return None


def _kind(outcome: object) -> str:
    if isinstance(outcome, Raised):
        return f"{outcome.cls.__name__} {outcome.code} {_general(outcome.text)}"
    return _general(outcome) if isinstance(outcome, str) else "values"


def _general(text: str) -> str:
    return re.sub(r"`[^`]*`|\d+", "_", text.splitlines()[0])[:80] if text else ""


def smallest(
    program: Program, folder: Path, *, devices: Sequence[Device], tries: int = 400
) -> Program:
    """A small program with the failure of this one."""
    wanted = failure(compare(program, folder, devices=devices))
    built = wanted is not None and wanted[0] not in ("refused", "build", "print")

    def fails(candidate: Program) -> bool:
        try:
            if not _is_valid(candidate):
                return False
            report = compare(candidate, folder, devices=devices, calls=CALLS if built else 0)
            return failure(report) == wanted
        except Exception:  # noqa: BLE001  (cut too far)
            return False

    return shrink(program, fails, tries)


def _is_valid(program: Program) -> bool:
    """Whether plain Python gives a value sometimes, in reasonable time, and never fails oddly."""
    steps = itertools.count()

    def trace(frame: FrameType, event: str, argument: object) -> Any:
        if next(steps) > MOST_STEPS:
            raise KeyboardInterrupt
        return trace

    sys.settrace(trace)
    try:
        outcomes = plain_outcomes(program)
    except KeyboardInterrupt:
        return False
    finally:
        sys.settrace(None)
    invalid = any(isinstance(o, Raised) and issubclass(o.cls, _INVALID) for o in outcomes)
    return not invalid and not all(isinstance(o, Raised) for o in outcomes)
