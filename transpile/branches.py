"""Expressions that evaluate one of their parts: `and`, `or`, conditional expressions."""

from __future__ import annotations

from collections.abc import Callable
from collections.abc import Sequence as Many

from dslc.ir.diagnostics import Note, Span
from dslc.ir.dims import Size, symbol
from dslc.ir.dtypes import BOOL
from dslc.ir.op import REGISTRY
from dslc.ir.types import BOOL_NUMBER, CannotJoin, ScalarType, Type, join

from .frame import Frame
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
    describe,
    opened,
    retext,
    type_of_kind,
)
from .operations import apply, text_of
from .outcome import alone

Thunk = Callable[[], Kind]


def choose(
    frame: Frame, test: Kind, thunks: tuple[Thunk, Thunk], span: Span, into: str | None
) -> Kind:
    """The value of one of two expressions, only that one evaluated."""
    name = into or frame.names.temporary(frame.base, "if")
    if isinstance(test, Built):
        return _choose_while_building(frame, test, thunks, span, name)
    functions = frame.names.block("if", "then", "else")
    kinds: list[Kind] = []
    for function, thunk in zip(functions, thunks, strict=True):
        frame.writer.blank()
        frame.writer.line(f"def {function}():", span)
        with frame.writer.indented(), frame.scope():
            kind = thunk()
            kinds.append(kind)
            frame.writer.line(f"return {'...' if isinstance(kind, Poison) else alone(kind)}", span)
    frame.writer.blank()
    joined = join_kinds(frame, kinds[0], kinds[1], span, into or "the value")
    frame.writer.call(f"{name} = {frame.g}.if_", [text_of(test), *functions], span)
    return retext(joined, name)


def _choose_while_building(
    frame: Frame, test: Built, thunks: tuple[Thunk, Thunk], span: Span, name: str
) -> Kind:
    kinds = []
    for header, thunk in zip((f"if {test.text}:", "else:"), thunks, strict=True):
        frame.writer.line(header, span)
        with frame.writer.indented():
            kind = thunk()
            kinds.append(kind)
            frame.writer.line(
                f"{name} = {'...' if isinstance(kind, Poison) else text_of(kind)}", span
            )
    return retext(join_kinds(frame, kinds[0], kinds[1], span, name), name)


def logical(
    frame: Frame, operator: str, thunks: Many[Thunk], span: Span, into: str | None, *, as_test: bool
) -> Kind:
    """A chain of `and` or `or`:

    later operands are evaluated only when the earlier ones leave it open.
    """
    if len(thunks) == 1:
        return thunks[0]()
    first = logical(frame, operator, thunks[:-1], span, None, as_test=as_test)
    if isinstance(first, Poison):
        return first
    last = thunks[-1]
    with frame.trial():
        before = frame.raises
        peek = last()
        harmless = frame.raises == before
    if isinstance(peek, Poison):
        return peek
    if isinstance(first, Built) and isinstance(peek, Built):
        return _logical_while_building(operator, first, last())
    types = type_of_kind(first), type_of_kind(peek)
    op = REGISTRY[operator] if as_test or types == (BOOL_NUMBER, BOOL_NUMBER) else None
    if types == (ScalarType(BOOL), ScalarType(BOOL)) and not as_test:
        op = REGISTRY[f"logical_{operator}"]
    if op is not None and harmless:
        return apply(frame, op, [first, last()], {}, span, into=into)
    return _short_circuit(frame, operator, first, last, span, into, as_test)


def _short_circuit(
    frame: Frame,
    operator: str,
    first: Kind,
    last: Thunk,
    span: Span,
    into: str | None,
    as_test: bool,
) -> Kind:
    def stop() -> Kind:
        return Built(repr(operator == "or"), operator == "or") if as_test else first

    def go() -> Kind:
        kind = last()
        if not as_test or type_of_kind(kind) == BOOL_NUMBER or isinstance(kind, Poison):
            return kind
        return apply(frame, REGISTRY["and"], [kind, Built("True", True)], {}, span)

    return choose(frame, first, (go, stop) if operator == "and" else (stop, go), span, into)


