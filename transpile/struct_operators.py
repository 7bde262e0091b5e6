"""Operators, subscripts and NumPy's functions on structs: the methods of their classes.

x + y            y_add = Vector_add(g, x, y)
"""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from types import FunctionType
from typing import Any

import numpy as np
from numpy.lib.mixins import NDArrayOperatorsMixin

from dslc.ir.op import Op
from dslc.parametric import is_library

from . import fence, structs
from .binding import Argument
from .frame import Frame
from .kinds import (
    Built,
    Computed,
    Kind,
    Poison,
    Record,
    Sequence,
    StructMethod,
    Table,
    describe,
)
from .texts import text_of
from .tree import Attribute, Call, Expression

_ARITHMETIC = {
    "+": "add", "-": "sub", "*": "mul", "/": "truediv", "//": "floordiv", "%": "mod", "**": "pow",
    "@": "matmul", "<<": "lshift", ">>": "rshift", "&": "and", "|": "or", "^": "xor",
}  # fmt: skip
_COMPARING = {"<": "gt", "<=": "ge", ">": "lt", ">=": "le", "==": "eq", "!=": "ne"}
"""What Python calls on the right of a comparison, where the left does not answer."""

_NAMES = {"<": "lt", "<=": "le", ">": "gt", ">=": "ge", "==": "eq", "!=": "ne"}
_UFUNCS: dict[str, Any] = {
    "+": np.add, "-": np.subtract, "*": np.multiply, "/": np.true_divide, "//": np.floor_divide,
    "%": np.remainder, "**": np.power, "@": np.matmul, "<<": np.left_shift, ">>": np.right_shift,
    "&": np.bitwise_and, "|": np.bitwise_or, "^": np.bitwise_xor, "<": np.less,
    "<=": np.less_equal, ">": np.greater, ">=": np.greater_equal, "==": np.equal,
    "!=": np.not_equal,
}  # fmt: skip
"""What an array calls for an operator, on what has `__array_ufunc__`."""

_UNARY_UFUNCS: dict[str, Any] = {
    "__neg__": np.negative, "__pos__": np.positive, "__invert__": np.invert, "__abs__": np.absolute,
}  # fmt: skip

UNARY = {"-": "__neg__", "+": "__pos__", "~": "__invert__"}


def is_struct(kind: Kind) -> bool:
    """Whether a kind is a struct, and no slice."""
    return isinstance(kind, Record) and kind.cls is not slice


def method_of(kind: Kind, name: str) -> FunctionType | None:
    """A method that somebody wrote for the class of a struct; None where there is none."""
    found = _found(kind, name)
    written = isinstance(found, FunctionType) and not found.__code__.co_filename.startswith("<")
    return found if written else None


def _found(kind: Kind, name: str) -> Any:
    if not isinstance(kind, Record) or kind.cls is slice:
        return structs.ABSENT
    return inspect.getattr_static(kind.cls, name, structs.ABSENT)


def call(
    frame: Frame,
    kind: Kind,
    name: str,
    arguments: list[Kind],
    e: Expression,
    into: str | None,
    keywords: Mapping[str, Argument] | None = None,
) -> Kind | None:
    """A call of a method that a struct has; None where it gives NotImplemented, or is not there."""
    function = method_of(kind, name)
    if function is None or not isinstance(kind, Record):
        return None
    state, reported = frame.save(), len(frame.session.diagnostics)
    method = StructMethod(kind, function, f"{kind.cls.__name__}.{name}")
    structs.capture_member(frame, kind, name)
    given = [Argument(_passed(each), e.span) for each in arguments]
    as_call = Call(e.span, Attribute(e.span, e, name), (), ())
    decides, frame.decides = frame.decides, True  # which answer it gives must be known
    result = structs.call_method(frame, method, given, dict(keywords or {}), as_call, into)
    frame.decides = decides
    if isinstance(result, Built) and result.value is NotImplemented:
        frame.restore(state, within=True)
        del frame.session.diagnostics[reported:]
        return None
    return result


def _passed(kind: Kind) -> Kind:
    """An argument; a slice as one value."""
    if not (isinstance(kind, Record) and kind.cls is slice):
        return kind
    left_out = Built("None", None)
    fields = {
        name: left_out if isinstance(part, Built) and part.value is None else part
        for name, part in kind.fields.items()
    }
    parts = ", ".join(text_of(each) for each in fields.values())
    return Record(f"slice({parts})", slice, fields)


