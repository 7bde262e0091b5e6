"""Drawn calls of elementwise ops with attributes or bounds, and what these ops do not take."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from dslc.ir.dtypes import BOOL, BY_NAME, FLOATS
from dslc.ir.op import Op
from dslc.ir.types import NumberType, Type

from .drawing import NUMBERS, Call, Rng, draw_operands, draw_single, pick, spelled


def rounded(record: Op, rng: Rng) -> Call:
    operands = draw_operands(rng, 1)
    return spelled(record, Call(operands, {"decimals": pick(rng, [0, 0, 1, 2, 5, -1, -3, 23])}))


def clipped(record: Op, rng: Rng) -> Call:
    x, low, high = draw_operands(rng, 3)
    call = Call([x, low, high], spellings=[lambda: np.clip(x, low, high)])
    if isinstance(x, np.ndarray):
        call.spellings.append(lambda: x.clip(low, high))
    return call


def replacing(record: Op, rng: Rng) -> Call:
    attributes: dict[str, Any] = {}
    for name in ("nan", "posinf", "neginf"):
        if rng.random() < 0.5:
            attributes[name] = pick(rng, [0, 7.5, -1.0, 2**40, np.inf, np.nan])
    return spelled(record, Call(draw_operands(rng, 1), attributes))


def close(record: Op, rng: Rng) -> Call:
    x, y = draw_operands(rng, 2)
    if np.shape(x) == np.shape(y) and rng.random() < 0.5:
        y = x  # or they would hardly ever be
    attributes = {"equal_nan": bool(rng.random() < 0.5)}
    if "rtol" in record.attributes and rng.random() < 0.5:
        attributes |= {"rtol": pick(rng, [0, 0.1, 1e-9]), "atol": pick(rng, [0, 0.5, 2, 1e-9])}
    return spelled(record, Call([x, y], attributes))


def compared(record: Op, rng: Rng) -> Call:
    operands = draw_operands(rng, 2)
    if np.lib.NumpyVersion(np.__version__) < "2.1.0":
        # It crashes on an int that does not fit the dtype of an array that is not dense.
        operands = [np.copy(v, "C") if isinstance(v, np.ndarray) else v for v in operands]
    return spelled(record, Call(operands))


def extreme(record: Op, rng: Rng) -> Call:
    real = [number for number in NUMBERS if not isinstance(number, complex)]
    numbers = [pick(rng, real) for _ in range(rng.integers(2, 5))]
    choose = max if record.name == "greatest" else min
    kinds = set(map(type, numbers))
    widest = next(cls for cls in (float, int, bool) if cls in kinds)
    return Call(numbers, spellings=[lambda: widest(choose(numbers))])


COMPARISONS = ("equal", "not_equal", "less", "less_equal", "greater", "greater_equal")


def of_math(record: Op, rng: Rng) -> Call:
    """A function of Python's `math` that takes single values."""
    others = ("dist", "fsum", "isclose", "prod", "sumprod")
    names = [n for n, f in vars(math).items() if callable(f) and n not in others]
    name = pick(rng, [n for n in names if not n.startswith("_")])
    counts = {"atan2": 2, "comb": 2, "copysign": 2, "fmod": 2, "ldexp": 2, "nextafter": 2, "pow": 2,
              "remainder": 2, "fma": 3, "hypot": 3, "gcd": 2, "lcm": 2}  # fmt: skip
    values = [draw_single(rng) for _ in range(counts.get(name, 1))]
    if name in ("factorial", "perm"):
        values = [int(rng.integers(-2, 25))]
    elif name == "comb":
        values = [int(each) for each in rng.integers(-2, 40, 2)]
    return Call(values, {"function": name}, [lambda: getattr(math, name)(*values)])


ELEMENTS: dict[str, Callable[[Op, Rng], Call]] = {
    **dict.fromkeys(COMPARISONS, compared),
    "round": rounded,
    "clip": clipped,
    "math": of_math,
    "nan_to_num": replacing,
    **dict.fromkeys(("isclose", "allclose", "array_equal"), close),
    **dict.fromkeys(("greatest", "least"), extreme),
}


# --- what these ops document not to take --------------------------------------------------------


def not_of_floats(values: list[Any], types: list[Type], attributes: dict[str, Any]) -> bool:
    """Integers, of which the result depends on NumPy's version or on the processor."""
    return np.asarray(values[0]).dtype not in FLOATS


def odd_round(values: list[Any], types: list[Type], attributes: dict[str, Any]) -> bool:
    dtype, decimals = np.asarray(values[0]).dtype, attributes["decimals"]
    return dtype == BOOL or abs(decimals) > 22 or (dtype not in FLOATS and decimals < 0)


def odd_clip(values: list[Any], types: list[Type], attributes: dict[str, Any]) -> bool:
    """A bound that may not fit, which NumPy's versions disagree on, or bf16."""
    bounds = [t for t in types[1:] if isinstance(t, NumberType) and t.kind == "int"]
    dtypes = [np.asarray(value).dtype for value in values]
    return BY_NAME["bf16"] in dtypes or (bool(bounds) and dtypes[0] not in FLOATS)


REFUSED_ELEMENTS: dict[str, Callable[[list[Any], list[Type], dict[str, Any]], bool]] = {
    **dict.fromkeys(("floor", "ceil", "trunc", "reciprocal"), not_of_floats),
    "round": odd_round,
    "sinc": lambda v, t, a: np.asarray(v[0]).dtype == BY_NAME["bf16"],
    "clip": odd_clip,
    "math": lambda v, t, a: any(np.iscomplexobj(each) for each in v),
    **dict.fromkeys(("greatest", "least"), lambda v, t, a: len(set(map(type, v))) > 1),
}
