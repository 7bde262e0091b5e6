"""Functions of `dslc.array_api` in graph functions: their bodies run, each op in them is a node.

y = xp.var(x, correction=1)        y = g.var(x, ddof=1)
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from dslc.ir.calling import SKETCH
from dslc.ir.diagnostics import DslError
from dslc.ir.dims import Dim, Size
from dslc.ir.keys import spell_key, split_key
from dslc.ir.op import Op, RuleError
from dslc.ir.spellings import by_function
from dslc.ir.traced import Traced
from dslc.ir.types import Type

from .array_calls import array_call
from .binding import Argument
from .frame import Frame
from .kind_parts import retext
from .kinds import POISON, Built, Computed, Kind, Poison, Sequence, type_of_kind
from .operations import apply
from .texts import text_of
from .tree import Call
from .writer import quoted

if TYPE_CHECKING:
    from dslc.array_api.function import Function

OpCall: TypeAlias = Callable[..., Kind]
"""Emits a call of an op: `op_call(frame, op, arguments, keywords, e, into, by_name=...)`."""


def is_array_api(function: Any) -> bool:
    """Whether an object is a function of the namespace; who has one has loaded that."""
    module = sys.modules.get("dslc.array_api.function")
    return module is not None and isinstance(function, module.Function)


def array_api_call(
    frame: Frame,
    callee: Built,
    arguments: list[Argument],
    keywords: Mapping[str, Argument],
    e: Call,
    into: str | None,
    op_call: OpCall,
) -> Kind:
    """What a function of the namespace gives."""
    function: Function = callee.value

    def run(emitting: Emitting) -> Kind:
        given = function.__signature__.bind(*arguments, **keywords)
        device = given.arguments.pop("device", None)
        if device is not None and _value(device) not in (None, "cpu"):
            raise TypeError('`device` is "cpu"')
        if function.__name__ == "asarray":
            dtype = {n: each for n, each in given.arguments.items() if n == "dtype"}
            return array_call(frame, np.asarray, [given.arguments["obj"]], dtype, e, into)
        for name, argument in given.arguments.items():
            given.arguments[name] = _placed(argument)
        return emitting.kind_of(function.__wrapped__(*given.args, **given.kwargs))

    return emitted(frame, callee, e, into, op_call, run)


def emitted(
    frame: Frame,
    callee: Built,
    e: Call,
    into: str | None,
    op_call: OpCall,
    run: Callable[[Emitting], Kind],
) -> Kind:
    """What a function gives that is run with each op in it a node; reports what it refuses."""
    emitting = Emitting(frame, e, op_call)
    token = SKETCH.set(emitting)
    try:
        kind = run(emitting)
    except Refused:
        return POISON
    except (TypeError, ValueError) as error:
        return frame.refuse("argument-mismatch", f"`{callee.text}`: {error}", e.span)
    except RuleError as error:
        return frame.refuse(error.code, error.message, e.span, help=error.help)
    except DslError as error:
        first = error.diagnostics[0]
        return frame.refuse(first.code, first.message, e.span, help=first.help)
    finally:
        SKETCH.reset(token)
    return _bound(frame, kind, into)


def _bound(frame: Frame, kind: Kind, into: str | None) -> Kind:
    """The kind under the name of the target, where the line just written can bind that."""
    named = isinstance(kind, Computed | Sequence) and kind.text
    if into is not None and named and frame.writer.retarget(named, into):
        return retext(kind, into)
    return kind


class Refused(Exception):
    """An op was refused, which is reported."""


class Placed(Traced):
    """An argument, or what an op gave, as a value that the body of a function works on."""

    __slots__ = ()

    def __init__(self, argument: Argument) -> None:
        super().__init__(argument)  # type: ignore[arg-type]

    @property
    def argument(self) -> Argument:
        """The argument."""
        return self.operand  # type: ignore[return-value]

    @property
    def type(self) -> Type:
        """Its type.

        Raises:
            RuleError: `depends-on-static` where a build-time parameter decides it.
        """
        found = type_of_kind(self.argument.kind)
        if found is None:
            raise RuleError("depends-on-static", "the type depends on a build-time parameter")
        return found


def _placed(argument: Any) -> Any:
    """An argument as the body takes it: what it decides by is itself, all else a value.

    Raises:
        TypeError: for a decision that is no literal.
    """
    if isinstance(argument, tuple):
        return tuple(map(_placed, argument))
    if argument is None or isinstance(argument, Traced):
        return argument
    kind = argument.kind
    if isinstance(kind, Sequence) and any(_is_array(item) for item in kind.items):
        return [_placed(Argument(item, argument.span)) for item in kind.items]
    if isinstance(kind, Built) and (kind.value is None or isinstance(kind.value, bool)):
        if kind.text != repr(kind.value):
            raise TypeError(f"write {kind.value} in place of `{kind.text}`")
        return kind.value
    return Placed(argument)


def _is_array(kind: Kind) -> bool:
    return isinstance(kind, Computed)


def _value(argument: Argument) -> Any:
    return argument.kind.value if isinstance(argument.kind, Built) else argument


class Emitting:
    """Where the ops of a body go: the emitted text."""

    def __init__(self, frame: Frame, e: Call, op_call: OpCall) -> None:
        self.facts = frame.facts
        self._frame = frame
        self._e = e
        self._op_call = op_call
        self._wholes: list[tuple[tuple[Any, ...], Sequence]] = []

    def apply(self, op: Op, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> Any:
        """What an op gives for these."""
        if op.keyed:
            return self._indexed(op, args)
        return self._emitted(op, args, kwargs, by_name=False)

    def _indexed(self, op: Op, args: tuple[Any, ...]) -> Any:
        """What an op gives whose last argument is an index."""
        form, numbers = split_key(args[-1])
        kinds = [self.argument(number).kind for number in numbers]
        key = form, f"{self._frame.g}.s_[{spell_key(form, [text_of(kind) for kind in kinds])}]"
        operands = [self.argument(arg).kind for arg in args[:-1]]
        span = self._e.span
        kind = apply(self._frame, op, [*operands, *kinds], {}, span, key=key)
        return self.made(lambda frame, e: kind)

    def apply_numpy(self, function: Any, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> Any:
        """What a function of NumPy gives for these."""
        op = by_function(function)
        if op is None:
            raise TypeError(f"`np.{function.__name__}` means no op")
        return self._emitted(op, args, kwargs, by_name=True)

    def take_as_equal(self, left: Size, right: Size) -> None:
        """Nothing: the rule of the op relies on that."""

    def _emitted(
        self, op: Op, args: tuple[Any, ...], kwargs: Mapping[str, Any], *, by_name: bool
    ) -> Any:
        named = {n: v for n, v in kwargs.items() if not _is_default(op, n, v)}
        count = len(args)
        if op.starred is None:
            while count > len(op.operands) and _is_default(op, op.call[count - 1], args[count - 1]):
                count -= 1
            args = args[:count]
        given = [self.argument(arg) for arg in args]
        keywords = {name: self.argument(value) for name, value in named.items()}
        kind = self._op_call(self._frame, op, given, keywords, self._e, None, by_name=by_name)
        if isinstance(kind, Poison):
            raise Refused
        span = self._e.span
        if not isinstance(kind, Sequence):
            return op.in_numpy((Placed(Argument(kind, span)),))
        items = tuple(Placed(Argument(item, span)) for item in kind.items)
        self._wholes.append((items, kind))
        return op.in_numpy(items)

    def made(self, make: Callable[[Frame, Call], Kind]) -> Any:
        """What something else gives that is emitted here."""
        kind = make(self._frame, self._e)
        if isinstance(kind, Poison):
            raise Refused
        return Placed(Argument(kind, self._e.span))

    def argument(self, value: Any) -> Argument:
        """A value of the body as the argument of a call."""
        if isinstance(value, Placed):
            return value.argument
        if isinstance(value, list | tuple):
            kinds = tuple(self.argument(item).kind for item in value)
            return Argument(Sequence("", kinds, isinstance(value, list)), self._e.span)
        assert not isinstance(value, Dim), "a body says sizes by what has them"
        if isinstance(value, np.dtype | type):
            value = np.dtype(value).name
        text = quoted(value) if isinstance(value, str) else repr(value)
        return Argument(Built(text, value), self._e.span)

    def kind_of(self, result: Any) -> Kind:
        """What a body gave."""
        if not isinstance(result, tuple | list):
            return self.argument(result).kind
        for items, whole in self._wholes:
            if len(items) == len(result) and all(map(_is_same, items, result)):
                return whole
        return Sequence("", tuple(map(self.kind_of, result)), isinstance(result, list))


def _is_same(a: Any, b: Any) -> bool:
    return a is b


def _is_default(op: Op, name: str, value: Any) -> bool:
    """Whether an op takes an attribute to be that anyway."""
    if isinstance(value, Traced) or name not in op.attributes:
        return value is None and name in op.optional
    default = op.attributes[name]
    return type(value) is type(default) and bool(value == default)
