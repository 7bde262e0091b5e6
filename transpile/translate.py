"""One function of the source to one builder function."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from dslc.ir.diagnostics import Diagnostic, DslError
from dslc.ir.dims import Size, substitute, symbol, symbols
from dslc.ir.types import TensorType
from dslc.ir.unify import bind_shapes
from dslc.signature import Parameter, Signature

from . import fence
from .argument import Argument
from .binding import bind_arguments
from .frame import Frame, Session
from .helpers import Helpers, HelperText, Text
from .kinds import (
    POISON,
    Built,
    Computed,
    Kind,
    Memory,
    Poison,
    Record,
    Sequence,
    Sized,
    computed_leaves,
    is_number,
    opened,
    retext,
    type_of_kind,
)
from .live import bound_names, live_names
from .load import find_function
from .names import Names, stable
from .operations import as_size
from .parameters import check_statics, parameter_kinds
from .statements import finish, walk
from .texts import text_of
from .tree import Block, Call, For, Function, If, Module, While
from .writer import Writer


@dataclass(slots=True)
class Emitted:
    """What a function became.

    Attributes:
        function: its source.
        text: the body of the builder function.
        helpers: functions of the emitted text that it is the first to call.
        parameters: the kinds of its parameters.
        result: what it returns.
        captures: globals whose values are in it.
    """

    function: Function
    text: Text
    helpers: list[HelperText]
    parameters: dict[str, Kind]
    result: Kind
    captures: dict[str, Any]


@dataclass(slots=True)
class Translator:
    """Translates the functions of one module, each once.

    Attributes:
        session: what they share.
        emitted: results so far, by the function's place in the source.
    """

    module: Module
    namespace: dict[str, Any]
    session: Session = field(init=False)
    emitted: dict[int, Emitted] = field(default_factory=dict)
    _open: list[int] = field(default_factory=list)
    helpers: Helpers = field(init=False)

    def __post_init__(self) -> None:
        self.session = Session(self.module, self.namespace)
        self.helpers = Helpers(self)
        self.session.inline = self.helpers.call
        self.session.call_graph = self.call_graph

    # --- whole functions ------------------------------------------------------------------------

    def translate(
        self, function: Function, signature: Signature, checks: tuple[dict[str, object], ...] = ()
    ) -> Emitted:
        """Emit a `@graph` function. What is wrong with it is reported to the session."""
        done = self.emitted.get(function.start)
        if done is not None:
            return done
        self._open.append(function.start)
        kinds = parameter_kinds(
            signature, signature.layout(self._statics(function, signature, checks))
        )
        frame = self.frame(function, _builder_name(function), Writer())
        frame.environment = dict(kinds)
        result = self.body(frame)
        helpers = self.helpers.new()
        text = Text(frame.g, frame.writer.lines, frame.writer.source_lines)
        emitted = Emitted(function, text, helpers, kinds, result, frame.captures)
        self.emitted[function.start] = emitted
        self._open.remove(function.start)
        return emitted

    def _statics(
        self, function: Function, signature: Signature, checks: tuple[dict[str, object], ...]
    ) -> list[Any]:
        """Build-time values for the layout; that there are none is reported."""
        try:
            return signature.statics(check_statics(signature, checks)[0])
        except DslError as error:
            message = error.diagnostics[0].message
            help_ = "give it a default, or a value to check it with: `@graph(check=[dict(...)])`"
            self.session.report(Diagnostic("argument-mismatch", message, function.span, help=help_))
            given = {
                p.name: None for p in signature.parameters if p.default is inspect.Parameter.empty
            }
            return signature.statics(given)

    def frame(self, function: Function, g: str, writer: Writer) -> Frame:
        taken = function.identifiers | {g, "dslc"}
        names = Names(taken)
        frame = Frame(self.session, function, names, live_names(function), g, writer=writer)
        frame.order = _bound_in_order(function)
        frame.exit_name = stable("exit", taken)
        frame.result_name = stable("result", taken)
        return frame

    def body(self, frame: Frame) -> Kind:
        function = frame.function
        if function.is_async or function.is_generator:
            construct = "an async function" if function.is_async else "`yield`"
            return fence.refuse(frame, construct, function.span)
        return finish(frame, walk(frame, frame.live.statements(function.body), frozenset()))

    # --- calls of graph functions ---------------------------------------------------------------

    def call_graph(
        self,
        frame: Frame,
        callee: Built,
        arguments: list[Argument],
        keywords: dict[str, Argument],
        e: Call,
        into: str | None,
    ) -> Kind:
        """A call of a `@graph` function stays a call."""
        target = callee.value
        plain = getattr(target, "__wrapped__", None)
        try:
            signature = target.signature
        except DslError as error:
            self.session.diagnostics.extend(error.diagnostics)
            return POISON
        bound = bind_arguments(
            frame, callee, inspect.signature(plain or target), arguments, keywords, e
        )
        if bound is None:
            return POISON
        spans = {
            **dict(zip(bound, (a.span for a in arguments), strict=False)),
            **{n: a.span for n, a in keywords.items()},
        }
        known = self._summary(target, plain, signature, frame, e)
        if known is None:
            return POISON
        parameters, result = known
        texts = []
        for name, kind in bound.items():
            if isinstance(parameters[name], Sized) and isinstance(kind, Computed):
                kind = bound[name] = as_size(frame, kind, spans.get(name, e.span))
            if isinstance(kind, Poison):
                return POISON
            if name in spans:
                texts.append(f"{name}={text_of(kind)}" if name in keywords else text_of(kind))
        frame.raises += 1
        mapped = _in_caller(frame, parameters, bound, result)
        name = into or frame.names.temporary(frame.base, callee.text.rpartition(".")[2])
        frame.writer.call(f"{name} = {frame.g}.call", [callee.text, *texts], e.span)
        return retext(mapped, name)

    def _summary(
        self,
        target: Any,
        plain: Callable[..., Any] | None,
        signature: Signature,
        frame: Frame,
        e: Call,
    ) -> tuple[dict[str, Kind], Kind] | None:
        """The kinds of a graph function's parameters and result."""
        here = find_function(self.module, plain) if plain is not None else None
        local = (
            here is not None
            and plain is not None
            and plain.__code__.co_filename == self.module.path
        )
        if local and here is not None and here.start not in self._open:
            done = self.translate(here, signature, getattr(target, "check", ()))
            return done.parameters, done.result
        if signature.returns is None:
            frame.refuse(
                "recursive-call" if local else "annotation-missing",
                f"what `{signature.name}` returns is not declared",
                e.function.span,
                help=f"annotate the result of `{signature.name}`",
            )
            return None
        kinds = parameter_kinds(
            signature, signature.layout(signature.statics(check_statics(signature, ())[0]))
        )
        returns = Signature(signature.name, (_as_parameter(signature),), None)
        result = parameter_kinds(returns, returns.layout(returns.statics({})))["result"]
        return kinds, result


