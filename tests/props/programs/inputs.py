"""Drawn arguments of a program."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from .cases import PASSED
from .modules import Parameter, Program
from .samples import LARGE, evaluated
from .types import DTYPES, Type

UNFIT = 5
"""The call whose sizes may not be those that a program about sizes declares."""

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
EXTREME = [2**31 - 1, -(2**31)]


def draw_arguments(program: Program, namespace: Mapping[str, Any], number: int) -> list[Any]:
    """The arguments of the `number`-th call; sizes 0 and 1 come first."""
    rng = random.Random(f"{program.seed} {number}")
    sizes = SIZES[number] if number < 3 else rng.choice(SIZES)
    if program.sized and number in (3, 4):
        sizes = rng.choice(LARGE) if number == 3 else {"n": 8, "m": 4}
    wild = number >= 3 or rng.random() < 0.4
    arguments = []
    for p in program.parameters:
        if not _is_static(p):
            own = random.Random(f"{program.seed} {number} {p.name}")
            # A loop of a case may make as many trips as its parameter says.
            is_wild = wild and not p.name.startswith(PASSED)
            arguments.append(_argument(p, namespace, sizes, own, program.exact, is_wild))
    if program.sized and number == UNFIT and rng.random() < 0.6:
        _lengthen(arguments, rng)
    return arguments


def _lengthen(arguments: list[Any], rng: random.Random) -> None:
    """Let an axis of an array be longer, so that the sizes may not be those declared."""
    arrays = [i for i, a in enumerate(arguments) if isinstance(a, np.ndarray) and a.size]
    if arrays:
        i = rng.choice(arrays)
        axis = rng.randrange(arguments[i].ndim or 1)
        if arguments[i].ndim:
            arguments[i] = np.repeat(arguments[i], rng.choice([2, 3]), axis)


def fits(program: Program, arguments: Sequence[Any]) -> bool:
    """Whether there are sizes `n` and `m` that the arrays among the arguments have as declared."""
    given = [p for p in program.parameters if not _is_static(p)]
    pairs = [
        (text, actual)
        for p, a in zip(given, arguments, strict=True)
        if p.type is not None and p.type.is_array
        for text, actual in zip(p.type.shape, a.shape, strict=True)
    ]
    plain = {text: actual for text, actual in pairs if text in ("n", "m")}
    return all(evaluated(text, plain) == actual for text, actual in pairs)


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
        return namespace["Weights0"](*(value_of(t, sizes, rng, exact, wild) for _, t in p.fields))
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
    shape = tuple(evaluated(text, sizes) for text in t.shape)
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
        return rng.choice(INTEGERS + EXTREME * (wild and dtype != "int" and rng.random() < 0.2))
    pool = DYADIC if exact else DYADIC + ROUGH
    return rng.choice(SPECIAL) if wild and rng.random() < 0.3 else rng.choice(pool)
