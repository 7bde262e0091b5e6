"""Expressions: their kinds, and the nodes they become."""

from __future__ import annotations

import builtins
import operator as python
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from dslc.ir.dims import symbol
from dslc.ir.facts import Facts
from dslc.ir.op import REGISTRY, Op, RuleError
from dslc.ir.types import INT, INT_MAX, INT_MIN, NumberType, TensorType, type_of_python

from . import calls, fence
from .branches import choose, choose_while_building, logical
from .frame import Frame, NeedsBuild
from .indexing import index, item
from .kinds import (
    ATOM,
    POISON,
    UNKNOWN,
    Built,
    Computed,
    Kind,
    MaybeUnbound,
    Method,
    Poison,
    Record,
    Sequence,
    Sized,
    describe,
    is_number,
    is_run,
    opened,
    rank_of,
    type_of_kind,
)
from .operations import apply
from .texts import has_unknown, text_of, value_of
from .tree import (
    Attribute,
    Binary,
    Call,
    Compare,
    Conditional,
    Constant,
    Expression,
    List,
    Logical,
    Name,
    Slice,
    Subscript,
    Tuple,
    Unary,
)
from .writer import quoted

BINARY: dict[str, Callable[[Any, Any], Any]] = {
    "+": python.add,
    "-": python.sub,
    "*": python.mul,
    "/": python.truediv,
    "//": python.floordiv,
    "%": python.mod,
    "**": python.pow,
    "@": python.matmul,
    "<<": python.lshift,
    ">>": python.rshift,
    "&": python.and_,
    "|": python.or_,
    "^": python.xor,
}
COMPARE: dict[str, Callable[[Any, Any], Any]] = {
    "<": python.lt,
    "<=": python.le,
    ">": python.gt,
    ">=": python.ge,
    "==": python.eq,
    "!=": python.ne,
    "is": python.is_,
    "is not": python.is_not,
    "in": lambda a, b: a in b,
    "not in": lambda a, b: a not in b,
}
UNARY: dict[str, Callable[[Any], Any]] = {
    "-": python.neg,
    "+": python.pos,
    "~": python.invert,
    "not": python.not_,
}


def by_operator(text: str) -> Op | None:
    """The op a Python operator means: `+`, or `-x` for a unary one."""
    return next((op for op in REGISTRY.values() if op.operator == text), None)


def expression(frame: Frame, e: Expression, into: str | None = None) -> Kind:
    """Walk an expression; its last node is called `into` when that is given."""
    match e:
        case Name():
            return name(frame, e)
        case Constant():
            text = quoted(e.value) if isinstance(e.value, str) else frame.source(e.span)
            return Built(text, e.value)
        case Attribute():
            return attribute(frame, e, into)
        case Subscript():
            return subscript(frame, e, into)
        case Call():
            return call(frame, e, into)
        case Unary():
            return unary(frame, e, into)
        case Binary():
            operands = expression(frame, e.left), expression(frame, e.right)
            return binary(frame, e.operator, operands, e, into, (e.left.span, e.right.span))
        case Compare():
            return compare(frame, e, into)
        case Logical():
            thunks = [lambda part=part: expression(frame, part) for part in e.operands]
            return logical(frame, e.operator, thunks, e.span, into, as_test=False)
        case Conditional():
            return conditional(frame, e, into)
        case Tuple() | List():
            items = tuple(expression(frame, item) for item in e.items)
            if any(isinstance(item, Poison) for item in items):
                return POISON
            return Sequence("", items, isinstance(e, List))
        case _:
            return opaque(frame, e)


def test(frame: Frame, e: Expression, into: str | None = None) -> Kind:
    """Walk an expression of which only the truth is wanted."""
    match e:
        case Logical():
            thunks = [lambda part=part: test(frame, part) for part in e.operands]
            return logical(frame, e.operator, thunks, e.span, into, as_test=True)
        case _:
            kind = expression(frame, e, into)
    if isinstance(kind, Sequence) and is_run(kind):
        return Built(repr(bool(kind.items)), bool(kind.items))
    rank = rank_of(kind)
    if isinstance(kind, Computed) and rank:
        return frame.refuse(
            "truth-of-array",
            "an array with axes has no single truth value",
            e.span,
            label=f"this is {describe(kind)}",
            help="reduce it with `np.any(...)` or `np.all(...)`",
        )
    return kind


