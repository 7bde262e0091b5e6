"""The versions of one graph: what chooses among them at a call, compiles them once, and counts."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

from dslc.ir.backend import Executable
from dslc.ir.cxx.records import Origin
from dslc.ir.execution import check_requires
from dslc.ir.graph import Graph
from dslc.ir.memory import Memory

from .building import BUILDING, Built
from .devices import Device, compile_for, recall_for
from .guards import Choice, Divides, Equals, Frequent, Guard, choose, guard_text, guards
from .padding import Padding
from .requests import OfDim, Request

if TYPE_CHECKING:
    from dslc.ir.passes.specialize import Specialized

State: TypeAlias = Literal["not compiled", "compiled", "refused"]

RECENT = 100
"""Calls that are remembered."""

_MOST_CHOICES = 10_000


@dataclass(slots=True, eq=False)
class Version:
    """A version of a function.

    Attributes:
        guard: at which sizes it runs; () for the one for every size.
        state: "refused" where a rule refuses these sizes: then the one for every size runs.
        calls: how often it ran.
        padded: at how many of these calls the arguments were padded.
        seconds: what compiling took.
        reason: of the state: the call that it was compiled for, or why it is refused.
    """

    guard: Guard
    state: State = "not compiled"
    calls: int = 0
    padded: int = 0
    seconds: float = 0.0
    reason: str = ""
    run: Executable | None = None
    made: Specialized | None = None

    def __str__(self) -> str:
        return guard_text(self.guard)


class CallRecord(NamedTuple):
    """A call: the sizes of the dims that choose, the version that ran, and why."""

    sizes: Mapping[str, int]
    version: Version
    reason: str


class Settled(NamedTuple):
    """What runs every call with some sizes.

    Attributes:
        versions: that it is of.
        version: which.
        run: the version compiled.
        sizes: of the graph of that version.
        names: the dims that choose.
        key: their sizes.
        reason: why this version.
    """

    versions: Versions
    version: Version
    run: Executable
    sizes: Mapping[str, int]
    names: tuple[str, ...]
    key: tuple[int, ...]
    reason: str

    @property
    def is_special(self) -> bool:
        """Whether the graph is another one than that for every size."""
        return self.version.made is not None


class Versions:
    """The versions of one graph on one device.

    Args:
        built: the graph.
        device: where it runs.
        request: what is asked for.
        fast_math: whether inexact rules apply.

    Attributes:
        compiles: how many versions were compiled.
    """

    def __init__(
        self, built: Built, device: Device, request: Request, *, fast_math: bool = False
    ) -> None:
        self._built = built
        self._fast_math = fast_math
        self._device: Device = device
        symbols = list(built.symbols)
        self._dims = {name: of for name, of in request.dims.items() if name in symbols}
        self._frequent, counted = _frequent(request, built)
        self._names = tuple(dict.fromkeys((*self._dims, *counted)))
        self._versions = {guard: Version(guard) for guard in guards(request, symbols)}
        self._choices: dict[tuple[int, ...], Choice] = {}
        self._lock = threading.Lock()
        self.compiles = 0
        self._last: Executable | None = None
        self._recent: deque[tuple[tuple[int, ...], Version, str]] = deque(maxlen=RECENT)

    @property
    def versions(self) -> list[Version]:
        """The one for every size, those that are asked for, those of frequent sizes."""
        return list(self._versions.values())

    @property
    def recent(self) -> list[CallRecord]:
        """The last calls."""
        names = self._names
        return [CallRecord(dict(zip(names, k, strict=True)), v, r) for k, v, r in self._recent]

    @property
    def memory(self) -> Memory | None:
        """What the last call took, where that is counted."""
        return None if self._last is None else self._last.memory

    @cached_property
    def padding(self) -> Padding:
        """Which dims can be padded, and how."""
        wanted = [name for name, of in self._dims.items() if of.padded]
        return Padding.of(self._built.graph, wanted, self._device)

    def run(self, values: Sequence[Any], sizes: Mapping[str, int]) -> Sequence[Any]:
        """The flat results of a call.

        Raises:
            DslError: `shape-assumption`; and what the function itself raises.
        """
        key = tuple([sizes[name] for name in self._names])
        with self._lock:
            choice = self._choices.get(key) or self._choose(key)
        version = self._versions[choice.guard]
        execute = version.run or self._compiled(version, choice, sizes)
        if execute is None:
            choice = self._without(key, choice, version)
            version = self._versions[()]
            execute = version.run or self._compiled(version, choice, sizes)
            assert execute is not None
        with self._lock:
            version.calls += 1
            version.padded += bool(choice.padding)
            self._recent.append((key, version, choice.reason))
        self._last = execute
        if version.made is None:
            return execute(values, sizes)
        check_requires(self._built.graph, sizes)
        if not choice.padding:
            return execute(values, version.made.sizes(sizes))
        padded = self.padding.padded(values, choice.padding)
        results = execute(padded, version.made.sizes({**sizes, **choice.padding}))
        return self.padding.cut(results, sizes, choice.padding)

    def settled(self, sizes: Mapping[str, int]) -> Settled | None:
        """What ran at these sizes and will again; None where that may change, or is padded."""
        key = tuple([sizes[name] for name in self._names])
        with self._lock:
            choice = self._choices.get(key)
        if choice is None or choice.padding:
            return None
        version = self._versions[choice.guard]
        if version.run is None:
            return None
        inner = sizes if version.made is None else version.made.sizes(sizes)
        return Settled(self, version, version.run, inner, self._names, key, choice.reason)

    def count(self, settled: Settled, calls: int) -> None:
        """There were calls that this did not choose for."""
        with self._lock:
            settled.version.calls += calls

    def remember(self, settled: Settled) -> None:
        """One of them, in their order."""
        with self._lock:
            self._recent.append((settled.key, settled.version, settled.reason))
        self._last = settled.run

    # --- choosing -------------------------------------------------------------------------------

    def _choose(self, key: tuple[int, ...]) -> Choice:
        sizes = dict(zip(self._names, key, strict=True))
        exact = {name: of for name, of in self._dims.items() if _has_sizes(of)}
        choice = choose(exact, sizes, self.padding.obstacles) if exact else Choice((), reason="")
        if self._frequent is not None:
            more = self._frequent.choose(sizes, [each.name for each in choice.guard])
            reason = "; ".join(filter(None, (choice.reason, more.reason)))
            choice = Choice((*choice.guard, *more.guard), choice.padding, reason)
        elif not self._dims:
            choice = Choice((), reason="no version is asked for")
        self._versions.setdefault(choice.guard, Version(choice.guard))
        if self._frequent is None or self._frequent.settled:
            self._remember(key, choice)
        return choice

    def _remember(self, key: tuple[int, ...], choice: Choice) -> None:
        if len(self._choices) >= _MOST_CHOICES:
            self._choices.clear()
        self._choices[key] = choice

    def _without(self, key: tuple[int, ...], choice: Choice, version: Version) -> Choice:
        """The choice of the version for every size, where another one is refused."""
        general = Choice((), reason=f"{choice.reason}; that version is refused: {version.reason}")
        with self._lock:
            self._remember(key, general)
        return general

    # --- compiling ------------------------------------------------------------------------------

    def warm(self) -> None:
        """Compile every version there is."""
        for version in self.versions:
            self._compiled(version, Choice(version.guard, reason="asked for by `warm`"))

    def _compiled(
        self, version: Version, choice: Choice, sizes: Mapping[str, int] | None = None
    ) -> Executable | None:
        """What runs a version, compiled at most once; None where it is refused.

        `sizes` are those of the call that needs it.
        """
        if version.state == "not compiled":
            with BUILDING:
                if version.state == "not compiled":
                    start = time.perf_counter()
                    run = self._recalled(version, sizes) or self._compile(version)
                    if run is None:
                        return None
                    version.seconds = time.perf_counter() - start
                    version.reason = choice.reason
                    version.run = run
                    version.state = "compiled"
                    self.compiles += 1
        return version.run

    @property
    def _origin(self) -> Origin | None:
        """Of the version for every size."""
        origin = self._built.origin
        if origin is None or not self._fast_math:
            return origin
        return origin._replace(key=f"{origin.key} with fast math")

    def _optimized(self) -> Graph:
        return self._built.optimized(fast_math=self._fast_math)

    def _recalled(self, version: Version, sizes: Mapping[str, int] | None) -> Executable | None:
        """The version for every size, where an earlier process has left it for these."""
        origin = self._origin
        if version.guard or origin is None or sizes is None:
            return None
        return recall_for(self._device, origin, self._optimized, sizes)

    def _compile(self, version: Version) -> Executable | None:
        """What runs a version; None where it is refused, which the version then says."""
        # Loaded here: who only looks at graphs runs no pass.
        from dslc.ir.passes import optimize
        from dslc.ir.passes.specialize import NotSpecialized, specialize

        guard = version.guard
        if not guard:
            return compile_for(self._device, self._optimized(), self._origin)
        sizes = {each.name: each.number for each in guard if isinstance(each, Equals)}
        multiples = {each.name: each.number for each in guard if isinstance(each, Divides)}
        try:
            version.made = specialize(self._built.graph, sizes, multiples)
        except NotSpecialized as refused:
            version.state, version.reason = "refused", str(refused)
            return None
        graph = optimize(version.made.graph, fast_math=self._fast_math)
        return compile_for(self._device, graph)


def _has_sizes(of: OfDim) -> bool:
    return bool(of.sizes or of.factors)


def _frequent(request: Request, built: Built) -> tuple[Frequent | None, list[str]]:
    """What counts sizes, if anything does, and of which dims."""
    integers = {str(dim) for dim in built.layout.integers.values()}
    names = [name for name in built.symbols if request.every and name not in integers]
    names += [name for name, of in request.dims.items() if of.auto and name in built.symbols]
    autos = [request.every, *(of.auto for of in request.dims.values())]
    auto = next((each for each in autos if each), None)
    return (Frequent(auto, names), names) if auto and names else (None, [])
