"""A function with breaks, partitioned into subgraphs and the Python between them.

Statements go to a subgraph as long as the walk takes them, so that no partition in this order has
fewer breaks. A statement that it does not take stays Python, and what is computed in it may be a
subgraph; so do `if` and loops around one, whose parts are partitioned in turn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial

from dslc.ir.diagnostics import Diagnostic

from .breakable import stays_wrong
from .crossing import OUT_OF_PYTHON, Crossing, Typed, Untyped, has_arrays
from .hoisting import hoisted
from .joins import UNBOUND, Environment, join, joined
from .live import children, targets_in
from .names import first_free
from .outcome import falls
from .pieces import Computed, Hoisted, Kept, Piece, Run
from .runs import Runs, gives_new, walrus_names
from .subgraphs import Walked
from .sugar import Walrus, With
from .tree import Assign, Call, Expression, For, If, Name, Statement, While
from .walrus import Hoisting
from .weights import expressions_of, is_heavy, is_heavy_statement

_KEEP_ERRORS = (open, closing)
"""Contexts that never swallow an exception, so that what a subgraph in them bound is not missed."""


@dataclass(slots=True)
class Partition:
    """Makes the partition of one function.

    Attributes:
        runs: finds its subgraphs.
        report: takes what is wrong with the program itself.
        bound: what names were bound to, in the order of the walk.
    """

    runs: Runs
    report: Callable[[Diagnostic], None]
    bound: list[tuple[str, Crossing]] = field(default_factory=list)

    def function(self, parameters: Mapping[str, Typed]) -> list[Piece]:
        """The pieces of the whole function."""
        environment: Environment = dict.fromkeys(self.runs.local, UNBOUND)
        environment.update(parameters)
        body = self.runs.subgraphs.function.body.statements
        return self._block(body, environment, last=True)

    def _block(
        self, statements: tuple[Statement, ...], environment: Environment, *, last: bool = False
    ) -> list[Piece]:
        """The pieces of a block; the environment becomes that at its end.

        `last` where the function ends after it.
        """
        pieces: list[Piece] = []
        rest = statements
        while rest:
            run, refused = self.runs.longest(rest, environment, last)
            if run is not None:
                is_heavy = any(self._is_heavy(s, environment) for s in run.covers)
                pieces += [run] if is_heavy else map(Kept, run.covers)
                self._after(run, environment)
                rest = rest[len(run.covers) :]
                continue
            kept, changed = self._hoisted(rest[0], refused, environment)
            if kept is None:
                at_end = last and len(rest) == 1
                kept = self._kept(rest[0], refused, environment, at_end)
            pieces.append(kept)
            rest = rest[1:] if changed is None else (changed, *rest[1:])
        return pieces

    def _after(self, run: Run, environment: Environment) -> None:
        """What names are after a run."""
        for s in run.covers:
            self.runs.seen.pop(s, None)
            for name in self.runs.binds(s):
                if name in run.outputs:
                    self._bind(environment, name, run.outputs[name])
                elif name not in run.part.inputs or name not in run.part.after:
                    self._bind(environment, name, Untyped("is not read after the graph around it"))

    def _kept(
        self,
        s: Statement,
        refused: tuple[Diagnostic, ...],
        environment: Environment,
        last: bool,
    ) -> Kept:
        """A statement that stays Python, its parts partitioned."""
        match s:
            case If():
                return self._branch(s, environment, last)
            case While() | For():
                return self._loop(s, environment)
            case With() if self._keeps_errors(s):
                kept = Kept(s, refused)
                for name in s.entering.binds:
                    self._bind(environment, name, OUT_OF_PYTHON)
                for e in s.items:
                    self._bind_walrus(e, environment)
                kept.blocks.append(self._block(s.body.statements, environment))
                return kept
        self._report_wrong(refused)
        kept = Kept(s, refused)
        for e in expressions_of(s):
            self._insets(kept, e, environment)
        self._bind_in_python(s, environment)
        return kept

    def _bind_in_python(self, s: Statement, environment: Environment) -> None:
        types = {**self._declared(s, environment), **self.runs.seen.pop(s, {})}
        written = frozenset(self.runs.live.assigned(s)) - frozenset(self.runs.live.bound_in(s))
        for name in self.runs.binds(s):
            # Who writes to an element leaves the array what it is.
            if name not in written:
                self._bind(environment, name, types.get(name, OUT_OF_PYTHON))

    def _keeps_errors(self, s: With) -> bool:
        """Whether an exception in the body leaves it."""
        calls = [e.function if isinstance(e, Call) else e for e in s.items]
        names = [e.id for e in calls if isinstance(e, Name) and e.id not in self.runs.local]
        found = [self.runs.types.global_value(name) for name in names]
        return len(found) == len(s.items) and all(any(f is k for k in _KEEP_ERRORS) for f in found)

    def _branch(self, s: If, environment: Environment, last: bool) -> Kept:
        kept = Kept(s)
        self._test(kept, s.test, environment)
        sides = []
        for block in (s.then, s.otherwise):
            inside = dict(environment)
            statements = block.statements if block is not None else ()
            if statements:
                kept.blocks.append(self._block(statements, inside, last=last))
            if falls(statements):
                sides.append(inside)
        if sides:
            environment.update(self._joined(sides, s))
        return kept

    def _joined(self, sides: list[Environment], s: Statement) -> Environment:
        if len(sides) == 1:
            return sides[0]
        return {n: join(self.runs.sizes, n, s, [side[n] for side in sides]) for n in sides[0]}

    def _loop(self, s: While | For, environment: Environment) -> Kept:
        """A loop in Python: what a name is in it holds for every trip."""
        head = dict(environment)
        while True:
            kept, start, inside = Kept(s), len(self.bound), dict(head)
            if isinstance(s, While):
                self._test(kept, s.test, inside)
            else:
                for e in _looped_over(s.iterable):
                    self._test(kept, e, dict(environment))
                    self._bind_walrus(e, inside)
                self._bind_target(s, inside, environment)
            kept.blocks.append(self._block(s.body.statements, inside))
            every = joined(self.runs.sizes, s, head, self.bound[start:])
            if every == head:
                break
            head = every
        environment.update(head)
        if s.otherwise is not None:
            inside = dict(environment)
            kept.blocks.append(self._block(s.otherwise.statements, inside))
            environment.update(self._joined([environment, inside], s))
        return kept

    def _bind_target(self, s: For, inside: Environment, before: Environment) -> None:
        def look(name: str) -> Typed | None:
            known = before.get(name)
            return known if isinstance(known, Typed) else None

        types = self.runs.types.of_items(s.target, s.iterable, look)
        for name in targets_in(s.target):
            self._bind(inside, name, types.get(name, OUT_OF_PYTHON))

    def _test(self, kept: Kept, e: Expression, environment: Environment) -> None:
        """A condition, or what is looped over."""
        walked = self.runs.expression(e, environment)
        if isinstance(walked, Walked):
            self._report_wrong(walked.refused)
            kept.refused += tuple(walked.refused)
        elif walked is not None:
            kept.refused += (walked,)
        self._insets(kept, e, environment)
        self._bind_walrus(e, environment)

    def _bind_walrus(self, e: Expression, environment: Environment) -> None:
        """Bind what `:=` binds; its type is known where it surely is evaluated."""
        names = walrus_names(e)
        surely, _ = Hoisting(lambda wish: f"<{wish}>").hoisted(e)
        for s in surely:
            name = targets_in(s.targets[0])[0] if isinstance(s, Assign) else ""
            if isinstance(s, Assign) and names.count(name) == 1:
                names.remove(name)
                self._bind(environment, name, self._assigned(s, name, environment))
        for name in names:
            self._bind(environment, name, OUT_OF_PYTHON)

    def _assigned(self, s: Assign, name: str, environment: Environment) -> Crossing:
        """What the one name of an assignment is bound to in Python."""
        declared = self._declared(s, environment).values()
        walked = self.runs.expression(s.value, environment)
        if declared or not isinstance(walked, Walked) or walked.refused:
            return next(iter(declared), OUT_OF_PYTHON)
        return self.runs.given(walked, name, s.value) or OUT_OF_PYTHON

    def _declared(self, s: Statement, environment: Environment) -> dict[str, Typed]:
        def look(name: str) -> Typed | None:
            known = environment.get(name)
            return known if isinstance(known, Typed) else None

        return self.runs.types.of_statement(s, look)

    def _insets(self, kept: Kept, e: Expression, environment: Environment) -> None:
        """Let subgraphs compute what an expression of Python has in it."""
        if self._is_heavy_expression(e, environment):
            walked = self.runs.expression(e, environment)
            if isinstance(walked, Walked) and not walked.refused and gives_new(walked):
                run = Run(walked.part, ())
                kept.computed.append(Computed(e, run))
                return
        for part in (e.value,) if isinstance(e, Walrus) else children(e):
            self._insets(kept, part, environment)

    def _hoisted(
        self, s: Statement, refused: tuple[Diagnostic, ...], environment: Environment
    ) -> tuple[Kept | None, Statement | None]:
        """The calls of Python in a statement, and the statement for a graph with their values."""
        found: list[Hoisted] = []
        inside, changed = dict(environment), s
        while True:
            name = first_free("value", self.runs.sizes.taken.__contains__)
            is_python = partial(self._is_python, environment)
            step = hoisted(changed, is_python, lambda n: n not in self.runs.local, name)
            if step is None:
                return None, None
            call, changed = step
            typed = self.runs.types.of_call(call, (s, len(found)))
            assert typed is not None
            found.append(Hoisted(name, call))
            self.runs.sizes.taken.add(name)
            self.runs.local = (*self.runs.local, name)
            inside[name] = typed
            self.runs.live.after[changed] = self.runs.read_after((s,))
            if self._is_heavy(changed, inside) and self.runs.longest((changed,), inside, False)[0]:
                break
        kept = Kept(s, refused, hoisted=found)
        for each in found:
            self._bind(environment, each.name, inside[each.name])
            for part in children(each.call):
                self._insets(kept, part, environment)
        return kept, changed

    def _is_python(self, environment: Environment, call: Call) -> bool:
        """Whether a call is Python's, and of a known type."""
        if self.runs.types.of_call(call, call) is None:
            return False
        walked = self.runs.expression(call, environment)
        return not isinstance(walked, Walked) or bool(walked.refused)

    def _report_wrong(self, refused: Iterable[Diagnostic]) -> None:
        """Report what Python would refuse too, where that is all."""
        found = list(refused)
        if all(map(stays_wrong, found)):
            for diagnostic in found:
                self.report(diagnostic)

    def _bind(self, environment: Environment, name: str, crossing: Crossing) -> None:
        environment[name] = crossing
        self.bound.append((name, crossing))

    def _is_heavy(self, s: Statement, environment: Environment) -> bool:
        return is_heavy_statement(s, lambda name: _is_array(environment.get(name)))

    def _is_heavy_expression(self, e: Expression, environment: Environment) -> bool:
        return is_heavy(e, lambda name: _is_array(environment.get(name)))


def _is_array(crossing: Crossing | None) -> bool:
    return isinstance(crossing, Typed) and has_arrays(crossing.spec)


def _looped_over(e: Expression) -> list[Expression]:
    """What is evaluated for a loop, that may be a graph's: `range` itself stays Python."""
    if isinstance(e, Call) and isinstance(e.function, Name) and e.function.id in _LOOPED:
        return list(e.arguments)
    return [] if isinstance(e, Name) else [e]


_LOOPED = ("enumerate", "range", "reversed", "zip")