# --- names and attributes ---------------------------------------------------------------------


def name(frame: Frame, e: Name) -> Kind:
    """What a name refers to: a local, a global of the module, or a builtin."""
    kind = frame.environment.get(e.id)
    if isinstance(kind, MaybeUnbound):
        return frame.refuse(
            "unbound-name",
            f"`{e.id}` is not bound on every path to this line",
            e.span,
            label=kind.why,
            help=f"bind `{e.id}` before, or on every path",
        )
    if kind is not None:
        return kind
    if e.id in frame.order:
        return frame.refuse(
            "unbound-name", f"`{e.id}` is read before anything is bound to it", e.span
        )
    if e.id in frame.session.namespace:
        return frame.capture(e.id, frame.session.namespace[e.id], e.span)
    if hasattr(builtins, e.id):
        return Built(e.id, getattr(builtins, e.id))
    return frame.refuse("unbound-name", f"the name `{e.id}` is not defined", e.span)


def attribute(frame: Frame, e: Attribute, into: str | None) -> Kind:
    """`object.name`:

    a field, a property of an array, a method, or an attribute of a build value.
    """
    kind = expression(frame, e.value)
    match kind:
        case Poison():
            return kind
        case Record(fields=fields):
            if e.name in fields:
                return fields[e.name]
            if hasattr(kind.cls, e.name):
                return fence.refuse(frame, "a method of a struct", e.span)
            return frame.refuse(
                "unknown-attribute", f"`{kind.cls.__name__}` has no field `{e.name}`", e.span
            )
        case Computed() | Sized():
            return _array_attribute(frame, kind, e, into)
        case Built(value=value) if value is UNKNOWN:
            return Built(f"{_atom(kind)}.{e.name}")
        case Built(value=value):
            try:
                return Built(f"{_atom(kind)}.{e.name}", getattr(value, e.name))
            except AttributeError:
                return frame.refuse(
                    "unknown-attribute", f"{describe(kind)} has no attribute `{e.name}`", e.span
                )
    if isinstance(kind, Sequence) and e.name in _CHANGING:
        return fence.refuse(frame, "changing a list in place", e.span)
    return frame.refuse(
        "unknown-attribute", f"{describe(kind)} has no attribute `{e.name}` here", e.span
    )


_CHANGING = ("append", "clear", "extend", "insert", "pop", "remove", "reverse", "sort")


def _array_attribute(frame: Frame, kind: Computed | Sized, e: Attribute, into: str | None) -> Kind:
    type_ = type_of_kind(kind)
    if e.name == "T":
        return apply(
            frame, REGISTRY["transpose"], [kind], {}, e.span, into=into, spans=[e.value.span]
        )
    if e.name == "shape" and isinstance(kind, Computed):
        if not isinstance(type_, TensorType):
            return _depends(frame, kind, e) if type_ is None else Sequence("", ())
        return Sequence(
            "", tuple(Sized(f"{kind.text}.shape[{i}]", s) for i, s in enumerate(type_.shape))
        )
    if e.name in ("ndim", "size", "dtype") and isinstance(kind, Computed):
        if type_ is None:
            return Built(f"{kind.text}.{e.name}")
        if isinstance(type_, NumberType):
            return frame.refuse("unknown-attribute", f"a Python {type_} has no `{e.name}`", e.span)
        return _property(kind, type_, e.name)
    if calls.by_method(e.name) is not None:
        return Method(kind, e.name)
    return frame.refuse(
        "unknown-attribute", f"`.{e.name}` of {describe(kind)} is not part of the language", e.span
    )


def _property(kind: Computed, type_: Any, name: str) -> Kind:
    text = f"{kind.text}.{name}"
    shape = type_.shape if isinstance(type_, TensorType) else ()
    if name == "ndim":
        return Built(text, len(shape))
    if name == "dtype":
        return Built(text, type_.dtype)
    total: Any = 1
    for size in shape:
        total = total * size
    return Sized(text, total)


def _depends(frame: Frame, kind: Kind, e: Expression) -> Kind:
    return frame.refuse(
        "depends-on-static",
        "what this is depends on a build-time parameter",
        e.span,
        label=f"this is {describe(kind)}",
    )


