"""The device `cuda-emulated`: the emulator, with memory of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import prod
from typing import Any

import numpy as np
from numpy.lib.array_utils import byte_bounds

from .device import Argument, Launch, Step
from .emulator.machine import Argument as Array
from .emulator.machine import Launch as Counts
from .emulator.machine import Module, Schedule
from .streams import MOST_STREAMS, Turn, turns


class Emulated:
    """An emulated GPU.

    Args:
        schedule: the order in which threads run.
        has_library: whether NumPy's products stand for those of a library.

    Attributes:
        counts: what each launch did, since somebody emptied the list.
    """

    def __init__(self, schedule: Schedule = "forward", *, has_library: bool = True) -> None:
        self.schedule: Schedule = schedule
        self.has_library = has_library
        self.counts: list[Counts] = []

    def compile(self, text: str, kernels: Mapping[str, str]) -> EmulatedCode:
        """Compile all kernels together for the processor."""
        return EmulatedCode(self, Module(text, list(kernels)))

    def empty(self, shape: tuple[int, ...], dtype: np.dtype) -> np.ndarray:
        """An array of bytes that are no number."""
        made = np.empty(shape, dtype)
        made.reshape(-1).view(np.uint8)[:] = 0xFF
        return made

    def part(
        self, memory: np.ndarray, start: int, shape: tuple[int, ...], dtype: np.dtype
    ) -> np.ndarray:
        """The same in a part of other bytes."""
        made = np.ndarray(shape, dtype, memory, start)
        made.reshape(-1).view(np.uint8)[:] = 0xFF
        return made

    def upload(self, array: np.ndarray, into: np.ndarray) -> None:
        """At once."""
        into[...] = array

    def download(self, array: np.ndarray) -> np.ndarray:
        """A copy."""
        return array.copy()

    def adopt(self, array: Any) -> np.ndarray:
        """The same memory, which is the processor's, whatever the array says of its device."""
        if hasattr(array, "__dlpack__"):
            return np.from_dlpack(_OnHost(array))
        return np.asarray(_ByAddress(array.__cuda_array_interface__))

    def dense(self, array: np.ndarray) -> np.ndarray:
        """As NumPy does it."""
        return array if array.flags.c_contiguous else array.copy(order="C")

    def copy(self, source: np.ndarray, into: np.ndarray) -> None:
        """At once."""
        into[...] = source

    def reshape(self, array: np.ndarray, shape: tuple[int, ...]) -> np.ndarray:
        """The same elements."""
        return array.reshape(shape)

    def view(self, array: np.ndarray, start: int, shape: tuple[int, ...]) -> np.ndarray:
        """The same bytes."""
        return array.reshape(-1)[start : start + prod(shape)].reshape(shape)

    def transpose(self, array: np.ndarray, axes: tuple[int, ...]) -> np.ndarray:
        """A view."""
        return array.transpose(axes)

    def span(self, memory: np.ndarray) -> tuple[int, int]:
        """What NumPy says."""
        return byte_bounds(memory)

    def graph(self, steps: Sequence[Step]) -> Callable[[], None]:
        """In their order, or in the random schedule in any that streams and events allow."""
        found = turns([step.reach for step in steps])
        random = np.random.default_rng(len(steps))

        def start() -> None:
            order = in_some_order(found, random) if self.schedule == "random" else range(len(steps))
            for number in order:
                steps[number].start()

        return start

    def put(self, array: np.ndarray, place: int, value: np.ndarray) -> None:
        """At once."""
        array[place] = value

    def matmul(self, left: np.ndarray, right: np.ndarray, into: np.ndarray) -> None:
        """As NumPy computes it."""
        with np.errstate(all="ignore"):
            into[...] = np.matmul(left, right)


class _OnHost:
    """An array of another library that says to be on the host."""

    def __init__(self, array: Any) -> None:
        self._array = array

    def __dlpack__(self, **options: Any) -> Any:
        return self._array.__dlpack__(max_version=options.get("max_version"))

    def __dlpack_device__(self) -> tuple[int, int]:
        return 1, 0


class _ByAddress:
    """An array that NumPy finds by its address."""

    def __init__(self, interface: Mapping[str, Any]) -> None:
        self.__array_interface__ = interface


def in_some_order(found: Sequence[Turn], random: np.random.Generator) -> Iterator[int]:
    """Steps in an order in which they may begin: behind their stream's and what they wait for."""
    queues = [[n for n, turn in enumerate(found) if turn.stream == s] for s in range(MOST_STREAMS)]
    done = set[int]()
    while len(done) < len(found):
        ready = [q for q in queues if q and done.issuperset(found[q[0]].waits)]
        number = ready[random.integers(len(ready))].pop(0)
        done.add(number)
        yield number


class EmulatedCode:
    """A text that the emulator runs."""

    def __init__(self, device: Emulated, module: Module) -> None:
        self._device = device
        self._module = module

    def launch(
        self, launch: Launch, arguments: Sequence[Argument], constant: Sequence[bool]
    ) -> None:
        """Run a kernel to its end."""
        given = [_argument(each, flag) for each, flag in zip(arguments, constant, strict=True)]
        block = (*launch.block, 1)
        self._device.counts.append(
            self._module.launch(
                launch.kernel,
                (launch.grid, 1, 1),
                block,
                given,
                shared=launch.shared,
                schedule=self._device.schedule,
            )
        )


def _argument(argument: Argument, constant: bool) -> Array | np.generic:
    if argument is None:
        return np.uint64(0)
    return Array(argument, constant) if isinstance(argument, np.ndarray) else argument
