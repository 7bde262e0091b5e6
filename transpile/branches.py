"""Expressions that evaluate one of their parts: `and`, `or`, conditional expressions."""

from __future__ import annotations

from collections.abc import Callable
from collections.abc import Sequence as Many
from dataclasses import replace

from dslc.ir.diagnostics import Note, Span
from dslc.ir.dims import Size
from dslc.ir.dtypes import BOOL
from dslc.ir.op import REGISTRY, Op
from dslc.ir.types import (
    BOOL_NUMBER,
    CannotJoin,
    NumberType,
    ScalarType,
    TensorType,
    Type,
    join,
)

from . import fence
from .chosen import chosen
from .edits import start_as_float
from .frame import Frame
from .kind_parts import combined, retext
from .kinds import (
    POISON,
    Built,
    Closure,
    Computed,
    Grown,
    Kind,
    Poison,
    Sequence,
    Sized,
    describe,
    is_number,
    opened,
    type_of_kind,
)
from .memory import Memory
from .operations import apply
from .outcome import alone
from .repeated_joins import as_repeated
from .texts import atom, text_of
from .truths import learn_from, truth
from .writes import writes_since

Thunk = Callable[[], Kind]
NamedThunk = Callable[[str | None], Kind]
"""Walks an expression whose value gets this name."""


def choose(
    frame: Frame, test: Kind, thunks: tuple[Thunk, Thunk], span: Span, into: str | None
) -> Kind:
    """The value of one of two expressions, only that one evaluated."""
    name = into or frame.names.temporary(frame.base, "if")
    functions = frame.names.block("if", "then", "else")
    written = len(frame.written)
    kinds: list[Kind] = []
    for number, (function, thunk) in enumerate(zip(functions, thunks, strict=True)):
        frame.writer.blank()
        frame.writer.line(f"def {function}():")
        with frame.writer.indented(), frame.region(span):
            learn_from(frame, test, number == 0)
            kinds.append(thunk())
            frame.writer.line(f"return {_returned(kinds[-1])}")
    frame.writer.blank()
    joined = join_kinds(frame, kinds[0], kinds[1], span, into or "the value")
    arguments = [text_of(test), *functions, *writes_since(frame, written)]
    frame.writer.call(f"{name} = {frame.g}.if_", arguments)
    return retext(joined, name)


def _returned(kind: Kind) -> str:
    return "..." if isinstance(kind, Poison) else alone(kind)


def choose_while_building(
    frame: Frame,
    test: Built,
    thunks: tuple[NamedThunk, NamedThunk],
    span: Span,
    into: str | None,
) -> Kind:
    """The value of one of two expressions, as a build-time value decides.

    One expression where both are Python, otherwise a Python `if` around what was written.
    """
    start = len(frame.writer.lines)
    dims, environment = frame.names.dims, dict(frame.environment)
    frame.names.dims = dict(dims)
    then = thunks[0](into)
    frame.environment = dict(environment)
    middle = len(frame.writer.lines)
    frame.names.dims = dict(dims)
    otherwise = thunks[1](into)
    frame.names.dims, frame.environment = dims, environment
    if frame.probing and isinstance(then, Poison) != isinstance(otherwise, Poison):
        return otherwise if isinstance(then, Poison) else then
    plain = middle == start == len(frame.writer.lines)
    if plain and isinstance(then, Built | Closure) and isinstance(otherwise, Built | Closure):
        choice = _built_choice(frame, test, then, otherwise)
        if choice is not None:
            return choice
    name = into or frame.names.temporary(frame.base, "if")
    arms = frame.writer.cut(start, middle)
    frame.writer.line(f"if {test.text}:")
    _write_arm(frame, arms[0], then, name)
    if text_of(otherwise) == name and frame.writer.is_if(arms[1]):
        frame.writer.paste_elif(arms[1])
    else:
        frame.writer.line("else:")
        _write_arm(frame, arms[1], otherwise, name)
    return retext(join_kinds(frame, then, otherwise, span, name), name)


