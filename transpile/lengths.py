"""Lists whose length building decides: whether a branch or loop of the graph changes it."""

from __future__ import annotations

from dslc.ir.diagnostics import Diagnostic, Span

from .kinds import Kind, Repeated

SAME = (None, 0)
"""The count of a list that was not changed since it was made."""


def has_other_length(before: Kind | None, after: Kind) -> bool:
    """Whether a list was made longer or shorter, as far as that shows; a new list is none."""
    if not (isinstance(before, Repeated) and isinstance(after, Repeated)):
        return False
    return after.count not in (SAME, before.count)


def other_length(name: str, span: Span) -> Diagnostic:
    """Says that a branch or loop of the run may not change the length of such a list."""
    return Diagnostic(
        "branch-mismatch",
        f"building decides how long `{name}` is, and it has another length after this",
        span,
        help="let a list grow that starts as `[]`, or store into an array",
    )