# --- operators --------------------------------------------------------------------------------


def _atom(kind: Built | Sized) -> str:
    return kind.text if kind.tight == ATOM else f"({kind.text})"


def unary(frame: Frame, e: Unary, into: str | None) -> Kind:
    """`-x`, `+x`, `~x`, `not x`."""
    operand = test(frame, e.operand) if e.operator == "not" else expression(frame, e.operand)
    spaced = "not " if e.operator == "not" else e.operator
    match operand:
        case Poison():
            return operand
        case Built():
            return _built(
                _number(operand),
                lambda a: UNARY[e.operator](a),
                f"{spaced}{_atom(operand)}",
                operand,
            )
        case Sized() if e.operator == "-":
            return Sized(f"-{_atom(operand)}", -operand.size, tight=0)
        case Sized() if e.operator == "+":
            return operand
    op = REGISTRY["not"] if e.operator == "not" else by_operator(f"{e.operator}x")
    if op is None:
        return fence.refuse(frame, f"the operator `{e.operator}` on run-time values", e.span)
    return apply(frame, op, [operand], {}, e.span, into=into, spans=[e.operand.span])


def binary(
    frame: Frame,
    operator: str,
    operands: tuple[Kind, Kind],
    e: Expression,
    into: str | None,
    spans: tuple[Any, Any],
) -> Kind:
    """`left operator right` on two kinds."""
    left, right = operands
    if isinstance(left, Poison) or isinstance(right, Poison):
        return POISON
    if isinstance(left, Sequence) or isinstance(right, Sequence):
        return _sequences(frame, operator, left, right, e)
    if isinstance(left, Built) and isinstance(right, Built):
        return _built_binary(operator, left, right)
    if isinstance(left, Built | Sized) and isinstance(right, Built | Sized):
        sized = _sized_binary(operator, left, right)
        if sized is not None:
            return sized
    op = by_operator(operator)
    if op is None:
        return fence.refuse(frame, f"the operator `{operator}` on run-time values", e.span)
    return apply(frame, op, [left, right], {}, e.span, into=into, spans=spans)


def _built_type(operator: str, left: Built, right: Built) -> NumberType | None:
    """The type of arithmetic on build-time numbers whose values are not known."""
    types = type_of_kind(left), type_of_kind(right)
    op = by_operator(operator)
    if op is None or None in types:
        return None
    try:
        _, (result,) = op.infer(Facts(), tuple(map(opened, types)), {})  # type: ignore[arg-type]
    except RuleError:
        return None
    return result if isinstance(result, NumberType) else None


def _built(
    type_: NumberType | None, compute: Callable[..., Any], text: str, *operands: Built
) -> Built:
    if not all(operand.known for operand in operands):
        return Built(text, tight=0, type=type_)
    try:
        return Built(text, compute(*(operand.value for operand in operands)), tight=0)
    except (
        Exception
    ):  # whatever it raises, it will raise when the graph is built, with the user's line
        return Built(text, tight=0)


def _number(kind: Built) -> NumberType | None:
    type_ = opened(type_of_kind(kind))
    return type_ if isinstance(type_, NumberType) else None


def _built_binary(operator: str, left: Built, right: Built) -> Built:
    text, tight = _infix(operator, left, right)
    kind = _built(_built_type(operator, left, right), BINARY[operator], text, left, right)
    return replace(kind, tight=tight)


def _infix(operator: str, left: Built | Sized, right: Built | Sized) -> tuple[str, int]:
    """The text of arithmetic, with the parentheses it needs, and how tightly it holds together."""
    tight = {"+": 1, "-": 1, "*": 2, "/": 2, "//": 2, "%": 2}.get(operator, 0)
    a = left.text if left.tight >= tight > 0 else _atom(left)
    b = right.text if right.tight > tight > 0 else _atom(right)
    return f"{a} {operator} {b}", tight


def _sized_binary(operator: str, left: Built | Sized, right: Built | Sized) -> Sized | None:
    """Arithmetic on sizes that stays Python in the emitted text; None where it is the graph's."""
    a, b = _size(left), _size(right)
    if a is None or b is None or operator not in ("+", "-", "*", "//", "%"):
        return None
    if operator in ("//", "%") and not (isinstance(b, int) and b > 0):
        return None
    text, tight = _infix(operator, left, right)
    return Sized(text, BINARY[operator](a, b), tight)


