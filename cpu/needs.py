"""What calls of a compiled kernel need: the same for a graph printed here, and for one recalled."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from dslc.ir.graph import Graph, type_of
from dslc.ir.types import NumberType, TensorType, Type

from .load import dtype_code

if TYPE_CHECKING:
    from .print_kernel import Kernel

_NUMBERS = {"float": np.dtype(np.float64), "int": np.dtype(np.int64), "bool": np.dtype(np.bool_)}
_NUMBERS["complex"] = np.dtype(np.complex128)


class Needs(NamedTuple):
    """What calls of a kernel need.

    Attributes:
        library: its name in the cache of libraries.
        parameters: the dtype's number and the rank of each, -1 for a number.
        results: the same, the rank of a number being 0, and a `ResultKind` of `rt/calls.h`.
        symbols: the sizes that it takes, in its order.
        relied_on: the sizes that the rest depends on: what is required, and where arrays lie.
    """

    library: str
    parameters: tuple[tuple[int, int], ...]
    results: tuple[tuple[int, int, int], ...]
    symbols: tuple[str, ...]
    relied_on: tuple[str, ...]

    @classmethod
    def of(cls, library: str, graph: Graph, kernel: Kernel) -> Needs:
        """Of a graph and its kernel."""
        symbols = free_symbols(graph)
        relied_on = {*symbols, *kernel.plan.symbols}
        for require in graph.requires:
            relied_on |= {*require.comparison.symbols()}
        types = [type_of(result) for result in graph.results]
        return cls(
            library,
            tuple((_code(p.type), _rank(p.type)) for p in graph.parameters),
            tuple((_code(t), max(_rank(t), 0), _kind(t)) for t in types),
            tuple(symbols),
            tuple(sorted(relied_on)),
        )


def free_symbols(graph: Graph) -> list[str]:
    """The dims of a graph's signature that no integer parameter binds."""
    bound = {str(parameter.dim) for parameter in graph.parameters if parameter.dim is not None}
    return [symbol for symbol in graph.symbols if symbol not in bound]


def _code(type_: Type) -> int:
    if isinstance(type_, NumberType):
        return dtype_code(_NUMBERS[type_.kind])
    return dtype_code(type_.dtype)  # type: ignore[union-attr]


def _rank(type_: Type) -> int:
    return type_.rank if isinstance(type_, TensorType) else -1


def _kind(type_: Type) -> int:
    """`ResultKind` of `rt/calls.h`: an array, a NumPy scalar, a Python number."""
    return 0 if isinstance(type_, TensorType) else 2 if isinstance(type_, NumberType) else 1
