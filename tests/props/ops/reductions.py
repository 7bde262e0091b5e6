"""Drawn calls of reductions, statistics, cumulative ops, sorting and searching."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

import dslc.ir.ops  # noqa: F401  (fills the registry)
from dslc.ir.dtypes import BY_NAME
from dslc.ir.op import REGISTRY, Op

from .drawing import (
    NUMBERS,
    Call,
    Rng,
    draw_array,
    draw_axis,
    draw_dtype,
    draw_operand,
    draw_shape,
    pick,
    spelled,
)  # fmt: skip


def reduction(record: Op, rng: Rng) -> Call:
    draw = draw_array if record.name.startswith("nan") else draw_operand
    x = draw(rng, draw_shape(rng))
    attributes = {"axis": draw_axis(rng, np.ndim(x)), "keepdims": bool(rng.random() < 0.3)}
    if "dtype" in record.attributes and rng.random() < 0.3:
        attributes["dtype"] = draw_dtype(rng)
    if "initial" in record.attributes and rng.random() < 0.4:
        attributes["initial"] = pick(rng, [*NUMBERS, np.float32(0.1), np.int8(-3)])
    if rng.random() < 0.7:
        call = spelled(record, Call([x], attributes))
        return replace(call, attributes={**attributes, "where": None})
    mask = draw_mask(rng, np.shape(x))
    call = spelled(record, Call([x], {**attributes, "where": mask}), x)
    return replace(call, operands=[x, mask], attributes=attributes)


def draw_mask(rng: Rng, shape: tuple[int, ...]) -> Any:
    """Bools, mostly of a shape that stretches to this one."""
    if rng.random() < 0.1:
        return draw_operand(rng, draw_shape(rng))
    kept = [1 if rng.random() < 0.2 else size for size in shape]
    return draw_array(rng, tuple(kept[rng.integers(len(kept) + 1) :]), BY_NAME["bool_"])


def over_axes(record: Op, rng: Rng) -> Call:
    """An op of an array over axes."""
    x = draw_array(rng, draw_shape(rng))
    attributes = {"axis": draw_axis(rng, x.ndim), "keepdims": bool(rng.random() < 0.3)}
    if "dtype" in record.attributes and rng.random() < 0.3:
        attributes["dtype"] = pick(rng, [BY_NAME["f32"], BY_NAME["f64"], draw_dtype(rng)])
    if "ddof" in record.attributes and rng.random() < 0.5:
        attributes["ddof"] = pick(rng, [0, 1, 2, 0.5])
    return spelled(record, Call([x], attributes))


def average(record: Op, rng: Rng) -> Call:
    call = over_axes(record, rng)
    (x,), axis = call.operands, call.attributes["axis"]
    if rng.random() < 0.2:
        return replace(call, attributes={**call.attributes, "weights": None})
    axes = range(x.ndim) if axis is None else axis if isinstance(axis, tuple) else (axis,)
    shape = x.shape if rng.random() < 0.4 else tuple(x.shape[a % x.ndim] for a in axes if x.ndim)
    weights = draw_array(rng, draw_shape(rng) if rng.random() < 0.1 else shape)
    spelling = partial(np.average, x, weights=weights, **call.attributes)
    return Call([x, weights], call.attributes, [spelling])


def diff(record: Op, rng: Rng) -> Call:
    x = draw_array(rng, draw_shape(rng))
    axis = int(rng.integers(-x.ndim - 1, x.ndim + 1))
    return spelled(record, Call([x], {"n": pick(rng, [1, 1, 2, 3, -1]), "axis": axis}))


def trapezoid(record: Op, rng: Rng) -> Call:
    y = draw_array(rng, draw_shape(rng))
    axis = int(rng.integers(-y.ndim - 1, y.ndim + 1))
    attributes = {"axis": axis, "dx": pick(rng, [1.0, 2, 0.5])}
    if rng.random() < 0.4 or not y.ndim:
        spelling = partial(np.trapezoid, y, **attributes)
        return Call([y], {**attributes, "x": None}, [spelling])
    shape = y.shape if rng.random() < 0.5 else y.shape[axis % y.ndim :][:1]
    x = draw_array(rng, draw_shape(rng) if rng.random() < 0.1 else shape)
    return Call([y, x], attributes, [partial(np.trapezoid, y, x, **attributes)])


def cumulative(record: Op, rng: Rng) -> Call:
    x = draw_array(rng, draw_shape(rng))
    attributes = {"axis": pick(rng, [None, *range(-x.ndim - 1, x.ndim + 1)])}
    if "dtype" in record.attributes and rng.random() < 0.3:
        attributes["dtype"] = draw_dtype(rng)
    if "include_initial" in record.attributes:
        attributes["include_initial"] = bool(rng.random() < 0.5)
    return spelled(record, Call([x], attributes))


def arg_extreme(record: Op, rng: Rng) -> Call:
    x = draw_array(rng, draw_shape(rng))
    axis = pick(rng, [None, *range(-x.ndim - 1, x.ndim + 1)])
    return spelled(record, Call([x], {"axis": axis, "keepdims": bool(rng.random() < 0.3)}))


def sort(record: Op, rng: Rng) -> Call:
    x = draw_array(rng, draw_shape(rng))
    axis = pick(rng, [None, -1, -1, *range(-x.ndim - 1, x.ndim + 1)])
    order = pick(rng, [{"stable": True}, {"kind": "stable"}, {"kind": "mergesort"}])
    return spelled(record, Call([x], {"axis": axis, **order}))


def sort_in_place(record: Op, rng: Rng) -> Call:
    x = draw_array(rng, draw_shape(rng))
    axis = pick(rng, [-1, -1, *range(-x.ndim - 1, x.ndim + 1)])
    order = pick(rng, [{"stable": True}, {"kind": "stable"}, {"kind": "mergesort"}])

    def in_python() -> Any:
        result = x.copy(order="K")
        result.sort(axis=axis, **order)
        return result

    return Call([x], {"axis": axis, **order}, [in_python])


def searchsorted(record: Op, rng: Rng) -> Call:
    x = draw_array(rng, draw_shape(rng, 1) if rng.random() < 0.9 else draw_shape(rng))
    if x.ndim and x.dtype != BY_NAME["bf16"]:
        x = np.sort(x)
    v = draw_operand(rng, draw_shape(rng))
    side = pick(rng, ["left", "right"])
    spellings = [lambda: np.searchsorted(x, v, side), lambda: x.searchsorted(v, side)]
    return Call([x, v], {"side": side}, spellings)


REDUCTIONS: dict[str, Callable[[Op, Rng], Call]] = {
    **dict.fromkeys(("sum", "prod", "mean", "max", "min", "any", "all"), reduction),
    **dict.fromkeys([name for name in REGISTRY if name.endswith("accumulate")], cumulative),
    **dict.fromkeys(
        ("cumsum", "cumprod", "nancumsum", "nancumprod", "cumulative_sum", "cumulative_prod"),
        cumulative,
    ),
    **dict.fromkeys(("var", "std", "nanvar", "nanstd", "nanmean", "nansum", "nanprod"), over_axes),
    **dict.fromkeys(("ptp", "median", "nanmedian", "count_nonzero"), over_axes),
    **dict.fromkeys(("nanmax", "nanmin"), reduction),
    "average": average,
    "diff": diff,
    "trapezoid": trapezoid,
    **dict.fromkeys(("argmax", "argmin", "nanargmax", "nanargmin"), arg_extreme),
    **dict.fromkeys(("sort", "argsort"), sort),
    "sort_in_place": sort_in_place,
    "searchsorted": searchsorted,
}
"""How a call of each op is drawn."""