def _size(kind: Built | Sized) -> Any:
    if isinstance(kind, Sized):
        return kind.size
    if kind.known:
        return kind.value if type(kind.value) is int and INT_MIN <= kind.value <= INT_MAX else None
    # Not known here; taken as a size, which it usually is. The builder knows.
    return symbol(f"<{kind.text}>") if kind.type == INT else None


def _sequences(frame: Frame, operator: str, left: Kind, right: Kind, e: Expression) -> Kind:
    if (
        operator == "+"
        and isinstance(left, Sequence)
        and isinstance(right, Sequence)
        and left.is_list == right.is_list
    ):
        return Sequence("", left.items + right.items, left.is_list)
    if (
        operator == "*"
        and isinstance(left, Sequence)
        and isinstance(right, Built)
        and type(right.value) is int
    ):
        return Sequence("", left.items * right.value, left.is_list)
    return fence.refuse(
        frame, f"`{operator}` between {describe(left)} and {describe(right)}", e.span
    )


def compare(frame: Frame, e: Compare, into: str | None) -> Kind:
    """A comparison, or a chain of them:

    `a < b < c` evaluates `b` once and stops at the first that fails.
    """
    left = expression(frame, e.left)
    if len(e.operators) == 1:
        right = expression(frame, e.rights[0])
        return _compare(frame, e.operators[0], (left, right), (e.left, e.rights[0]), e, into)
    kinds = [left]

    def link(number: int) -> Kind:
        kinds.append(expression(frame, e.rights[number]))
        parts = (e.rights[number - 1] if number else e.left, e.rights[number])
        return _compare(
            frame, e.operators[number], (kinds[number], kinds[number + 1]), parts, e, None
        )

    return logical(
        frame,
        "and",
        [lambda i=i: link(i) for i in range(len(e.operators))],
        e.span,
        into,
        as_test=False,
    )


def _compare(
    frame: Frame,
    operator: str,
    kinds: tuple[Kind, Kind],
    parts: tuple[Expression, Expression],
    e: Expression,
    into: str | None,
) -> Kind:
    left, right = map(as_built, kinds)
    if isinstance(left, Poison) or isinstance(right, Poison):
        return POISON
    if isinstance(left, Sequence) and isinstance(right, Sequence) and operator in ("==", "!="):
        return _compare_items(frame, operator, (left, right), parts, e, into)
    if isinstance(left, Built) and isinstance(right, Built):
        text = f"{_atom(left)} {operator} {_atom(right)}"
        return _built(NumberType("bool"), COMPARE[operator], text, left, right)
    if operator in ("is", "is not"):
        return _identity(frame, operator, left, right, e)
    op = by_operator(operator)
    if op is None:
        return fence.refuse(frame, f"`{operator}` on run-time values", e.span)
    return apply(frame, op, [left, right], {}, e.span, into=into, spans=[p.span for p in parts])


def _compare_items(
    frame: Frame,
    operator: str,
    pair: tuple[Sequence, Sequence],
    parts: tuple[Expression, Expression],
    e: Expression,
    into: str | None,
) -> Kind:
    """Two tuples are equal when all their items are."""
    left, right = pair
    if len(left.items) != len(right.items) or left.is_list != right.is_list or not left.items:
        same = len(left.items) == len(right.items) and left.is_list == right.is_list
        return Built(repr(same == (operator == "==")), same == (operator == "=="))
    thunks = [
        lambda a=a, b=b: _compare(frame, operator, (a, b), parts, e, None)
        for a, b in zip(left.items, right.items, strict=True)
    ]
    return logical(frame, "and" if operator == "==" else "or", thunks, e.span, into, as_test=False)


def as_built(kind: Kind) -> Kind:
    """A tuple or list of build-time values as one build-time value; other kinds as they are."""
    if not isinstance(kind, Sequence) or not all(isinstance(item, Built) for item in kind.items):
        return kind
    value = value_of(kind)
    if has_unknown(value):
        return Built(text_of(kind))
    return Built(text_of(kind), list(value) if kind.is_list else value)


