"""One function of the source to one builder function."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, Literal

from dslc.functions import GraphFunction
from dslc.ir.diagnostics import Diagnostic, DslError
from dslc.requests import Request, Requested, read_request
from dslc.signature import Signature

from . import fence
from .declared import check_result
from .frame import Frame
from .graph_calls import GraphCalls
from .helper_texts import HelperText, Text
from .kinds import Kind
from .live import NameSet, bound_in_expressions, bound_names, live_names
from .loop_index import dims_in
from .loops import loop_statement
from .names import Names, stable
from .parameters import check_statics, parameter_kinds
from .plain_functions import Helpers
from .rewritten import rewritten
from .session import Session
from .statements import check_returned, finish, walk
from .tree import Block, For, Function, If, Module, While


@dataclass(slots=True)
class Emitted:
    """What a function became.

    Attributes:
        function: its source.
        text: the body of the builder function.
        helpers: functions of the emitted text that it calls, directly or not.
        parameters: the kinds of its parameters.
        result: what it returns.
        captures: globals whose values are in it.
        signature: its parameters, as a call gives them.
        checks: build-time arguments to check it with.
        request: the versions that are asked for.
        decorator: what makes it a compiled function.
    """

    function: Function
    text: Text
    helpers: list[HelperText]
    parameters: dict[str, Kind]
    result: Kind
    captures: dict[str, Any]
    signature: Signature
    checks: tuple[dict[str, object], ...] = ()
    request: Request = field(default_factory=Request)
    decorator: Literal["builder", "subgraph"] = "builder"


@dataclass(slots=True)
class Translator:
    """Translates the functions of one module, each once.

    Attributes:
        session: what they share.
        emitted: results so far, by the function's place in the source.
        said: what is wrong with each of them.
    """

    module: Module
    namespace: dict[str, Any]
    session: Session = field(init=False)
    emitted: dict[int, Emitted] = field(default_factory=dict)
    said: dict[int, list[Diagnostic]] = field(default_factory=dict)
    opened: list[int] = field(default_factory=list)
    helpers: Helpers = field(init=False)

    def __post_init__(self) -> None:
        self.session = Session(self.module, self.namespace, root=self.namespace)
        self.helpers = Helpers(self)
        self.session.inline = self.helpers.call
        self.session.loop = lambda frame, s, out: loop_statement(frame, s, (), out, walk)
        self.session.inline_closure = self.helpers.call_closure
        self.session.call_graph = GraphCalls(self).call

    def translate(
        self, function: Function, signature: Signature, checks: tuple[dict[str, object], ...] = ()
    ) -> Emitted:
        """Emit a `@graph` function. What is wrong with it is reported to the session."""
        done = self.emitted.get(function.start)
        if done is not None:
            self.session.report_all(self.said[function.start])
            return done
        with self.session.told_apart() as said:
            self.said[function.start] = said
            return self._translated(function, signature, checks)

    def _translated(
        self, function: Function, signature: Signature, checks: tuple[dict[str, object], ...]
    ) -> Emitted:
        self.opened.append(function.start)
        self._check_statics(function, signature, checks)
        kinds = parameter_kinds(signature, signature.pattern())
        frame = self.frame(function, is_graph=True)
        frame.environment, frame.dims = dict(kinds), dims_in(kinds.values())
        result = self.body(frame)
        check_returned(frame, result)
        if signature.returns is not None:
            check_result(frame, signature.returns, result, frame.returned_at or function.span)
        text = Text(frame.g, frame.writer.lines, frame.writer.source_lines)
        helpers, captures = self.helpers.called_in(text), dict(frame.captures)
        if isinstance(captures.get(function.name), GraphFunction):
            del captures[function.name]  # it calls itself
        emitted = Emitted(function, text, helpers, kinds, result, captures, signature, checks)
        self.emitted[function.start] = emitted
        self.opened.remove(function.start)
        return emitted

    def _check_statics(
        self, function: Function, signature: Signature, checks: tuple[dict[str, object], ...]
    ) -> None:
        """Report build-time parameters that there are no values for to check with."""
        try:
            check_statics(signature, checks)
        except DslError as error:
            message = error.diagnostics[0].message
            help_ = "give it a default, or a value to check it with: `@graph(check=[dict(...)])`"
            self.session.report(Diagnostic("argument-mismatch", message, function.span, help=help_))

    def request(self, function: Function, given: Requested | None, signature: Signature) -> Request:
        """The versions that are asked for; what is wrong with them is reported to the session."""
        try:
            return read_request(given, signature)
        except DslError as error:
            decorators = [each.span for each in function.decorators]
            for diagnostic in error.diagnostics:
                self.session.report(replace(diagnostic, span=(*decorators, function.span)[0]))
            return Request()

    def frame(
        self,
        function: Function,
        after: NameSet = frozenset(),
        *,
        is_graph: bool = False,
        session: Session | None = None,
    ) -> Frame:
        """The frame in which a function is to be walked; one of a graph returns no function.

        `after` are the names that are read where it ends, `session` that of another module.
        """
        function, session = rewritten(function), session or self.session
        g = stable("g", function.identifiers)
        taken = function.identifiers | {g, "dslc"}
        if session.prefix:
            taken |= self.module.identifiers
        frame = Frame(
            session,
            function,
            Names(taken),
            live_names(function, after, returns_functions=not is_graph),
            g,
            is_graph=is_graph,
        )
        frame.order = bound_in_order(function)
        frame.exit_name = stable("exit", taken)
        frame.result_name = stable("result", taken)
        return frame

    def body(self, frame: Frame) -> Kind:
        """Walk a function's body; gives what it returns."""
        function = frame.function
        if function.is_async or function.is_generator:
            construct = "an async function" if function.is_async else "`yield`"
            return fence.refuse(frame, construct, function.span)
        outcome = walk(frame, frame.live.statements(function.body), frozenset())
        frame.never_returns = outcome.always_raises
        return finish(frame, outcome)


# --- names of the emitted function ------------------------------------------------------------


def bound_in_order(function: Function) -> list[str]:
    """The names Python treats as locals: parameters, then what is bound anywhere, in order."""
    found = list(function.parameters)

    def block(b: Block | None) -> None:
        for s in b.statements if b is not None else ():
            found.extend([*bound_names(s), *bound_in_expressions(s)])
            if isinstance(s, If):
                block(s.then)
                block(s.otherwise)
            elif isinstance(s, While | For):
                block(s.body)
                block(s.otherwise)

    block(function.body)
    return list(dict.fromkeys(found))
