"""Convolution as a product of matrices that are never whole (implicit GEMM), and pooling."""

from __future__ import annotations

from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np

from dslc.gpu.device import Argument
from dslc.gpu.print_tiles import TILE, tile_bytes
from dslc.ir.cxx.print_types import dtype_text
from dslc.ir.graph import Node
from dslc.ir.types import default_dtype

from .call import SMALL, Call, Procedure, Reads, Written

MOST_AXES = 3


def sliding_procedure(node: Node) -> Procedure | None:
    """What computes a convolution or pools."""
    if node.op.name not in ("conv", "pool"):
        return None
    dtype = default_dtype(node.results[0].type)
    if dtype.name not in ("float32", "float64") or len(node.attributes["stride"]) > MOST_AXES:
        return None
    return Convolution(dtype) if node.op.name == "conv" else Pool(dtype, node.attributes["kind"])


@dataclass(frozen=True, slots=True)
class Sliding:
    """Windows over the last axes of an array, as kernels are told of them.

    Attributes:
        axes: of each its elements, the places of a window, the windows, how far apart these begin,
            the padding before, and how far apart places and elements lie.
    """

    axes: list[tuple[int, ...]]

    @property
    def arguments(self) -> list[Argument]:
        """The numbers of three axes."""
        missing = [(1, 1, 1, 1, 0, 1, 1)] * (MOST_AXES - len(self.axes))
        return [np.int32(number) for axis in (*missing, *self.axes) for number in axis]

    @property
    def fits(self) -> bool:
        """Whether 32 bits hold all places of an image."""
        whole = (prod(axis[part] for axis in self.axes) for part in range(3))
        reach = (axis[0] * axis[6] + axis[1] * axis[5] + axis[2] * axis[3] for axis in self.axes)
        return max(*whole, *reach, *(abs(axis[4]) for axis in self.axes)) < 2**30


def _sliding(call: Call, places: tuple[int, ...], windows: tuple[int, ...]) -> Sliding:
    attributes, count = call.node.attributes, len(places)
    shape = call.operands[0].shape[-count:]
    stretch = attributes.get("stretch", (1,) * count)
    before = [padding[0] for padding in attributes["padding"]]
    parts = shape, places, windows, attributes["stride"], before, attributes["dilation"], stretch
    return Sliding(list(zip(*parts, strict=True)))


def _windows(call: Call, shape: tuple[int, ...]) -> tuple[int, ...]:
    return shape[-len(call.node.attributes["stride"]) :]


@dataclass(frozen=True, slots=True)
class Convolution:
    """A convolution."""

    dtype: np.dtype

    @property
    def _name(self) -> str:
        return f"convolve_{dtype_text(self.dtype)}"

    @property
    def kernels(self) -> tuple[Written, ...]:
        """One for all sizes."""
        line = f"CONVOLVE({self._name}, {dtype_text(self.dtype)})"
        return (Written(self._name, "windows.h", line),)

    def run(self, call: Call) -> list[Any] | None:
        """The sums."""
        given, weights = call.operands
        outputs, inputs, *places = weights.shape
        shape = call.shape_of(call.node.results[0])
        groups, windows = call.node.attributes["groups"], _windows(call, shape)
        sliding = _sliding(call, tuple(places), windows)
        if not sliding.fits or inputs * prod(places) >= 2**31 or prod(shape) == 0:
            return None
        made = call.make(call.node.results[0], shape, self.dtype)
        height, width = -(-outputs // groups // TILE), -(-shape[0] * prod(windows) // TILE)
        numbers = np.int64(shape[0]), np.int32(groups), np.int32(outputs), np.int32(inputs)
        arrays = Reads(given.memory), Reads(weights.memory), made.memory
        work = groups * height * width
        given_all = [*arrays, *numbers, *sliding.arguments]
        shared = tile_bytes(self.dtype.itemsize)
        call.launch(self._name, work, given_all, each=1, shared=shared)
        return [made]


@dataclass(frozen=True, slots=True)
class Pool:
    """The greatest element, or the sum, of each window."""

    dtype: np.dtype
    kind: str

    @property
    def _name(self) -> str:
        return f"pool_{self.kind}_{dtype_text(self.dtype)}"

    @property
    def kernels(self) -> tuple[Written, ...]:
        """One for all sizes."""
        type_ = dtype_text(self.dtype)
        greatest = f"np::lowest<{type_}>, np::maximum(a, b)"
        made = greatest if self.kind == "max" else "0, a + b"
        return (Written(self._name, "windows.h", f"POOL({self._name}, {type_}, {made})"),)

    def run(self, call: Call) -> list[Any] | None:
        """What is found."""
        shape = call.shape_of(call.node.results[0])
        windows = _windows(call, shape)
        sliding = _sliding(call, call.node.attributes["window"], windows)
        if not sliding.fits or (call.is_on_host and prod(shape) <= SMALL):
            return None
        made = call.make(call.node.results[0], shape, self.dtype)
        images = prod(shape[: len(shape) - len(windows)])
        arrays = [Reads(call.operands[0].memory), made.memory, np.int64(images)]
        call.launch(self._name, prod(shape), [*arrays, *sliding.arguments])
        return [made]
