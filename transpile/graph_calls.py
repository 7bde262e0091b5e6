"""Calls of `@graph` functions, which stay calls."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from dslc.ir.diagnostics import DslError, Span
from dslc.ir.dims import Size, substitute, symbols
from dslc.ir.types import NumberType, ScalarType, TensorType, Type
from dslc.ir.unify import bind_shapes
from dslc.signature import Parameter, Signature

from .binding import Argument, bind_arguments
from .frame import Frame
from .inout_arguments import close_variables, open_variables
from .kind_parts import computed_leaves, leaves, map_leaves, retext
from .kinds import (
    CONTAINERS,
    POISON,
    Built,
    Computed,
    Grown,
    Kind,
    Poison,
    Record,
    Repeated,
    Sequence,
    Sized,
    Table,
    describe,
    is_number,
    opened,
    type_of_kind,
)
from .load import find_function
from .memory import Memory
from .operations import as_size
from .parameters import parameter_kinds
from .texts import text_of
from .tree import Call

if TYPE_CHECKING:
    from .translate import Translator


@dataclass(slots=True)
class GraphCalls:
    """The calls of graph functions in one module."""

    translator: Translator

    def call(
        self,
        frame: Frame,
        callee: Built,
        arguments: list[Argument],
        keywords: dict[str, Argument],
        e: Call,
        into: str | None,
    ) -> Kind:
        """Emit a `call` node."""
        target = callee.value
        plain = getattr(target, "__wrapped__", None)
        if getattr(target, "breaks", False):
            return frame.refuse(
                "graph-break",
                f"`{callee.text}` may run Python between its graphs, so no graph can call it",
                e.function.span,
                help=f"let the caller have breaks too, or leave `breaks=True` out of "
                f"`{callee.text}`",
            )
        try:
            signature = target.signature
        except DslError as error:
            for diagnostic in error.diagnostics:
                frame.session.report(diagnostic)
            return POISON
        bound = bind_arguments(
            frame, callee, inspect.signature(plain or target), arguments, keywords, e
        )
        known = self._summary(target, plain, signature, frame, e)
        if bound is None or known is None:
            return POISON
        parameters, result = known
        spans = dict(zip(bound, (a.span for a in arguments), strict=False))
        spans.update({name: a.span for name, a in keywords.items()})
        for name, kind in bound.items():
            span = spans.get(name, e.span)
            fitted = _fitted(frame, parameters[name], kind, span, f"`{name}` of `{callee.text}`")
            if isinstance(fitted, Poison):
                return POISON
            bound[name] = fitted
        return _emit(frame, callee, (parameters, result), bound, list(spans), keywords, e, into)

    def _summary(
        self,
        target: Any,
        plain: Callable[..., Any] | None,
        signature: Signature,
        frame: Frame,
        e: Call,
    ) -> tuple[dict[str, Kind], Kind] | None:
        """The kinds of a graph function's parameters and result."""
        here = find_function(self.translator.module, plain) if plain is not None else None
        local = (
            here is not None
            and plain is not None
            and plain.__code__.co_filename == self.translator.module.path
        )
        if local and here is not None and here.start not in self.translator.opened:
            done = self.translator.translate(here, signature, getattr(target, "check", ()))
            return done.parameters, done.result
        if signature.returns is None:
            frame.refuse(
                "recursive-call" if local else "annotation-missing",
                f"what `{signature.name}` returns is not declared",
                e.function.span,
                help=f"annotate the result of `{signature.name}`",
            )
            return None
        kinds = parameter_kinds(signature, signature.pattern())
        returns = Signature(signature.name, (_as_parameter(signature),), None)
        result = parameter_kinds(returns, returns.pattern())["result"]
        return kinds, result