def _identity(frame: Frame, operator: str, left: Kind, right: Kind, e: Expression) -> Kind:
    """`x is None` of a value is known: it is not."""
    for one, other in ((left, right), (right, left)):
        if (
            isinstance(one, Built)
            and one.known
            and one.value is None
            and not isinstance(other, Built)
        ):
            return Built(repr(operator == "is not"), operator == "is not")
    return fence.refuse(frame, f"`{operator}` between run-time values", e.span)


def conditional(frame: Frame, e: Conditional, into: str | None) -> Kind:
    """`then if test else otherwise`."""
    tested = test(frame, e.test)
    if isinstance(tested, Poison):
        return tested
    if isinstance(tested, Built):
        named = (
            lambda name: expression(frame, e.then, name),
            lambda name: expression(frame, e.otherwise, name),
        )
        return choose_while_building(frame, tested, named, e.span, into)
    thunks = (lambda: expression(frame, e.then), lambda: expression(frame, e.otherwise))
    return choose(frame, tested, thunks, e.span, into)


# --- subscripts, calls, the rest --------------------------------------------------------------


def subscript(frame: Frame, e: Subscript, into: str | None) -> Kind:
    """`value[index]`."""
    value = expression(frame, e.value)
    if isinstance(value, Poison):
        return value
    if isinstance(value, Sequence):
        position = index_kinds(frame, e.index)
        whole = as_built(value)
        if not (isinstance(whole, Built) and isinstance(position, Built) and not position.known):
            return item(frame, value, position, e)
        value = whole
    if isinstance(value, Computed):
        return index(frame, value, index_kinds(frame, e.index), e, into)
    position = index_kinds(frame, e.index)
    if isinstance(value, Built) and isinstance(position, Built):
        if value.known and not position.known and position.type == INT:
            return Built(f"{_atom(value)}[{position.text}]", type=_item_type(value.value))
        return _built(None, lambda a, b: a[b], f"{_atom(value)}[{position.text}]", value, position)
    if isinstance(position, Computed) and position.loop is not None:
        raise NeedsBuild(position.loop, e.index.span)
    return frame.refuse(
        "unsupported-construct", f"{describe(value)} cannot be indexed here", e.span
    )


def _item_type(container: object) -> NumberType | None:
    """The type that all items of a tuple or list of numbers have."""
    if not isinstance(container, tuple | list) or not all(map(is_number, container)):
        return None
    types = {opened(type_of_python(item)) for item in container}
    only = types.pop() if len(types) == 1 else None
    return only if isinstance(only, NumberType) else None


def index_kinds(frame: Frame, e: Expression) -> Kind:
    """An index:

    numbers as kinds, a slice as a `Slices` record of its three parts, several as a Sequence.
    """
    if isinstance(e, Tuple):
        return Sequence("", tuple(index_kinds(frame, part) for part in e.items))
    if isinstance(e, Slice):
        parts = [
            Built("", None) if p is None else expression(frame, p)
            for p in (e.start, e.stop, e.step)
        ]
        return Record("", slice, dict(zip(("start", "stop", "step"), parts, strict=True)))
    return expression(frame, e)


def call(frame: Frame, e: Call, into: str | None) -> Kind:
    """A call: function first, then arguments left to right, as Python evaluates them."""
    callee = expression(frame, e.function)
    if isinstance(callee, Poison):
        return callee
    arguments = [calls.Argument(expression(frame, a), a.span) for a in e.arguments]
    keywords = {}
    for keyword in e.keywords:
        if keyword.name is None:
            return fence.refuse(frame, "`**` in a call", keyword.value.span)
        keywords[keyword.name] = calls.Argument(
            expression(frame, keyword.value), keyword.value.span
        )
    return calls.call(frame, callee, arguments, keywords, e, into)


def opaque(frame: Frame, e: Expression) -> Kind:
    """An expression the language has no form for:

    plain Python if all it reads is known while building.
    """
    reads = fence.reads_of(e)
    for read in reads:
        kind = frame.environment.get(read)
        if isinstance(kind, Computed) and kind.loop is not None:
            raise NeedsBuild(kind.loop, e.span)
        if kind is not None and is_run(kind):
            for bound in getattr(e, "binds", ()):
                frame.bind(bound, POISON)
            return fence.refuse(frame, fence.construct_of(e), e.span)
    return Built(frame.source(e.span), tight=0)