def _logical_while_building(operator: str, first: Built, last: Kind) -> Kind:
    assert isinstance(last, Built)
    text = f"{first.text if first.atom else f'({first.text})'} {operator} {last.text if last.atom else f'({last.text})'}"
    if not (first.known and last.known):
        return Built(text, atom=False, type=first.type)
    try:
        value = (first.value and last.value) if operator == "and" else (first.value or last.value)
    except Exception:  # a truth value that raises will raise when the graph is built
        return Built(text, atom=False)
    return Built(text, value, atom=False)


# --- joins ------------------------------------------------------------------------------------


def join_kinds(frame: Frame, a: Kind, b: Kind, span: Span, hint: str) -> Kind:
    """What a name is after two paths that leave it `a` and `b`; without text."""
    if isinstance(a, Poison) or isinstance(b, Poison):
        return POISON
    if isinstance(a, Sequence) and isinstance(b, Sequence) and len(a.items) == len(b.items):
        items = tuple(
            join_kinds(frame, x, y, span, hint) for x, y in zip(a.items, b.items, strict=True)
        )
        return (
            POISON if any(isinstance(i, Poison) for i in items) else Sequence("", items, a.is_list)
        )
    if isinstance(a, Record) and isinstance(b, Record) and a.cls is b.cls:
        fields = {n: join_kinds(frame, a.fields[n], b.fields[n], span, hint) for n in a.fields}
        return (
            POISON
            if any(isinstance(f, Poison) for f in fields.values())
            else Record("", a.cls, fields)
        )
    if isinstance(a, Built) and isinstance(b, Built) and not (a.known and b.known):
        return frame.refuse(
            "depends-on-static", f"what `{hint}` is depends on a build-time parameter", span
        )
    if not (_single(a) and _single(b)):
        return frame.refuse(
            "branch-mismatch",
            f"`{hint}` is {describe(a)} on one path and {describe(b)} on another",
            span,
            help=f"give `{hint}` the same form on every path",
        )
    one, other = type_of_kind(a), type_of_kind(b)
    if one is None or other is None:
        return Computed("", None, Memory("path", f"`{hint}`, which depends on the path"))
    return _join_values(frame, a, b, one, other, span, hint)


def _single(kind: Kind) -> bool:
    from .kinds import is_number

    if isinstance(kind, Built):
        return (kind.known and is_number(kind.value)) or kind.type is not None
    return isinstance(kind, Computed | Sized)


def _join_values(
    frame: Frame, a: Kind, b: Kind, one: Type, other: Type, span: Span, hint: str
) -> Kind:
    try:
        joined = join(one, other, lambda m, n: unknown_size(frame, m, n))
    except CannotJoin as reason:
        return frame.refuse(
            "branch-mismatch",
            f"`{hint}` has different types on different paths: {reason}",
            span,
            notes=_origins(a, b, hint),
            help=f"give `{hint}` one type: cast it, or start it with its final type",
        )
    origins = _origins(a, b, hint) if getattr(joined, "joined", False) else ()
    return Computed("", opened(joined), join_memory(a, b, hint), origins=origins)


def _origins(a: Kind, b: Kind, hint: str) -> tuple[Note, ...]:
    """Where each of two values comes from."""
    kinds = [kind for kind in (a, b) if isinstance(kind, Computed) and (kind.span or kind.origins)]
    notes: list[Note] = []
    for kind in kinds:
        notes += kind.origins or [Note(f"`{hint}` is {kind.type} here", kind.span)]
    return tuple(notes)


def unknown_size(frame: Frame, m: Size, n: Size) -> Size:
    """The size of an axis that has two sizes; the builder gives it a symbol of its own."""
    return m if frame.facts.equal(m, n) else symbol(frame.wild())


def join_memory(a: Kind, b: Kind, hint: str) -> Memory | None:
    """The array a name refers to after two paths."""
    one = a.memory if isinstance(a, Computed) else None
    other = b.memory if isinstance(b, Computed) else None
    if one is other:
        return one
    if one is not None and other is not None and one.origin == other.origin == "fresh":
        return Memory("fresh", "an array made here", (one, other))
    bases = tuple(m for m in (one, other) if m is not None)
    return Memory("path", f"`{hint}`, which depends on the path", bases)
