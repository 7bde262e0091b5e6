"""What a region's function returns."""

from __future__ import annotations

from dataclasses import dataclass

from .kinds import Kind


@dataclass(frozen=True, slots=True)
class Plan:
    """Names, then the function's result, then the exit code.

    The function itself returns only its result.
    """

    names: tuple[str, ...] = ()
    exit: bool = False
    result: Kind | None = None
