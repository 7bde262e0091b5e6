"""What a function computed: its values by name and by source line."""

from __future__ import annotations

import itertools
from collections import deque
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from .graph import Node
from .summary import summary, type_text
from .watch import Event

LAST = 1000
"""Values that a trace keeps of each node, unless it is told otherwise."""

_HEAD: tuple[str, ...] = ("line", "trip", "name", "type", "value", "statement")

_WIDEST = 60
"""Of a value or a statement in the table."""


class Trace:
    """Collects the values of hooks, arrays copied.

    `print(trace)` shows a table; iterating gives the events in the order in which they came;
    `trace["gap"]` the values of a name, `trace.line(24)` the events of a line of the source.

    Args:
        last: how many values of each node to keep, the last ones; None for all.

    Attributes:
        raised: the exception that ended the call, None where there is none.
        dropped: how many values came and are not kept.
    """

    def __init__(self, last: int | None = LAST) -> None:
        self._last = last
        self._kept: dict[Node, deque[tuple[int, Event]]] = {}
        self._numbers = itertools.count()
        self._result: Any = None
        self.raised: BaseException | None = None
        self.dropped = 0

    def __call__(self, event: Event) -> None:
        """Keep an event."""
        kept = self._kept.setdefault(event.node, deque(maxlen=self._last))
        self.dropped += kept.maxlen is not None and len(kept) == kept.maxlen
        value = np.array(event.value) if isinstance(event.value, np.ndarray) else event.value
        kept.append((next(self._numbers), replace(event, value=value)))

    def finish(self, result: Any, raised: BaseException | None = None) -> Trace:
        """Keep what the call came to; returns the trace."""
        self._result, self.raised = result, raised
        return self

    @property
    def result(self) -> Any:
        """What the function returned; raises what it raised."""
        if self.raised is not None:
            raise self.raised
        return self._result

    # --- looking --------------------------------------------------------------------------------

    def __iter__(self) -> Iterator[Event]:
        numbered = [each for kept in self._kept.values() for each in kept]
        return (event for _, event in sorted(numbered, key=lambda each: each[0]))

    def __len__(self) -> int:
        return sum(map(len, self._kept.values()))

    @property
    def names(self) -> list[str]:
        """The names that there are, in the order in which they came first."""
        return list(dict.fromkeys(event.name for event in self))

    def __contains__(self, name: str) -> bool:
        return name in self.names

    def __getitem__(self, name: str) -> list[Any]:
        """The values of a name, in order: one for each trip of a loop.

        Raises:
            KeyError: when no value has it.
        """
        found = [event.value for event in self if event.name == name]
        if not found:
            raise KeyError(f"{name!r}, there are {', '.join(self.names) or 'none'}")
        return found

    def line(self, number: int) -> list[Event]:
        """The events of a line of the source, in order."""
        return [event for event in self if event.line == number]

    # --- showing --------------------------------------------------------------------------------

    def __repr__(self) -> str:
        return f"<trace of {len(self)} values>"

    def __str__(self) -> str:
        rows = [_HEAD, *map(_row, self)]
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines = [
            "  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip()
            for row in rows
        ]
        if self.dropped:
            lines.append(f"{self.dropped} earlier values are not kept")
        if self.raised is not None:
            lines.append(f"raised {type(self.raised).__name__}: {self.raised}")
        return "\n".join(lines)


def _row(event: Event) -> tuple[str, ...]:
    return (
        str(event.line or ""),
        ".".join(map(str, event.trips)),
        event.name,
        type_text(event.value),
        _short(summary(event.value)),
        _short(event.statement),
    )


def _short(text: str) -> str:
    return text if len(text) <= _WIDEST else f"{text[: _WIDEST - 3]}..."