def _as_parameter(signature: Signature) -> Parameter:
    assert signature.returns is not None
    return Parameter("result", signature.returns)


def _in_caller(
    frame: Frame, parameters: dict[str, Kind], bound: dict[str, Kind], result: Kind
) -> Kind:
    """A callee's result in the caller's sizes."""
    pairs = [
        (p, a)
        for name, kind in parameters.items()
        for p, a in zip(_leaves(kind), _leaves(bound[name]), strict=False)
    ]
    sizes: dict[str, Size] = {}
    for declared, actual in pairs:
        if isinstance(declared, Sized) and isinstance(actual, Sized | Built):
            value = actual.size if isinstance(actual, Sized) else actual.value
            if (not isinstance(declared.size, int) and not is_number(value)) or type(value) is int:
                sizes[str(declared.size)] = value
    tensors = [
        (d, a)
        for d, a in pairs
        if isinstance(type_of_kind(d), TensorType) and isinstance(type_of_kind(a), TensorType)
    ]
    bind_shapes(
        [("", type_of_kind(d)) for d, _ in tensors],  # type: ignore[misc]
        [type_of_kind(a).shape for _, a in tensors],  # type: ignore[union-attr]
        sizes,
    )
    bases = tuple(
        leaf.memory
        for kind in bound.values()
        for leaf in computed_leaves(kind)
        if leaf.memory is not None
    )
    return _map_result(frame, result, sizes, _Memories(bases))


@dataclass(slots=True)
class _Memories:
    """The arrays of a call's results:

    those the callee made, each one array whatever names it has; others may be any argument.
    """

    bases: tuple[Memory, ...]
    known: dict[int, Memory] = field(default_factory=dict)

    def of(self, memory: Memory | None) -> Memory:
        if memory is None or memory.origin != "fresh" or memory.bases:
            return Memory("call", "the result of a call", self.bases)
        return self.known.setdefault(id(memory), Memory("fresh", "an array made here"))


def _map_result(frame: Frame, kind: Kind, sizes: dict[str, Size], bases: _Memories) -> Kind:
    if isinstance(kind, Sequence):
        return Sequence(
            kind.text, tuple(_map_result(frame, k, sizes, bases) for k in kind.items), kind.is_list
        )
    if isinstance(kind, Record):
        return Record(
            kind.text,
            kind.cls,
            {n: _map_result(frame, k, sizes, bases) for n, k in kind.fields.items()},
        )
    if isinstance(kind, Sized) or (
        isinstance(kind, Built) and kind.known and is_number(kind.value)
    ):
        return Computed("", opened(type_of_kind(kind)))
    if isinstance(kind, Computed) and isinstance(kind.type, TensorType):
        shape = tuple(
            substitute(s, sizes) if all(n in sizes for n in symbols(s)) else _wild(frame)
            for s in kind.type.shape
        )
        return Computed("", replace(kind.type, shape=shape), bases.of(kind.memory))
    return kind


def _wild(frame: Frame) -> Size:
    return symbol(frame.wild())


def _leaves(kind: Kind) -> list[Kind]:
    if isinstance(kind, Sequence):
        return [leaf for item in kind.items for leaf in _leaves(item)]
    if isinstance(kind, Record):
        return [leaf for item in kind.fields.values() for leaf in _leaves(item)]
    return [kind]


# --- names of the emitted function ------------------------------------------------------------


def _builder_name(function: Function) -> str:
    return stable("g", function.identifiers)


def _bound_in_order(function: Function) -> list[str]:
    """The names Python treats as locals, in the order of the source:

    parameters, then what is bound anywhere in it.
    """
    found = [p.name for p in function.parameters]

    def block(b: Block | None) -> None:
        for s in b.statements if b is not None else ():
            found.extend(bound_names(s))
            if isinstance(s, If):
                block(s.then)
                block(s.otherwise)
            elif isinstance(s, While | For):
                block(s.body)
                block(s.otherwise)

    block(function.body)
    return list(dict.fromkeys(found))
