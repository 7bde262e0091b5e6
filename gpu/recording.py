"""A run that is kept: what it launched, to be done again at once, without the host in between.

A run is the same for all arrays if it never reads one on the host before its end: then its launches
depend on sizes and scalars alone. The third run for these is recorded. From the fourth one on its
arguments are copied to where they were, and its launches are started together: a CUDA graph on a
GPU. What came of checks is looked at afterwards; where one failed, the run is done again step by
step, which tells it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

from dslc.ir.lent import Lent, Memory
from dslc.ir.types import Type

from .arena import Blocks
from .device import Argument, Code, Device, Launch, Step
from .placed import Placed, lent
from .streams import Reach

Key: TypeAlias = tuple[tuple[tuple[str, int], ...], tuple[tuple[str, bytes], ...]]
"""The sizes of a run, and its arguments that are no arrays."""


class Recorder:
    """A device that notes what it is told.

    Attributes:
        steps: so far.
        uploads: arrays of the host, and where they were copied.
        inputs: numbers of arguments, and where they were copied.
        spoiled: whether the run depends on what arrays hold.
    """

    def __init__(self, device: Device) -> None:
        self._device = device
        self.has_library = device.has_library
        self.steps: list[Step] = []
        self.uploads: list[tuple[np.ndarray, Memory]] = []
        self.inputs: list[tuple[int, Memory]] = []
        self.spoiled = False

    def _do(self, start: Callable[[], None], reads: Sequence[Memory], write: Memory) -> None:
        span = self._device.span
        self.steps.append(Step(start, Reach(tuple(map(span, reads)), (span(write),))))
        start()

    def span(self, memory: Memory) -> tuple[int, int]:
        """Those of the device."""
        return self._device.span(memory)

    def graph(self, steps: Sequence[Step]) -> Callable[[], None]:
        """None: what is recorded has no recordings in it."""
        raise NotImplementedError

    def compile(self, text: str, kernels: Mapping[str, str]) -> Code:
        """As the device does."""
        return self._device.compile(text, kernels)

    def empty(self, shape: tuple[int, ...], dtype: np.dtype) -> Memory:
        """As the device does."""
        return self._device.empty(shape, dtype)

    def part(self, memory: Memory, start: int, shape: tuple[int, ...], dtype: np.dtype) -> Memory:
        """As the device does."""
        return self._device.part(memory, start, shape, dtype)

    def upload(self, array: np.ndarray, into: Memory) -> None:
        """Noted: it is done before all steps."""
        self.uploads.append((array.copy(), into))
        self._device.upload(array, into)

    def take(self, number: int, array: np.ndarray, into: Memory) -> None:
        """Copy an argument, of which there is another in each run."""
        self.inputs.append((number, into))
        self._device.upload(array, into)

    def download(self, array: Memory) -> np.ndarray:
        """What it gives may decide what follows."""
        self.spoiled = True
        return self._device.download(array)

    def adopt(self, array: Any) -> Memory:
        """As the device does."""
        return self._device.adopt(array)

    def dense(self, array: Memory) -> Memory:
        """As the device does."""
        return self._device.dense(array)

    def copy(self, source: Memory, into: Memory) -> None:
        """A step."""
        self._do(lambda: self._device.copy(source, into), [source], into)

    def reshape(self, array: Memory, shape: tuple[int, ...]) -> Memory:
        """As the device does."""
        return self._device.reshape(array, shape)

    def view(self, array: Memory, start: int, shape: tuple[int, ...]) -> Memory:
        """As the device does."""
        return self._device.view(array, start, shape)

    def transpose(self, array: Memory, axes: tuple[int, ...]) -> Memory:
        """As the device does."""
        return self._device.transpose(array, axes)

    def put(self, array: Memory, place: int, value: Memory) -> None:
        """A step."""
        self._do(lambda: self._device.put(array, place, value), [value], array)

    def matmul(self, left: Memory, right: Memory, into: Memory) -> None:
        """A step."""
        self._do(lambda: self._device.matmul(left, right, into), [left, right], into)


class RecordedCode:
    """Kernels whose launches are noted."""

    def __init__(self, code: Code, recorder: Recorder) -> None:
        self._code, self._recorder = code, recorder

    def launch(
        self, launch: Launch, arguments: Sequence[Argument], constant: Sequence[bool]
    ) -> None:
        """A step."""
        reads: list[tuple[int, int]] = []
        writes: list[tuple[int, int]] = []
        for each, is_read in zip(arguments, constant, strict=True):
            if each is not None and not isinstance(each, np.generic):
                (reads if is_read else writes).append(self._recorder.span(each))

        def start() -> None:
            self._code.launch(launch, arguments, constant)

        self._recorder.steps.append(Step(start, Reach(tuple(reads), tuple(writes))))
        start()


class Given(Placed):
    """An argument of a run that is recorded."""

    __slots__ = ("_number", "_recorder")

    def __init__(
        self, recorder: Recorder, blocks: Blocks, number: int, type_: Type, array: np.ndarray
    ) -> None:
        super().__init__(recorder, blocks, type_, host=array)
        self._number, self._recorder = number, recorder

    @property
    def host(self) -> Any:
        """The argument, on which the run now depends."""
        self._recorder.spoiled = True
        return self._host

    def _upload(self, array: np.ndarray, into: Memory) -> None:
        self._recorder.take(self._number, array, into)


@dataclass(slots=True)
class Recording:
    """What a run has done.

    Attributes:
        start: does its steps again.
        uploads: arrays that its steps change, and where they have to be before.
        inputs: numbers of arguments, their dtypes, and where they have to be.
        results: what it gave: values of the host, or their types and memory.
        checks: the error buffer, and what in it stands for a check that failed.
        memory: of the arena when it was recorded.
    """

    start: Callable[[], None]
    uploads: list[tuple[np.ndarray, Memory]]
    inputs: list[tuple[int, Memory]]
    results: list[Any]
    checks: tuple[Memory, list[bool]] | None
    memory: Memory

    def run(
        self, device: Device, blocks: Blocks, arguments: Sequence[Any], *, lends: bool
    ) -> list[Any] | None:
        """The results for other arguments, lent ones or of the host; None where a check failed."""
        for array, into in self.uploads:
            device.upload(array, into)
        for number, into in self.inputs:
            device.upload(arguments[number], into)
        self.start()
        if self.checks is not None:
            buffer, failures = self.checks
            if any(a == b for a, b in zip(device.download(buffer), failures, strict=False)):
                return None
        return brought(self.results, device, blocks, lends=lends)


@dataclass(frozen=True, slots=True)
class Left:
    """A result that is on the device."""

    type: Type
    memory: Memory


def brought(results: Sequence[Any], device: Device, blocks: Blocks, *, lends: bool) -> list[Any]:
    """The results of a run as values of their own, lent ones or on the host."""
    placed = [
        Placed(device, blocks, each.type, memory=each.memory) if isinstance(each, Left) else each
        for each in results
    ]
    if lends:
        return [lent(device, copy(each)) for each in placed]
    return [each.host if isinstance(each, Placed) else copy(each) for each in placed]


def left_of(value: Any) -> Any:
    """A result of a run as a recording keeps it."""
    if isinstance(value, Placed):
        return Left(value.type, value.memory) if value.is_on_device else value.host
    return value


MOST_STEPS = 1000
"""Of a run that is recorded: each is compared with all before it."""

MOST_RECORDINGS = 16


class Recordings:
    """The recordings of a plan.

    Args:
        device: where it runs.
    """

    def __init__(self, device: Device) -> None:
        self._device = device
        self._made: dict[Key, Recording] = {}
        self._seen: dict[Key, bool] = {}  # whether a run may be recorded

    @property
    def count(self) -> int:
        """How many there are."""
        return len(self._made)

    def find(self, key: Key, memory: Memory) -> Recording | None:
        """What a run with these sizes and scalars does, if its arrays are still where they were."""
        found = self._made.get(key)
        if found is not None and found.memory is not memory:
            del self._made[key]
            return None
        return found

    def is_due(self, key: Key) -> bool:
        """Whether a run is the second one with these sizes and scalars that finds its places."""
        while len(self._seen) > 64 * MOST_RECORDINGS:
            del self._seen[next(iter(self._seen))]
        may = self._seen.get(key)
        if may is None:
            self._seen[key] = True
        return bool(may)

    def keep(
        self,
        key: Key,
        recorder: Recorder,
        results: list[Any],
        checks: tuple[Memory, list[bool]] | None,
        memory: Memory,
    ) -> None:
        """Keep a run that has ended, unless it depends on what arrays held."""
        self._seen[key] = False
        if recorder.spoiled or len(recorder.steps) > MOST_STEPS:
            return
        while len(self._made) >= MOST_RECORDINGS:
            del self._made[next(iter(self._made))]
        start = self._device.graph(recorder.steps)
        made = recorder.uploads, recorder.inputs, results, checks, memory
        self._made[key] = Recording(start, *made)


def key_of(sizes: Mapping[str, int], arguments: Sequence[Any]) -> Key:
    """What a run depends on besides what its arrays hold: also where those are that are lent."""
    given = (each.span[0] if isinstance(each, Lent) else each for each in arguments)
    scalars = (
        (type(each).__name__, np.asarray(each).tobytes())
        for each in given
        if not isinstance(each, np.ndarray)
    )
    return tuple(sorted(sizes.items())), tuple(scalars)
