"""Drawn calls of ops on values along a line: percentiles, bins, interpolation, slopes."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from dslc.ir.op import Op

from .drawing import Call, Rng, draw_array, draw_dtype, draw_shape, pick, spelled


def _floats(rng: Rng, shape: Any) -> np.ndarray:
    """Numbers, some of them special, of f64 mostly."""
    dtype = np.dtype(np.float64) if rng.random() < 0.8 else draw_dtype(rng)
    return draw_array(rng, shape if isinstance(shape, tuple) else (shape,), dtype)


def _points(rng: Rng, most: int = 5) -> np.ndarray:
    """A vector that ascends, some of its elements more than once."""
    points = np.sort(rng.integers(-4, 5, rng.integers(0 if rng.random() < 0.1 else 1, most)))
    return points * pick(rng, [1.0, 0.5]) if rng.random() < 0.7 else points


def quantile(record: Op, rng: Rng) -> Call:
    kind = rng.random()
    shape = draw_shape(rng)
    x = _floats(rng, shape) if kind < 0.6 else draw_array(rng, shape)
    if "nan" not in record.name and rng.random() < 0.7 and x.dtype.kind == "f":
        x = np.nan_to_num(x, nan=1.0)
    whole = 100 if "percentile" in record.name else 1
    parts = np.array([0.0, 0.5, 0.25, 1.0, 0.3, 2.0 if rng.random() < 0.1 else 0.9]) * whole
    q: Any = rng.choice(parts, pick(rng, [(), (), (1,), (3,)]))
    q = q[()] if rng.random() < 0.5 else np.asarray(q)
    axis = pick(rng, [None, 0, -1, tuple(range(x.ndim))]) if x.ndim else None
    return spelled(record, Call([x, q], {"axis": axis, "keepdims": bool(rng.random() < 0.4)}))


def digitize(record: Op, rng: Rng) -> Call:
    bins = _points(rng)
    if rng.random() < 0.4:
        bins = bins[::-1]
    if rng.random() < 0.2:
        bins = _floats(rng, 3)
    x = pick(rng, [_floats(rng, draw_shape(rng, 2)), rng.integers(-5, 6, draw_shape(rng, 2))])
    return spelled(record, Call([x, bins], {"right": bool(rng.random() < 0.5)}))


def histogram(record: Op, rng: Rng) -> Call:
    x = draw_array(rng, draw_shape(rng, 2), draw_dtype(rng))
    if rng.random() < 0.8 and x.dtype.kind == "f":
        x = np.nan_to_num(x, nan=0.5, posinf=2.0, neginf=-1.0)
    attributes: dict[str, Any] = {"range": None}
    if "density" in record.attributes:
        attributes["density"] = pick(rng, [None, True, False])
    if rng.random() < 0.4:
        attributes["range"] = pick(rng, [(0, 3), (-1.0, 2.0), (1, 1), (0.5, 9.0)])
    given: dict[str, Any] = {}
    if rng.random() < 0.6:
        given["bins"] = _points(rng) if rng.random() < 0.5 else int(rng.integers(0, 5))
    if "weights" in record.optional and rng.random() < 0.4:
        # Small whole numbers, whose sums are exact in any order.
        given["weights"] = rng.integers(0, 5, x.shape).astype(draw_dtype(rng))
    absent = {name: None for name in record.optional if name not in given}
    spelling = partial(getattr(np, record.name), x, **given, **attributes)
    return Call([x, *given.values()], {**absent, **attributes}, [spelling])


def interp(record: Op, rng: Rng) -> Call:
    xp = _points(rng)
    fp = _floats(rng, len(xp)) if rng.random() < 0.9 else rng.integers(0, 5, len(xp))
    x = pick(rng, [_floats(rng, draw_shape(rng, 2)), np.float64(0.5), rng.integers(-5, 6, 3)])
    ends = [np.float64(-7.0) if rng.random() < 0.4 else None for _ in range(2)]
    given = [each for each in ends if each is not None]
    absent = {n: None for n, each in zip(("left", "right"), ends, strict=True) if each is None}
    call = Call([x, xp, fp, *given], absent)
    return Call(call.operands, call.attributes, [lambda: np.interp(x, xp, fp, *ends)])


def ediff1d(record: Op, rng: Rng) -> Call:
    x = draw_array(rng, draw_shape(rng))
    ends = [draw_array(rng, draw_shape(rng, 1), x.dtype) if rng.random() < 0.4 else None] * 2
    given = [each for each in ends if each is not None]
    absent = {n: None for n, e in zip(("to_end", "to_begin"), ends, strict=True) if e is None}
    return Call([x, *given], absent, [lambda: np.ediff1d(x, *ends)])


def unwrap(record: Op, rng: Rng) -> Call:
    x = draw_array(rng, draw_shape(rng) or (3,)) * pick(rng, [1, 1, 4])
    attributes = {
        "discont": pick(rng, [None, None, 1.0, 5]),
        "axis": pick(rng, [-1, 0]),
        "period": pick(rng, [2 * np.pi, 1.0, 360]),
    }
    call = Call([x], attributes)
    return Call([x], attributes, [lambda: np.unwrap(x, **call.attributes)])


def polyval(record: Op, rng: Rng) -> Call:
    p = draw_array(rng, (int(rng.integers(4)),))
    x = draw_array(rng, draw_shape(rng)) if rng.random() < 0.8 else draw_array(rng, ())[()]
    return spelled(record, Call([p, x]))


def vander(record: Op, rng: Rng) -> Call:
    x = draw_array(rng, (int(rng.integers(4)),))
    attributes = {
        "N": pick(rng, [None, None, 0, 1, 3, -1]),
        "increasing": bool(rng.random() < 0.5),
    }
    return spelled(record, Call([x], attributes))


def gradient(record: Op, rng: Rng) -> Call:
    x = draw_array(rng, draw_shape(rng) or (4,))
    axis = pick(rng, [None, 0, -1])
    spacing, edge_order = pick(rng, [1.0, 2.0, 3, 0.1]), pick(rng, [1, 2])
    attributes = {"spacing": spacing, "axis": axis, "edge_order": edge_order}
    spelling = lambda: np.gradient(x, spacing, axis=axis, edge_order=edge_order)  # noqa: E731
    return Call([x], attributes, [spelling])


def convolve(record: Op, rng: Rng) -> Call:
    """Small integers, whose sums are exact in any order."""
    sizes = rng.integers(0 if rng.random() < 0.1 else 1, 6, 2)
    vectors = [rng.integers(0, 9, size).astype(draw_dtype(rng)) for size in sizes]
    return spelled(record, Call(vectors, {"mode": pick(rng, ["full", "same", "valid"])}))


def cov(record: Op, rng: Rng) -> Call:
    shape = pick(rng, [(4,), (1, 3), (2, 4), (3, 4), (2, 1), (2, 3, 2)])
    x = rng.integers(0, 9, shape).astype(draw_dtype(rng))
    attributes: dict[str, Any] = {"rowvar": bool(rng.random() < 0.7)}
    if record.name == "cov":
        attributes.update(bias=bool(rng.random() < 0.5), ddof=pick(rng, [None, None, 0, 1, 4]))
    if rng.random() < 0.4:
        y = rng.integers(0, 9, shape).astype(draw_dtype(rng))
        return spelled(record, Call([x, y], attributes))
    spelling = lambda: getattr(np, record.name)(x, **attributes)  # noqa: E731
    return Call([x], {"y": None, **attributes}, [spelling])


def lexsort(record: Op, rng: Rng) -> Call:
    shape = draw_shape(rng, 2) or (3,)
    keys = [rng.integers(0, 3, shape).astype(draw_dtype(rng)) for _ in range(rng.integers(1, 4))]
    if rng.random() < 0.1:
        keys.append(keys[0][:0])
    axis = pick(rng, [-1, 0])
    return Call(keys, {"axis": axis}, [lambda: np.lexsort(tuple(keys), axis)])


CURVES: dict[str, Callable[[Op, Rng], Call]] = {
    **dict.fromkeys(("quantile", "percentile", "nanquantile", "nanpercentile"), quantile),
    "digitize": digitize,
    "histogram": histogram,
    "interp": interp,
    "ediff1d": ediff1d,
    "unwrap": unwrap,
    "polyval": polyval,
    "vander": vander,
    "gradient": gradient,
    **dict.fromkeys(("convolve", "correlate"), convolve),
    "histogram_bin_edges": histogram,
    **dict.fromkeys(("cov", "corrcoef"), cov),
    "lexsort": lexsort,
}
"""How a call of each op is drawn."""
