"""A loss whose parameters stand side by side in one array."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from dslc.ir.dims import Size
from dslc.ir.graph import Graph, Operand, Value, type_of
from dslc.ir.ops.create import as_scalar, full
from dslc.ir.traced import Traced, traced_operand
from dslc.ir.types import NumberType, default_dtype

from .optimizing import Formulas, named
from .structure import Structure


@dataclass(frozen=True)
class FlatLoss:
    """The loss of parameters that stand side by side in one array.

    Attributes:
        formulas: where its nodes go.
        graph: gives the value and the gradient.
        structure: of the parameters.
        leaves: the parameters.
        given: what the graph is called with.
        dtype: of the array.
    """

    formulas: Formulas
    graph: Graph
    structure: Structure
    leaves: list[Value]
    given: list[Operand]
    dtype: np.dtype[Any]

    @property
    def value_dtype(self) -> np.dtype[Any]:
        """The dtype of the value that the graph gives."""
        dtype: np.dtype[Any] = default_dtype(type_of(self.graph.results[0]))
        return dtype

    def flat(self, leaves: Sequence[Any]) -> Any:
        """These side by side."""
        rows = [self._row(Traced(each)) for each in leaves]
        rows = [each if each.dtype == self.dtype else each.astype(self.dtype) for each in rows]
        return rows[0] if len(rows) == 1 else np.concatenate(rows)

    @staticmethod
    def _row(leaf: Any) -> Any:
        if leaf.ndim == 0:
            return full((1,), leaf, leaf.dtype)
        return leaf if leaf.ndim == 1 else np.reshape(leaf, (-1,))

    def parts(self, flat: Any) -> list[Operand]:
        """The parameters that stand side by side in an array."""
        found: list[Operand] = []
        first: Size = 0
        for leaf in self.leaves:
            size: Size = leaf.size
            part = flat[first : first + size] if leaf.shape else flat[first]
            part = np.reshape(part, leaf.shape) if leaf.ndim > 1 else part
            part = part if part.dtype == leaf.dtype else part.astype(leaf.dtype)
            found.append(traced_operand(part))
            first = first + size
        return found

    def at(self, parameters: Sequence[Operand]) -> tuple[Any, Any]:
        """The value, an f64, and the gradient."""
        given = [*parameters, *self.given[len(self.leaves) :]]
        value, *gradient = self.formulas.call_graph(self.graph, given)
        return named(double(Traced(value)), "value"), named(self.flat(gradient), "gradient")


def double(scalar: Any) -> Any:
    """A number or scalar as an f64."""
    scalar = as_scalar(scalar) if isinstance(scalar.type, NumberType) else scalar
    return scalar if scalar.dtype == np.float64 else scalar.astype(np.float64)


def product(one: Any, other: Any) -> Any:
    """The scalar product of two arrays, as an f64."""
    return double(one @ other)