def _write_arm(frame: Frame, lines: list[str], kind: Kind, name: str) -> None:
    """One side of a Python `if`, which gives `name` this value."""
    with frame.writer.indented():
        frame.writer.paste(lines)
        if text_of(kind) != name:
            frame.writer.line(f"{name} = {'...' if isinstance(kind, Poison) else text_of(kind)}")
        elif not lines:
            frame.writer.line("pass")


def _built_choice(
    frame: Frame, test: Built, then: Built | Closure, otherwise: Built | Closure
) -> Kind | None:
    """One of two kinds that are Python, as one expression; None where they are none."""
    if test.known and isinstance(then, Closure) and isinstance(otherwise, Closure):
        return then if test.value else otherwise
    texts = [atom(k) if isinstance(k, Built) else text_of(k) for k in (then, otherwise)]
    text = f"{texts[0]} if {atom(test)} else {texts[1]}"
    if not test.known:
        function = chosen(frame, (then, otherwise), text)
        if function is not None or isinstance(then, Closure) or isinstance(otherwise, Closure):
            return function
        types = opened(type_of_kind(then)), opened(type_of_kind(otherwise))
        return Built(text, tight=0, type=types[0] if types[0] == types[1] else None)
    taken = then if test.value else otherwise
    if isinstance(taken, Closure):
        return taken
    return Built(text, taken.value, tight=0, type=taken.type)


def logical(
    frame: Frame,
    operator: str,
    thunks: Many[Thunk],
    span: Span,
    into: str | None,
    *,
    as_test: bool,
) -> Kind:
    """A chain of `and` or `or`.

    Later operands are evaluated only when the earlier ones leave it open.
    """
    kind = thunks[0]()
    for number, thunk in enumerate(thunks[1:], start=2):
        if isinstance(kind, Built) and kind.text in ("True", "False"):
            if (kind.text == "True") == (operator == "or"):
                return kind
            kind = thunk()
            continue
        name = into if number == len(thunks) else None
        kind = _pair(frame, operator, kind, thunk, span, name, as_test)
    return kind


def _pair(
    frame: Frame,
    operator: str,
    first: Kind,
    thunk: Thunk,
    span: Span,
    into: str | None,
    as_test: bool,
) -> Kind:
    start, raised, written = len(frame.writer.lines), frame.raises, len(frame.written)
    dims = dict(frame.names.dims)
    before, frame.facts = frame.facts, frame.facts.copy()
    environment, known = dict(frame.environment), frame.known
    with frame.apart():
        last = thunk()
    frame.environment, frame.known = environment, known  # what it has checked may not have run
    relies = len(frame.facts.assumed) > len(before.assumed)
    if isinstance(first, Poison) or isinstance(last, Poison):
        return POISON
    if isinstance(first, Built) and isinstance(last, Built):
        if frame.raises == raised:
            return _logical_while_building(operator, first, last)
        if not first.known:
            construct = "an effect behind a condition that building decides"
            return fence.refuse(frame, construct, span, help="write an `if`")
        if bool(first.value) != (operator == "or"):
            return _logical_while_building(operator, first, last)
        frame.writer.cut(start)  # Python does not come to it
        frame.raises, frame.facts, frame.names.dims = raised, before, dims
        del frame.written[written:]
        return first
    is_certain = isinstance(last, Built) and last.text in ("True", "False")
    if as_test and isinstance(last, Built) and is_certain and frame.raises == raised:
        return first if (last.text == "True") == (operator == "and") else last
    op = _both(operator, first, last, as_test)
    if op is not None and frame.raises == raised and not relies:
        return apply(frame, op, [first, last], {}, span, into=into)
    frame.facts = before
    where = start, written
    frame.names.dims = dims  # what follows may run where this does not
    return _short_circuit(frame, operator, (first, last), where, span, into, as_test)


