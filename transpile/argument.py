"""An argument of a call."""

from __future__ import annotations

from dataclasses import dataclass

from dslc.ir.diagnostics import Span

from .kinds import Kind


@dataclass(frozen=True, slots=True)
class Argument:
    """Its kind, and where it stands."""

    kind: Kind
    span: Span
