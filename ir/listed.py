"""A list as long as the run decides, which a function gives: in a graph it is one array."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

import numpy as np

from .diagnostics import Diagnostic, DslError
from .graph import Value, type_of
from .types import NumberType, ScalarType, TensorType, Type, number_kind

Item: TypeAlias = Literal["array", "scalar", "number"]


@dataclass(frozen=True, slots=True, eq=False)
class Listed:
    """A list whose items are the rows of an array.

    Attributes:
        rows: the array.
        of: what the items are: arrays, NumPy scalars or Python numbers.
    """

    rows: Any
    of: Item

    @property
    def item_type(self) -> Type:
        """The type of each item."""
        type_ = type_of(self.rows)
        assert isinstance(type_, TensorType)
        if self.of == "number":
            return NumberType(number_kind(np.zeros((), type_.dtype).item()))
        scalar = ScalarType(type_.dtype)
        return scalar if self.of == "scalar" else TensorType(type_.dtype, type_.shape[1:])

    def items(self, rows: Any) -> list[Any]:
        """The list that an array of the run is.

        Raises:
            DslError: `result-unsupported` where another graph is to have it.
        """
        if isinstance(rows, Value):
            message = "a list as long as the run decides is no value of another graph"
            help_ = "let the function that makes it return one array: `np.stack(...)`"
            raise DslError(Diagnostic("result-unsupported", message, help=help_))
        if self.of == "number":
            return rows.tolist()  # type: ignore[no-any-return]
        return list(rows) if self.of == "scalar" else [rows[i, ...] for i in range(len(rows))]
