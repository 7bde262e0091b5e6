"""Arguments padded to the size of a version, and its results cut back.

What is put in repeats the last element along the axis, so it is computed like that one: it cannot
raise, nor make a NaN, where the elements of the call do not.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from dslc.ir.dims import evaluate
from dslc.ir.graph import Graph
from dslc.ir.lent import Lent
from dslc.ir.positions import Axes, Obstacle, Positions

from .devices import Device, runs_natively


@dataclass(frozen=True, slots=True)
class Padding:
    """Which dims of a graph can be padded, and how.

    Attributes:
        positions: of each dim that can be, where its positions are.
        obstacles: why another one cannot be.
    """

    positions: Mapping[str, Positions]
    obstacles: Mapping[str, str]

    @staticmethod
    def of(graph: Graph, names: Sequence[str], device: Device) -> Padding:
        """What there is to know of these dims of a graph that runs on a device."""
        # Loaded here: most functions have no versions to pad for.
        from dslc.ir.position_rules import positions_along

        found: dict[str, Positions] = {}
        obstacles: dict[str, str] = {}
        for name in names:
            try:
                along = positions_along(graph, name)
            except Obstacle as obstacle:
                obstacles[name] = str(obstacle)
                continue
            if along.rounding is not None and not runs_natively(device, graph):
                obstacles[name] = (
                    f"NumPy may round it otherwise in a larger array, {along.rounding}"
                )
            else:
                found[name] = along
        return Padding(found, obstacles)

    def padded(self, values: Sequence[Any], sizes: Mapping[str, int]) -> list[Any]:
        """The flat arguments with these sizes."""
        padded = [each.host if isinstance(each, Lent) else each for each in values]
        for name, size in sizes.items():
            for number, axes in enumerate(self.positions[name].parameters):
                for axis, long in enumerate(axes):
                    if long is not None:
                        padded[number] = _lengthened(padded[number], axis, size)
        return padded

    def cut(
        self, results: Sequence[Any], sizes: Mapping[str, int], padding: Mapping[str, int]
    ) -> list[Any]:
        """The flat results with the sizes of the call; `padding` are those that were padded."""
        now = {**sizes, **padding}
        cut = list(results)
        for name in padding:
            for number, axes in enumerate(self.positions[name].results):
                cut[number] = _shortened(cut[number], axes, now, name, sizes[name])
            now[name] = sizes[name]
        return [np.ascontiguousarray(r) if isinstance(r, np.ndarray) and r.ndim else r for r in cut]


def _lengthened(array: Any, axis: int, size: int) -> Any:
    """The array with its last element along an axis repeated up to a size."""
    last = np.take(array, [-1], axis)
    shape = list(array.shape)
    shape[axis] = size - array.shape[axis]
    return np.concatenate((array, np.broadcast_to(last, shape)), axis)


def _shortened(array: Any, axes: Axes, sizes: Mapping[str, int], name: str, size: int) -> Any:
    """The array with only the positions of the call along a dim."""
    for axis, long in enumerate(axes):
        if long is None or array.shape[axis] == 0:
            continue
        before, after = array.shape[:axis], array.shape[axis + 1 :]
        inner = evaluate(long.inner, sizes)
        outer = array.shape[axis] // (sizes[name] * inner)
        parts = array.reshape(*before, outer, sizes[name], inner, *after)
        kept = parts[(slice(None),) * (axis + 1) + (slice(size),)]
        array = kept.reshape(*before, outer * size * inner, *after)
    return array
