"""How long a search may go on: for a number of steps, or until a time."""

from __future__ import annotations

import time


class Budget:
    """How long a search may go on.

    Args:
        steps: at most so many; what is found within them is the same on every machine.
        until: a time of the monotonic clock, in seconds.

    Attributes:
        left: how many steps are left.
        until: as given.
    """

    def __init__(self, steps: int, until: float) -> None:
        self.left = steps
        self.until = until

    def go_on(self) -> bool:
        """Take a step, if there is one left."""
        self.left -= 1
        return self.left >= 0 and time.monotonic() < self.until
