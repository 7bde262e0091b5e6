"""Which ops treat the positions along an axis independently, and where these are in their results.

Each rule is checked against the op itself, by running it with more positions:
`tests/props/test_positions.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import prod
from typing import Any

from .dims import Size, exact_div
from .dtypes import BOOL, is_integer
from .graph import Graph, Node, Operand, type_of
from .keys import join_key
from .positions import Axes, Long, Obstacle, Positions, Rule, Walk, joined_axis, positions
from .types import default_dtype, shape_of

ELEMENTWISE = """
    abs add arccos arccosh arcsin arcsinh arctan arctan2 arctanh as_scalar bitwise_and
    bitwise_count bitwise_or bitwise_xor cast cbrt ceil clip conj copy copysign cos cosh deg2rad
    degrees divide equal erf erfc exp exp2 expm1 fabs float_power floor floor_divide fmax fmin
    fmod full_like gcd greater greater_equal heaviside hypot i0 imag invert isclose isfinite
    isinf isnan isneginf isposinf lcm ldexp left_shift less less_equal log log10 log1p log2
    logaddexp logaddexp2 logical_and logical_not logical_or logical_xor maximum minimum multiply
    nan_to_num negative nextafter normal_quantile not_equal ones_like portable_log positive pow
    power rad2deg radians real reciprocal remainder right_shift rint round sign signbit sin sinc
    sinh spacing sqrt square subtract tan tanh trunc where zeros_like
"""
"""Ops that compute every element of their result from one element of each operand."""

_REDUCTIONS = """
    all any argmax argmin max mean min nanmax nanmin prod sum
"""

_ALONG = """
    add_accumulate argsort cumprod cumsum maximum_accumulate minimum_accumulate
    multiply_accumulate sort
