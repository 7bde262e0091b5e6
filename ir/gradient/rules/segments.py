"""Gradients of what is done to segments."""

from __future__ import annotations

from typing import Any

import numpy as np

from dslc.ir.ops.segments import segment_repeat, segment_sum

from ..rule import Share, gradient_of


@gradient_of("segment_sum")
def _(values: Any, offsets: Any, *, y: Any, d: Any) -> list[Share]:
    return [lambda: segment_repeat(d, offsets, size=values.shape[0]), None]


@gradient_of("segment_repeat")
def _(rows: Any, offsets: Any, *, y: Any, d: Any, size: Any) -> list[Share]:
    return [lambda: segment_sum(d, offsets), None]


@gradient_of("segment_max", "segment_min")
def _(values: Any, offsets: Any, *, y: Any, d: Any, initial: Any) -> list[Share]:
    def share() -> Any:
        """Equal parts for all values of a segment that are the extreme one."""
        best, count = segment_bests(values, offsets, y)
        each = segment_repeat(d / count, offsets, size=values.shape[0])
        return np.where(best, each, 0.0)

    return [share, None]


def segment_bests(values: Any, offsets: Any, y: Any) -> tuple[Any, Any]:
    """Which values are the extreme one of their segment, and how many are, 1 at least."""
    best = values == segment_repeat(y, offsets, size=values.shape[0])
    return best, np.maximum(segment_sum(best, offsets), 1)


@gradient_of("segment_softmax")
def _(values: Any, offsets: Any, *, y: Any, d: Any) -> list[Share]:
    return [lambda: change_of_segments(offsets, y, d), None]


def change_of_segments(offsets: Any, y: Any, d: Any) -> Any:
    """`y * (d - sum(y * d))`, with the sum of the segment: the same backwards and forwards."""
    return y * (d - segment_repeat(segment_sum(y * d, offsets), offsets, size=y.shape[0]))
