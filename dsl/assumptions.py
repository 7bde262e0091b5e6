"""What a program relies on of its sizes, said in the program."""

from __future__ import annotations

import sys

import numpy as np

from dslc.ir.diagnostics import Diagnostic, DslError, Span


def assume(condition: bool) -> None:
    """Rely on what a comparison of sizes says, such as `x.shape[0] % 8 == 0` or `1 <= n <= 512`.

    In a graph function it is a check: made before anything runs where it stands at the top level
    and compares sizes of the arguments, else where it stands. What it says is known from there on,
    so that what follows needs no check of its own.

    Raises:
        DslError: `shape-assumption` where it does not hold, `argument-mismatch` for what is no
            truth value.
    """
    frame = sys._getframe(1)
    span = Span.of_line(frame.f_code.co_filename, frame.f_lineno)
    if not isinstance(condition, bool | np.bool_):
        message = (
            f"`assume` takes a comparison of sizes; this is of type {type(condition).__name__}"
        )
        raise DslError(Diagnostic("argument-mismatch", message, span))
    if not condition:
        raise DslError(Diagnostic("shape-assumption", "what is assumed here does not hold", span))
