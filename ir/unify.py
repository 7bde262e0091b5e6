"""A callee's dims in terms of its caller's:

what `n` is when `f(x: Tensor[f32, n])` is given an array of a known shape.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from .dims import Dim, Size, exact_div, substitute, symbol_dims, symbols
from .facts import Facts
from .graph import Graph, Operand, Value, type_of
from .op import RuleError
from .types import INT, NumberType, ScalarType, TensorType, Type


def solve(declared: Size, actual: Size, bound: Mapping[str, Size]) -> tuple[str, Size] | None:
    """The symbol that `declared == actual` determines, and its value; None when it determines none.

    `declared` may be a symbol, or linear in one symbol that is not bound yet.
    """
    free = [name for name in symbols(declared) if name not in bound]
    if len(free) != 1:
        return None
    name = free[0]
    (dim,) = (each for each in symbol_dims(declared) if str(each) == name)
    offset = substitute(declared, {name: 0})
    slope = substitute(declared, {name: 1}) - offset
    if name in symbols(declared - slope * dim):
        return None
    value = exact_div(actual - substitute(offset, bound), substitute(slope, bound))
    return None if value is None else (name, value)


def bind_shapes(
    parameters: Sequence[tuple[str, Type]],
    shapes: Sequence[tuple[Size, ...] | None],
    bound: dict[str, Size],
) -> None:
    """Solve for the symbols of declared shapes, given actual ones;

    extends `bound`. Plain symbols first, then expressions.
    """
    pairs = [
        (declared, actual)
        for (_, type_), shape in zip(parameters, shapes, strict=True)
        if isinstance(type_, TensorType) and shape is not None
        for declared, actual in zip(type_.shape, shape, strict=False)
    ]
    pending = [pair for pair in pairs if isinstance(pair[0], Dim)]
    progress = True
    while progress:
        progress = False
        for declared, actual in pending:
            found = solve(declared, actual, bound)
            if found is not None:
                bound[found[0]] = found[1]
                progress = True


def bind_call(
    facts: Facts, callee: Graph, types: Sequence[Type], operands: Sequence[Operand]
) -> dict[str, Size]:
    """The callee's entry symbols in the caller's dims, its declared shapes met.

    Raises:
        RuleError: when an argument does not have the declared type.
        DimMismatch: when a size is not what the callee declares.
    """
    parameters = callee.parameters
    if len(parameters) != len(types):
        raise RuleError(
            "argument-mismatch", f"`{callee.name}` takes {len(parameters)} values, not {len(types)}"
        )
    for number, (parameter, type_) in enumerate(zip(parameters, types, strict=True)):
        _check_argument(callee, parameter, type_, number)
    bound: dict[str, Size] = {}
    for parameter, operand in zip(parameters, operands, strict=True):
        if parameter.dim is not None:
            bound[str(parameter.dim)] = _as_size(operand)
    bind_shapes(
        [(p.hint, p.type) for p in parameters], [getattr(t, "shape", None) for t in types], bound
    )
    unbound = [name for name in callee.symbols if name not in bound]
    if unbound:
        raise RuleError(
            "shape-mismatch",
            f"the size `{unbound[0]}` of `{callee.name}` does not follow from the arguments",
        )
    for parameter, type_ in zip(parameters, types, strict=True):
        if isinstance(parameter.type, TensorType) and isinstance(type_, TensorType):
            for declared, actual in zip(parameter.type.shape, type_.shape, strict=True):
                facts.meet(substitute(declared, bound), actual)
    return bound


def _as_size(operand: Operand) -> Size:
    if isinstance(operand, Dim):
        return operand
    if isinstance(operand, Value) and operand.dim is not None:
        return operand.dim
    value = getattr(operand, "value", None)
    if isinstance(value, int):
        return value
    raise RuleError(
        "argument-mismatch",
        "this integer is known only when the graph runs",
        help="pass it through `as_dim`",
    )


def _check_argument(callee: Graph, parameter: Value, type_: Type, number: int) -> None:
    declared = parameter.type
    same = type(declared) is type(type_)
    if same and isinstance(declared, TensorType) and isinstance(type_, TensorType):
        same = declared.dtype == type_.dtype and declared.rank == type_.rank
    elif same and isinstance(declared, NumberType | ScalarType):
        same = declared == type_
    if not same:
        raise RuleError(
            "argument-mismatch",
            f"`{parameter.hint}` of `{callee.name}` is {declared}, the argument is {type_}",
            {number: f"this is {type_}"},
        )


def open_results(
    callee: Graph, bound: Mapping[str, Size], fresh: Callable[[str], Dim]
) -> tuple[list[Value], tuple[Size, ...], tuple[Type, ...]]:
    """A callee's result types in the caller's dims. A size that only the callee knows gets a new
    symbol, bound by a hidden value.

    Returns:
        The hidden values, what each is in the callee's own symbols, and the types.
    """
    hidden: dict[Size, Value] = {}

    def renamed(size: Size, hint: str) -> Size:
        if all(name in bound for name in symbols(size)):
            return substitute(size, bound)
        if size not in hidden:
            dim = fresh(hint)
            hidden[size] = Value(INT, str(dim), dim)
        found = hidden[size].dim
        assert found is not None
        return found

    types: list[Type] = []
    for result in callee.results:
        type_ = type_of(result)
        if isinstance(type_, TensorType):
            hint = result.hint if isinstance(result, Value) else callee.name
            type_ = replace(type_, shape=tuple(renamed(size, hint) for size in type_.shape))
        elif isinstance(type_, NumberType):
            type_ = NumberType(type_.kind)
        types.append(type_)
    return list(hidden.values()), tuple(hidden), tuple(types)
