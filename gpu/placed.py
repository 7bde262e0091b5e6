"""Values of a run that are on the device, on the host, or on both."""

from __future__ import annotations

from typing import Any

import numpy as np

from dslc.ir.lent import Lent, Memory
from dslc.ir.types import NumberType, TensorType, Type, default_dtype

from .arena import Block, Blocks
from .device import Device


class Placed:
    """A value of the graph that is on the device, on the host, or on both.

    Attributes:
        type: what it is.
        shape: of its elements.
        block: what it has of the memory of the run; None where it is on the host alone.
    """

    __slots__ = ("_blocks", "_device", "_host", "_memory", "block", "shape", "type")

    def __init__(
        self,
        device: Device,
        blocks: Blocks,
        type: Type,
        *,
        host: Any = None,
        block: Block | None = None,
        memory: Memory = None,
    ) -> None:
        self._device, self._blocks, self.type = device, blocks, type
        self.block = block
        self._host, self._memory = host, block.memory if block and memory is None else memory
        self.shape: tuple[int, ...] = np.shape(host) if self._memory is None else self._memory.shape

    @property
    def host(self) -> Any:
        """The value on the host; the first time it waits for the device, and copies."""
        if self._host is None:
            array = self._device.download(self._memory)
            if isinstance(self.type, TensorType):
                self._host = array
            else:
                self._host = array.item() if isinstance(self.type, NumberType) else array[()]
        return self._host

    @property
    def is_on_host(self) -> bool:
        """Whether the host need not wait for it."""
        return self._host is not None

    @property
    def is_on_device(self) -> bool:
        """Whether it need not be copied to the device."""
        return self._memory is not None

    @property
    def memory(self) -> Memory:
        """The value on the device; the first time it is copied."""
        if self._memory is None:
            array = np.asarray(self._host, default_dtype(self.type))
            self.block = self._blocks.for_upload(array.shape, array.dtype)
            self._memory = self.block.memory
            self._upload(array, self._memory)
        return self._memory

    def _upload(self, array: np.ndarray, into: Memory) -> None:
        self._device.upload(array, into)


def lent(device: Device, value: Any) -> Any:
    """A result for a caller whose arrays are on the device: a copy there, where it is an array."""
    if not isinstance(value, Placed | np.ndarray):
        return value
    if isinstance(value, Placed) and not isinstance(value.type, TensorType):
        return value.host
    shape, dtype = (
        value.shape,
        default_dtype(value.type) if isinstance(value, Placed) else value.dtype,
    )
    made = Lent(device, device.empty(shape, dtype))
    if isinstance(value, Placed) and value.is_on_device:
        device.copy(value.memory, made.memory)
    else:
        made.write(value.host if isinstance(value, Placed) else value)
    return made
