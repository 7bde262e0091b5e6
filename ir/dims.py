"""Symbolic sizes: `n`, `2*n + 1`, `(n + 1)//2`, `min(n, 4)`.

A size is an `int` or a `Dim`; whatever is constant is an `int`. Equal dims are the same object.
"""

from __future__ import annotations

import ast
import keyword
import math
import operator
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from numbers import Integral
from typing import Any, ClassVar, NoReturn, TypeAlias, cast

from . import dim_operations, polynomial
from .bounds import Bounds
from .diagnostics import CompilerBug, Diagnostic, DslError
from .polynomial import Polynomial, Symbol
from .polynomial_text import text_of


@dataclass(frozen=True, slots=True, eq=False, repr=False, weakref_slot=True)
class Dim:
    """An integer known at the call, such as `2*n + 1`; supports `+ - * // %` with ints and dims.

    `==` compares structure. `<`, `bool` and `int` raise DslError: while a function is built there
    is no number. Where a divisor is 0 at the call, evaluating raises ZeroDivisionError, unless the
    quotient has cancelled out (`n//m - n//m` is 0): a program's own division needs its own check.
    """

    terms: Polynomial
    names: frozenset[str] = field(init=False)
    bounds: Bounds = field(init=False)

    __array_ufunc__: ClassVar[None] = None  # So that NumPy integers leave the arithmetic to Dim.

    def __post_init__(self) -> None:
        object.__setattr__(self, "names", polynomial.names_in(self.terms))
        object.__setattr__(self, "bounds", polynomial.bounds_of(self.terms))

    def __reduce__(self) -> tuple[Any, ...]:
        return polynomial.interned, (Dim, self.terms)

    def __repr__(self) -> str:
        return text_of(self.terms)

    def __add__(self, other: object) -> Size:
        return _applied(polynomial.add, self, other)

    def __radd__(self, other: object) -> Size:
        return _applied(polynomial.add, other, self)

    def __sub__(self, other: object) -> Size:
        return _applied(_subtract, self, other)

    def __rsub__(self, other: object) -> Size:
        return _applied(_subtract, other, self)

    def __mul__(self, other: object) -> Size:
        return _applied(polynomial.multiply, self, other)

    def __rmul__(self, other: object) -> Size:
        return _applied(polynomial.multiply, other, self)

    def __floordiv__(self, other: object) -> Size:
        return _applied(_floor_divide, self, other)

    def __rfloordiv__(self, other: object) -> Size:
        return _applied(_floor_divide, other, self)

    def __mod__(self, other: object) -> Size:
        return _applied(_modulo, self, other)

    def __rmod__(self, other: object) -> Size:
        return _applied(_modulo, other, self)

    def __neg__(self) -> Size:
        return size_of(polynomial.scale(self.terms, -1))

    def __pos__(self) -> Size:
        return self

    def __lt__(self, other: object) -> NoReturn:
        raise _depends_on_call(f"`{self} < {other}`")

    def __le__(self, other: object) -> NoReturn:
        raise _depends_on_call(f"`{self} <= {other}`")

    def __gt__(self, other: object) -> NoReturn:
        raise _depends_on_call(f"`{self} > {other}`")

    def __ge__(self, other: object) -> NoReturn:
        raise _depends_on_call(f"`{self} >= {other}`")

    def __bool__(self) -> NoReturn:
        raise _depends_on_call(f"the truth of `{self}`")

    def __int__(self) -> NoReturn:
        raise _depends_on_call(f"the number `{self}`")

    def __index__(self) -> NoReturn:
        raise _depends_on_call(f"the number `{self}`")


Size: TypeAlias = int | Dim


def _applied(
    operation: Callable[[Polynomial, Polynomial], Polynomial], a: object, b: object
) -> Size:
    left, right = _terms_or_none(a), _terms_or_none(b)
    if left is None or right is None:
        return cast(Size, NotImplemented)
    return size_of(operation(left, right))


