"""Tangent rules: how an op's result changes where its operands do.

Most follow from what reverse mode knows: an op on elements passes a tangent on as it does a
cotangent, and a linear op is applied to the tangents.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import numpy as np

from dslc.ir.graph import Literal
from dslc.ir.keys import Key, join_key
from dslc.ir.op import REGISTRY
from dslc.ir.ops.scatter import add_at
from dslc.ir.traced import Traced
from dslc.ir.types import default_dtype

from .rule import RULES
from .rules.cumulative import change_of_products, places_of_extremes
from .rules.elementwise import POINTWISE
from .rules.products import tangent_of_greatest
from .rules.reading import winners
from .rules.segments import change_of_segments, segment_bests
from .rules.softmax import change_of_softmax, parts
from .tangents_of_matrices import OF_MATRICES

Tangent: TypeAlias = Callable[[Sequence[Any], Sequence[Any], Any, dict[str, Any]], Any]
"""`rule(operands, tangents, y, attributes)`; a tangent of None is 0. Of several results a tuple."""

TANGENTS: dict[str, Tangent] = {}
"""By the name of the op."""


def _tangent_of(*names: str) -> Callable[[Tangent], Tangent]:
    def declare(rule: Tangent) -> Tangent:
        TANGENTS.update(dict.fromkeys(names, rule))
        return rule

    return declare


def _zero(x: Any) -> Any:
    return Traced(Literal(default_dtype(x.type).type(0)))


def _sum(parts: Sequence[Any]) -> Any:
    total = parts[0]
    for part in parts[1:]:
        total = total + part
    return total


def _of_elements(rule_name: str) -> Tangent:
    """Each share of reverse mode is linear in `d`, element by element."""

    def rule(operands: Sequence[Any], tangents: Sequence[Any], y: Any, attributes: Any) -> Any:
        shares = [
            RULES[rule_name](*operands, y=y, d=tangent, **attributes)[number]
            for number, tangent in enumerate(tangents)
            if tangent is not None
        ]
        return _sum([share() for share in shares if share is not None] or [_zero(y)])

    return rule


TANGENTS.update((name, _of_elements(name)) for name in POINTWISE)
TANGENTS.update((name, _of_elements(name)) for name in ("broadcast_to", "full", "full_like"))

# --- linear ops -----------------------------------------------------------------------------------

_LINEAR = {
    (0,): (
        "reshape", "squeeze", "expand_dims", "transpose", "diag", "diagonal", "mean", "cumsum",
        "add_accumulate", "take", "take_along_axis", "fft", "ifft", "rfft", "irfft", "segment_sum",
        "segment_repeat",
    ),
    (0, 1): ("copyto", "fill_diagonal"),
    (0, 2): ("put_along_axis",),
}  # fmt: skip
"""Ops by the operands in which they are linear."""


def _like(x: Any, tangent: Any) -> Any:
    """The tangent of an operand where it must stand in its place."""
    if tangent is not None:
        return tangent
    return np.zeros_like(x) if x.ndim else _zero(x)


def _applied(op_name: str, operands: Sequence[Any], attributes: dict[str, Any]) -> Any:
    """An op on operands, None where one is left out."""
    op = REGISTRY[op_name]
    named = zip(op.operands, operands, strict=True)
    optional = {name: x for name, x in named if name in op.optional and x is not None}
    return op(*operands[: len(operands) - len(op.optional)], **optional, **attributes)


def _linear(op_name: str, places: tuple[int, ...]) -> Tangent:
    def rule(operands: Sequence[Any], tangents: Sequence[Any], y: Any, attributes: Any) -> Any:
        given = [
            _like(x, tangent) if number in places else x
            for number, (x, tangent) in enumerate(zip(operands, tangents, strict=True))
        ]
        return _applied(op_name, given, attributes)

    return rule


TANGENTS.update(
    (name, _linear(name, places)) for places, names in _LINEAR.items() for name in names
)


@_tangent_of("depend")
def _(operands: Sequence[Any], tangents: Sequence[Any], y: Any, attributes: Any) -> Any:
    return _like(operands[0], tangents[0])


@_tangent_of("split")
def _(operands: Sequence[Any], tangents: Sequence[Any], y: Any, attributes: Any) -> Any:
    found = _applied("split", tangents, attributes)
    return tuple(found) if isinstance(y, tuple) else found[0]


@_tangent_of("sum")
def _(operands: Sequence[Any], tangents: Sequence[Any], y: Any, attributes: Any) -> Any:
    found = {name: value for name, value in attributes.items() if name != "initial"}
    return _applied("sum", (tangents[0], *operands[1:]), found)


@_tangent_of("concat")
def _(operands: Sequence[Any], tangents: Sequence[Any], y: Any, attributes: Any) -> Any:
    parts = [_like(x, tangent) for x, tangent in zip(operands, tangents, strict=True)]
    return np.concatenate(parts, **attributes)


@_tangent_of("append")
def _(operands: Sequence[Any], tangents: Sequence[Any], y: Any, attributes: Any) -> Any:
    rows, item = (_like(x, tangent) for x, tangent in zip(operands, tangents, strict=True))
    return REGISTRY["append"](rows, item)


@_tangent_of("index")
def _(operands: Sequence[Any], tangents: Sequence[Any], y: Any, attributes: Any) -> Any:
    return tangents[0][join_key(attributes["key"], operands[1:])]


def _stored(op_name: str) -> Tangent:
    def rule(operands: Sequence[Any], tangents: Sequence[Any], y: Any, attributes: Any) -> Any:
        x, value, *numbers = operands
        place = Key(join_key(attributes["key"], numbers))
        into, by = _like(x, tangents[0]), _like(value, tangents[1])
        others = {"inplace": False} if op_name == "store" else {}
        return REGISTRY[op_name](into, place, by, **others)

    return rule


TANGENTS.update((name, _stored(name)) for name in ("store", "add_at", "subtract_at"))


@_tangent_of("maximum_at", "minimum_at")
def _(operands: Sequence[Any], tangents: Sequence[Any], y: Any, attributes: Any) -> Any:
    (x, value, *numbers), (dx, dvalue) = operands, tangents[:2]
    place = Key(join_key(attributes["key"], numbers))
    kept, won, count = winners(x, value, y, place)
    found = np.where(kept, 0.0 if dx is None else dx, 0.0).astype(y.dtype)
    if dvalue is not None:
        found = add_at(found, place, np.where(won, dvalue, 0.0).astype(y.dtype))
    return found / np.maximum(count, 1.0)


# --- others ---------------------------------------------------------------------------------------


def _bilinear(op_name: str) -> Tangent:
    def rule(operands: Sequence[Any], tangents: Sequence[Any], y: Any, attributes: Any) -> Any:
        op, (a, b), (da, db) = REGISTRY[op_name], operands, tangents
        parts = [] if da is None else [op(da, b, **attributes)]
        return _sum(parts if db is None else [*parts, op(a, db, **attributes)])

    return rule


TANGENTS.update((name, _bilinear(name)) for name in ("matmul", "conv"))


def _sparse_product(op_name: str) -> Tangent:
    """Linear in the entries and in the dense operand."""

    def rule(operands: Sequence[Any], tangents: Sequence[Any], y: Any, attributes: Any) -> Any:
        op, (data, *places, dense) = REGISTRY[op_name], operands
        parts = [] if tangents[0] is None else [op(tangents[0], *places, dense, **attributes)]
        if tangents[-1] is not None:
            parts.append(op(data, *places, tangents[-1], **attributes))
        return _sum(parts)

    return rule


TANGENTS.update((name, _sparse_product(name)) for name in ("csr_matmul", "coo_matmul"))


def _weighted(op_name: str) -> Tangent:
    """The sum of the tangents, weighted as reverse mode shares a cotangent of 1."""

    def rule(operands: Sequence[Any], tangents: Sequence[Any], y: Any, attributes: Any) -> Any:
        one = Traced(Literal(y.dtype.type(1)))
        (share,) = RULES[op_name](*operands, y=y, d=one, **attributes)
        assert share is not None
        axis, keepdims = attributes["axis"], attributes["keepdims"]
        return np.sum(share() * tangents[0], axis=axis, keepdims=keepdims)

    return rule


TANGENTS.update((name, _weighted(name)) for name in ("prod", "max", "min", "nanmax", "nanmin"))


@_tangent_of("cumprod", "multiply_accumulate")
def _(operands: Sequence[Any], tangents: Sequence[Any], y: Any, attributes: Any) -> Any:
    return change_of_products(operands[0], tangents[0], y, attributes["axis"])


@_tangent_of("maximum_accumulate", "minimum_accumulate")
def _(operands: Sequence[Any], tangents: Sequence[Any], y: Any, attributes: Any) -> Any:
    axis = attributes["axis"]
    places = places_of_extremes(operands[0], y, axis)
    return np.take_along_axis(tangents[0], places, axis=axis)


@_tangent_of("sort")
def _(operands: Sequence[Any], tangents: Sequence[Any], y: Any, attributes: Any) -> Any:
    axis, x, change = attributes["axis"], operands[0], tangents[0]
    if axis is None:
        x, change, axis = np.reshape(x, y.shape), np.reshape(change, y.shape), -1
    return np.take_along_axis(change, np.argsort(x, axis=axis, kind="stable"), axis=axis)


@_tangent_of("softmax")
def _(operands: Sequence[Any], tangents: Sequence[Any], y: Any, attributes: Any) -> Any:
    return change_of_softmax(y, tangents[0], attributes["axis"])


@_tangent_of("log_softmax")
def _(operands: Sequence[Any], tangents: Sequence[Any], y: Any, attributes: Any) -> Any:
    by = np.exp(y) * tangents[0]
    return tangents[0] - np.sum(by, axis=attributes["axis"], keepdims=True)


@_tangent_of("logsumexp")
def _(operands: Sequence[Any], tangents: Sequence[Any], y: Any, attributes: Any) -> Any:
    by = parts(operands[0], y, **attributes) * tangents[0]
    return np.sum(by, **attributes)


@_tangent_of("pool")
def _(operands: Sequence[Any], tangents: Sequence[Any], y: Any, attributes: Any) -> Any:
    form = {name: value for name, value in attributes.items() if name != "kind"}
    if attributes["kind"] == "max":
        return tangent_of_greatest(operands[0], y, tangents[0], **form)
    return REGISTRY["pool"](tangents[0], kind="sum", **form)


TANGENTS.update(OF_MATRICES)


@_tangent_of("segment_softmax")
def _(operands: Sequence[Any], tangents: Sequence[Any], y: Any, attributes: Any) -> Any:
    return change_of_segments(operands[1], y, tangents[0])


@_tangent_of("segment_max", "segment_min")
def _(operands: Sequence[Any], tangents: Sequence[Any], y: Any, attributes: Any) -> Any:
    values, offsets = operands
    best, count = segment_bests(values, offsets, y)
    return REGISTRY["segment_sum"](np.where(best, tangents[0], 0.0), offsets) / count
