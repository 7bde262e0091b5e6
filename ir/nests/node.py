"""A nest as a node of a graph, and a product as one; no program can call their ops."""

from __future__ import annotations

import inspect
from typing import Any

import numpy as np

from dslc.ir.diagnostics import CompilerBug
from dslc.ir.facts import Facts
from dslc.ir.op import Op
from dslc.ir.types import TensorType, Type

from .language import Array, Nest
from .rows import room


def _run(*operands: Any, nest: Nest) -> tuple[Any, ...]:
    """What the loops of a nest compute of arrays and scalars."""
    raise CompilerBug("a nest is run with the sizes that its graph knows")


def _types(facts: Facts, *types: Type, nest: Nest) -> tuple[Type, ...]:
    results = (
        TensorType(each.dtype, each.shape) if isinstance(each, Array) else each.type
        for each in nest.results
    )
    return (*results, *room(nest).values())


NEST = Op(
    "nest",
    _run,
    _types,
    operands=("operands",),
    attributes={"nest": inspect.Parameter.empty},
    call=("*operands", "nest"),
    variadic=True,
    strong=False,
)
"""The op of nests."""


def _dots(x: Any, v: Any) -> Any:
    """Products of each column of a matrix and a vector, as of the transposed matrix."""
    return np.matmul(np.transpose(x), v)


def _dots_type(facts: Facts, x: Type, v: Type) -> Type:
    assert isinstance(x, TensorType)
    return TensorType(x.dtype, x.shape[1:])


COLUMN_DOTS = Op(
    "column_dots", _dots, _dots_type, operands=("x", "v"), attributes={}, call=("x", "v")
)
"""A transposed matrix times a vector, where no copy of it is made."""
