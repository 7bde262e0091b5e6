"""Drawn arguments of a program."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import numpy as np

from .modules import Parameter, Program
from .types import DTYPES, Type

SIZES = [
    {"n": 0, "m": 2},
    {"n": 1, "m": 1},
    {"n": 3, "m": 2},
    {"n": 5, "m": 0},
    {"n": 4, "m": 7},
    {"n": 2, "m": 3},
]

DYADIC = [-4.0, -2.5, -1.0, -0.5, -0.0, 0.0, 0.25, 0.5, 1.0, 1.5, 2.0, 3.0, 6.0]
SPECIAL = [float("nan"), float("inf"), float("-inf"), -0.0, 0.0]
ROUGH = [0.1, -0.3, 1e-3, 3.14159, 1e20, -1e-20, 2.0 / 3.0]
INTEGERS = [-7, -3, -2, -1, 0, 0, 1, 1, 2, 3, 4, 5, 9]
LARGE = [2**31 - 1, -(2**31)]


def draw_arguments(program: Program, namespace: Mapping[str, Any], number: int) -> list[Any]:
    """The arguments of the `number`-th call; sizes 0 and 1 come first."""
    rng = random.Random(f"{program.seed} {number}")
    sizes = SIZES[number] if number < 3 else rng.choice(SIZES)
    wild = number >= 3 or rng.random() < 0.4
    arguments = []
    for p in program.parameters:
        if not _is_static(p):
            own = random.Random(f"{program.seed} {number} {p.name}")
            arguments.append(_argument(p, namespace, sizes, own, program.exact, wild))
    return arguments


def _is_static(p: Parameter) -> bool:
    return p.type is not None and p.type.form == "static"


def _argument(
    p: Parameter,
    namespace: Mapping[str, Any],
    sizes: dict[str, int],
    rng: random.Random,
    exact: bool,
    wild: bool,
) -> Any:
    if p.type is None:
        return namespace["Weights"](*(value_of(t, sizes, rng, exact, wild) for _, t in p.fields))
    return value_of(p.type, sizes, rng, exact, wild)


def value_of(t: Type, sizes: dict[str, int], rng: random.Random, exact: bool, wild: bool) -> Any:
    """A value of this type."""
    if t.form == "tuple":
        return tuple(value_of(item, sizes, rng, exact, wild) for item in t.items)
    if t.form == "number":
        return _single(t.dtype, rng, exact, wild)
    dtype = DTYPES[t.dtype]
    if t.form == "scalar":
        return dtype.type(_single(t.dtype, rng, exact, wild))
    shape = tuple(sizes[name] for name in t.shape)
    values = [_single(t.dtype, rng, exact, wild) for _ in range(int(np.prod(shape)))]
    return _laid_out(np.array(values, dtype).reshape(shape), rng)


def _laid_out(array: np.ndarray, rng: random.Random) -> np.ndarray:
    """The same array, sometimes with other strides."""
    kind = rng.randrange(8) if array.ndim else -1
    if kind == 0:
        return array[::-1].copy()[::-1]
    if kind == 1:
        return np.asfortranarray(array)
    if kind == 2:
        return np.repeat(array, 2, axis=0)[::2]
    return array


def _single(dtype: str, rng: random.Random, exact: bool, wild: bool) -> Any:
    if dtype == "bool":
        return rng.random() < 0.5
    if dtype in ("int", "i32", "i64"):
        return rng.choice(INTEGERS + LARGE * (wild and dtype != "int" and rng.random() < 0.2))
    pool = DYADIC if exact else DYADIC + ROUGH
    return rng.choice(SPECIAL) if wild and rng.random() < 0.3 else rng.choice(pool)
