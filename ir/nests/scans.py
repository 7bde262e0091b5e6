"""Scans and places as loops: totals so far, and where the greatest element is."""

from __future__ import annotations

from math import prod

import numpy as np

from dslc.ir.dims import Size
from dslc.ir.dtypes import BOOL, is_complex, is_float
from dslc.ir.graph import Node, type_of
from dslc.ir.op import REGISTRY
from dslc.ir.types import ScalarType, TensorType, default_dtype, shape_of

from .language import (
    Apply,
    Array,
    Expression,
    Let,
    Load,
    Local,
    Loop,
    Number,
    Running,
    Statement,
    Store,
    Total,
    Update,
    Whole,
)
from .reader import Reader, Space
from .starts import start_of

RUNNING = {
    "add_accumulate": "sum",
    "cumprod": "prod",
    "cumsum": "sum",
    "maximum_accumulate": "max",
    "minimum_accumulate": "min",
    "multiply_accumulate": "prod",
}
"""What these ops make of the elements so far."""

PLACES = ("argmax", "argmin")
"""Ops that give a place along an axis."""


def is_scanned(node: Node) -> bool:
    """Whether a node goes along an axis, to find a place the last one, in numbers with an order."""
    source, result = type_of(node.operands[0]), node.results[0].type
    if not isinstance(source, TensorType) or is_complex(source.dtype):
        return False
    shape, axis = source.shape, node.attributes["axis"]
    last = axis is None or axis == len(shape) - 1
    if not shape:
        return False
    if axis is not None and not last:
        return shape[axis] != 1 and default_dtype(result) != BOOL and source.dtype != BOOL
    long = prod(shape, start=1) if axis is None else shape[-1]
    if long == 1:
        return False
    return node.op.name in PLACES or default_dtype(result) != BOOL


def goes_by_rows(node: Node) -> bool:
    """Whether a node finds places along an axis before others, in all rows of these at once."""
    axis = node.attributes.get("axis") if node.op.name in PLACES else None
    return axis is not None and axis != len(shape_of(type_of(node.operands[0]))) - 1


def scan(node: Node, reader: Reader) -> list[Statement]:
    """The loops of a scan: each trip takes one element in, and sets one."""
    axis, shape = node.attributes["axis"], shape_of(type_of(node.operands[0]))
    if axis is not None and axis != len(shape) - 1:
        return _scan_rows(node, reader)
    outer, size = _cut(node)
    result = node.results[0]
    space, index = Space(reader, outer), reader.index()
    array = reader.array(result)
    value = reader.read(node.operands[0], (*space.indices, index))
    how, type_ = RUNNING[node.op.name], ScalarType(result.dtype)
    start = Number(start_of(how, type_, running=True))
    local = Local(f"{array.name}_so_far", type_)
    body: list[Statement] = [
        Running(value, node, local, how, start),
        Store(local, node, array, (*space.indices, index)),
    ]
    return space.around([Loop(index, size, body)])


def _scan_rows(node: Node, reader: Reader) -> list[Statement]:
    """The loops of a scan along an axis before others: a row of totals so far is kept."""
    result, axis = node.results[0], node.attributes["axis"]
    outer, size, inner = result.shape[:axis], result.shape[axis], result.shape[axis + 1 :]
    array, type_ = reader.array(result), ScalarType(result.dtype)
    how = RUNNING[node.op.name]
    so_far = Array(f"{array.name}_so_far", array.dtype, (*outer, *inner))
    around, index = Space(reader, outer), reader.index()
    first, row = Space(reader, inner), Space(reader, inner)
    start = Number(start_of(how, type_, running=True))
    indices = (*around.indices, index, *row.indices)
    own = (*around.indices, *row.indices)
    steps: list[Statement] = [
        Update(reader.read(node.operands[0], indices), node, so_far, own, how),
        Store(Load(so_far, own), node, array, indices),
    ]
    begin = Store(start, node, so_far, (*around.indices, *first.indices))
    return around.around([*first.around([begin]), Loop(index, size, row.around(steps))])


