"""Drawn values of every kind, and the spellings of a drawn call in plain Python."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from operator import attrgetter
from typing import Any

import numpy as np

from dslc.ir.dtypes import BY_NAME, COMPLEX, FLOATS, INTEGERS, part_dtype
from dslc.ir.op import Op
from dslc.ir.types import INT_MAX, INT_MIN

Rng = np.random.Generator


@dataclass
class Call:
    """An op's operands and attributes, and the same in plain Python."""

    operands: list[Any]
    attributes: dict[str, Any] = field(default_factory=dict)
    spellings: list[Callable[[], Any]] = field(default_factory=list)


# --- values -------------------------------------------------------------------------------------

DTYPES = list(BY_NAME.values())
COMMON = [BY_NAME[name] for name in ("f32", "f64", "i64", "u8", "bool_")]
SPECIAL = [0.0, -0.0, 1.0, -1.0, 2.0, 0.5, -2.5, 1e30, np.nan, np.inf, -np.inf]
NUMBERS = [
    0,
    1,
    2,
    -1,
    3,
    7,
    300,
    -300,
    2**40,
    INT_MAX,
    INT_MIN,
    True,
    False,
    *SPECIAL,
    2j,
    complex(-1.5, -0.0),
]


def pick(rng: Rng, choices: Any) -> Any:
    return choices[rng.integers(len(choices))]


def draw_dtype(rng: Rng) -> np.dtype:
    return pick(rng, COMMON if rng.random() < 0.5 else DTYPES)


def draw_elements(rng: Rng, dtype: np.dtype, shape: tuple[int, ...]) -> np.ndarray:
    if dtype in FLOATS:
        special = rng.choice(SPECIAL, shape)
        return np.where(rng.random(shape) < 0.3, special, rng.standard_normal(shape)).astype(dtype)
    if dtype in COMPLEX:
        found = np.empty(shape, dtype)
        found.real, found.imag = (draw_elements(rng, part_dtype(dtype), shape) for _ in range(2))
        return found
    if dtype in INTEGERS:
        info = np.iinfo(dtype)
        edges = np.array([info.min, info.max, 0, 1, 5], dtype)[rng.integers(5, size=shape)]
        small = rng.integers(0, 9, shape).astype(dtype)
        return np.asarray(np.where(rng.random(shape) < 0.3, edges, small), dtype)
    return np.asarray(rng.integers(2, size=shape), bool)


def draw_array(rng: Rng, shape: tuple[int, ...], dtype: np.dtype | None = None) -> np.ndarray:
    """An array laid out in memory in one of several ways."""
    dtype = draw_dtype(rng) if dtype is None else dtype
    layout = rng.integers(4)
    if not shape or layout == 0:
        return np.asarray(draw_elements(rng, dtype, shape))
    if layout == 1:
        return draw_elements(rng, dtype, shape[::-1]).T
    if layout == 2:
        return draw_elements(rng, dtype, shape)[tuple(slice(None, None, -1) for _ in shape)]
    return draw_elements(rng, dtype, (*shape[:-1], 2 * shape[-1]))[..., ::2]


def draw_shape(rng: Rng, most: int = 3) -> tuple[int, ...]:
    return tuple(int(size) for size in rng.choice([0, 1, 1, 2, 3, 3, 4], rng.integers(most + 1)))


def draw_single(rng: Rng) -> Any:
    """A Python number, a NumPy scalar or an array of rank 0."""
    kind = rng.integers(3)
    if kind == 0:
        return pick(rng, NUMBERS)
    value = draw_array(rng, ())
    return value[()] if kind == 1 else value


def draw_operand(rng: Rng, shape: tuple[int, ...]) -> Any:
    return draw_single(rng) if rng.random() < 0.4 else draw_array(rng, shape)


def draw_operands(rng: Rng, count: int) -> list[Any]:
    """Operands that mostly broadcast."""
    shape = draw_shape(rng)
    found = []
    for _ in range(count):
        kept = [1 if rng.random() < 0.2 else size for size in shape]
        own = tuple(kept[rng.integers(len(kept) + 1) :] if rng.random() < 0.4 else kept)
        found.append(draw_operand(rng, draw_shape(rng) if rng.random() < 0.1 else own))
    return found


def draw_axis(rng: Rng, rank: int) -> Any:
    choices: list[Any] = [None, 0, -1, rank, ()]
    if rank:
        pairs = [(0, -1)] if rank > 1 else []
        choices += [int(rng.integers(-rank, rank)), (0, 0), tuple(range(rank)), *pairs]
    return pick(rng, choices)


def numpy_name(
    function: Callable[..., Any], operands: Sequence[Any], attributes: dict[str, Any]
) -> Callable[[], Any]:
    def numpy_name() -> Any:
        return function(*operands, **attributes)

    return numpy_name


def spelled(record: Op, call: Call, *arguments: Any) -> Call:
    """The call with the spellings that the record promises."""
    operands = arguments or call.operands
    for name in record.numpy:
        try:
            function = attrgetter(name)(np)
        except AttributeError:  # some names came after NumPy 2.0
            continue
        call.spellings.append(numpy_name(function, operands, call.attributes))
    for name in record.methods:
        # Of real numbers the method gives the array itself, which is no op.
        itself = record.name == "conj" and np.asarray(operands[0]).dtype not in COMPLEX
        if isinstance(operands[0], np.ndarray) and not itself:
            method = getattr(operands[0], name)
            if name in ("transpose", "swapaxes"):  # take no keywords
                method = partial(method, *call.attributes.values())
            else:
                method = partial(method, *operands[1:], **call.attributes)
            call.spellings.append(method)
    if record.operator is not None:
        names = "xy"[: len(operands)]
        text = record.operator if "x" in record.operator else f"x {record.operator} y"
        scope = dict(zip(names, operands, strict=True))
        call.spellings.append(lambda: eval(text, scope))
    return call
