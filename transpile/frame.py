"""The state of transpiling one function: its environment, its text, and what it reports."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, fields, is_dataclass
from types import FunctionType, ModuleType
from typing import Any, TypeAlias

from dslc.compiled import CompiledFunction
from dslc.functions import GraphFunction
from dslc.ir.diagnostics import Diagnostic, DslError, Edit, Note, Span
from dslc.ir.dims import Dim, symbol
from dslc.ir.facts import Facts

from .kinds import POISON, Built, Guard, Kind, Poison, is_number
from .live import NOTHING, Live, NameSet
from .memory import Identity, Memory
from .names import Names
from .one_line import one_line
from .outcome import RUN, End, Outcome, whole
from .pending import Pending
from .session import Session
from .tree import Expression, Function, Statement
from .writer import Writer


class NeedsBuild(Exception):
    """A loop must be a Python loop: its variable, or a name it carries, is needed while building.

    Attributes:
        loop: the variable, or the name.
        span: where it is needed.
        said: what is wrong with the loop as a region.
    """

    def __init__(self, loop: str, span: Span, said: tuple[Diagnostic, ...] = ()) -> None:
        super().__init__(loop)
        self.loop = loop
        self.span = span
        self.said = said


@dataclass(slots=True)
class PythonLoop:
    """A Python loop of the emitted text: what names are at each `break` and `continue` of it."""

    broken: list[Mapping[str, Kind]] = field(default_factory=list)
    continued: list[Mapping[str, Kind]] = field(default_factory=list)


_CODE = (CompiledFunction, FunctionType, GraphFunction, ModuleType, property, type)

MOST_LEVELS = 95
"""Levels of indentation; Python reads 100."""

Saved: TypeAlias = tuple[
    Any,
    Any,
    dict[str, Kind],
    list[str],
    str,
    int,
    int,
    tuple[int, int, int],
    tuple[Facts, frozenset[str]],
]


@dataclass(slots=True)
class Frame:
    """One emitted function while its source is walked.

    Attributes:
        g: the name of the builder in the emitted text.
        environment: what each name is here.
        assigned: the names bound so far in the region being walked, in order of first assignment.
        base: the name that temporaries of the current statement are called after.
        facts: what is known of sizes where the walk is.
        dims: the names of the dims that may be spoken of there.
        raises: how many nodes that may raise, or have another effect, were emitted so far.
        order: the function's local names, in the order in which it first binds them.
        live_now: the names live after the current statement.
        captures: the globals whose values are in the text.
        ends: where the region around returns, so far; None in the function itself.
        exit_name: the name of a region's exit code.
        result_name: the name of the function's result where a region gives it.
        python_loop: the Python loop of the emitted text that `break` and `continue` mean.
        in_built_branch: whether other Python paths of the emitted text may bind the same names.
        is_graph: whether it is a graph function; others are walked for arguments like these.
        loop_live: the names live where `continue` and where `break` go in the loop around.
        tail: whether what is walked ends where the body of a loop ends.
        written: the variables written to so far, in order.
        held: what the current statement has taken views of, or what calls gave it.
        owner: of a method, the class that it stands in.
        home: the region being walked, as far as lists and dicts that it makes are concerned.
        iterated: the lists that Python loops around go over.
        held_lists: those that the current statement has read so far.
        held_at_call: how many of them it had read before the call that is walked.
        left_with: what names are where the function itself returns before its end.
        graph_loops: how many loops of the graph are around.
        exits_at_run_time: build-time `if`s that must be nodes, since control may leave them.
        known: what tests of the source hold where the walk is.
        entailed: what holds too where such a test does.
        around: what names are around the region being walked.
        tries: how many statements were walked again with lists as arrays.
        decides: whether an `if` that building can decide is not in the text.
        pending: the generators that the current statement has called.
        stored: the arrays that were written to, as far as was walked.
        never_returns: whether what was walked raises on every path.
        ended_by: the last call of what never returns.
        given_data: whether what it is called with may come from data of the module.
        probing: whether it is only walked for what it returns where it does not call itself.
        found: what it returns, as far as that is known.
    """

    session: Session
    function: Function
    names: Names
    live: Live
    g: str
    environment: dict[str, Kind] = field(default_factory=dict)
    writer: Writer = field(default_factory=Writer)
    assigned: list[str] = field(default_factory=list)
    base: str = ""
    facts: Facts = field(default_factory=Facts)
    dims: frozenset[str] = frozenset()
    raises: int = 0
    order: list[str] = field(default_factory=list)
    live_now: NameSet = frozenset()
    captures: dict[str, Any] = field(default_factory=dict)
    ends: list[End] | None = None
    exit_name: str = "exit"
    result_name: str = "result"
    python_loop: PythonLoop | None = None
    in_built_branch: bool = False
    is_graph: bool = False
    returned_at: Span | None = None  # the last `return`
    loop_live: tuple[NameSet, NameSet] = (frozenset(), frozenset())
    tail: bool = False
    written: list[Memory] = field(default_factory=list)
    held: list[Memory] = field(default_factory=list)
    owner: type | None = None
    exits_at_run_time: list[Statement] = field(default_factory=list)
    home: object = field(default_factory=object)
    iterated: list[Identity] = field(default_factory=list)
    held_lists: list[Identity] = field(default_factory=list)
    held_at_call: int = 0
    left_with: list[dict[str, Kind]] = field(default_factory=list)
    graph_loops: int = 0
    known: frozenset[Guard] = frozenset()
    entailed: dict[Guard, frozenset[Guard]] = field(default_factory=dict)
    around: Mapping[str, Kind] = field(default_factory=dict)
    tries: int = 0
    decides: bool = False
    never_returns: bool = False
    ended_by: Expression | None = None
    given_data: bool = False
    pending: dict[Expression, Pending] = field(default_factory=dict)
    stored: list[Memory] = field(default_factory=list)
    probing: bool = False
    found: list[Kind] = field(default_factory=list)

    def wild(self, low: int | None = 0) -> Dim:
        """A size, not less than `low`, that the walk need not know."""
        return symbol(f"?{next(self.session.wild)}", low=low)

    def live_at(self, end: str, after: NameSet) -> NameSet:
        """The names that are live where control goes; `after` are those where it just goes on."""
        head, beyond = self.loop_live
        return {"continue": head, "break": beyond, "return": frozenset()}.get(end, after)

    def live_before(self, statements: tuple[Statement, ...], after: NameSet) -> NameSet:
        """The names live before these statements."""
        return self.live.before[statements[0]] if statements else after

    @contextmanager
    def region(self, span: Span) -> Iterator[list[End]]:
        """Within the function of a region; gives the places where it returns, as they come.

        Raises:
            DslError: `too-deep` where Python would not read the text.
        """
        if self.writer.depth >= MOST_LEVELS:
            raise DslError(
                Diagnostic(
                    "too-deep",
                    f"blocks nest deeper than {MOST_LEVELS} levels in the emitted text",
                    span,
                    help="move the inner ones into a function of their own",
                )
            )
        before = self.ends, self.python_loop, self.environment, self.assigned
        branch, self.in_built_branch = self.in_built_branch, False
        outer = self.facts, self.dims, self.names.dims, self.known
        home, self.home = self.home, object()
        around, self.around = self.around, self.environment
        self.facts, self.names.dims = self.facts.copy(), dict(self.names.dims)
        ends: list[End] = []
        self.ends, self.python_loop = ends, None
        self.environment, self.assigned = dict(self.environment), []
        try:
            yield ends
        finally:
            self.ends, self.python_loop, self.environment, self.assigned = before
            self.in_built_branch = branch
            self.facts, self.dims, self.names.dims, self.known = outer
            self.home, self.around = home, around

    @contextmanager
    def apart(self) -> Iterator[None]:
        """Within text that may run another number of times than it is walked."""
        home, self.home = self.home, object()
        try:
            yield
        finally:
            self.home = home

    @contextmanager
    def in_graph_loop(self) -> Iterator[None]:
        """Within the body of a loop of the graph."""
        self.graph_loops += 1
        try:
            yield
        finally:
            self.graph_loops -= 1

    @contextmanager
    def iterating(self, identities: Iterable[Identity]) -> Iterator[None]:
        """Within a Python loop over these lists."""
        before = len(self.iterated)
        self.iterated += identities
        try:
            yield
        finally:
            del self.iterated[before:]

    def leave(self, outcome: Outcome) -> None:
        """The text leaves the function it is in; a region's `return` is filled in later."""
        if self.ends is None:
            self.left_with.append(dict(self.environment))
            self.writer.line(f"return {whole(outcome.result)}")
        else:
            line, live = self.writer.reserve("return"), None
            if RUN not in outcome.ends:
                live = NOTHING.union(*(self.live_at(end, NOTHING) for end in outcome.ends))
            now = dict(self.environment)
            bound = tuple(n for n in self.assigned if now.get(n) is not self.around.get(n))
            self.ends.append(End(line, outcome, now, bound, live))

    def code(self, span: Span) -> str:
        """Source text on one line, to be read; not for what the emitted module executes."""
        text = self.session.module.code(span)
        return one_line(text) if "\n" in text or "\r" in text else text

    def source(self, span: Span) -> str:
        """The source text of an expression, to be executed as it is."""
        text = self.session.module.code(span)
        return f"({text})" if "\n" in text or "\r" in text else text

    def is_decided(self, tested: Kind) -> bool:
        """Whether only one side of an `if` is in the text."""
        if not isinstance(tested, Built):
            return False
        by_value = self.decides and tested.known and not self.knows_data
        return by_value or tested.text in ("True", "False")

    @property
    def knows_data(self) -> bool:
        """Whether build-time values here may come from data of the module, which may change."""
        return self.given_data or not all(isinstance(v, _CODE) for v in self.captures.values())

    def refuse(
        self,
        code: str,
        message: str,
        span: Span,
        *,
        label: str = "",
        help: str | None = None,
        notes: tuple[Note, ...] = (),
        edits: tuple[Edit, ...] = (),
    ) -> Poison:
        """Report what is wrong here; the expression is silent from then on."""
        self.session.report(
            Diagnostic(code, message, span, label, notes=notes, help=help, edits=edits)
        )
        return POISON

    def in_order(self, names: Iterable[str]) -> list[str]:
        """Names in the order in which the function first binds them, parameters first."""
        return sorted(dict.fromkeys(names), key=self.order.index)

    def bind(self, name: str, kind: Kind) -> None:
        """A name is bound here."""
        self.environment[name] = kind
        if name not in self.assigned:
            self.assigned.append(name)

    def save(self) -> Saved:
        """The state of the walk, for `restore`."""
        ends, loop = self.ends or [], self.python_loop or PythonLoop()
        return (
            self.writer.save(),
            self.names.save(),
            dict(self.environment),
            list(self.assigned),
            self.base,
            self.raises,
            len(self.written),
            (len(ends), len(loop.broken), len(loop.continued)),
            (self.facts.copy(), self.dims),
        )

    def restore(self, state: Saved, *, within: bool = False) -> None:
        """Text, names and bindings as they were; diagnostics stay.

        `within` says that the statement which was being walked goes on.
        """
        text, names, environment, assigned, self.base, self.raises, written, ends, sizes = state
        self.facts, self.dims = sizes[0].copy(), sizes[1]
        del self.written[written:]
        self.environment, self.assigned = dict(environment), list(assigned)
        self.writer.restore(text, within=within)
        self.names.restore(names)
        if self.ends is not None:
            del self.ends[ends[0] :]
        if self.python_loop is not None:
            del self.python_loop.broken[ends[1] :], self.python_loop.continued[ends[2] :]


def is_data(value: object) -> bool:
    """Whether a global holds plain data, whose change is a change of value."""
    if isinstance(value, tuple | list):
        return all(map(is_data, value))
    if isinstance(value, dict):
        return all(map(is_data, (*value, *value.values())))
    if is_dataclass(value) and not isinstance(value, type):
        return all(is_data(getattr(value, f.name)) for f in fields(value))
    return is_number(value) or isinstance(value, str)
