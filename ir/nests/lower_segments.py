"""Ops on segments as loops over the segments, and in them over the elements of each."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from dslc.ir.dims import Size, dim_max
from dslc.ir.dtypes import is_integer
from dslc.ir.facts import Facts
from dslc.ir.graph import Node, Operand, Value, type_of
from dslc.ir.op import REGISTRY
from dslc.ir.types import ScalarType, TensorType, default_dtype, shape_of
from dslc.ir.value_names import wished_name

from .fuse import insert
from .language import (
    Apply,
    Array,
    Expression,
    Load,
    Local,
    Loop,
    Number,
    Statement,
    Store,
    Total,
    Update,
)
from .reader import Reader, Space, Unreadable
from .segments import Segment
from .starts import start_of

SEGMENTED = ("segment_sum", "segment_max", "segment_min", "segment_repeat", "segment_softmax")
"""The ops that become such loops."""


def is_segmented(node: Node) -> bool:
    """Whether a node acts on segments, and sums are in the type of the elements."""
    if node.op.name not in SEGMENTED:
        return False
    source, target = default_dtype(type_of(node.operands[0])), node.results[0].dtype
    if node.op.name == "segment_sum":
        return source == target or is_integer(target)
    return True


def total_of(node: Node, facts: Facts) -> Size:
    """How many elements the segments have in all, in the form that others have it in."""
    size: Size | None = node.attributes.get("size")
    return facts.simplify(shape_of(type_of(node.operands[0]))[0] if size is None else size)


def lower_segments(node: Node, reader: Reader, facts: Facts) -> list[Statement]:
    """The loops of a node.

    Raises:
        Unreadable: an operand must be an array first.
    """
    reader.name(node.results[0], wished_name(node, node.results[0]))
    return _LOWER[node.op.name](_Segments(node, reader, facts))


class _Segments:
    """The loops over segments.

    Attributes:
        rows: how many segments there are.
        inner: the shape of what stands at one place of axis 0.
    """

    def __init__(self, node: Node, reader: Reader, facts: Facts) -> None:
        self.node, self.reader = node, reader
        offsets = node.operands[1]
        assert isinstance(offsets, Value)
        if offsets in reader.views:
            raise Unreadable(offsets)
        self._offsets = reader.array(offsets)
        self.rows = dim_max(self._offsets.shape[0] - 1, 0)
        self._total = total_of(node, facts)
        self.inner = node.results[0].shape[1:]
        self.row = reader.index()

    def over(self, body: list[Statement]) -> list[Statement]:
        """Statements in a loop over the segments."""
        joined: list[Statement] = []
        for each in body:
            insert(joined, each)
        return [Loop(self.row, self.rows, joined)]

    def elements(self, body: Callable[[tuple[Size, ...]], list[Statement]]) -> Segment:
        """A loop over the elements of a segment; the body is for the indices of one."""
        index, space = self.reader.index(), Space(self.reader, self.inner)
        inside = space.around(body((index, *space.indices)))
        return Segment(index, self._total, inside, offsets=self._offsets, row=self.row)

    def once(self, body: Callable[[tuple[Size, ...]], list[Statement]]) -> list[Statement]:
        """Statements for what a segment has one of."""
        space = Space(self.reader, self.inner)
        return space.around(body((self.row, *space.indices)))

    def read(self, operand: Operand, indices: tuple[Size, ...]) -> Expression:
        """An element of an operand."""
        return self.reader.read(operand, indices)


# --- reductions -----------------------------------------------------------------------------------


def _reduction(segments: _Segments) -> list[Statement]:
    """`segment_sum`, `segment_max`, `segment_min`."""
    node = segments.node
    values, result = node.operands[0], segments.reader.array(node.results[0])
    initial = node.attributes.get("initial")
    how = node.op.name.removeprefix("segment_")
    start = start_of(how, ScalarType(result.dtype))
    first = Number(start if initial is None else result.dtype.type(initial))
    total = _Total(segments, result, how, first)
    body = total.taken(lambda indices: segments.read(values, indices))
    return segments.over([*body, *total.kept()])


class _Total:
    """A total of each segment: a scalar where an element is one, else a row that is updated."""

    def __init__(self, segments: _Segments, array: Array, how: str, start: Expression) -> None:
        self._segments, self._array, self._how, self._start = segments, array, how, start
        self._local = Local(f"{array.name}_total", ScalarType(array.dtype))

    def taken(self, value: Callable[[tuple[Size, ...]], Expression]) -> list[Statement]:
        """The loops that take values together."""
        node = self._segments.node
        if not self._segments.inner:
            total = Total
            return [
                self._segments.elements(
                    lambda indices: [
                        total(value(indices), node, self._local, self._how, self._start)
                    ]
                )
            ]

        def update(indices: tuple[Size, ...]) -> list[Statement]:
            return [Update(value(indices), node, self._array, self._at(indices[1:]), self._how)]

        begun = self._segments.once(
            lambda indices: [Store(self._start, node, self._array, indices)]
        )
        return [*begun, self._segments.elements(update)]

    def _at(self, inner: tuple[Size, ...]) -> tuple[Size, ...]:
        return (self._segments.row, *inner)

    def read(self, indices: tuple[Size, ...]) -> Expression:
        """The total of the segment, for the indices of an element."""
        if not self._segments.inner:
            return self._local
        return Load(self._array, self._at(indices[1:]))

    def kept(self) -> list[Statement]:
        """What stores the total, if that is not done yet."""
        if self._segments.inner:
            return []
        return [Store(self._local, self._segments.node, self._array, (self._segments.row,))]


# --- one for all elements -------------------------------------------------------------------------


def _repeat(segments: _Segments) -> list[Statement]:
    """`segment_repeat`."""
    node = segments.node
    result = segments.reader.array(node.results[0])

    def store(indices: tuple[Size, ...]) -> list[Statement]:
        value = segments.read(node.operands[0], (segments.row, *indices[1:]))
        return [Store(value, node, result, indices)]

    return segments.over([segments.elements(store)])


def _softmax(segments: _Segments) -> list[Statement]:
    """`segment_softmax`: the exponentials stand in the result until they are divided."""
    node = segments.node
    result = segments.reader.array(node.results[0])
    type_ = node.results[0].type
    assert isinstance(type_, TensorType)
    element = ScalarType(type_.dtype)

    def apply(name: str, *operands: Expression) -> Expression:
        types = (type_,) * len(operands)
        return Apply(REGISTRY[name], operands, {}, types, element)

    def total(name: str, how: str) -> _Total:
        array = Array(f"{result.name}_{name}", type_.dtype, (segments.rows, *segments.inner))
        return _Total(segments, array, how, Number(start_of(how, element)))

    top, sum_ = total("top", "max"), total("sum", "sum")

    def exponential(indices: tuple[Size, ...]) -> list[Statement]:
        shifted = apply("subtract", segments.read(node.operands[0], indices), top.read(indices))
        return [Store(apply("exp", shifted), node, result, indices)]

    def divided(indices: tuple[Size, ...]) -> list[Statement]:
        value = apply("divide", Load(result, indices), sum_.read(indices))
        return [Update(value, node, result, indices, "set")]

    body = [
        *top.taken(lambda indices: segments.read(node.operands[0], indices)),
        segments.elements(exponential),
        *sum_.taken(lambda indices: Load(result, indices)),
        segments.elements(divided),
    ]
    return segments.over(body)


_Lower: TypeAlias = Callable[[_Segments], list[Statement]]

_LOWER: dict[str, _Lower] = {
    "segment_sum": _reduction,
    "segment_max": _reduction,
    "segment_min": _reduction,
    "segment_repeat": _repeat,
    "segment_softmax": _softmax,
}
