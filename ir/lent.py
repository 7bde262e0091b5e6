"""Arrays of a caller in the memory of a device: calls take and give them without the host."""

from __future__ import annotations

from typing import Any, Protocol, TypeAlias

import numpy as np

Memory: TypeAlias = Any
"""An array in device memory, with `shape` and `dtype`."""


class Lender(Protocol):
    """The device that has such arrays."""

    def adopt(self, array: Any) -> Memory:
        """An array of another library, which has the same memory.

        Raises:
            BufferError, RuntimeError, TypeError, ValueError: where it cannot be shared.
        """
        ...

    def dense(self, array: Memory) -> Memory:
        """The array itself where its elements lie side by side in C order, else a copy."""
        ...

    def empty(self, shape: tuple[int, ...], dtype: np.dtype[Any]) -> Memory:
        """An array of anything."""
        ...

    def upload(self, array: np.ndarray[Any, Any], into: Memory) -> None:
        """Copy an array of the host into one of the same shape."""
        ...

    def download(self, array: Memory) -> np.ndarray[Any, Any]:
        """A copy for the host."""
        ...

    def copy(self, source: Memory, into: Memory) -> None:
        """Copy an array into one of the same shape."""
        ...

    def span(self, memory: Memory) -> tuple[int, int]:
        """The bytes that an array has, as addresses: the first, and the first behind."""
        ...


class Lent:
    """An array in the memory of a device, as calls take and give it.

    Args:
        device: where it is.
        memory: the array there, in C order.

    Attributes:
        dtype: of its elements.
        shape: the same.
    """

    __slots__ = ("device", "dtype", "memory", "shape")

    def __init__(self, device: Lender, memory: Memory) -> None:
        self.device, self.memory = device, memory
        self.shape: tuple[int, ...] = tuple(memory.shape)
        self.dtype: np.dtype[Any] = np.dtype(memory.dtype)

    @property
    def ndim(self) -> int:
        """How many axes it has."""
        return len(self.shape)

    @property
    def host(self) -> np.ndarray[Any, Any]:
        """A copy on the host."""
        return self.device.download(self.memory)

    @property
    def span(self) -> tuple[int, int]:
        """The bytes that it has, as addresses of the device."""
        return self.device.span(self.memory)

    def write(self, value: Lent | np.ndarray[Any, Any]) -> None:
        """Let it hold what another array of its dtype and shape holds."""
        if isinstance(value, Lent):
            self.device.copy(value.memory, self.memory)
        else:
            self.device.upload(value, self.memory)

    def shares_memory(self, other: Lent) -> bool:
        """Whether both have a byte."""
        (a, b), (c, d) = self.span, other.span
        return a < d and c < b