def binary(
    frame: Frame, operator: str, pair: tuple[Kind, Kind], e: Expression, into: str | None
) -> Kind | None:
    """`left operator right` where one of them is a struct; None where none is.

    Python asks the left one first, but the right one where its class comes from that of the left.
    """
    left, right = pair
    if not (is_struct(left) or is_struct(right)):
        return None
    comparing = operator in _COMPARING
    if not comparing and operator not in _ARITHMETIC:
        return None
    name = _NAMES[operator] if comparing else _ARITHMETIC[operator]
    reflected = f"__{_COMPARING[operator] if comparing else f'r{name}'}__"
    asked = [(left, f"__{name}__", right), (right, reflected, left)]
    if _comes_from(right, left, reflected):
        asked.reverse()
    if any(_is_tuple(each) and method_of(each, asked[n][1]) is None for n, each in enumerate(pair)):
        return None  # of a NamedTuple it is what tuples do
    for kind, method, other in asked:
        ufunc = _of_numpy(frame, operator, (kind, method, other), e)
        if isinstance(ufunc, Built):
            return _answered(frame, ufunc, [left, right], {}, e, into)
        result = ufunc or call(frame, kind, method, [other], e, into)
        if result is not None:
            return result
    if comparing and operator in ("==", "!="):
        return None
    said = f"`{operator}` between {describe(left)} and {describe(right)}"
    return fence.refuse(frame, said, e.span, help=_help(left, right, name))


def _help(left: Kind, right: Kind, name: str) -> str:
    kind, method = (left, f"__{name}__") if is_struct(left) else (right, f"__r{name}__")
    return f"define `{method}` in the class {describe(kind)}"


def _is_mixed_in(kind: Kind, name: str) -> bool:
    """Whether a method is that of NumPy's mixin, which calls a ufunc."""
    found = _found(kind, name)
    return isinstance(found, FunctionType) and found is vars(NDArrayOperatorsMixin).get(name)


def _ufunc(frame: Frame, ufunc: Any) -> Built:
    """A ufunc in the emitted text."""
    root = frame.session.root
    numpy = next((name for name, value in root.items() if value is np), None)
    return Built(f"{numpy or f'{frame.session.dslc}.annotations.np'}.{ufunc.__name__}", ufunc)


def _comes_from(right: Kind, left: Kind, reflected: str) -> bool:
    """Whether the class of the right one goes first."""
    if not (isinstance(left, Record) and isinstance(right, Record)) or left.cls is right.cls:
        return False
    return issubclass(right.cls, left.cls) and _found(right, reflected) is not _found(
        left, reflected
    )


def _is_tuple(kind: Kind) -> bool:
    return isinstance(kind, Record) and issubclass(kind.cls, tuple)


def _of_numpy(
    frame: Frame, operator: str, asked: tuple[Kind, str, Kind], e: Expression
) -> Built | Poison | None:
    """The ufunc that an array, a scalar, or NumPy's mixin calls; None where there is none."""
    kind, method, other = asked
    if _is_mixed_in(kind, method) and _found(other, "__array_ufunc__") is not None:
        return _ufunc(frame, _UFUNCS[operator])
    is_array = isinstance(kind, Computed) and getattr(kind.type, "dtype", None) is not None
    is_scalar = isinstance(kind, Built) and isinstance(kind.value, np.generic)
    if not (is_array or is_scalar):
        return None
    override = _found(other, "__array_ufunc__")
    if override is None:
        return None
    if isinstance(override, FunctionType):
        return _ufunc(frame, _UFUNCS[operator])
    return fence.refuse(
        frame, f"`{operator}` between an array and {describe(other)}, of which NumPy makes an "
        "array of objects,", e.span,
        help="set `__array_ufunc__ = None` in its class, so that NumPy leaves it to the struct",
    )  # fmt: skip


def unary(frame: Frame, operator: str, kind: Kind, e: Expression, into: str | None) -> Kind | None:
    """`-x`, `+x` or `~x` of a struct; None for anything else."""
    if not is_struct(kind) or operator not in UNARY:
        return None
    return one(frame, kind, UNARY[operator], e, into, f"`{operator}`")