def _both(operator: str, first: Kind, last: Kind, as_test: bool) -> Op | None:
    """The op that combines two truths which are both there, where it gives what Python gives."""
    types = type_of_kind(first), type_of_kind(last)
    if as_test or types == (BOOL_NUMBER, BOOL_NUMBER):
        return REGISTRY[operator]
    scalars = types == (ScalarType(BOOL), ScalarType(BOOL))
    return REGISTRY[f"logical_{operator}"] if scalars else None


def _short_circuit(
    frame: Frame,
    operator: str,
    kinds: tuple[Kind, Kind],
    where: tuple[int, int],
    span: Span,
    into: str | None,
    as_test: bool,
) -> Kind:
    """Put what was written for the last operand into a branch of its own.

    `where` tells how many lines, and how many writes to variables, there were before it.
    """
    first, last = kinds
    start, written = where
    if as_test and type_of_kind(last) != BOOL_NUMBER:
        last = apply(frame, REGISTRY["cast"], [last], {"dtype": Built("bool", bool)}, span)
        if isinstance(last, Poison):
            return POISON
    stop: Kind = Built(repr(operator == "or"), operator == "or") if as_test else first
    then, otherwise = frame.names.block("if", "then", "else")
    (lines,) = frame.writer.cut(start)
    evaluated = then if operator == "and" else otherwise
    for function in (then, otherwise):
        frame.writer.blank()
        frame.writer.line(f"def {function}():")
        with frame.writer.indented():
            if function == evaluated:
                frame.writer.paste(lines)
            frame.writer.line(f"return {alone(last if function == evaluated else stop)}")
    frame.writer.blank()
    name = into or frame.names.temporary(frame.base, "if")
    arguments = [text_of(first), then, otherwise, *writes_since(frame, written)]
    frame.writer.call(f"{name} = {frame.g}.if_", arguments)
    joined = join_kinds(frame, last, stop, span, into or "the value")
    if isinstance(joined, Computed):
        one, other = truth(first), truth(last)
        joined = replace(joined, truth=one & other if operator == "and" else one | other)
    return retext(joined, name)


def _logical_while_building(operator: str, first: Built, last: Built) -> Kind:
    if first.text in ("True", "False"):
        return last if (first.text == "True") == (operator == "and") else first
    text = f"{atom(first)} {operator} {atom(last)}"
    if not (first.known and last.known):
        types = opened(type_of_kind(first)), opened(type_of_kind(last))
        return Built(text, tight=0, type=types[0] if types[0] == types[1] else None)
    try:
        value = (first.value and last.value) if operator == "and" else (first.value or last.value)
    except Exception:  # noqa: BLE001 - it will raise when the graph is built, with the user's line
        return Built(text, tight=0)
    return Built(text, value, tight=0)


# --- joins ------------------------------------------------------------------------------------


def join_kinds(frame: Frame, a: Kind, b: Kind, span: Span, hint: str) -> Kind:
    """What a name is after two paths that leave it `a` and `b`; without text."""
    if isinstance(a, Poison) or isinstance(b, Poison):
        return POISON

    def combine(one: Kind, other: Kind) -> Kind:
        return join_kinds(frame, one, other, span, hint)

    a, b = as_repeated(a, b, combine) or (a, b)
    whole = combined(a, b, combine)
    if whole is not None:
        return whole
    unknown = type_of_kind(a) is None or type_of_kind(b) is None
    if isinstance(a, Built) and isinstance(b, Built) and unknown and not (a.known and b.known):
        return frame.refuse(
            "depends-on-static", f"what {code(hint)} is depends on a build-time parameter", span
        )
    if isinstance(a, Sequence) and isinstance(b, Sequence) and a.is_list == b.is_list:
        what = "list" if a.is_list else "tuple"
        return frame.refuse(
            "branch-mismatch",
            f"{code(hint)} is a {what} of {_items(a)} on one path and of {_items(b)} on another",
            span,
            help="store the values into an array, or write the steps out",
        )
    if isinstance(a, Closure) and isinstance(b, Closure):
        return frame.refuse(
            "branch-mismatch", f"which function {code(hint)} is depends on the path taken", span,
            help="call each function in its branch",
        )  # fmt: skip
    if not (_single(a) and _single(b)):
        said = f"{code(hint)} is {describe(a)} on one path and {describe(b)} on another"
        if isinstance(a, Grown) and isinstance(b, Grown):
            said = (
                f"the items of {code(hint)} are of one type on one path and of another on another"
            )
        help_ = f"give {code(hint)} the same form on every path"
        return frame.refuse("branch-mismatch", said, span, help=help_)
    one, other = type_of_kind(a), type_of_kind(b)
    if one is None or other is None:
        return Computed("", None, Memory("path", f"`{hint}`, which depends on the path"))
    return _join_values(frame, a, b, one, other, span, hint)


