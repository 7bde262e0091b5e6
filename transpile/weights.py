"""What is worth a graph: whether arrays are computed with."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from .live import children
from .sugar import With
from .tree import (
    AnnotatedAssign,
    Assert,
    Assign,
    Attribute,
    AugmentedAssign,
    Binary,
    Block,
    Call,
    Compare,
    Conditional,
    Expression,
    ExpressionStatement,
    For,
    If,
    Logical,
    Name,
    Return,
    Statement,
    Subscript,
    Unary,
    While,
)

IsArray = Callable[[str], bool]
"""Whether a name holds arrays."""

_SIZES = ("shape", "ndim", "dtype", "size", "nbytes")
_SMALL = ("abs", "bool", "float", "int", "len", "max", "min", "range", "round", "str")
_COMPUTING = Binary | Compare | Unary | Logical | Conditional | Call


def is_heavy(e: Expression | None, is_array: IsArray) -> bool:
    """Whether an expression makes arrays, or computes with some."""
    if e is None or _is_size(e):
        return False
    if isinstance(e, Call):
        small = isinstance(e.function, Name) and e.function.id in _SMALL
        if not small:
            return True
        if isinstance(e.function, Name) and e.function.id == "len":
            return any(is_heavy(each, is_array) for each in e.arguments)
    parts = children(e)
    if any(is_heavy(part, is_array) for part in parts):
        return True
    return isinstance(e, _COMPUTING) and any(_holds_arrays(part, is_array) for part in parts)


def _is_size(e: Expression) -> bool:
    """Whether it is what an array says of itself, as in `x.shape[0]` and `len(x)`."""
    if isinstance(e, Call) and isinstance(e.function, Name) and e.function.id == "len":
        return all(isinstance(each, Name) for each in e.arguments)
    if isinstance(e, Subscript):
        e = e.value
    return isinstance(e, Attribute) and e.name in _SIZES


def _holds_arrays(e: Expression, is_array: IsArray) -> bool:
    """Whether a part of an expression is an array, or has one in it."""
    if isinstance(e, Name):
        return is_array(e.id)
    return not _is_size(e) and any(_holds_arrays(part, is_array) for part in children(e))


def is_heavy_statement(s: Statement, is_array: IsArray) -> bool:
    """The same for a statement; a loop is worth a graph whatever it computes."""
    if isinstance(s, While | For):
        return True
    if isinstance(s, AugmentedAssign) and _holds_arrays(s.target, is_array):
        return True
    heavy = any(is_heavy(e, is_array) for e in expressions_of(s))
    return heavy or any(is_heavy_statement(inner, is_array) for inner in statements_in(s))


def expressions_of(s: Statement) -> list[Expression]:
    """The expressions that a statement itself evaluates, without those of its blocks."""
    found: list[Expression | None] = []
    match s:
        case Assign():
            found = [s.value, *(e for t in s.targets for e in _evaluated(t))]
        case AnnotatedAssign():
            found = [s.value, *_evaluated(s.target)]
        case AugmentedAssign():
            found = [*_evaluated(s.target), s.value]
        case ExpressionStatement() | Return():
            found = [s.value]
        case Assert():
            found = [s.test, s.message]
        case If() | While():
            found = [s.test]
        case For():
            found = [s.iterable]
        case With():
            found = list(s.items)
    return [e for e in found if e is not None]


def _evaluated(target: Expression) -> Iterator[Expression]:
    """What a target evaluates: the index of an element, nothing of a name."""
    if isinstance(target, Subscript):
        yield target.index
    elif not isinstance(target, Name | Attribute):
        for part in children(target):
            yield from _evaluated(part)


def blocks_of(s: Statement) -> list[Block]:
    """The blocks of a statement."""
    match s:
        case If():
            found = [s.then, s.otherwise]
        case While() | For():
            found = [s.body, s.otherwise]
        case With():
            found = [s.body]
        case _:
            found = []
    return [block for block in found if block is not None]


def statements_in(s: Statement) -> list[Statement]:
    """The statements of a statement's blocks."""
    return [inner for block in blocks_of(s) for inner in block.statements]
