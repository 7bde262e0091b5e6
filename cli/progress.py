"""A progress bar on stderr, where somebody watches and it takes a while."""

import os
import sys
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import Progress as Bar

DELAY = 0.5
"""How long a command may take before a bar is worth it, in seconds."""


class Progress:
    """Shows how many of `total` modules are done; nothing for one, or without a terminal.

    The bar is gone while something else is written: call `clear` before.
    """

    def __init__(self, total: int) -> None:
        self._total = total
        self._done = -1
        self._started = time.monotonic()
        self._watched = total > 1 and sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
        self._bar: Bar | None = None

    def begin(self, name: str) -> None:
        """The next module's turn has come."""
        self._done += 1
        if not self._watched or time.monotonic() - self._started < DELAY:
            return
        if self._bar is None:
            self._bar = _new_bar()
            self._bar.add_task("", total=self._total)
        self._bar.update(self._bar.task_ids[0], completed=self._done, description=name)
        self._bar.start()

    def clear(self) -> None:
        """Take the bar away, until the next module."""
        if self._bar is not None:
            self._bar.stop()


def _new_bar() -> "Bar":
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    return Progress(
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.description}", markup=False),
        console=Console(stderr=True),
        transient=True,
        redirect_stdout=sys.stdout.isatty(),  # else what a module prints goes where it should
    )
