"""What the functions of one module share while they are walked."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any

from dslc.ir.diagnostics import Diagnostic, Span
from dslc.parametric import LIBRARY

from .kinds import Kind
from .tree import Module


@dataclass(slots=True)
class Session:
    """What the functions of one module share.

    Attributes:
        module: the parsed source.
        namespace: its executed globals.
        inline: emits a call of a plain helper.
        inline_closure: emits a call of a function that was made in the graph.
        call_graph: emits a call of a graph function.
        loop: emits a loop that stands for an expression.
        wild: numbers for sizes that the walk need not know.
        prefix: what stands before a global in the emitted text, in another module than its own.
        root: the globals of the module that the emitted text is of.
        dslc: the name of `dslc` in the emitted text.
    """

    module: Module
    namespace: dict[str, Any]
    diagnostics: list[Diagnostic] = field(default_factory=list)
    wild: Iterator[int] = field(default_factory=lambda: itertools.count(1))
    prefix: str = ""
    root: dict[str, Any] = field(default_factory=dict)
    dslc: str = "dslc"
    inline: Callable[..., Kind] = field(init=False)
    inline_closure: Callable[..., Kind] = field(init=False)
    call_graph: Callable[..., Kind] = field(init=False)
    loop: Callable[..., Any] = field(init=False)

    @property
    def is_library(self) -> bool:
        """Whether the module is one of `dslc` itself."""
        return self.namespace.get("__name__") in LIBRARY

    def report(self, diagnostic: Diagnostic) -> None:
        """Keep a diagnostic, once; what to edit in another module is not ours to say."""
        if self.prefix:
            diagnostic = replace(diagnostic, edits=())
        key = (diagnostic.code, diagnostic.span, diagnostic.message)
        if all((d.code, d.span, d.message) != key for d in self.diagnostics):
            self.diagnostics.append(diagnostic)

    @contextmanager
    def told_apart(self, at: Span | None = None) -> Iterator[list[Diagnostic]]:
        """What is wrong with what is walked once, to be reported again at each later use.

        The use that it was walked for may be taken back, and its diagnostics with it; `at` is where
        that is, if it is to be told there.
        """
        around, self.diagnostics = self.diagnostics, []
        said = self.diagnostics
        try:
            yield said
        finally:
            self.diagnostics = around
            self.report_all(said, at)

    def report_all(self, diagnostics: Iterable[Diagnostic], at: Span | None = None) -> None:
        """Keep some diagnostics, each once; all at one place, if that is given."""
        for each in diagnostics:
            told = replace(each, span=at, label="", help=None, edits=()) if at else each
            self.report(told)
