"""Drawn calls of random numbers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from dslc.ir.dtypes import FLOATS, INTEGERS
from dslc.ir.op import Op
from dslc.ir.types import INT_MAX

from .drawing import (
    Call,
    Rng,
    draw_array,
    draw_shape,
    pick,
)  # fmt: skip


def draw_key_words(rng: Rng) -> np.ndarray:
    return rng.integers(0, 2**32, 2).astype(np.uint32)


def random_numbers(record: Op, rng: Rng) -> Call:
    """Of a key and a shape; the operands between them are numbers, scalars or arrays."""
    between = {
        "random_uniform": [None, -1.0, np.float64(2.0)],
        "random_normal": [None, 3, np.float32(0.5)],
        "random_bernoulli": [0.25, np.float32(0.5), np.ones(())],
        "random_integers": [-3, 8, np.int8(20), np.int64(2**40)],
    }.get(record.name, [])
    operands = [draw_key_words(rng)]
    attributes: dict[str, Any] = {"shape": draw_shape(rng)}
    for name in record.operands[1:]:
        operands.append(pick(rng, between))
        if operands[-1] is None:
            operands.pop()
            attributes[name] = None
    if "dtype" in record.attributes and rng.random() < 0.7:
        allowed = INTEGERS if record.name == "random_integers" else FLOATS
        attributes["dtype"] = pick(rng, [*allowed, np.dtype(bool)])
    return Call(operands, attributes)


def random_key(record: Op, rng: Rng) -> Call:
    number = pick(rng, [0, 1, -1, INT_MAX, np.uint64(2**63), np.int8(-3), 1.5, True])
    keys = [draw_key_words(rng)] if record.name == "random_fold_in" else []
    return Call([*keys, number])


def initialiser(record: Op, rng: Rng) -> Call:
    """Of a key and a shape; an axis may be empty, but not all that count."""
    shape = (*(int(n) for n in rng.integers(1, 5, 2)), *draw_shape(rng, 2))
    attributes: dict[str, Any] = {"shape": shape, "dtype": pick(rng, [*FLOATS])}
    if "transposed" in record.attributes:
        attributes["transposed"] = bool(rng.integers(2))
    return Call([draw_key_words(rng)], attributes)


def random_split(record: Op, rng: Rng) -> Call:
    return Call([draw_key_words(rng)], {"num": int(rng.integers(4))})


def probability(record: Op, rng: Rng) -> Call:
    """Of numbers between 0 and 1 as f64."""
    p = rng.random(draw_shape(rng)) * 0.999 + 0.0005
    return Call([p if p.ndim else pick(rng, [p, np.float64(p), 0.5, np.float32(0.5)])])


def permutation(record: Op, rng: Rng) -> Call:
    return Call([draw_key_words(rng)], {"n": int(rng.integers(6))})


def categorical(record: Op, rng: Rng) -> Call:
    logits = draw_array(rng, (*draw_shape(rng, 2), int(rng.integers(1, 5))), pick(rng, FLOATS))
    return Call(
        [draw_key_words(rng), logits], {"axis": int(rng.integers(-logits.ndim, logits.ndim))}
    )


RANDOM: dict[str, Callable[[Op, Rng], Call]] = {
    **dict.fromkeys(("random_uniform", "random_normal", "random_exponential"), random_numbers),
    **dict.fromkeys(("random_gumbel", "random_bernoulli", "random_integers"), random_numbers),
    **dict.fromkeys(("random_key", "random_fold_in"), random_key),
    **dict.fromkeys(("portable_log", "normal_quantile"), probability),
    **dict.fromkeys(("he_normal", "he_uniform", "lecun_normal"), initialiser),
    **dict.fromkeys(("glorot_normal", "glorot_uniform"), initialiser),
    "random_permutation": permutation,
    "random_categorical": categorical,
    "random_bits": random_numbers,
    "random_split": random_split,
}
"""How a call of each op is drawn."""
