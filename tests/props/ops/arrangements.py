"""Drawn calls of ops that join, split, arrange and repeat arrays; patterns; products."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from dslc.ir.dtypes import BY_NAME
from dslc.ir.op import Op

from .drawing import (
    Call,
    Rng,
    draw_array,
    draw_dtype,
    draw_operands,
    draw_shape,
    draw_single,
    pick,
    spelled,
)  # fmt: skip


def arrays_alike(record: Op, rng: Rng) -> Call:
    """Several arrays of one shape, or with one size that differs."""
    shape = draw_shape(rng)
    parts = []
    for _ in range(rng.integers(1, 4)):
        own = list(shape)
        if own and rng.random() < 0.2:
            own[rng.integers(len(own))] = int(rng.integers(4))
        parts.append(draw_array(rng, tuple(own)))
    attributes: dict[str, Any] = {}
    if "axis" in record.attributes:
        attributes["axis"] = int(rng.integers(-len(shape) - 1, len(shape) + 1))
    return spelled(record, Call(parts, attributes), parts)


def array_items(record: Op, rng: Rng) -> Call:
    """Of `np.array([...])`: single values or arrays."""
    items = [draw_single(rng) for _ in range(rng.integers(4))]
    items = [item for item in items if getattr(item, "dtype", None) != BY_NAME["bf16"]]
    if rng.random() < 0.3:
        items = [draw_array(rng, (2,), pick(rng, EXACT)) for _ in range(rng.integers(1, 4))]
    attributes: Any = {"dtype": draw_dtype(rng)} if rng.random() < 0.5 else {}
    return Call(items, attributes, [lambda: np.array(items, **attributes)])


def split(record: Op, rng: Rng) -> Call:
    x = draw_array(rng, (*draw_shape(rng, 2), int(rng.choice([0, 2, 4, 6]))))
    axis = pick(rng, [-1, -1, 0, x.ndim - 1])
    places = pick(rng, [1, 2, 2, 3, 0, (1,), (1, 3), (2, 2), (-1,), ()])
    attributes = {"indices_or_sections": places}
    if "axis" in record.attributes:
        attributes["axis"] = axis
    return spelled(record, Call([x], attributes))


def arrays_that_broadcast(record: Op, rng: Rng) -> Call:
    parts = [each for each in draw_operands(rng, 3) if isinstance(each, np.ndarray)]
    return Call(parts, {}, [lambda: np.broadcast_arrays(*parts)])


def cross(record: Op, rng: Rng) -> Call:
    rows = draw_shape(rng, 1)
    size = 3 if rng.random() < 0.9 else 4
    pair = [draw_array(rng, (*rows, size), pick(rng, EXACT)) for _ in range(2)]
    if rows and rng.random() < 0.5:
        axes = {"axisa": 0, "axisc": pick(rng, [0, -1])}
        return spelled(record, Call([np.moveaxis(pair[0], -1, 0), pair[1]], axes))
    return spelled(record, Call(pair, {"axis": -1} if rng.random() < 0.3 else {}))


def rearranged(record: Op, rng: Rng) -> Call:
    """One array and the attributes that the op has."""
    x = draw_array(rng, draw_shape(rng))
    rank = max(x.ndim, 1)

    def axis() -> int:
        return int(rng.integers(-rank, rank))

    choices: dict[str, Callable[[], Any]] = {
        "axis1": axis, "axis2": axis, "source": lambda: pick(rng, [axis(), (0, -1), (1, 0)]),
        "destination": lambda: pick(rng, [axis(), (-1, 0), (0, 1)]),
        "axis": lambda: pick(rng, [None, axis(), axis(), x.ndim, (0, -1)]),
        "k": lambda: int(rng.integers(-3, 5)), "axes": lambda: pick(rng, [(0, 1), (1, 0), (0, -1)]),
        "shift": lambda: pick(rng, [0, 1, 2, -1, 5, -7, (1, 2)]),
        "start": lambda: int(rng.integers(-rank, rank + 1)),
        "reps": lambda: pick(rng, [0, 1, 2, 3, (2, 1), (1, 2, 1), ()]),
        "pad_width": lambda: pick(rng, [0, 1, 2, (1, 2), ((0, 1),), ((1, 0), (2, 3)), -1]),
        "mode": lambda: pick(rng, ["constant", "edge", "reflect", "symmetric", "wrap"]),
        "constant_values": lambda: pick(rng, [0, 1, 1.5, (1, 2), True]),
    }  # fmt: skip
    attributes = {name: choices[name]() for name in record.attributes if name in choices}
    if attributes.get("mode", "constant") != "constant":
        del attributes["constant_values"]
    call = spelled(record, Call([x], attributes))
    if record.name in ("matrix_transpose", "flatten"):
        call.spellings.append(lambda: x.flatten() if record.name == "flatten" else x.mT)
    return call


def by_pattern(record: Op, rng: Rng) -> Call:
    attributes: dict[str, Any] = {}
    for name in record.attributes:
        if name in ("N", "n"):
            attributes[name] = int(rng.integers(-1, 5))
        elif name in ("M", "k") and rng.random() < 0.5:
            attributes[name] = int(rng.integers(-1, 5)) - (name == "k")
        elif name == "dtype" and rng.random() < 0.5:
            attributes[name] = draw_dtype(rng)
    return spelled(record, Call([], attributes))


def linspace(record: Op, rng: Rng) -> Call:
    def bound() -> Any:
        kind = pick(rng, [BY_NAME["f32"], BY_NAME["f64"], BY_NAME["i64"]])
        array = rng.integers(-9, 9, draw_shape(rng, 1)).astype(kind)
        return pick(rng, [0, 1, 7, -2, 0.5, 1e-300, np.float32(3), np.int64(5), array])

    attributes = {"num": int(rng.integers(7)), "endpoint": bool(rng.random() < 0.6)}
    if rng.random() < 0.4:
        attributes["dtype"] = pick(rng, [np.dtype(np.float32), np.dtype(np.int64)])
    return spelled(record, Call([bound(), bound()], attributes))


def meshgrid(record: Op, rng: Rng) -> Call:
    vectors = [draw_array(rng, draw_shape(rng, 1)) for _ in range(rng.integers(1, 4))]
    attributes = {"sparse": bool(rng.random() < 0.3), "indexing": pick(rng, ["xy", "ij"])}
    return Call(vectors, attributes, [lambda: np.meshgrid(*vectors, **attributes)])


EXACT = [BY_NAME[name] for name in ("f32", "f64", "i64", "i32")]


def draw_whole(rng: Rng, shape: tuple[int, ...]) -> np.ndarray:
    """Small whole numbers, whose products and sums are exact in any order."""
    return rng.integers(-4, 5, shape).astype(pick(rng, EXACT))


def products(record: Op, rng: Rng) -> Call:
    """Two arrays of small whole numbers that mostly fit."""
    sizes = [int(size) for size in rng.integers(1, 4, 3)]
    left = tuple(sizes[: rng.integers(4)])
    right = tuple(sizes[::-1][: rng.integers(4)])
    attributes: dict[str, Any] = {}
    if record.name == "tensordot":
        right = (*left[::-1][:1], *right[1:]) if rng.random() < 0.5 else left
        attributes["axes"] = pick(rng, [0, 1, 2, ((-1,), (0,)), ((0,), (0,))])
    if record.name in ("dot", "inner", "vdot", "vecdot") and rng.random() < 0.7:
        right = left if record.name != "dot" else (*left[:1], *left[-1:], 2)[-len(left) :]
    return spelled(record, Call([draw_whole(rng, left), draw_whole(rng, right)], attributes))


def vectors_of_matrices(record: Op, rng: Rng) -> Call:
    rows, columns = (int(size) for size in rng.integers(4, size=2))
    stack = draw_shape(rng, 1)
    matrix = draw_whole(rng, (*stack, rows, columns))
    size = columns if record.name == "matvec" else rows
    shape = (*stack[: rng.integers(2)], size) if rng.random() < 0.9 else draw_shape(rng, 1)
    pair = [matrix, draw_whole(rng, shape)]
    return spelled(record, Call(pair if record.name == "matvec" else pair[::-1]))


SUBSCRIPTS = [
    "ij,jk->ik", "ij,jk", "bij,bjk->bik", "i,i->", "i,j->ij", "ij->ji", "ij->", "ij->j", "ijk->ki",
    "bhqd,bhkd->bhqk", "...ij,...jk->...ik", "...i,i->...", "ij,kj,il->kl", "ij,ij->ij", "i,ij,j",
    "ij...->...i", "bi,io->bo", "ij,jk->ikl", "ii->i", "ij;jk", "ij,jk,k->i",
]  # fmt: skip


def einsum(record: Op, rng: Rng) -> Call:
    subscripts = pick(rng, SUBSCRIPTS)
    sizes = {letter: int(rng.integers(1, 4)) for letter in "bdhijklqo"}
    spread = tuple(int(size) for size in rng.integers(1, 4, rng.integers(3)))
    operands = []
    for term in subscripts.partition("->")[0].split(","):
        before, dots, after = term.partition("...")
        shape = [sizes.get(c, 2) for c in before] + list(spread if dots else ())
        operands.append(draw_whole(rng, tuple(shape + [sizes.get(c, 2) for c in after])))
    attributes = {"subscripts": subscripts}
    return Call(operands, attributes, [lambda: np.einsum(subscripts, *operands)])


ARRANGEMENTS: dict[str, Callable[[Op, Rng], Call]] = {
    **dict.fromkeys(("stack", "vstack", "hstack", "dstack", "column_stack"), arrays_alike),
    **dict.fromkeys(("split", "array_split", "hsplit", "vsplit", "dsplit"), split),
    **dict.fromkeys(
        (
            "swapaxes",
            "moveaxis",
            "matrix_transpose",
            "ravel",
            "flatten",
            "atleast_1d",
            "atleast_2d",
            "atleast_3d",
            "flip",
            "fliplr",
            "flipud",
            "rot90",
            "roll",
            "tile",
            "pad",
            "tril",
            "triu",
            "rollaxis",
            "diagflat",
        ),
        rearranged,
    ),
    **dict.fromkeys(("eye", "identity", "tri"), by_pattern),
    **dict.fromkeys(("dot", "inner", "outer", "vdot", "tensordot", "kron", "vecdot"), products),
    **dict.fromkeys(("matvec", "vecmat"), vectors_of_matrices),
    "array": array_items,
    "linspace": linspace,
    "logspace": linspace,
    "geomspace": linspace,
    "cross": cross,
    "broadcast_arrays": arrays_that_broadcast,
    "meshgrid": meshgrid,
    "einsum": einsum,
}
"""How a call of each op is drawn."""
