"""Drawn calls of ops on segments."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from dslc.ir.op import Op

from .drawing import Call, Rng, draw_array, draw_shape, pick
from .networks import float_dtype


def _offsets(rng: Rng) -> np.ndarray:
    """Offsets of some segments, many of them empty; one in 20 is wrong."""
    lengths = rng.integers(0, 4, rng.integers(5)) * (rng.random() < 0.9)
    offsets = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)
    if rng.random() < 0.05:
        offsets = pick(rng, [offsets[:0], offsets[::-1], offsets + 1, offsets.astype(np.int32)])
    return offsets


def reduction(record: Op, rng: Rng) -> Call:
    offsets = _offsets(rng)
    total = int(offsets[-1]) if len(offsets) else 0
    values = draw_array(rng, (total, *draw_shape(rng, 1)))
    given: dict[str, Any] = {}
    if "initial" in record.attributes and rng.random() < 0.6:
        given = {"initial": pick(rng, [0, 1, True, -1.5])}
    return Call([values, offsets], given)


def of_floats(record: Op, rng: Rng) -> Call:
    _, offsets = reduction(record, rng).operands
    total = int(offsets[-1]) if len(offsets) else 0
    return Call([draw_array(rng, (total, *draw_shape(rng, 1)), float_dtype(rng)), offsets], {})


def repeat(record: Op, rng: Rng) -> Call:
    offsets = _offsets(rng)
    rows = draw_array(rng, (max(len(offsets) - 1, 0), *draw_shape(rng, 1)))
    return Call([rows, offsets], {"size": int(offsets[-1]) if len(offsets) else 0})


SEGMENTS: dict[str, Callable[[Op, Rng], Call]] = {
    **dict.fromkeys(("segment_max", "segment_min", "segment_sum"), reduction),
    **dict.fromkeys(("segment_mean", "segment_softmax"), of_floats),
    "segment_repeat": repeat,
}
