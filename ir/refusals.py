"""What is wrong with a graph that is being built, as its user is told."""

from __future__ import annotations

from .broken import origin_notes
from .comparison import Comparison
from .diagnostics import Diagnostic, DslError, Note, Span
from .facts import Facts
from .graph import Graph
from .mismatch import mismatch_text, reasons
from .op import RuleError
from .place import Place, line_of


def mismatch(never: Comparison, facts: Facts, graph: Graph) -> RuleError:
    """A comparison that is needed never holds."""
    notes = _notes(never, facts, graph)
    return RuleError("shape-mismatch", mismatch_text(never), notes=notes)


def refusal_at(place: Place, error: RuleError, facts: Facts, graph: Graph) -> DslError:
    """A rule refuses what a statement does; `facts` are known there."""
    notes = error.notes if error.never is None else _notes(error.never, facts, graph)
    label = "; ".join(error.labels.values())
    return DslError(Diagnostic(error.code, error.message, place.span, label, notes, error.help))


def failure(name: str, error: Exception, span: Span | None) -> DslError:
    """Python raises at this place while the graph of a function is built."""
    return DslError(
        Diagnostic(
            "build-failed",
            f"building `{name}` raises {type(error).__name__}: {error}",
            span,
            help="what this line computes while the graph is built must not raise",
        )
    )


def failure_at(place: Place, error: Exception, graph: Graph) -> DslError:
    """Python raises, while a graph is built, what the run may never come to."""
    line = line_of(error, place.emitted)
    return failure(
        graph.name, error, place.span if line is None else Span.of_line(place.file, line)
    )


def _notes(never: Comparison, facts: Facts, graph: Graph) -> tuple[Note, ...]:
    """Where the sizes come from, and why they do not compare so."""
    return (*origin_notes(never, graph), *map(Note, reasons(never, facts)))