def place(node: Node, reader: Reader) -> list[Statement]:
    """The loops that find a place."""
    if goes_by_rows(node):
        return _place_rows(node, reader)
    outer, size = _cut(node)
    result = node.results[0]
    space, index = Space(reader, outer), reader.index()
    value = reader.read(node.operands[0], (*space.indices, index))
    start = Number(np.int64(0))
    if not isinstance(result.type, TensorType):
        local = reader.local(result)
        return [Loop(index, size, [Total(value, node, local, node.op.name, start)])]
    array = reader.array(result)
    local = Local(f"{array.name}_place", ScalarType(result.dtype))
    loop = Loop(index, size, [Total(value, node, local, node.op.name, start)])
    missing = len(result.shape) - len(outer)
    store = Store(local, node, array, (*space.indices, *[0] * missing))
    return space.around([loop, store])


def _place_rows(node: Node, reader: Reader) -> list[Statement]:
    """The loops that find places in all rows at once: the best elements so far are kept."""
    result, axis = node.results[0], node.attributes["axis"]
    source = type_of(node.operands[0])
    assert isinstance(source, TensorType)
    outer, size, inner = source.shape[:axis], source.shape[axis], source.shape[axis + 1 :]
    array = reader.array(result)
    best = Array(f"{array.name}_best", source.dtype, (*outer, *inner))
    around, index = Space(reader, outer), reader.index()
    first, row = Space(reader, inner), Space(reader, inner)
    kept: tuple[Size, ...] = (0,) if node.attributes["keepdims"] else ()

    def read(space: Space, place: Size) -> Expression:
        return reader.read(node.operands[0], (*around.indices, place, *space.indices))

    begin: list[Statement] = [
        Store(read(first, 0), node, best, (*around.indices, *first.indices)),
        Store(Number(np.int64(0)), node, array, (*around.indices, *kept, *first.indices)),
    ]
    element, so_far = read(row, index), Load(best, (*around.indices, *row.indices))
    own, type_ = ScalarType(source.dtype), TensorType(source.dtype, source.shape)
    value, better = Local(f"{array.name}_value", own), Local(f"{array.name}_better", _TRUTH)
    where = REGISTRY["where"]
    place = Load(array, (*around.indices, *kept, *row.indices))
    chosen = Apply(
        where,
        (better, Whole(index), place),
        {},
        (_TRUTHS, Whole(index).type, TensorType(place.array.dtype, source.shape)),
        ScalarType(place.array.dtype),
    )
    steps: list[Statement] = [
        Let(element, node, value),
        Let(_is_better(node.op.name, value, so_far, type_), node, better),
        Update(chosen, node, array, place.indices, "set"),
        Update(
            Apply(where, (better, value, so_far), {}, (_TRUTHS, type_, type_), own),
            node,
            best,
            so_far.indices,
            "set",
        ),
    ]
    return around.around([*first.around(begin), Loop(index, size, row.around(steps))])


_TRUTH, _TRUTHS = ScalarType(BOOL), TensorType(BOOL, (2,))


def _is_better(how: str, value: Expression, best: Expression, type_: TensorType) -> Expression:
    """Whether an element is better than the best before; the first NaN is the best of all."""
    outdone = "less_equal" if how == "argmax" else "greater_equal"
    worse = Apply(REGISTRY[outdone], (value, best), {}, (type_, type_), _TRUTH)
    better = Apply(REGISTRY["logical_not"], (worse,), {}, (_TRUTHS,), _TRUTH)
    if not is_float(type_.dtype):
        return better
    number = Apply(REGISTRY["equal"], (best, best), {}, (type_, type_), _TRUTH)
    return Apply(REGISTRY["logical_and"], (number, better), {}, (_TRUTHS, _TRUTHS), _TRUTH)


def _cut(node: Node) -> tuple[tuple[Size, ...], Size]:
    """The axes around, and how many elements are gone through."""
    shape = shape_of(type_of(node.operands[0]))
    if node.attributes["axis"] is None:
        return (), prod(shape, start=1)
    return shape[:-1], shape[-1]
