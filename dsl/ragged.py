"""Rows of different lengths as one value: `Ragged[f32, B, "*", 64]`.

The rows lie one after the other in `values`; row i is `values[offsets[i] : offsets[i + 1]]`. What
is written here is the meaning in plain Python, and it is inlined where a graph function calls it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from .parametric import ParametricSpec
from .ragged_annotation import ragged_spec


@dataclass(frozen=True, eq=False)
class Ragged:
    """Rows of different lengths.

    Attributes:
        values: the rows, one after the other along axis 0.
        offsets: where each row begins and, at its end, where the last one ends: i64, one more than
            there are rows; from 0, never less than the one before.
    """

    values: Any
    offsets: Any

    def __class_getitem__(cls, items: Any) -> ParametricSpec:
        return ragged_spec(cls, items)

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def __getitem__(self, key: Any) -> Any:
        return self.values[self.offsets[key] : self.offsets[key + 1]]

    def __iter__(self) -> Iterator[Any]:
        for i in range(len(self)):
            yield self[i]

    def __add__(self, other: Any) -> Any:
        return _elementwise(np.add, self, other)

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **kwargs: Any) -> Any:
        if method != "__call__" or kwargs:
            return NotImplemented
        if len(inputs) == 1:
            return Ragged(ufunc(self.values), self.offsets)
        return _elementwise(ufunc, inputs[0], inputs[1])


def _elementwise(function: Any, left: Any, right: Any) -> Any:
    """A function of two values, one of them ragged."""
    if not isinstance(right, Ragged):
        return Ragged(function(left.values, right), left.offsets)
    if not isinstance(left, Ragged):
        return Ragged(function(left, right.values), right.offsets)
    if not np.array_equal(left.offsets, right.offsets):
        raise ValueError("the rows of two ragged values have different lengths")
    return Ragged(function(left.values, right.values), left.offsets)
