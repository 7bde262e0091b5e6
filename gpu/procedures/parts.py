"""Reading and writing parts of arrays that numbers, slices, `...` and None name."""

from __future__ import annotations

from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np

from dslc.gpu.placed import Placed
from dslc.ir.dims import evaluate
from dslc.ir.graph import Node, type_of
from dslc.ir.keys import join_key
from dslc.ir.ops.advanced import picks
from dslc.ir.types import TensorType, default_dtype

from .call import SMALL, Call, Procedure, Written
from .strided import WORDS, Strided, copies, copy, fill, part, turned, whole

AT_ONCE = 1 << 16
"""Bytes that the host takes whole where it needs one element, for it may need others too."""


def part_procedure(node: Node) -> Procedure | None:
    """What reads or writes the part of an array; None where it is not named by numbers alone."""
    dtype = default_dtype(node.results[-1].type)
    if dtype.itemsize not in WORDS:
        return None
    if node.op.name in ("full", "zeros", "ones"):
        return Fill(dtype)
    if node.op.name not in ("index", "store", "transpose"):
        return None
    if not isinstance(type_of(node.operands[0]), TensorType):
        return None
    if node.op.name == "transpose":
        return Turn(dtype)
    own = 1 if node.op.name == "index" else 2
    types = tuple(map(type_of, node.operands[own:]))
    if any(picks(item) or isinstance(item, TensorType) for item in join_key(_key(node), types)):
        return None
    return Part(dtype) if own == 1 else Store(dtype)


def is_view(node: Node) -> bool:
    """Whether a part lies side by side for any sizes: rows of an array, which nothing copies."""
    if node.op.name != "index" or not isinstance(node.results[-1].type, TensorType):
        return False
    items = [each for each in join_key(_key(node), node.operands[1:]) if each is not None]
    while items and not (isinstance(items[0], slice) or items[0] is Ellipsis):
        if picks(items[0]) or isinstance(type_of(items[0]), TensorType):
            return False
        del items[0]
    rows = items[:1] and isinstance(items[0], slice) and items[0].step is None
    return all(each in (slice(None), Ellipsis) for each in (items[1:] if rows else items))


def _key(node: Node) -> str:
    key: str = node.attributes["key"]
    return key


def _named(call: Call, own: int) -> Strided | None:
    """The part that the numbers of a node name; None where NumPy raises an error."""
    numbers = [each.host if isinstance(each, Placed) else each for each in call.operands[own:]]
    shape = call.operands[0].shape
    try:
        return part(shape, join_key(_key(call.node), numbers))
    except (IndexError, TypeError, ValueError):
        return None


@dataclass(frozen=True, slots=True)
class Part:
    """`x[...]`: a view where its elements lie side by side, else a copy."""

    dtype: np.dtype

    @property
    def kernels(self) -> tuple[Written, ...]:
        """That which copies."""
        return copies(self.dtype.itemsize, "copy")

    def run(self, call: Call) -> list[Any] | None:
        """The part."""
        source, result = call.operands[0], call.node.results[-1]
        if not source.is_on_device or (found := _named(call, 1)) is None:
            return None
        if not isinstance(result.type, TensorType):
            if prod(source.shape) * self.dtype.itemsize <= AT_ONCE or source.is_on_host:
                return None
            (one,) = self._of(call, source, found)
            return [one.host]
        return call.made(*self._of(call, source, found))

    def _of(self, call: Call, source: Placed, found: Strided) -> list[Placed]:
        result = call.node.results[-1]
        if found.is_dense:
            memory = call.device.view(source.memory, found.start, found.shape)
            return [call.view(result, source, memory)]
        made = call.make(result, found.shape, self.dtype)
        copy(call, source.memory, found, made.memory, whole(found.shape))
        return [made]


@dataclass(frozen=True, slots=True)
class Store:
    """`x[...] = value`, in place where nobody else can see the array."""

    dtype: np.dtype

    @property
    def kernels(self) -> tuple[Written, ...]:
        """Those which copy."""
        return copies(self.dtype.itemsize, "copy", "fill")

    def run(self, call: Call) -> list[Any] | None:
        """The array with the value in it."""
        if call.is_on_host:
            return None
        value, found = call.operands[1], _named(call, 2)
        given = self._given(value, found)
        if found is None or given is None:
            return None
        result = own_copy(call, self.dtype)
        if isinstance(given, Strided):
            copy(call, value.memory, given, result.memory, found)
        else:
            fill(call, given, result.memory, found)
        return [result]

    def _given(self, value: Any, found: Strided | None) -> Strided | np.generic | None:
        """The value as the array takes it; None where the host must convert it, or refuse."""
        if found is None:
            return None
        if isinstance(value, Placed) and not (value.is_on_host and value.shape == ()):
            if default_dtype(value.type) != self.dtype:
                return None
            try:
                return whole(value.shape).stretched(found.shape)
            except ValueError:
                return None
        one = np.empty((1,), self.dtype)
        try:
            one[0] = value.host if isinstance(value, Placed) else value
        except (ValueError, TypeError, OverflowError):
            return None
        return one[0]  # type: ignore[no-any-return]


def own_copy(call: Call, dtype: np.dtype) -> Placed:
    """The first operand where a write may change it: itself, or a copy."""
    source, result = call.operands[0], call.node.results[-1]
    memory = source.memory
    if call.is_sole:
        return call.view(result, source, memory)
    made = call.make(result, source.shape, dtype)
    copy(call, memory, whole(source.shape), made.memory, whole(source.shape))
    return made


@dataclass(frozen=True, slots=True)
class Turn:
    """Axes in another order."""

    dtype: np.dtype

    @property
    def kernels(self) -> tuple[Written, ...]:
        """Those which copy."""
        return copies(self.dtype.itemsize, "copy", "turn")

    def run(self, call: Call) -> list[Any] | None:
        """The array."""
        source = call.operands[0]
        found = turned(source.shape, call.node.attributes["axes"])
        if found.is_dense:
            memory = call.device.reshape(source.memory, found.shape)
            return [call.view(call.node.results[0], source, memory)]
        made = call.make(call.node.results[0], found.shape, self.dtype)
        into = whole(found.shape)
        return [made] if copy(call, source.memory, found, made.memory, into, turns=True) else None


@dataclass(frozen=True, slots=True)
class Fill:
    """An array of one number."""

    dtype: np.dtype

    @property
    def kernels(self) -> tuple[Written, ...]:
        """That which fills."""
        return copies(self.dtype.itemsize, "fill")

    def run(self, call: Call) -> list[Any] | None:
        """The array, where it is large."""
        name, result = call.node.op.name, call.node.results[0]
        if not isinstance(result.type, TensorType):
            return None
        shape = tuple(evaluate(size, call.sizes) for size in result.shape)
        if min(shape, default=0) < 0 or prod(shape) <= SMALL:
            return None
        value = call.operands[0] if name == "full" else name == "ones"
        try:
            one = np.full(1, value, self.dtype)[0]
        except (ValueError, TypeError, OverflowError):
            return None
        made = call.make(result, shape, self.dtype)
        fill(call, one, made.memory, whole(shape))
        return [made]
