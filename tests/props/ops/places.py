"""Drawn calls of ops on places in arrays, of what puts elements there, of polynomials, windows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from dslc.ir.dtypes import BOOL, BY_NAME
from dslc.ir.op import Op

from .drawing import Call, Rng, draw_array, draw_shape, draw_single, pick, spelled

U8 = BY_NAME["u8"]
SIGNED = [np.int64, np.int64, np.int32, np.int8]


def unravel_index(record: Op, rng: Rng) -> Call:
    shape: Any = pick(rng, [(2, 3), (4,), 5, (2, 1, 3), (0, 3), (), (3, 2)])
    total = int(np.prod(shape))
    low, high = (-1, total + 1) if rng.random() < 0.1 else (0, max(total, 1))
    places = rng.integers(low, high, draw_shape(rng, 2)).astype(pick(rng, SIGNED))
    given = places[()] if not places.ndim and rng.random() < 0.5 else places
    return spelled(record, Call([given], {"shape": shape, "order": pick(rng, ["C", "C", "F"])}))


def ravel_multi_index(record: Op, rng: Rng) -> Call:
    dims = pick(rng, [(2, 3), (4,), (2, 1, 3), (3, 2)])
    shape = draw_shape(rng, 1)
    mode = pick(rng, ["raise", "raise", "wrap", "clip"])
    if rng.random() < 0.2:
        mode = tuple(pick(rng, ["wrap", "clip"]) for _ in dims)
    beyond = 2 if mode != "raise" or rng.random() < 0.1 else 0
    parts = [rng.integers(-beyond, n + beyond, shape).astype(pick(rng, SIGNED)) for n in dims]
    attributes = {"dims": dims, "mode": mode, "order": pick(rng, ["C", "C", "F"])}
    if rng.random() < 0.1:
        parts.pop()
    spelling = lambda: np.ravel_multi_index(tuple(parts), **attributes)  # noqa: E731
    return Call(parts, attributes, [spelling])


def by_sizes(record: Op, rng: Rng) -> Call:
    choices: dict[str, Callable[[], Any]] = {
        "dimensions": lambda: pick(rng, [(2, 3), (4,), (0, 2), (2, 1, 2)]),
        "dtype": lambda: pick(rng, [int, np.float32, np.int8]),
        "n": lambda: int(rng.integers(5)),
        "k": lambda: int(rng.integers(-3, 4)),
        "m": lambda: pick(rng, [None, None, 0, 2, 4]),
        "ndim": lambda: pick(rng, [1, 2, 3]),
        "M": lambda: int(rng.integers(-1, 9)),
    }
    return spelled(record, Call([], {name: choices[name]() for name in record.attributes}))


def of_matrix(record: Op, rng: Rng) -> Call:
    shape = (*draw_shape(rng, 1), 2, 3)[-2:] if rng.random() < 0.9 else draw_shape(rng)
    if "k" not in record.attributes:
        shape = shape[:1] * len(shape) if rng.random() < 0.8 else shape
        return spelled(record, Call([draw_array(rng, shape)]))
    return spelled(record, Call([draw_array(rng, shape)], {"k": int(rng.integers(-3, 4))}))


def kaiser(record: Op, rng: Rng) -> Call:
    beta = pick(rng, [0.0, 2.5, 8, np.float32(1.5), np.float64(4.0)])
    size = int(rng.integers(-1, 9))
    return Call([beta], {"M": size}, [lambda: np.kaiser(size, beta)])


def _in_place(function: Callable[..., Any], x: np.ndarray, *others: Any) -> Callable[[], Any]:
    def in_python() -> Any:
        result = x.copy(order="K")
        function(result, *others)
        return result

    return in_python


def _like(rng: Rng, x: np.ndarray, shape: tuple[int, ...]) -> Any:
    """Values, mostly of the dtype of an array; at times a single one."""
    if rng.random() < 0.2:
        return draw_single(rng)
    return draw_array(rng, shape, x.dtype if rng.random() < 0.7 else None)


def insert(record: Op, rng: Rng) -> Call:
    x = draw_array(rng, (int(rng.integers(4)), *draw_shape(rng, 1)))
    axis = pick(rng, [None, 0, -1])
    size = x.size if axis is None else x.shape[axis]
    wide = size + (rng.random() < 0.1)
    count = pick(rng, [0, 1, 1, 2, 3])
    obj: Any = rng.integers(-wide, wide + 1, count).astype(pick(rng, [np.int64, np.int32]))
    if rng.random() < 0.4:
        obj = pick(rng, [int, np.int64, np.asarray])(rng.integers(-wide, wide + 1))
    room = pick(rng, [1, count]) if np.ndim(obj) and count != 1 else int(rng.integers(1, 3))
    shape = (room,) if axis is None or x.ndim == 1 else (1, room) if axis else (room, 1)
    if not np.ndim(obj) and axis:
        shape = shape[::-1]
    return spelled(record, Call([x, obj, _like(rng, x, shape)], {"axis": axis}))


def put(record: Op, rng: Rng) -> Call:
    x = draw_array(rng, draw_shape(rng))
    mode = pick(rng, ["raise", "raise", "wrap", "clip"])
    wide = max(x.size, 1) + (3 if mode != "raise" or rng.random() < 0.1 else 0)
    places: Any = rng.integers(-wide, wide, draw_shape(rng, 2)).astype(pick(rng, SIGNED))
    values = _like(rng, x, draw_shape(rng, 1))
    return Call([x, places, values], {"mode": mode}, [_in_place(np.put, x, places, values, mode)])


def place(record: Op, rng: Rng) -> Call:
    x = draw_array(rng, draw_shape(rng))
    mask = rng.random(x.shape if rng.random() < 0.9 else draw_shape(rng)) < 0.5
    given = np.asarray(mask, pick(rng, [np.bool_, np.bool_, np.int64, np.float32]))
    shape = x.shape if rng.random() < 0.4 else draw_shape(rng, 1)
    values = _like(rng, x, shape)
    return Call([x, given, values], {}, [_in_place(getattr(np, record.name), x, given, values)])


def _coefficients(rng: Rng) -> np.ndarray:
    """Small whole numbers, so that products are exact, zeros among them."""
    p = rng.integers(-3, 4, rng.integers(5)).astype(pick(rng, [np.int64, np.float64, np.float32]))
    return p * (rng.random(p.shape) < 0.7).astype(p.dtype)


def polynomials(record: Op, rng: Rng) -> Call:
    given = [_coefficients(rng) for _ in record.operands]
    attributes: dict[str, Any] = {}
    if "m" in record.attributes:
        attributes["m"] = pick(rng, [0, 1, 1, 2, 3, -1])
    if "k" in record.attributes:
        attributes["k"] = pick(rng, [None, None, 2, 0.5, (1, 2, 3), (1.5,)])
    return spelled(record, Call(given, attributes))


def polyfit(record: Op, rng: Rng) -> Call:
    size = int(rng.integers(0 if rng.random() < 0.1 else 1, 6))
    dtype = pick(rng, [np.float64, np.float32, np.int64, np.float16])
    shape = (size,) if rng.random() < 0.7 else (size, 2)
    x, y = rng.integers(-9, 9, size), rng.integers(-9, 9, shape)
    call = Call([x.astype(dtype), y.astype(dtype)])
    return spelled(record, Call(call.operands, {"deg": pick(rng, [0, 1, 2, -1])}))


def packed(record: Op, rng: Rng) -> Call:
    dtype = None if rng.random() < 0.3 else pick(rng, [BOOL, U8, U8, np.dtype(np.int32)])
    x = draw_array(rng, (*draw_shape(rng, 2), int(rng.choice([0, 1, 3, 8, 9]))), dtype)
    attributes: dict[str, Any] = {"axis": pick(rng, [None, 0, -1, 4])}
    if "count" in record.attributes:
        # Of no bytes NumPy gives bits that nobody set.
        attributes["count"] = pick(rng, [None, 0, 3, 30, -1]) if x.size else None
    if rng.random() < 0.5:
        attributes["bitorder"] = pick(rng, ["big", "little"])
    return spelled(record, Call([x], attributes))


def odd_values(values: list[Any]) -> bool:
    """Values of another dtype, which NumPy takes of lists and numbers but not of arrays."""
    x, new = np.asarray(values[0]), np.asarray(values[-1])
    return not np.can_cast(new.dtype, x.dtype, "safe")


def odd_insert(values: list[Any]) -> bool:
    x, obj, new = (np.asarray(value) for value in values)
    return odd_values(values) or new.ndim > x.ndim or obj.dtype == bool


REFUSED_PLACES: dict[str, Callable[..., bool]] = {
    "insert": lambda v, t, a: odd_insert(v),
    **dict.fromkeys(("put", "place", "putmask"), lambda v, t, a: odd_values(v)),
    "unravel_index": lambda v, t, a: a["shape"] == (),
    "poly": lambda v, t, a: np.size(v[0]) == 0 or np.ndim(v[0]) != 1 or np.iscomplexobj(v[0]),
    "unpackbits": lambda v, t, a: (a["count"] or 0) < 0,
    "polymul": lambda v, t, a: 0 in (np.size(v[0]), np.size(v[1])),
}
"""What ops of these document not to take."""

PLACES: dict[str, Callable[[Op, Rng], Call]] = {
    "unravel_index": unravel_index,
    "ravel_multi_index": ravel_multi_index,
    **dict.fromkeys(("indices", "diag_indices", "tril_indices", "triu_indices"), by_sizes),
    **dict.fromkeys(("bartlett", "hanning", "hamming", "blackman"), by_sizes),
    **dict.fromkeys(("tril_indices_from", "triu_indices_from", "diag_indices_from"), of_matrix),
    **dict.fromkeys(("packbits", "unpackbits"), packed),
    "kaiser": kaiser,
    "insert": insert,
    "put": put,
    **dict.fromkeys(("place", "putmask"), place),
    **dict.fromkeys(("polyadd", "polysub", "polymul", "polyder", "polyint", "poly"), polynomials),
    "polyfit": polyfit,
}
"""How a call of each op is drawn."""
