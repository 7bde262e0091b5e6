"""Which version of a function runs at which sizes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from .requests import Auto, OfDim, Request

VECTOR = 16
"""Elements: `auto` counts sizes that it divides together. One or two vector registers of f32."""

_MOST_SEEN = 1000
"""Sizes that are counted at a time."""


@dataclass(frozen=True, slots=True)
class Equals:
    """A dim is a number."""

    name: str
    number: int

    def __str__(self) -> str:
        return f"{self.name} == {self.number}"


@dataclass(frozen=True, slots=True)
class Divides:
    """A number divides a dim."""

    name: str
    number: int

    def __str__(self) -> str:
        return f"{self.name} % {self.number} == 0"


Guard: TypeAlias = tuple[Equals | Divides, ...]
"""All of it holds where a version runs; () for the one for every size."""


def guard_text(guard: Guard) -> str:
    """As a table shows it."""
    return ", ".join(map(str, guard)) or "every size"


@dataclass(frozen=True, slots=True)
class Choice:
    """What runs at some sizes.

    Attributes:
        guard: of the version.
        padding: dims that are smaller than what the version is for, with the size padded to.
        reason: why this one.
    """

    guard: Guard
    padding: Mapping[str, int] = field(default_factory=dict[str, int])
    reason: str = ""


def choose(
    dims: Mapping[str, OfDim], sizes: Mapping[str, int], obstacles: Mapping[str, str]
) -> Choice:
    """The version for some sizes: for each dim the exact one, padded, a multiple, or any.

    Args:
        dims: what is asked for.
        sizes: the numbers of the dims.
        obstacles: why a dim cannot be padded, of those that cannot be.
    """
    guard: list[Equals | Divides] = []
    padding: dict[str, int] = {}
    reasons: list[str] = []
    for name, of in dims.items():
        size, obstacle = sizes[name], obstacles.get(name)
        bucket = next((each for each in of.padded if each >= size), None)
        factor = next((each for each in of.factors if size % each == 0), None)
        if size in of.sizes:
            guard.append(Equals(name, size))
            reasons.append(f"{name} is {size}")
        elif bucket is not None and bucket <= 2 * size and obstacle is None:
            guard.append(Equals(name, bucket))
            padding[name] = bucket
            reasons.append(f"{name} is {size}, padded to {bucket}")
        elif factor is not None:
            guard.append(Divides(name, factor))
            reasons.append(f"{name} is {size}, a multiple of {factor}")
        else:
            reasons.append(_reason(name, size, of, bucket, obstacle))
    return Choice(tuple(guard), padding, "; ".join(reasons))


def _reason(name: str, size: int, of: OfDim, bucket: int | None, obstacle: str | None) -> str:
    """Why there is no version for a size of a dim."""
    if bucket is None and not of.sizes:
        return f"{name} is {size}, no multiple of {' or '.join(map(str, of.factors))}"
    if bucket is None:
        larger = size > of.sizes[-1]
        return f"{name} is {size}, {'larger than' if larger else 'none of'} the sizes asked for"
    if bucket > 2 * size:
        return f"{name} is {size}, less than half of {bucket}"
    return f"{name} is {size}, not padded to {bucket}: {obstacle}"


def guards(request: Request, names: Sequence[str]) -> list[Guard]:
    """The versions that are asked for by their sizes, of a function with these dims."""
    found: list[Guard] = [()]
    for name, of in request.dims.items():
        if name not in names:
            continue
        one: list[tuple[Equals | Divides, ...]] = [(Equals(name, size),) for size in of.sizes]
        one += [(Divides(name, factor),) for factor in of.factors]
        found = [(*before, *more) for before in found for more in [(), *one]]
    return found


class Frequent:
    """Counts sizes, and says which are frequent enough for a version.

    Args:
        auto: what decides.
        names: the dims.
    """

    def __init__(self, auto: Auto, names: Sequence[str]) -> None:
        self._auto = auto
        self._names = tuple(names)
        self._seen: dict[Guard, int] = {}
        self._chosen: dict[Guard, None] = {}

    @property
    def settled(self) -> bool:
        """Whether there will be no further version."""
        return len(self._chosen) >= self._auto.most

    def choose(self, sizes: Mapping[str, int], settled: Sequence[str] = ()) -> Choice:
        """The version for a call with these sizes, which is counted.

        `settled` are dims that another guard has chosen for already.
        """
        names = [name for name in self._names if name not in settled]
        exact: Guard = tuple(Equals(name, sizes[name]) for name in names)
        whole = [name for name in names if sizes[name] and sizes[name] % VECTOR == 0]
        rounded: Guard = tuple(Divides(name, VECTOR) for name in whole)
        candidates = [guard for guard in (exact, rounded) if guard]
        said = ", ".join(f"{name} is {sizes[name]}" for name in names)
        found = next((guard for guard in candidates if guard in self._chosen), None)
        if found is None and not self.settled:
            found = next((each for each in candidates if self._is_frequent(each)), None)
        if found is not None:
            self._chosen[found] = None
            seen = f"{guard_text(found)} was seen {self._auto.after} times before"
            return Choice(found, reason=f"{said}: {seen}")
        return Choice((), reason=f"{said}: {self._missing(exact)}" if names else "")

    def _is_frequent(self, guard: Guard) -> bool:
        return self._count(guard) > self._auto.after

    def _count(self, guard: Guard) -> int:
        self._seen[guard] = self._seen.pop(guard, 0) + 1
        if len(self._seen) > _MOST_SEEN:
            del self._seen[next(iter(self._seen))]
        return self._seen[guard]

    def _missing(self, exact: Guard) -> str:
        if self.settled:
            return f"there are {self._auto.most} versions, the most that there may be"
        seen = self._seen[exact]
        return f"seen {seen} time{'s' * (seen != 1)}, a version is made after {self._auto.after}"