def _terms_or_none(value: object) -> Polynomial | None:
    if isinstance(value, Dim):
        return value.terms
    return polynomial.of_number(int(value)) if isinstance(value, (int, Integral)) else None


def _subtract(a: Polynomial, b: Polynomial) -> Polynomial:
    return polynomial.add(a, b, -1)


def _floor_divide(a: Polynomial, b: Polynomial) -> Polynomial:
    if not b:
        raise ZeroDivisionError("integer division by zero")
    return dim_operations.BUILD["floordiv"](a, b)


def _modulo(a: Polynomial, b: Polynomial) -> Polynomial:
    if not b:
        raise ZeroDivisionError("integer modulo by zero")
    return dim_operations.BUILD["mod"](a, b)


def _depends_on_call(what: str) -> DslError:
    return DslError(
        Diagnostic(
            "depends-on-call",
            f"{what} is known only when the function is called",
            help="use `if` or `while` inside a `@graph` function, or a number instead of a dim",
        )
    )


# --- making sizes -----------------------------------------------------------------------------


LARGEST = 2**48
"""The largest size of an axis."""


def symbol(name: str, low: int | None = 0, high: int | None = LARGEST) -> Dim:
    """The dim that is the symbol `name`, from `low` to `high` inclusive (None: no bound)."""
    bounds = (-math.inf if low is None else low, math.inf if high is None else high)
    return polynomial.interned(Dim, polynomial.of_atom(polynomial.interned(Symbol, name, bounds)))


def dims(names: str) -> Any:
    """A symbol for each name, for annotations.

    One name gives a `Dim`, several give a tuple of them, so the result has no static type. Raises
    DslError where a name is no identifier.
    """
    found = tuple(symbol(_checked_name(name)) for name in names.split())
    if not found:
        raise _unknown_annotation("`dims` needs at least one name")
    return found[0] if len(found) == 1 else found


def _checked_name(name: str) -> str:
    name = unicodedata.normalize("NFKC", name)  # As Python does with identifiers.
    if not name.isidentifier() or keyword.iskeyword(name):
        raise _unknown_annotation(f"a dim cannot be named `{name}`")
    return name


def size_of(terms: Polynomial) -> Size:
    """The size that a polynomial is."""
    number = polynomial.number_of(terms)
    return polynomial.interned(Dim, terms) if number is None else number


def terms_of(size: Size) -> Polynomial:
    """The polynomial that a size is."""
    return size.terms if isinstance(size, Dim) else polynomial.of_number(size)


def dim_min(first: Size, *others: Size) -> Size:
    """The least of the sizes."""
    return size_of(dim_operations.BUILD["min"](*map(terms_of, (first, *others))))


def dim_max(first: Size, *others: Size) -> Size:
    """The greatest of the sizes."""
    return size_of(dim_operations.BUILD["max"](*map(terms_of, (first, *others))))


def exact_div(a: Size, b: Size) -> Size | None:
    """The size `q` with `a == q * b` as polynomials; None if there is none or `b` is 0."""
    quotient = polynomial.exact_quotient(terms_of(a), terms_of(b))
    return None if quotient is None else size_of(quotient)


def common_factor(size: Size) -> int:
    """The greatest number that divides every coefficient of a size; 0 of the size 0."""
    return math.gcd(*(number for _, number in terms_of(size)))


def substitute(size: Size, mapping: Mapping[str, Size]) -> Size:
    """The size with symbols replaced by name.

    Where a divisor becomes the number 0, the division stays, and evaluating it raises.
    """
    if isinstance(size, int) or size.names.isdisjoint(mapping):
        return size
    symbol = polynomial.symbol_in(size.terms)
    if symbol is not None:
        return mapping[symbol.name]
    terms = {name: terms_of(mapping[name]) for name in size.names if name in mapping}
    return size_of(dim_operations.substitute(size.terms, terms))