def _emit(
    frame: Frame,
    callee: Built,
    summary: tuple[dict[str, Kind], Kind],
    bound: dict[str, Kind],
    given: list[str],
    keywords: dict[str, Argument],
    e: Call,
    into: str | None,
) -> Kind:
    """Write the call; `given` are the parameters that it gives."""
    parameters, result = summary
    if any(isinstance(leaf, Grown) for leaf in leaves(result)):
        return frame.refuse(
            "result-unsupported",
            f"`{callee.text}` gives a list as long as the run decides, which no other graph takes",
            e.span,
            help="let it return one array: `np.stack(...)`",
        )
    frame.raises += 1
    opened = open_variables(frame, callee, parameters, bound, e)
    if opened is None:
        return POISON
    mapped = _in_caller(frame, callee, parameters, bound, result)
    texts = [
        f"{name}={text_of(opened[name])}" if name in keywords else text_of(opened[name])
        for name in bound
        if name in given
    ]
    if isinstance(result, Built) and result.known and result.value is None:
        frame.writer.call(f"{frame.g}.call", [callee.text, *texts])
        close_variables(frame, bound, opened)
        return result
    called = callee.text.partition("(")[0].rpartition(".")[2]
    name = into or frame.names.temporary(frame.base, called)
    frame.writer.call(f"{name} = {frame.g}.call", [callee.text, *texts])
    close_variables(frame, bound, opened)
    return retext(mapped, name)


def _fitted(frame: Frame, declared: Kind, kind: Kind, span: Span, what: str) -> Kind:
    """An argument as its parameter takes it, or a refusal; run-time integers become sizes."""
    if isinstance(declared, Sequence) and isinstance(kind, Sequence):
        pairs = zip(declared.items, kind.items, strict=False)
        items = tuple(_fitted(frame, d, k, span, what) for d, k in pairs)
        if any(isinstance(item, Poison) for item in items):
            return POISON
        if all(a is b for a, b in zip(items, kind.items, strict=False)):
            return kind
        return Sequence("", items, kind.is_list)
    if isinstance(declared, Repeated) and isinstance(kind, CONTAINERS):
        return _fitted_items(frame, declared, kind, span, what)
    if isinstance(declared, Record) and isinstance(kind, Record):
        for name, inner in declared.fields.items():
            part = kind.fields.get(name)
            if part is not None and isinstance(inner, Sized) and isinstance(part, Computed):
                return frame.refuse(
                    "depends-on-run",
                    f"`{name}` in {what} must be known when the function is called",
                    span,
                    label=f"it is {describe(part)}, known only when the graph runs",
                    help=f"declare `{name}` as Scalar[i64]",
                )
        return kind
    if isinstance(declared, Sized) and isinstance(kind, Computed):
        return as_size(frame, kind, span)
    return kind if _fits(declared, kind) else _misfit(frame, declared, kind, span, what)


def _fitted_items(frame: Frame, declared: Repeated, kind: Kind, span: Span, what: str) -> Kind:
    """A list, tuple or dict of any length as its parameter takes it, or a refusal."""
    form: str = kind.form if isinstance(kind, Repeated) else "dict"
    items: tuple[Kind, ...] = (kind.item,) if isinstance(kind, Repeated) else ()
    if isinstance(kind, Sequence):
        form, items = "list" if kind.is_list else "tuple", kind.items
    elif isinstance(kind, Table):
        items = tuple(kind.items.values())
    if form != declared.form or isinstance(kind, Record):
        return _misfit(frame, declared, kind, span, what)
    for item in items:
        fitted = _fitted(frame, declared.item, item, span, f"an item of {what}")
        if isinstance(fitted, Poison):
            return POISON
    return kind


def _fits(declared: Kind, kind: Kind) -> bool:
    """Whether an argument has the declared type; what depends on a build-time parameter may."""
    if isinstance(kind, Grown):
        return False
    want, have = type_of_kind(declared), type_of_kind(kind)
    if isinstance(kind, Built) and kind.known and have is None and want is not None:
        return False
    if isinstance(declared, Built) or have is None or want is None:
        return isinstance(declared, Built) or not isinstance(kind, CONTAINERS)
    if isinstance(want, TensorType):
        return _same_array(want, have)
    if isinstance(want, ScalarType):
        return isinstance(have, NumberType) or have == want
    return isinstance(have, NumberType)


