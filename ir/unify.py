"""A callee's dims in terms of its caller's.

When `f(x: Tensor[f32, n])` is given an array of shape `(2*m,)`, then `n` is `2*m`.
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import replace

from .comparison import Comparison
from .dims import LARGEST, Dim, Size, exact_div, interval, substitute, symbol_dims, symbols
from .facts import Facts
from .graph import Graph, Operand, Value, as_size, type_of
from .op import RuleError
from .types import NumberType, TensorType, Type


def determined(declared: Size, bound: Container[str]) -> str | None:
    """The name of the symbol that a size determines where those of `bound` are known.

    That is the one symbol of `declared` that is not bound yet; `declared` must be linear in it.
    """
    free = [name for name in symbols(declared) if name not in bound]
    if len(free) != 1:
        return None
    (name,) = free
    (dim,) = (each for each in symbol_dims(declared) if str(each) == name)
    _, slope = _line(declared, name)
    return None if name in symbols(declared - slope * dim) else name


def _line(declared: Size, name: str) -> tuple[Size, Size]:
    """What a size that is linear in a symbol is at 0, and by how much it grows with it."""
    offset = substitute(declared, {name: 0})
    return offset, substitute(declared, {name: 1}) - offset


def solve(
    declared: Size, actual: Size, bound: Mapping[str, Size], *, rounded: bool = False
) -> tuple[str, Size] | None:
    """The symbol that `declared == actual` determines, and its value; None where there is none.

    With `rounded`, where that is a fraction: the value below, with which they are not equal.
    """
    name = determined(declared, bound)
    if name is None:
        return None
    offset, slope = _line(declared, name)
    rest, step = actual - substitute(offset, bound), substitute(slope, bound)
    value = exact_div(rest, step)
    if value is None and rounded and isinstance(step, int) and step:
        value = rest // step
    return None if value is None else (name, value)


def bind_shapes(
    parameters: Sequence[tuple[str, Type]],
    shapes: Sequence[tuple[Size, ...] | None],
    bound: dict[str, Size],
    *,
    rounded: bool = False,
) -> None:
    """Solve for the symbols of declared shapes.

    A size may wait for a symbol that a later one binds, so it goes on until nothing new is found.

    Args:
        parameters: names and declared types.
        shapes: the actual shape of each, None for what is no array.
        bound: symbols whose values are known; those that are found are added.
        rounded: as `solve` has it; whether the shapes are equal is for the caller to ask.
    """
    pairs = [
        (declared, actual)
        for (_, type_), shape in zip(parameters, shapes, strict=True)
        if isinstance(type_, TensorType) and shape is not None
        for declared, actual in zip(type_.shape, shape, strict=False)
    ]
    progress = True
    while progress:
        progress = False
        for declared, actual in pairs:
            found = solve(declared, actual, bound, rounded=rounded)
            if found is not None:
                bound[found[0]] = found[1]
                progress = True


def bind_call(facts: Facts, callee: Graph, operands: Sequence[Operand]) -> dict[str, Size]:
    """The callee's entry symbols in terms of the caller's dims, as short as what is known allows.

    Args:
        facts: what the caller knows of sizes; the declared shapes are met with the actual ones.
        callee: the graph that is called.
        operands: its flat arguments.

    Raises:
        RuleError: when an argument does not have the declared type.
        NeverHolds: when a size is not what the callee declares.
    """
    parameters = callee.parameters
    types = [type_of(operand) for operand in operands]
    if len(parameters) != len(types):
        raise RuleError(
            "argument-mismatch", f"`{callee.name}` takes {len(parameters)} values, not {len(types)}"
        )
    for number, (parameter, type_) in enumerate(zip(parameters, types, strict=True)):
        _check_argument(callee, parameter, type_, number)
    bound: dict[str, Size] = {}
    for parameter, operand in zip(parameters, operands, strict=True):
        if parameter.dim is not None:
            bound[str(parameter.dim)] = _size_given(operand)
    shapes = [type_.shape if isinstance(type_, TensorType) else None for type_ in types]
    bind_shapes([(p.hint, p.type) for p in parameters], shapes, bound, rounded=True)
    _check_bound(callee, bound)
    for parameter, type_ in zip(parameters, types, strict=True):
        if isinstance(parameter.type, TensorType) and isinstance(type_, TensorType):
            for declared, actual in zip(parameter.type.shape, type_.shape, strict=True):
                facts.meet(substitute(declared, bound), actual)
    _assume_bounds(facts, callee, bound)
    return {name: facts.named(size) for name, size in bound.items()}


def _check_bound(callee: Graph, bound: Container[str]) -> None:
    unbound = next((name for name in callee.symbols if name not in bound), None)
    if unbound is not None:
        message = f"the size `{unbound}` of `{callee.name}` does not follow from the arguments"
        raise RuleError("shape-mismatch", message)


def _assume_bounds(facts: Facts, callee: Graph, bound: Mapping[str, Size]) -> None:
    for name, dim in callee.symbols.items():
        for comparison in bounds_of(dim, bound[name]):
            facts.assume(comparison)


def bounds_of(dim: Dim, value: Size) -> Sequence[Comparison]:
    """What holds of the value of a symbol, since the symbol is not less than its least number."""
    low, _ = interval(dim)
    return () if low is None else (Comparison("<=", low, value),)


def _size_given(operand: Operand) -> Size:
    size = as_size(operand)
    if size is None:
        raise RuleError(
            "argument-mismatch",
            "this integer is known only when the graph runs",
            help="pass it through `as_dim`",
        )
    return size


def _check_argument(callee: Graph, parameter: Value, type_: Type, number: int) -> None:
    declared = parameter.type
    if isinstance(declared, TensorType) and isinstance(type_, TensorType):
        same = declared.dtype == type_.dtype and declared.rank == type_.rank
    else:
        same = declared == type_
    if not same:
        raise RuleError(
            "argument-mismatch",
            f"`{parameter.hint}` of `{callee.name}` is {declared}, the argument is {type_}",
            {number: f"this is {type_}"},
        )


def open_results(facts: Facts, callee: Graph, bound: Mapping[str, Size]) -> tuple[Type, ...]:
    """A callee's result types in terms of the caller's dims.

    Args:
        facts: what the caller knows of sizes; one that only the callee knows is open.
        callee: the graph that is called.
        bound: its entry symbols in terms of the caller's dims.
    """
    opened: dict[Size, Dim] = {}

    def renamed(size: Size) -> Size:
        if all(name in bound for name in symbols(size)):
            return substitute(size, bound)
        if size not in opened:
            opened[size] = facts.open(0, LARGEST)
        return opened[size]

    types: list[Type] = []
    for result in callee.results:
        type_ = type_of(result)
        if isinstance(type_, TensorType):
            type_ = replace(type_, shape=tuple(map(renamed, type_.shape)))
        elif isinstance(type_, NumberType):
            type_ = NumberType(type_.kind)
        types.append(type_)
    return tuple(types)
