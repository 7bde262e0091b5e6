"""The versions of a function and its last calls, as text to read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import overload

from .versions import CallRecord, Version, Versions

_COLUMNS = ("version", "state", "calls", "padded", "compiled in", "because")


class VersionTable(Sequence[Version]):
    """Versions of a function; printed as a table."""

    def __init__(self, versions: Iterable[Version]) -> None:
        self._versions = tuple(versions)

    def __len__(self) -> int:
        return len(self._versions)

    @overload
    def __getitem__(self, at: int) -> Version: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[Version, ...]: ...
    def __getitem__(self, at: int | slice) -> Version | tuple[Version, ...]:
        return self._versions[at]

    @property
    def compiled(self) -> tuple[Version, ...]:
        """Those that were compiled."""
        return tuple(each for each in self._versions if each.state == "compiled")

    def __str__(self) -> str:
        return _table([_COLUMNS, *map(_row, self._versions)])

    __repr__ = __str__


def _row(version: Version) -> tuple[str, ...]:
    seconds = f"{version.seconds:.2f} s" if version.state == "compiled" else ""
    numbers = str(version.calls), str(version.padded)
    return str(version), version.state, *numbers, seconds, version.reason


def _table(rows: Sequence[Sequence[str]]) -> str:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    )


class Why:
    """Which version ran at each of the last calls and why; why each version was compiled.

    Attributes:
        calls: the last calls, the latest at the end.
        compiles: the versions that were compiled, or refused, each with its reason.
        obstacles: why dims cannot be padded, by name, of those that cannot be.
    """

    def __init__(self, versions: Sequence[Versions]) -> None:
        self.calls: list[CallRecord] = [call for each in versions for call in each.recent]
        made = (version for each in versions for version in each.versions)
        self.compiles: list[Version] = [each for each in made if each.state != "not compiled"]
        self.obstacles = {
            name: reason for each in versions for name, reason in each.padding.obstacles.items()
        }

    def __str__(self) -> str:
        return "\n".join(self._lines())

    __repr__ = __str__

    def _lines(self) -> Iterator[str]:
        yield "calls, the latest at the end:" if self.calls else "no calls yet"
        shown = [(f"  {call.version}", call.reason) for call in self.calls]
        yield from _table(shown).splitlines() if shown else []
        if self.compiles:
            yield "compiled:"
            yield from _table(
                [(f"  {each}", _compiled(each)) for each in self.compiles]
            ).splitlines()
        for name, reason in self.obstacles.items():
            yield f"{name} is never padded: {reason}"


def _compiled(version: Version) -> str:
    if version.state == "refused":
        return f"refused: {version.reason}"
    return f"{version.seconds:.2f} s: {version.reason}"
