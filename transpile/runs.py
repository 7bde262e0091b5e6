"""Runs: statements in a row that a subgraph takes, as long as they can be."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from operator import or_

from dslc.annotations import Spec, TensorSpec
from dslc.ir.diagnostics import Diagnostic, DslError

from .breakable import Refused, first_refused, leaves_by
from .crossing import SizeNames, Typed, Untyped, has_arrays, spec_of
from .joins import UNBOUND, Environment
from .kind_parts import leaves
from .kinds import Built, Computed, Kind, MaybeUnbound, describe, is_number
from .live import Live, NameSet, children
from .memory import Memory
from .outcome import falls
from .pieces import Run
from .python_types import PythonTypes
from .subgraphs import Part, Subgraphs, Walked, memories
from .translate import Translator
from .tree import (
    Block,
    Break,
    Continue,
    Expression,
    Opaque,
    Return,
    Slice,
    Starred,
    Statement,
    Tuple,
)
from .weights import expressions_of, statements_in

_READ_ONLY = ("broadcast_to", "diagonal", "sliding_window_view")
"""Ops whose results nobody may write to in NumPy."""


@dataclass(slots=True)
class Runs:
    """Finds the runs of one function.

    Attributes:
        subgraphs: walks its parts.
        translator: makes trials, of which nothing is kept.
        live: what is read after each statement.
        local: the names of the function, in the order in which it binds them.
        held: names that are read at any time, as those that a lambda reads.
        types: those of what comes out of Python.
        sizes: the names of sizes.
        changed: the lists, dicts and objects of the module that the function changes.
        seen: the types of names that a statement in Python binds, where the walk knows them.
    """

    subgraphs: Subgraphs
    translator: Callable[[], Translator]
    live: Live
    local: tuple[str, ...]
    held: NameSet
    types: PythonTypes
    sizes: SizeNames
    changed: NameSet
    seen: dict[Statement, dict[str, Typed]] = field(default_factory=dict)

    def longest(
        self, rest: tuple[Statement, ...], environment: Environment, last: bool
    ) -> tuple[Run | None, tuple[Diagnostic, ...]]:
        """The longest run that these statements begin with, or why the first one is in none."""
        count, refused = self._reach(rest, environment)
        while count:
            at_end = last and count == len(rest)
            run, (count, refused) = self._run(rest[:count], environment, at_end)
            if run is not None:
                return run, ()
        return None, refused

    def _reach(self, rest: tuple[Statement, ...], environment: Environment) -> Refused:
        """How many statements there are before one that reads what no subgraph can take."""
        bound: NameSet = frozenset()
        for number, s in enumerate(rest):
            if leaves_by((s,), (Break, Continue)):
                return number, ()
            reads, binds = Live().transfer(Block((s,)))
            for name in self.local:
                known = environment.get(name)
                untyped = isinstance(known, Untyped) and known is not UNBOUND
                if isinstance(known, Untyped) and untyped and name in reads - bound:
                    return number, (_untyped(name, known, s),)
            stale = sorted((reads & self.changed).difference(self.live.changed(s)))
            if stale:
                message = f"`{stale[0]}` is changed in this function, a graph would keep it"
                return number, (Diagnostic("graph-break", message, s.span),)
            bound |= binds or frozenset()
        return len(rest), ()

    def _run(
        self, statements: tuple[Statement, ...], environment: Environment, last: bool
    ) -> tuple[Run | None, Refused]:
        """These statements as a subgraph, or the number of the first one that is to be in none."""
        returns = leaves_by(statements, Return)
        if returns and falls(statements) and not last:
            first = next(n for n, s in enumerate(statements) if leaves_by((s,), Return))
            return None, (first, ())
        inputs = self._inputs(statements, environment)
        part = Part(statements, inputs, self.read_after(statements), returns)
        walked = self._walk(part)

        def prefix(count: int) -> list[Diagnostic]:
            return self._walk(replace(part, statements=statements[:count])).refused

        module = self.types.module
        bad = first_refused(module, statements, walked.refused, prefix)
        if bad is not None:
            return None, bad
        run = Run(walked.part, statements)
        return self._with_outputs(run, walked)

    def _walk(self, part: Part) -> Walked:
        """Walk a part; arrays that it turns out to write to are given as such."""
        walked = self._trial(part)
        if any(d.code == "write-to-parameter" for d in walked.refused):
            written = [n for s in part.statements for n in self.live.assigned(s)]
            walked = self._trial(replace(part, inputs=_with_written(part.inputs, written)))
        walked.refused = [_about_memory(d, part.inputs) for d in walked.refused]
        return walked

    def _trial(self, part: Part) -> Walked:
        return self.subgraphs.walk(self.translator(), part, self.subgraphs.function.name)

    def _with_outputs(self, run: Run, walked: Walked) -> tuple[Run | None, Refused]:
        """The run with what it gives; refused is the statement that binds what it cannot give."""
        if run.part.returns:
            return run, (0, ())
        seen = walked.arrays
        for name in self._outputs(run, walked):
            kind = walked.kinds.get(name)
            spec = spec_of(kind, self._struct) if kind is not None else None
            problem = _problem(name, kind, spec, seen, walked)
            if problem is not None:
                number = max(n for n, s in enumerate(run.covers) if name in self.binds(s))
                self._note(run.covers, number, walked)
                refusal = Diagnostic("graph-break", problem, run.covers[number].span)
                return None, (number, (refusal,))
            assert spec is not None and kind is not None
            settled = self.sizes.settle(spec, name, run.covers[0])
            run.outputs[name] = Typed(settled, apart=True)
            seen += memories([kind])
        return run, (0, ())

    def _outputs(self, run: Run, walked: Walked) -> list[str]:
        """The names that are bound in a run and read after it."""
        names = {name for s in run.covers for name in self.binds(s)}
        found = []
        for name in self.local:
            if name not in run.part.after:
                continue
            kind = walked.kinds.get(name)
            if name in names and not _is_same_variable(walked, name, kind):
                found.append(name)
        return found

    def _note(self, statements: tuple[Statement, ...], number: int, walked: Walked) -> None:
        """Keep the types of what a statement binds: it will stay Python."""
        s = statements[number]
        later = {name for each in statements[number + 1 :] for name in self.binds(each)}
        for name in self.binds(s):
            kind = walked.kinds.get(name)
            spec = spec_of(kind, self._struct) if kind is not None else None
            if spec is not None and name not in later:
                settled = Typed(self.sizes.settle(spec, name, (s, "seen")))
                self.seen.setdefault(s, {})[name] = settled

    def _inputs(
        self, statements: tuple[Statement, ...], environment: Environment
    ) -> dict[str, Typed]:
        # Not what functions inside may read: these are Python's, or in the statements themselves.
        reads = Live().transfer(Block(statements))[0]
        found: dict[str, Typed] = {}
        for name in self.local:
            known = environment.get(name)
            if name in reads and isinstance(known, Typed):
                found[name] = known
        return found

    def read_after(self, statements: tuple[Statement, ...]) -> NameSet:
        after = self.live.after.get(statements[-1], frozenset(self.local))
        return after | self.held

    def binds(self, s: Statement) -> list[str]:
        """The names that a statement and those in it bind or write to."""
        walrus = [name for e in expressions_of(s) for name in walrus_names(e)]
        inner = [name for each in statements_in(s) for name in self.binds(each)]
        return [*self.live.assigned(s), *walrus, *inner]

    def _struct(self, cls: type) -> Spec | None:
        if self.types.namespace.get(cls.__name__) is not cls:
            return None
        reader = self.types.reader
        try:
            return reader.read(cls, "it", lambda: None)
        except DslError:
            return None

    def given(self, walked: Walked, name: str, place: object) -> Typed | None:
        """The type of what an expression gives to a name."""
        spec = spec_of(walked.result, self._struct) if walked.result is not None else None
        if spec is None:
            return None
        return Typed(self.sizes.settle(spec, name, (place, "given")))

    def expression(self, e: Expression, environment: Environment) -> Walked | Diagnostic | None:
        """An expression as a subgraph; None for one that binds a name, or a part of an index."""
        if walrus_names(e) or isinstance(e, Opaque) or not _is_whole(e):
            return None
        statement = Return(e.span, (), e)
        count, refused = self._reach((statement,), environment)
        if not count:
            return refused[0]
        inputs = self._inputs((statement,), environment)
        return self._walk(Part((statement,), inputs, frozenset(), True))


def _untyped(name: str, known: Untyped, s: Statement) -> Diagnostic:
    return Diagnostic("graph-break", f"`{name}` {known.why}", s.span)


def _with_written(inputs: Mapping[str, Typed], written: Iterable[str]) -> dict[str, Typed]:
    """The inputs, with those that are written to as such where they surely stand apart."""
    arrays = {name: typed for name, typed in inputs.items() if has_arrays(typed.spec)}
    found = dict(inputs)
    for name in written:
        typed = found.get(name)
        if typed is None or not isinstance(typed.spec, TensorSpec):
            continue
        others = [t for other, t in arrays.items() if other != name]
        apart = all(typed.apart and other.apart for other in others)
        if apart and (typed.inout or not typed.parameter):
            found[name] = replace(typed, spec=replace(typed.spec, inout=True))
    return found


def _about_memory(diagnostic: Diagnostic, inputs: Mapping[str, Typed]) -> Diagnostic:
    """What is wrong with writing to an input that is no parameter of the function."""
    if diagnostic.code != "write-to-parameter":
        return diagnostic
    name = diagnostic.message.split("`")[1]
    typed = inputs.get(name)
    if typed is not None and typed.parameter and not typed.inout:
        return diagnostic
    message = f"`{name}` is written to, and may share memory with an array of another name"
    return Diagnostic("graph-break", message, diagnostic.span)


def _is_same_variable(walked: Walked, name: str, kind: Kind | None) -> bool:
    """Whether a name still is the array that it came in as, which shows what is written to it."""
    own = memories([kind]) if kind is not None else []
    same = own == walked.given.get(name)
    return bool(own) and same and all(memory.is_variable for memory in own)


def _problem(
    name: str, kind: Kind | None, spec: Spec | None, seen: list[Memory], walked: Walked
) -> str | None:
    """Why a subgraph cannot give a name to Python."""
    if kind is None or isinstance(kind, MaybeUnbound):
        return f"`{name}` may be unbound after this"
    if spec is None:
        return f"`{name}` is {describe(kind)}, which stays in Python"
    own = memories([kind])
    if any(memory.is_of_module() for memory in own):
        return f"`{name}` may share memory with an array of the module"
    if any(memory.overlaps(other) for memory in own for other in seen):
        return f"`{name}` may share memory with an array of another name"
    read_only = any(f".{op}(" in line for op in _READ_ONLY for line in walked.frame.writer.lines)
    if read_only and any(memory.origin == "view" for memory in own):
        return f"`{name}` may be a view that is not to be written to"
    return None


def gives_new(walked: Walked) -> bool:
    """Whether an expression gives values of a graph, with no array that somebody else has."""
    if walked.result is None or not _is_of_values(walked.result):
        return False
    own = memories([walked.result])
    shared = any(memory.overlaps(other) for memory in own for other in walked.arrays)
    if shared or any(memory.is_of_module() for memory in own):
        return False
    read_only = any(f".{op}(" in line for op in _READ_ONLY for line in walked.frame.writer.lines)
    return not (read_only and any(memory.origin == "view" for memory in own))


def _is_of_values(kind: Kind) -> bool:
    """Whether it is made of values of the graph, and of nothing that only Python has."""
    found = list(leaves(kind))
    numbers = (isinstance(leaf, Built) and is_number(leaf.value) for leaf in found)
    computed = [isinstance(leaf, Computed) for leaf in found]
    return any(computed) and all(map(or_, computed, numbers))


def walrus_names(e: Expression) -> list[str]:
    """The names that `:=` binds in an expression."""
    own = list(e.binds) if isinstance(e, Opaque) else []
    return [*own, *(name for part in children(e) for name in walrus_names(part))]


def _is_whole(e: Expression) -> bool:
    """Whether it stands for a value of its own, unlike a slice or a starred item."""
    if isinstance(e, Tuple):
        return all(map(_is_whole, e.items))
    return not isinstance(e, Slice | Starred)
