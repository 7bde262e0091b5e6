"""Parts of arrays as kernels see them: where their first element is, and how far apart all lie."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np
from numpy.lib.stride_tricks import as_strided

from dslc.gpu.device import Argument
from dslc.ir.lent import Memory

from .call import Call, Reads, Written, as_i64

MOST_AXES = 6
WORDS = {1: "u8", 2: "u16", 4: "u32", 8: "u64"}
"""The type that elements of so many bytes are copied as."""


@dataclass(frozen=True, slots=True)
class Strided:
    """A part of an array.

    Attributes:
        start: the place of its first element.
        shape: of the part.
        steps: elements between neighbours along each axis.
    """

    start: int
    shape: tuple[int, ...]
    steps: tuple[int, ...]

    @property
    def is_dense(self) -> bool:
        """Whether its elements lie one after the other in C order."""
        axes = [(n, s) for n, s in zip(self.shape, self.steps, strict=True) if n != 1]
        expected = [prod([n for n, _ in axes[place + 1 :]]) for place in range(len(axes))]
        return [step for _, step in axes] == expected or 0 in self.shape

    def stretched(self, shape: tuple[int, ...]) -> Strided:
        """The same for each place of a larger shape.

        Raises:
            ValueError: where it does not broadcast.
        """
        own, steps = self.shape, self.steps
        while len(own) > len(shape) and own[0] == 1:
            own, steps = own[1:], steps[1:]
        stub = np.broadcast_to(_stub(own, steps), shape)
        return Strided(self.start, shape, stub.strides)


def whole(shape: tuple[int, ...]) -> Strided:
    """All of a dense array."""
    steps = [prod(shape[axis + 1 :]) for axis in range(len(shape))]
    return Strided(0, shape, tuple(steps))


def part(shape: tuple[int, ...], key: tuple[Any, ...]) -> Strided:
    """The part of a dense array that numbers, slices, `...` and None name.

    Raises:
        Exception: what NumPy raises.
    """
    full = whole(shape)
    stub = _stub(shape, full.steps)
    found = stub[key if Ellipsis in key else (*key, Ellipsis)]
    start = found.__array_interface__["data"][0] - stub.__array_interface__["data"][0]
    return Strided(int(start), found.shape, found.strides)


def turned(shape: tuple[int, ...], axes: Sequence[int]) -> Strided:
    """A dense array with its axes in another order."""
    steps = whole(shape).steps
    return Strided(0, tuple(shape[a] for a in axes), tuple(steps[a] for a in axes))


def _stub(shape: tuple[int, ...], steps: tuple[int, ...]) -> np.ndarray:
    """An array of this form, with elements of a byte that nobody may look at."""
    return as_strided(np.zeros(1, np.int8), shape, steps)


def copies(itemsize: int, *verbs: str) -> tuple[Written, ...]:
    """The kernels that `copy`, `fill` or `turn` parts of arrays of so many bytes an element."""
    word = WORDS[itemsize]
    names = (f"{verb}_part_{itemsize}" for verb in verbs)
    return tuple(
        Written(name, "parts.h", f"{name.rsplit('_', 1)[0].upper()}({name}, {word})")
        for name in names
    )


def copy(
    call: Call, source: Memory, of: Strided, goal: Memory, into: Strided, *, turns: bool = False
) -> bool:
    """Copy a part of an array into a part of another of its shape; whether kernels can.

    `turns` where `turn_part` is there, which reads and writes 32 elements side by side.
    """
    axes = merged(of, into)
    size, itemsize = prod(of.shape), goal.dtype.itemsize
    if len(axes) > MOST_AXES:
        return False
    starts = as_i64([of.start, into.start])
    if turns and (matrices := _matrices(axes)) is not None:
        given = [Reads(source), goal, *starts, *as_i64(matrices)]
        count, rows, columns, *_ = matrices
        tiles = count * -(-rows // 32) * -(-columns // 32)
        call.launch(
            f"turn_part_{itemsize}", tiles, given, (32, 8), each=1, shared=32 * 33 * itemsize
        )
        return True
    given = [Reads(source), goal, *starts, np.int64(size), *_axes(axes)]
    call.launch(f"copy_part_{itemsize}", size, given)
    return True


def fill(call: Call, value: np.generic, goal: Memory, into: Strided) -> bool:
    """Set a part of an array to a number; whether kernels can."""
    axes = merged(into, into)
    if len(axes) > MOST_AXES:
        return False
    size, itemsize = prod(into.shape), goal.dtype.itemsize
    word = np.frombuffer(value.tobytes(), f"u{itemsize}")[0]
    given: list[Argument | Reads] = [word, goal, np.int64(into.start), np.int64(size)]
    call.launch(f"fill_part_{itemsize}", size, [*given, *_axes(axes)])
    return True


def merged(*parts: Strided) -> list[tuple[int, ...]]:
    """The extents of axes, and the steps of several parts of one shape, as few as there need be."""
    found: list[tuple[int, ...]] = []
    for extent, *steps in zip(parts[0].shape, *(each.steps for each in parts), strict=True):
        if extent == 1:
            continue
        if found and [*found[-1][1:]] == [step * extent for step in steps]:
            found[-1] = (found[-1][0] * extent, *steps)
        else:
            found.append((extent, *steps))
    return found


def _axes(axes: list[tuple[int, ...]]) -> list[Argument]:
    filled: list[tuple[int, ...]] = [(1, 0, 0)] * (MOST_AXES - len(axes)) + axes
    extents = [extent for extent, *_ in filled]
    return as_i64([*extents[1:], *(a for _, a, _ in filled), *(b for *_, b in filled)])


def _matrices(axes: list[tuple[int, ...]]) -> list[int] | None:
    """What `turn_part` is given, where a part is matrices with rows in place of columns."""
    (far, *last) = axes if len(axes) == 3 else [(1, 0, 0), *axes]
    if len(last) != 2:
        return None
    (rows, of_rows, to_rows), (columns, of_columns, to_columns) = last
    if of_rows != 1 or to_columns != 1 or min(rows, columns) < 8:
        return None
    return [far[0], rows, columns, far[1], of_columns, far[2], to_rows]