def code(hint: str) -> str:
    """A name as a message shows it; words stay as they are."""
    return hint if " " in hint else f"`{hint}`"


def _items(sequence: Sequence) -> str:
    count = len(sequence.items)
    return f"{count} item{'s' * (count != 1)}"


def _single(kind: Kind) -> bool:
    if isinstance(kind, Built):
        return (kind.known and is_number(kind.value)) or kind.type is not None
    return isinstance(kind, Computed | Sized)


def _join_values(
    frame: Frame, a: Kind, b: Kind, one: Type, other: Type, span: Span, hint: str
) -> Kind:
    try:
        joined = join(one, other, lambda m, n: _unknown_size(frame, m, n))
    except CannotJoin as reason:
        kinds = {each.kind for each in (one, other) if isinstance(each, NumberType)}
        return frame.refuse(
            "branch-mismatch",
            f"{code(hint)} has different types on different paths: {reason}",
            span,
            notes=_origins(a, b, hint),
            help=_one_form(one, other, hint),
            edits=start_as_float(frame, hint) if kinds == {"int", "float"} else (),
        )
    origins = _origins(a, b, hint) if getattr(joined, "joined", False) else ()
    return Computed("", opened(joined), _join_memory(a, b, hint), origins=origins)


def _one_form(one: Type, other: Type, hint: str) -> str:
    """How two types become one."""
    if isinstance(one, TensorType) and isinstance(other, TensorType) and one.rank != other.rank:
        return (
            f"give {code(hint)} as many axes on every path: `x[None, :]` adds one, `[0]` takes one"
        )
    if isinstance(one, TensorType) != isinstance(other, TensorType):
        return f"make {code(hint)} an array on every path: `np.full(shape, value)` fills one"
    return f"give {code(hint)} one type: cast it, or start it with its final type"


def _origins(a: Kind, b: Kind, hint: str) -> tuple[Note, ...]:
    """Where each of two values comes from."""
    kinds = [kind for kind in (a, b) if isinstance(kind, Computed) and (kind.span or kind.origins)]
    notes: list[Note] = []
    for kind in kinds:
        notes += kind.origins or [Note(f"{code(hint)} is {kind.type} here", kind.span)]
    return tuple(dict.fromkeys(notes))


def _unknown_size(frame: Frame, m: Size, n: Size) -> Size:
    """The size of an axis that has two sizes; the builder gives it a symbol of its own."""
    return m if frame.facts.equal(m, n) else frame.wild()


def _join_memory(a: Kind, b: Kind, hint: str) -> Memory | None:
    """The array a name refers to after two paths."""
    one = a.memory if isinstance(a, Computed) else None
    other = b.memory if isinstance(b, Computed) else None
    if one is other:
        return None if one is None else one.carried()
    if one is not None and other is not None and one.origin == other.origin == "fresh":
        return Memory("fresh", "an array made here", (one, other))
    bases = tuple(m for m in (one, other) if m is not None)
    return Memory("path", f"`{hint}`, which depends on the path", bases)