def one(frame: Frame, kind: Kind, name: str, e: Expression, into: str | None, what: str) -> Kind:
    """What a method without arguments gives; refused where the class does not have it."""
    if _is_mixed_in(kind, name):
        return _answered(frame, _ufunc(frame, _UNARY_UFUNCS[name]), [kind], {}, e, into)
    result = call(frame, kind, name, [], e, into)
    if result is not None:
        return result
    help_ = f"define `{name}` in the class {describe(kind)}"
    return fence.refuse(frame, f"{what} of a `{describe(kind)}`", e.span, help=help_)


def item(frame: Frame, kind: Kind, key: Kind, e: Expression, into: str | None) -> Kind:
    """`x[key]` of a struct."""
    if isinstance(key, Poison):
        return key
    result = call(frame, kind, "__getitem__", [key], e, into)
    if result is not None:
        return result
    help_ = f"define `__getitem__` in the class {describe(kind)}"
    return fence.refuse(frame, f"indexing a `{describe(kind)}`", e.span, help=help_)


# --- NumPy's functions ----------------------------------------------------------------------------


def numpy_call(
    frame: Frame,
    callee: Built,
    arguments: list[Argument],
    keywords: Mapping[str, Argument],
    e: Call,
    into: str | None,
) -> Kind | None:
    """A call of a function of NumPy on a struct, by NumPy's own protocols; None for another one."""
    function, given = callee.value, [a.kind for a in arguments]
    own = [each for each in _within(given) if is_struct(each)]
    if not own or isinstance(function, Op) or not _is_numpy(function):
        return None
    if isinstance(function, np.ufunc):
        return _answered(frame, callee, given, keywords, e, into)
    asked = asked_by(function, given, {n: a.kind for n, a in keywords.items()})
    for each in asked:
        types = Sequence("", tuple(structs.class_kind(frame, one) for one in asked))
        named = Table("", {name: argument.kind for name, argument in keywords.items()})
        passed: list[Kind] = [callee, types, Sequence("", tuple(given)), named]
        result = call(frame, each, "__array_function__", passed, e, into)
        if result is not None:
            return result
    return None if _is_tuple(own[0]) else _refuse(frame, callee, own[0], "__array_function__", e)


def asked_by(function: Any, arguments: list[Kind], keywords: Mapping[str, Kind]) -> list[Record]:
    """The structs whose `__array_function__` NumPy calls, the first of each class, in its order."""
    asked: list[Record] = []

    def probe(kind: Record) -> Any:
        def answer(self: Any, *_: Any) -> Any:
            if all(each.cls is not kind.cls for each in asked):
                asked.append(kind)
            return NotImplemented

        return type("Probe", (), {"__array_function__": answer})()

    def stand_in(kind: Kind) -> Any:
        if isinstance(kind, Sequence):
            return [stand_in(item) for item in kind.items]
        return probe(kind) if isinstance(kind, Record) else None

    if hasattr(function, "_implementation"):
        with suppress(Exception):  # it has no values to compute with
            function(*map(stand_in, arguments), **{n: stand_in(k) for n, k in keywords.items()})
    return asked


def _within(kinds: Iterable[Kind]) -> Iterator[Record]:
    """The structs among arguments, and in lists and tuples among them."""
    for kind in kinds:
        if isinstance(kind, Record):
            yield kind
        elif isinstance(kind, Sequence):
            yield from _within(kind.items)


def _is_numpy(function: Any) -> bool:
    module = getattr(function, "__module__", None) or ""
    return isinstance(function, np.ufunc) or module.partition(".")[0] == "numpy"


def _answered(
    frame: Frame,
    callee: Built,
    operands: list[Kind],
    keywords: Mapping[str, Argument],
    e: Expression,
    into: str | None,
) -> Kind:
    """What `__array_ufunc__` of the first struct that answers gives."""
    method: Kind = Built("'__call__'", "__call__")
    for each in operands:
        if is_struct(each):
            given: list[Kind] = [callee, method, *operands]
            result = call(frame, each, "__array_ufunc__", given, e, into, keywords)
            if result is not None:
                return result
    first = next(each for each in operands if is_struct(each))
    return _refuse(frame, callee, first, "__array_ufunc__", e)


def _refuse(frame: Frame, callee: Built, kind: Kind, name: str, e: Expression) -> Poison:
    help_ = f"define `{name}` in the class {describe(kind)}, or call it on the fields"
    if isinstance(kind, Record) and is_library(kind.cls):
        help_ = "call it on the fields, or on each row in a loop"
    return fence.refuse(frame, f"`{callee.text}` of a `{describe(kind)}`", e.span, help=help_)