"""


def positions_along(graph: Graph, name: str) -> Positions:
    """What is known of the positions of a graph along a dim, by the rules of the ops.

    Raises:
        Obstacle: they are not independent.
    """
    return positions(graph, name, RULES)


# --- elementwise ----------------------------------------------------------------------------------


def _elementwise(walk: Walk, node: Node, operands: Sequence[Axes]) -> Axes:
    if node.op.ulp >= 1:
        _note_rounding(walk, node)
    return _broadcast(walk, node, operands)


def _broadcast(walk: Walk, node: Node, operands: Sequence[Axes]) -> Axes:
    rank = len(node.results[0].shape)
    shapes = [walk.shape(operand) for operand in node.operands]
    return tuple(_broadcast_axis(rank - axis, operands, shapes) for axis in range(rank))


def _broadcast_axis(
    back: int, operands: Sequence[Axes], shapes: Sequence[tuple[Size, ...]]
) -> Long | None:
    """The axis that is the number `back` from the end: that of the operands that are not 1."""
    found: list[Long | None] = [
        axes[-back]
        for axes, shape in zip(operands, shapes, strict=True)
        if len(shape) >= back and shape[-back] != 1
    ]
    if not found:
        return None
    axis = found[0]
    for other in found[1:]:
        axis = joined_axis(axis, other)
    return axis


def _note_rounding(walk: Walk, node: Node) -> None:
    """NumPy may compute other bits where an array has more elements, or others beside them."""
    walk.rounding = walk.rounding or node.place


# --- along other axes -----------------------------------------------------------------------------


def _taken(axis: Any, rank: int) -> tuple[int, ...]:
    """The axes that an attribute names; all for None."""
    if axis is None:
        return tuple(range(rank))
    return tuple(each % rank for each in (axis if isinstance(axis, tuple) else (axis,)))


def _reduction(walk: Walk, node: Node, operands: Sequence[Axes]) -> Axes:
    axes = _other_axes(node, operands)
    if node.op.name in ("sum", "mean", "prod") and not _is_exact(node):
        _note_rounding(walk, node)
    if node.attributes["keepdims"]:
        return axes
    gone = _taken(node.attributes["axis"], len(axes))
    return tuple(axis for number, axis in enumerate(axes) if number not in gone)


def _other_axes(node: Node, operands: Sequence[Axes]) -> Axes:
    """The axes of the first operand, none of them long along which it computes."""
    if any(map(any, operands[1:])):
        raise Obstacle(f"`{node.op.name}` has a mask along it")
    axes = operands[0]
    if any(axes[number] for number in _taken(node.attributes["axis"], len(axes))):
        raise Obstacle(f"`{node.op.name}` takes all positions together")
    return axes


def _is_exact(node: Node) -> bool:
    """Whether a sum has the same bits in every order."""
    dtype = default_dtype(node.results[0].type)
    return dtype == BOOL or is_integer(dtype)


def _along(walk: Walk, node: Node, operands: Sequence[Axes]) -> Axes:
    if node.attributes["axis"] is None:
        raise Obstacle(f"`{node.op.name}` takes all positions together")
    return _other_axes(node, operands)


# --- products -------------------------------------------------------------------------------------


def _matmul(walk: Walk, node: Node, operands: Sequence[Axes]) -> Axes:
    left, right = operands
    if (left and left[-1]) or (right and right[max(len(right) - 2, 0)]):
        raise Obstacle("`matmul` adds over all positions")
    _note_rounding(walk, node)
    shapes = [walk.shape(operand) for operand in node.operands]
    batches = [axes[:-2] for axes in operands], [shape[:-2] for shape in shapes]
    rank = max(map(len, batches[0]))
    batch = tuple(_broadcast_axis(rank - axis, *batches) for axis in range(rank))
    rows = left[-2:-1] if len(left) > 1 else ()
    columns = right[-1:] if len(right) > 1 else ()
    return (*batch, *rows, *columns)


def _conv(walk: Walk, node: Node, operands: Sequence[Axes]) -> Axes:
    x, weight = operands
    if any(weight) or any(x[1:]):
        raise Obstacle("`conv` looks at neighbouring positions")
    _note_rounding(walk, node)
    return x


def _pool(walk: Walk, node: Node, operands: Sequence[Axes]) -> Axes:
    axes = operands[0]
    if any(axes[len(axes) - len(node.attributes["window"]) :]):
        raise Obstacle("`pool` looks at neighbouring positions")
    if node.attributes["kind"] != "max":
        _note_rounding(walk, node)
    return axes


# --- shapes ---------------------------------------------------------------------------------------


def _transpose(walk: Walk, node: Node, operands: Sequence[Axes]) -> Axes:
    return tuple(operands[0][axis] for axis in node.attributes["axes"])


def _squeeze(walk: Walk, node: Node, operands: Sequence[Axes]) -> Axes:
    axes = operands[0]
    gone = _taken(node.attributes["axis"], len(axes))
    if any(axes[axis] for axis in gone):
        raise Obstacle("`squeeze` takes it out")
    return tuple(axis for number, axis in enumerate(axes) if number not in gone)


def _expand_dims(walk: Walk, node: Node, operands: Sequence[Axes]) -> Axes:
    rest = iter(operands[0])
    rank = len(node.results[0].shape)
    new = _taken(node.attributes["axis"], rank)
    return tuple(None if axis in new else next(rest) for axis in range(rank))


def _broadcast_to(walk: Walk, node: Node, operands: Sequence[Axes]) -> Axes:
    shape, source = walk.shape(node.results[0]), walk.shape(node.operands[0])
    added = len(shape) - len(source)
    kept = [None if size == 1 else axis for size, axis in zip(source, operands[0], strict=True)]
    axes = [*[None] * added, *kept]
    widened = [n for n, size in enumerate(shape) if n < added or source[n - added] == 1]
    for number in widened:
        axes[number] = Long() if shape[number] is walk.dim else None
    return tuple(axes)


def _reshape(walk: Walk, node: Node, operands: Sequence[Axes]) -> Axes:
    """The positions are a digit of the number of an element, in C order; it must stay a digit."""
    old, new = walk.shape(node.operands[0]), walk.shape(node.results[0])
    axes: list[Long | None] = [None] * len(new)
    for number, axis in enumerate(operands[0]):
        if axis is None:
            continue
        inner = axis.inner * prod(old[number + 1 :])
        for at in range(len(new)):
            within = exact_div(inner, prod(new[at + 1 :]))
            if within is None or not walk.is_long(new[at]):
                continue
            if exact_div(new[at], walk.dim * within) is not None:
                if axes[at] is not None:
                    raise Obstacle("`reshape` puts two axes into one")
                axes[at] = replace(axis, inner=within)
                break
        else:
            raise Obstacle("`reshape` mixes positions")
    return tuple(axes)


def _concat(walk: Walk, node: Node, operands: Sequence[Axes]) -> Axes:
    at = node.attributes["axis"] % len(operands[0])
    if any(axes[at] for axes in operands):
        raise Obstacle("`concat` puts something behind it")
    axes = operands[0]
    for other in operands[1:]:
        axes = tuple(map(joined_axis, axes, other))
    return axes


# --- elements -------------------------------------------------------------------------------------


def _created(walk: Walk, node: Node, operands: Sequence[Axes]) -> Axes:
    return walk.axes_of_type(node.results[0])


def _arange(walk: Walk, node: Node, operands: Sequence[Axes]) -> Axes:
    start, step = node.attributes["start"], node.attributes["step"]
    axes = walk.axes_of_type(node.results[0])
    if any(axes) and (walk.is_long(start) or walk.is_long(step) or not _is_exact(node)):
        raise Obstacle("`arange` counts from another number")
    return tuple(axis and Long(repeats=False) for axis in axes)


def _index(walk: Walk, node: Node, operands: Sequence[Axes]) -> Axes:
    """Basic indices that leave long axes whole; one array of integers on an axis that is not."""
    if not _has_arrays(node):
        return _picked(node, operands[0])
    table, indices = operands[0], operands[-1]
    if not any(map(any, operands)):
        return tuple(None for _ in node.results[0].shape)
    if node.attributes["key"] != "_" or table[0] or not _holds_integers(node.operands[1]):
        raise Obstacle("an index with arrays picks some of the positions")
    return (*indices, *table[1:])


def _has_arrays(node: Node) -> bool:
    """Whether the index of a node picks by arrays or lists."""
    numbers = node.operands[len(node.op.operands) :]
    return "[" in node.attributes["key"] or any(shape_of(type_of(number)) for number in numbers)


def _holds_integers(operand: Operand) -> bool:
    return is_integer(default_dtype(type_of(operand)))


def _picked(node: Node, axes: Axes) -> Axes:
    """The axes of what a basic index picks."""
    count = len(node.operands) - len(node.op.operands)
    items = join_key(node.attributes["key"], range(count))
    used = sum(item is not None and item is not Ellipsis for item in items)
    rest = list(axes)
    found: list[Long | None] = []
    whole = [slice(None)] * (len(axes) - used)
    spread = [part for item in items for part in (whole if item is Ellipsis else [item])]
    if Ellipsis not in items:
        spread += whole
    for item in spread:
        if item is None:
            found.append(None)
            continue
        axis = rest.pop(0)
        if axis is not None and item != slice(None):
            raise Obstacle("it picks some of the positions")
        if isinstance(item, slice):
            found.append(axis)
    return tuple(found)


def _store(walk: Walk, node: Node, operands: Sequence[Axes]) -> Axes:
    x, value = operands[:2]
    if _has_arrays(node):
        if any(map(any, operands)):
            raise Obstacle("an index with arrays picks some of the positions")
        return x
    target = _picked(node, x)
    sizes = walk.shape(node.operands[1])
    for back, axis in enumerate(reversed(target), 1):
        if len(value) >= back and sizes[-back] != 1:
            joined_axis(axis, value[-back])
    repeats = all(axis.repeats for axis in value if axis is not None)
    return tuple(axis and replace(axis, repeats=axis.repeats and repeats) for axis in x)


def _take(walk: Walk, node: Node, operands: Sequence[Axes]) -> Axes:
    x, indices = operands
    at = node.attributes["axis"]
    if at is None or x[at] is not None:
        raise Obstacle("`take` picks some of the positions")
    return (*x[:at], *indices, *x[at + 1 :])


def _take_along_axis(walk: Walk, node: Node, operands: Sequence[Axes]) -> Axes:
    at = node.attributes["axis"]
    if any(axes[at] for axes in operands):
        raise Obstacle("`take_along_axis` picks some of the positions")
    return _broadcast(walk, node, [(*axes[:at], None, *axes[at + 1 :]) for axes in operands])


def _checked(walk: Walk, node: Node, operands: Sequence[Axes]) -> Axes:
    if any(map(any, operands[1:])):
        raise Obstacle("the message of a check shows the positions")
    return operands[0]


RULES: dict[str, Rule] = {
    **dict.fromkeys(ELEMENTWISE.split(), _elementwise),
    **dict.fromkeys(_REDUCTIONS.split(), _reduction),
    **dict.fromkeys(_ALONG.split(), _along),
    **dict.fromkeys(("full", "ones", "zeros"), _created),
    "arange": _arange,
    "broadcast_to": _broadcast_to,
    "check": _checked,
    "concat": _concat,
    "conv": _conv,
    "expand_dims": _expand_dims,
    "index": _index,
    "matmul": _matmul,
    "pool": _pool,
    "reshape": _reshape,
    "squeeze": _squeeze,
    "store": _store,
    "take": _take,
    "take_along_axis": _take_along_axis,
    "transpose": _transpose,
}
"""By the name of the op."""