def _same_array(want: TensorType, have: Type) -> bool:
    return isinstance(have, TensorType) and (want.dtype, want.rank) == (have.dtype, have.rank)


def _misfit(frame: Frame, declared: Kind, kind: Kind, span: Span, what: str) -> Poison:
    return frame.refuse(
        "argument-mismatch",
        f"{what} is declared {describe(declared)}, the argument is {describe(kind)}",
        span,
        label=f"this is {describe(kind)}",
    )


def _as_parameter(signature: Signature) -> Parameter:
    assert signature.returns is not None
    return Parameter("result", signature.returns)


def _in_caller(
    frame: Frame,
    callee: Built,
    parameters: dict[str, Kind],
    bound: dict[str, Kind],
    result: Kind,
) -> Kind:
    """A callee's result in the caller's sizes."""
    pairs = [pair for name, kind in parameters.items() for pair in _pairs(kind, bound[name])]
    sizes: dict[str, Size] = {}
    for declared, actual in pairs:
        if isinstance(declared, Sized) and isinstance(actual, Sized | Built):
            value = actual.size if isinstance(actual, Sized) else actual.value
            if (not isinstance(declared.size, int) and not is_number(value)) or type(value) is int:
                sizes[str(declared.size)] = value
    types = [(type_of_kind(declared), type_of_kind(actual)) for declared, actual in pairs]
    tensors = [
        (declared, actual)
        for declared, actual in types
        if isinstance(declared, TensorType) and isinstance(actual, TensorType)
    ]
    bind_shapes([("", d) for d, _ in tensors], [a.shape for _, a in tensors], sizes)
    arguments = () if getattr(callee.value, "gives_own", False) else bound.values()
    bases = tuple(
        leaf.memory
        for kind in arguments
        for leaf in computed_leaves(kind)
        if leaf.memory is not None
    )
    memories = _Memories(bases)
    return map_leaves(result, lambda leaf: _result(frame, leaf, sizes, memories))


def _pairs(declared: Kind, actual: Kind) -> Iterator[tuple[Kind, Kind]]:
    """The leaves of a parameter beside those of its argument; not of items, which are many."""
    if isinstance(declared, Record) and isinstance(actual, Record):
        for name, kind in declared.fields.items():
            if name in actual.fields:
                yield from _pairs(kind, actual.fields[name])
    elif isinstance(declared, Sequence) and isinstance(actual, Sequence):
        for one, other in zip(declared.items, actual.items, strict=False):
            yield from _pairs(one, other)
    elif not isinstance(declared, CONTAINERS) and not isinstance(actual, CONTAINERS):
        yield declared, actual


@dataclass(slots=True)
class _Memories:
    """The arrays of a call's results.

    What the callee made is one array whatever names it has; others may be any argument's.
    """

    bases: tuple[Memory, ...]
    known: dict[int, Memory] = field(default_factory=dict)

    def of(self, memory: Memory | None) -> Memory:
        if memory is None or memory.origin != "fresh" or memory.bases:
            return Memory("call", "the result of a call", self.bases)
        return self.known.setdefault(id(memory), Memory("fresh", "an array made here"))


def _result(frame: Frame, kind: Kind, sizes: dict[str, Size], memories: _Memories) -> Kind:
    """A part of a callee's result in the caller."""
    if isinstance(kind, Sized) or (isinstance(kind, Built) and not _is_text(kind)):
        return Computed("", opened(type_of_kind(kind)))
    if isinstance(kind, Computed) and isinstance(kind.type, TensorType):
        shape = tuple(
            substitute(s, sizes) if all(n in sizes for n in symbols(s)) else frame.wild()
            for s in kind.type.shape
        )
        return Computed("", replace(kind.type, shape=shape), memories.of(kind.memory))
    return kind


def _is_text(kind: Built) -> bool:
    """Whether it is text or None, which a result may hold as it is."""
    return kind.known and isinstance(kind.value, str | None)
