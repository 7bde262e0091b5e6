"""Statements, one after the other."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from dslc.ir.diagnostics import Span

from . import fence
from .asserts import assert_, raise_
from .assignments import assign, augmented, bind_target
from .built_branches import ExitsAtRunTime, built_if, either
from .changing import CHANGING
from .closures import left
from .control import guard, run_if
from .decorated import define
from .expressions import expression, test
from .first_trips import decided
from .frame import Frame
from .generators import check_pending
from .growing import or_growing
from .inner_functions import NESTED
from .kind_parts import is_run, leaves
from .kinds import (
    CONTAINERS,
    POISON,
    UNKNOWN,
    Built,
    Closure,
    Computed,
    Kind,
    Poison,
    Template,
    describe,
    is_number,
)
from .listed import listed
from .live import NameSet
from .loops import loop_statement
from .outcome import FALLS, RAISES, Outcome, whole
from .python_try import python_try
from .scopes import delete, enter
from .sugar import Delete, Raise, Test, With
from .texts import text_of
from .tree import (
    AnnotatedAssign,
    Assert,
    Assign,
    Attribute,
    AugmentedAssign,
    Break,
    Call,
    Constant,
    Continue,
    ExpressionStatement,
    For,
    If,
    Name,
    OpaqueStatement,
    Pass,
    Return,
    Statement,
    While,
)
from .unbound import note_test
from .write_calls import write_call


def walk(frame: Frame, statements: tuple[Statement, ...], out: NameSet) -> Outcome:
    """Emit a list of statements; `out` are the names live after it."""
    before: frozenset[str] = frozenset()
    early: Kind | None = None
    for number, s in enumerate(statements):
        outcome, consumed = _statement(frame, s, statements[number + 1 :], out)
        early = outcome.early if early is None else early
        if not (outcome.definite or consumed) and outcome.exit is not None:
            outcome = guard(
                frame, outcome, statements[number + 1 :], out, s.span, walk, "equal", "RUN"
            )
            consumed = True
        if outcome.definite:
            _closing_comments(frame, statements[number + 1 :])
        if outcome.definite or consumed:
            return replace(outcome, before=outcome.before | before, early=early)
        before |= outcome.before
    return Outcome(FALLS.ends, before=before, early=early)


def _closing_comments(frame: Frame, rest: tuple[Statement, ...]) -> None:
    """Comments that stand after a statement which leaves."""
    for s in rest:
        for comment in s.comments if isinstance(s, Pass) else ():
            frame.writer.line(comment)


def _statement(
    frame: Frame, s: Statement, rest: tuple[Statement, ...], out: NameSet
) -> tuple[Outcome, bool]:
    """Emit a statement; tells how control leaves it, and whether `rest` is done with."""
    called = list(frame.pending.values())
    outcome = _walked(frame, s, rest, out)
    check_pending(frame, s, called)
    return outcome


def _walked(
    frame: Frame, s: Statement, rest: tuple[Statement, ...], out: NameSet
) -> tuple[Outcome, bool]:
    frame.live_now, frame.held = frame.live.after[s], []
    frame.held_lists, frame.held_at_call = [], 0
    frame.names.statement()
    frame.writer.begin()
    _head(frame, s)
    match s:
        case Break():
            return Outcome(frozenset(("break",))), False
        case Continue():
            return Outcome(frozenset(("continue",))), False
        case Return():
            return _return(frame, s), False
        case Raise():
            raise_(frame, s)
            return RAISES, False
        case If():
            whole = partial(_if, frame, s, rest, out)
            return or_growing(frame, s, whole, whole)
        case While() | For():
            return loop_statement(frame, s, rest, out, walk)
        case _:
            _simple(frame, s)
            frame.writer.end_simple(frame.g)
            ended = isinstance(s, ExpressionStatement | Assign) and s.value is frame.ended_by
            return RAISES if ended else FALLS, False


def _return(frame: Frame, s: Return) -> Outcome:
    frame.base, frame.returned_at = frame.result_name, s.span
    result = expression(frame, s.value, frame.result_name) if s.value is not None else None
    if s.value is not None and s.value is frame.ended_by:
        return RAISES
    if isinstance(result, Built) and result.known and result.value is None:
        result = None
    result = _returnable(frame, result, s.span)
    if result is not None:
        result = left(frame, listed(frame, result, s.span))
    if not isinstance(result, Poison):
        frame.found.append(Built("None", None) if result is None else result)
    if frame.ends is None:
        frame.writer.drop_bare(frame.g)
    return Outcome(frozenset(("return",)), None, result)


def _if(frame: Frame, s: If, rest: tuple[Statement, ...], out: NameSet) -> tuple[Outcome, bool]:
    """A branch of the graph, or a Python `if`; of a name that is None, the branch alone."""
    alone = decided(frame, s)
    if alone is not None:
        frame.writer.drop_bare(frame.g)
        return walk(frame, alone + rest, out), True
    frame.base = "test"
    tested = test(frame, s.test, frame.names.fresh("test"))
    if isinstance(tested, Poison):
        tested = Computed("...", None)
    if isinstance(tested, Built) and frame.is_decided(tested):
        frame.writer.drop_bare(frame.g)
        taken = s.then if tested.value else s.otherwise
        tail, frame.tail = frame.tail, frame.tail and not rest
        outcome = walk(frame, frame.live.statements(taken), frame.live.after[s])
        frame.tail = tail
        return outcome, False
    if isinstance(tested, Built) and s not in frame.exits_at_run_time:
        try:
            return built_if(frame, s, tested, walk, last=not rest), False
        except ExitsAtRunTime:
            frame.exits_at_run_time.append(s)
    return run_if(frame, s, tested, rest, out, walk)


def _head(frame: Frame, s: Statement) -> None:
    """The comments above a statement and the line that names it."""
    of_assert = isinstance(s, Raise) and s.error is None and s.refused is None
    if of_assert or _is_text(s) or (isinstance(s, Pass) and not s.comments):
        return
    frame.writer.blank()
    for comment in s.comments:
        frame.writer.line(comment)
    if isinstance(s, Pass):
        return
    frame.writer.at(frame.g, frame.code(s.span), s.span)


def _is_text(s: Statement) -> bool:
    return isinstance(s, ExpressionStatement) and isinstance(s.value, Constant)


def _returnable(frame: Frame, kind: Kind | None, span: Span) -> Kind | None:
    """What a function may return: values, numbers, text and None, and containers of these."""
    if isinstance(kind, CONTAINERS):
        parts = [_returnable(frame, item, span) for item in leaves(kind)]
        return POISON if any(isinstance(part, Poison) for part in parts) else kind
    if (
        isinstance(kind, Built)
        and kind.known
        and not (is_number(kind.value) or isinstance(kind.value, _PLAIN))
        and (frame.is_graph or kind.value is not NotImplemented)
    ):
        return frame.refuse(
            "result-unsupported",
            f"a `{type(kind.value).__name__}` cannot be returned",
            span,
            help="return arrays and numbers, or tuples, lists, dicts and dataclasses of them",
        )
    return kind


_PLAIN = (str, type(None), tuple, list, dict)


def _simple(frame: Frame, s: Statement) -> None:
    match s:
        case Test():
            _test(frame, s)
        case Assign():
            assign(frame, s)
        case AugmentedAssign():
            augmented(frame, s)
        case AnnotatedAssign():
            _annotated(frame, s)
        case ExpressionStatement():
            if not _is_text(s):
                _expression_statement(frame, s)
        case Assert():
            assert_(frame, s)
        case OpaqueStatement():
            _opaque(frame, s)


def _test(frame: Frame, s: Test) -> None:
    """Name what tells whether a test holds, unless that is certain."""
    (target,) = s.targets
    assert isinstance(target, Name)
    frame.base = target.id
    kind = test(frame, s.value, target.id)
    if isinstance(kind, Built) and kind.text in ("True", "False"):
        frame.bind(target.id, kind)
        return
    if isinstance(kind, Computed) and frame.writer.retarget(kind.text, target.id):
        kind = replace(kind, text=target.id)
    bind_target(frame, target, kind, s.value.span)
    note_test(frame, target, s.value)


def _annotated(frame: Frame, s: AnnotatedAssign) -> None:
    if s.value is not None:
        frame.base = getattr(s.target, "id", "")
        kind = expression(frame, s.value, frame.base or None)
        bind_target(frame, s.target, kind, s.value.span)


def _expression_statement(frame: Frame, s: ExpressionStatement) -> None:
    frame.base = "value"
    if isinstance(s.value, Call) and write_call(frame, s.value):
        return
    method = s.value.function if isinstance(s.value, Call) else None
    changing = isinstance(method, Attribute) and method.name in CHANGING
    if isinstance(method, Attribute) and changing and isinstance(method.value, Name):
        frame.base = method.value.id
    kind = expression(frame, s.value)
    if changing:
        frame.writer.unnamed(text_of(kind))
    elif isinstance(kind, Built) and not kind.text.isidentifier() and kind.text != "...":
        frame.writer.line(kind.text)


def _opaque(frame: Frame, s: OpaqueStatement) -> None:
    """A statement without a form: an `import` stays as it is, everything else is refused."""
    if isinstance(s, Delete):
        delete(frame, s)
        return
    if isinstance(s, With):
        enter(frame, s)
        return
    if s.construct == "`nonlocal`" and not set(s.binds) & set(frame.function.nonlocals):
        return  # it is only read
    if s.construct == NESTED:
        bind_target(frame, Name(s.span, s.binds[0]), define(frame, s), s.span)
        return
    if s.construct == "`try`":
        python_try(frame, s)
        return
    rebinds = any(n in frame.environment and is_run(frame.environment[n]) for n in s.binds)
    if rebinds or s.construct != "`import`" or frame.session.prefix:
        fence.refuse(frame, s.construct, s.span)
        for n in s.binds:
            frame.bind(n, POISON)
        return
    frame.writer.line(frame.source(s.whole))
    found = _imported(frame, s)
    for n in s.binds:
        frame.bind(n, Built(n, found.get(n, UNKNOWN)))


def _imported(frame: Frame, s: OpaqueStatement) -> dict[str, Any]:
    """What an `import` binds."""
    found: dict[str, Any] = {}
    try:
        exec(frame.source(s.whole), frame.session.namespace, found)
    except Exception as error:  # noqa: BLE001  (whatever a module does when it is imported)
        frame.refuse("build-failed", f"the import raises {type(error).__name__}: {error}", s.span)
    return found


def finish(frame: Frame, outcome: Outcome) -> Kind:
    """The `return` of the emitted function; gives what it returns."""
    everywhere = outcome.ways <= frozenset(("return",))
    if outcome.left or everywhere or outcome.returns is None:
        if not outcome.left:
            frame.writer.line(f"return {whole(outcome.result)}")
        result = Built("None", None) if outcome.result is None else outcome.result
        return result if outcome.early is None else either(frame, outcome.early, result)
    return frame.refuse(
        "branch-mismatch",
        f"`{frame.function.name}` returns a value on some paths and nothing on others",
        frame.function.span,
        help="end the function with a `return`",
    )


def check_returned(frame: Frame, result: Kind) -> None:
    """Refuse what has no value in a graph: a text of run-time values, or a function."""
    found = [leaf for leaf in leaves(result) if isinstance(leaf, Template | Closure)]
    if not found:
        return
    is_text = isinstance(found[0], Template)
    frame.refuse(
        "result-unsupported",
        f"{describe(found[0])} cannot be returned",
        frame.returned_at or frame.function.span,
        help="return the values, and make the text outside"
        if is_text
        else "return what it gives, or let a plain function return it",
    )