# --- asking about sizes -----------------------------------------------------------------------


def symbols(size: Size) -> tuple[str, ...]:
    """The names of the symbols in a size, sorted."""
    return () if isinstance(size, int) else tuple(sorted(size.names))


def symbol_dims(size: Size) -> tuple[Dim, ...]:
    """The symbols in a size as dims, sorted by name."""
    if isinstance(size, Dim) and polynomial.symbol_in(size.terms) is not None:
        return (size,)
    parts = [terms_of(size)]
    parts += (part for each in polynomial.operations_in(parts[0]) for part in each.operands)
    atoms = {
        atom for part in parts for atom in polynomial.atoms_of(part) if isinstance(atom, Symbol)
    }
    ordered = sorted(atoms, key=lambda atom: atom.key)
    return tuple(polynomial.interned(Dim, polynomial.of_atom(atom)) for atom in ordered)


def interval(size: Size) -> tuple[int | None, int | None]:
    """Bounds of a size, both included; None where there is no known bound."""
    low, high = size.bounds if isinstance(size, Dim) else (size, size)
    return None if math.isinf(low) else int(low), None if math.isinf(high) else int(high)


def evaluate(size: Size, sizes: Mapping[str, int]) -> int:
    """The number that a size is where its symbols are `sizes`.

    Raises ZeroDivisionError as Python does.
    """
    if isinstance(size, int):
        return size
    missing = size.names.difference(sizes)
    if missing:
        raise CompilerBug(f"no value for `{'`, `'.join(sorted(missing))}` in the dim `{size}`")
    values: dict[object, int] = {}
    for operation in polynomial.operations_in(size.terms):
        operands = (_sum(operand, sizes, values) for operand in operation.operands)
        values[operation] = dim_operations.COMPUTE[operation.name](*operands)
    return _sum(size.terms, sizes, values)


def _sum(terms: Polynomial, sizes: Mapping[str, int], values: Mapping[object, int]) -> int:
    return sum(
        number
        * math.prod(
            sizes[atom.name] if isinstance(atom, Symbol) else values[atom] for atom in monomial
        )
        for monomial, number in terms
    )


# --- parsing ----------------------------------------------------------------------------------


def parse(text: str, named: Callable[[str], Size] = symbol) -> Size:
    """The size that an annotation such as `"2*S + 1"` means.

    Args:
        text: names, integers, `+ - * // %`, parentheses, `min` and `max`.
        named: what a name is: the symbol of a shape.

    Raises:
        DslError: for anything else.
    """
    try:
        return _size_of_node(ast.parse(text.strip(), mode="eval").body, named)
    except (SyntaxError, ValueError, ZeroDivisionError, RecursionError, MemoryError):
        raise _unknown_annotation(f"`{text}` is no size") from None


def _size_of_node(node: ast.expr, named: Callable[[str], Size]) -> Size:
    match node:
        case ast.Name(name):
            return named(name)
        case ast.Constant(int(number)) if not isinstance(number, bool):
            return number
        case ast.UnaryOp(ast.USub(), operand):
            return -_size_of_node(operand, named)
        case ast.BinOp(left, sign, right) if type(sign) in _OPERATORS:
            return _OPERATORS[type(sign)](_size_of_node(left, named), _size_of_node(right, named))
        case ast.Call(ast.Name("min" | "max" as name), [first, *others], []):
            function = dim_min if name == "min" else dim_max
            return function(*(_size_of_node(each, named) for each in (first, *others)))
        case _:
            raise ValueError(f"{type(node).__name__} has no size")


_OPERATORS: dict[type[ast.operator], Callable[[Any, Any], Size]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
}


def _unknown_annotation(message: str) -> DslError:
    return DslError(
        Diagnostic(
            "annotation-unknown",
            message,
            help='write sizes with names, integers, `+ - * // %`, `min` and `max`, as in "2*n + 1"',
        )
    )
