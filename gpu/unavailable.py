"""Why there is no GPU to run on."""

from __future__ import annotations


class Unavailable(Exception):
    """There is no GPU to run on.

    Attributes:
        reason: what is missing.
        remedy: what to do about it.
    """

    def __init__(self, reason: str, remedy: str) -> None:
        super().__init__(reason, remedy)
        self.reason = reason
        self.remedy = remedy
