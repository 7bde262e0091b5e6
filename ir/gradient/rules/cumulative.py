"""Gradients of cumulative products and extremes."""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np

from dslc.ir.calling import SKETCH
from dslc.ir.construction import Construction
from dslc.ir.graph import Literal, operand_of
from dslc.ir.keys import Key
from dslc.ir.loops import build_for
from dslc.ir.nesting import Body
from dslc.ir.op import REGISTRY
from dslc.ir.ops.create import arange, ones, zeros
from dslc.ir.ops.index import store
from dslc.ir.traced import Traced, traced_operand

from ..rule import GATHERS, Share, gradient_of


def recurrence(factors: Any, terms: Any) -> Any:
    """Along the first axis: `y[i] = terms[i] + factors[i] * y[i - 1]`, where `y[-1]` is 0.

    A loop, since a closed form would divide by products of factors, which may be 0.
    """
    construction = SKETCH.get()
    assert isinstance(construction, Construction)
    rest = terms.shape[1:]
    last = zeros(rest, terms.dtype) if rest else Traced(Literal(terms.dtype.type(0)))

    def run(step: Any, found: Any, before: Any) -> tuple[Any, Any]:
        now = terms[step] + factors[step] * Traced(before)
        kept = store(Traced(found), Key((step,)), now, inplace=True)
        return traced_operand(kept), traced_operand(now)

    trips = Literal(0), operand_of(terms.shape[0]), Literal(1)
    body = Body(run, [None, None], leading=1)
    carried = traced_operand(zeros(terms.shape, terms.dtype)), traced_operand(last)
    place = construction._place()
    return Traced(build_for(construction, place, trips, body, carried, exits=False)[0])


def shifted(x: Any, first: Any) -> Any:
    """Along the first axis each element's predecessor; that of the first is `first`, a row."""
    return np.concatenate((first, x))[: x.shape[0]]


def _rows(x: Any, axis: Any) -> Any:
    """The axis in front; of no axis, all elements."""
    if axis is None:
        return np.reshape(x, (prod(x.shape, start=1),))
    return np.swapaxes(x, 0, axis)


def _back(rows: Any, x: Any, axis: Any) -> Any:
    return np.reshape(rows, x.shape) if axis is None else np.swapaxes(rows, 0, axis)


def _products_before(y: Any, axis: Any) -> Any:
    """Along the axis, which is in front then: the products of all elements before each one."""
    rows = _rows(y, axis)
    return shifted(rows, ones((1, *rows.shape[1:]), y.dtype))


@gradient_of("cumprod", "multiply_accumulate")
def _(x: Any, *, y: Any, d: Any, axis: Any, dtype: Any) -> list[Share]:
    def share() -> Any:
        """From the last element: `s[i] = d[i] + x[i + 1] * s[i + 1]`, times those before."""
        factors = np.flip(_rows(x.astype(y.dtype), axis), 0)
        after = shifted(factors, ones((1, *factors.shape[1:]), y.dtype))
        sums = np.flip(recurrence(after, np.flip(_rows(d, axis), 0)), 0)
        return _back(sums * _products_before(y, axis), x, axis)

    return [share]


def change_of_products(x: Any, change: Any, y: Any, axis: Any) -> Any:
    """How cumulative products change: `t[i] = x[i] * t[i - 1]` and what `x[i]` itself adds."""
    rows, own = _rows(x.astype(y.dtype), axis), _rows(change.astype(y.dtype), axis)
    found = recurrence(rows, _products_before(y, axis) * own)
    return found if axis is None else np.swapaxes(found, 0, axis)


def places_of_extremes(x: Any, y: Any, axis: int) -> Any:
    """Along the axis, up to each element: the place of the first one that is the extreme one."""
    rows = np.swapaxes(y, 0, axis)
    steps = np.reshape(arange(rows.shape[0]), (rows.shape[0], *(1,) * (rows.ndim - 1)))
    new = rows != shifted(rows, rows[:1])
    places = REGISTRY["maximum_accumulate"](np.where(new, steps, 0), axis=0)
    return np.swapaxes(places, 0, axis)


@gradient_of("maximum_accumulate", "minimum_accumulate")
def _(x: Any, *, y: Any, d: Any, axis: int, dtype: Any) -> list[Share]:
    def share() -> Any:
        places = places_of_extremes(x, y, axis)
        start = zeros(x.shape, d.dtype)
        return GATHERS["take_along_axis"](start, x, places, d=d, fresh=True, axis=axis)

    return [share]
