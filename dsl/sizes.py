"""The sizes of a call: solved from the shapes of its arguments, and checked on every axis."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, NoReturn

from dslc.ir.diagnostics import Diagnostic, DslError
from dslc.ir.dims import Dim, Size, evaluate, interval, substitute, symbol_dims, symbols
from dslc.ir.types import TensorType, Type
from dslc.ir.unify import bind_shapes, determined


class _Axis(NamedTuple):
    """An axis of the parameter of this number; `path` is the parameter as the source says it."""

    parameter: int
    axis: int
    declared: Size
    path: str

    def __str__(self) -> str:
        return f"axis {self.axis} of `{self.path}`"


class Sizes:
    """What finds the numbers of a function's symbols; made once, since it serves every call.

    Args:
        function: its name, for messages.
        parameters: flat names and types.
        integers: the dims that `int` parameters bind, by flat name.
        paths: each parameter as the source says it.
    """

    def __init__(
        self,
        function: str,
        parameters: Sequence[tuple[str, Type]],
        integers: Mapping[str, Dim],
        paths: Sequence[str],
    ) -> None:
        self._function = function
        self._parameters = parameters
        axes = [
            _Axis(number, axis, size, paths[number])
            for number, (_, type_) in enumerate(parameters)
            if isinstance(type_, TensorType)
            for axis, size in enumerate(type_.shape)
        ]
        self._integers = [
            (number, str(integers[hint]), paths[number])
            for number, (hint, _) in enumerate(parameters)
            if hint in integers
        ]
        self._plain = [(str(a.declared), a) for a in axes if _is_symbol(a.declared)]
        self._fixed = [a for a in axes if isinstance(a.declared, int)]
        self._composed = [
            a for a in axes if isinstance(a.declared, Dim) and not _is_symbol(a.declared)
        ]

    def of(self, values: Sequence[Any]) -> dict[str, int]:
        """The numbers of all symbols.

        Raises:
            DslError: `argument-mismatch` when sizes contradict each other or the declaration.
        """
        sizes: dict[str, int] = {}
        for number, name, _ in self._integers:
            if sizes.setdefault(name, values[number]) != values[number]:
                self._contradiction(name, values)
        for name, (number, axis, _, _) in self._plain:
            actual = values[number].shape[axis]
            if sizes.setdefault(name, actual) != actual:
                self._contradiction(name, values)
        for each in self._fixed:
            actual = values[each.parameter].shape[each.axis]
            if actual != each.declared:
                self._refuse(f"{each} is {actual}, declared {each.declared}")
        if self._composed:
            self._solve(sizes, values)
        return sizes

    def _solve(self, sizes: dict[str, int], values: Sequence[Any]) -> None:
        bound: dict[str, Size] = dict(sizes)
        shapes = [getattr(value, "shape", None) for value in values]
        bind_shapes(self._parameters, shapes, bound)
        for each in self._composed:
            actual = values[each.parameter].shape[each.axis]
            where = f"{each} is {actual}, declared {each.declared}"
            for dim in symbol_dims(each.declared):
                found, low = bound.get(str(dim)), interval(dim)[0]
                if not isinstance(found, int) or (low is not None and found < low):
                    which = "any" if _fits_any(each.declared, actual, dim, bound) else "no"
                    self._refuse(f"{where}: {which} `{dim}` fits")
                sizes[str(dim)] = found
            try:
                expected = evaluate(each.declared, sizes)
            except ZeroDivisionError:
                self._refuse(f"{where}: a divisor is 0")
            if expected != actual:
                given = ", ".join(f"`{name}` is {sizes[name]}" for name in symbols(each.declared))
                self._refuse(f"{where}, which is {expected} where {given}")

    def _contradiction(self, name: str, values: Sequence[Any]) -> NoReturn:
        """Refuse two numbers for one symbol, naming where each comes from."""
        claims = [(values[i], f"`{path}`") for i, each, path in self._integers if each == name]
        claims += [
            (values[each.parameter].shape[each.axis], str(each))
            for plain, each in self._plain
            if plain == name
        ]
        (first, origin), *others = claims
        other, other_origin = next(claim for claim in others if claim[0] != first)
        self._refuse(f"`{name}` is {first} by {origin}, but {other} by {other_origin}")

    def _refuse(self, fault: str) -> NoReturn:
        message = f"the sizes given to `{self._function}` do not agree: {fault}"
        raise DslError(Diagnostic("argument-mismatch", message))


def undetermined(
    parameters: Sequence[tuple[str, Type]], integers: Mapping[str, Dim], paths: Sequence[str]
) -> tuple[str, Size, Dim] | None:
    """A parameter, a declared size of it, and a symbol in it that no argument determines."""
    bound = {str(dim) for dim in integers.values()}
    axes = [
        (path, size)
        for path, (_, type_) in zip(paths, parameters, strict=True)
        if isinstance(type_, TensorType)
        for size in type_.shape
    ]
    found: set[str | None] = {None}
    while found:
        bound |= {name for name in found if name is not None}
        found = {determined(size, bound) for _, size in axes} - {None}
    for path, size in axes:
        for dim in symbol_dims(size):
            if str(dim) not in bound:
                return path, size, dim
    return None


def _fits_any(declared: Size, actual: int, dim: Dim, bound: Mapping[str, Size]) -> bool:
    """Whether a size is `actual` whatever a symbol of it is, as `m*n` is 0 where `n` is 0."""
    return substitute(declared, {**bound, str(dim): dim}) == actual


def _is_symbol(size: Size) -> bool:
    return isinstance(size, Dim) and str(size) in size.names
