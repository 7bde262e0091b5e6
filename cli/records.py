"""A diagnostic as plain values, in the form that `docs/diagnostics.md` describes."""

from typing import Any

from dslc.declared_at import shown_path
from dslc.ir.diagnostics import Diagnostic, Span


def diagnostic_record(diagnostic: Diagnostic) -> dict[str, Any]:
    """A diagnostic as JSON can hold it; every key is always there."""
    return {
        "code": diagnostic.code,
        "severity": diagnostic.severity,
        "message": diagnostic.message,
        **_place(diagnostic.span),
        "label": diagnostic.label,
        "notes": [{"message": note.text, **_place(note.span)} for note in diagnostic.notes],
        "help": diagnostic.help,
        "edits": [
            {**_place(edit.span), "replacement": edit.replacement} for edit in diagnostic.edits
        ],
    }


def _place(span: Span | None) -> dict[str, Any]:
    if span is None:
        return {"file": None, "line": None, "column": None, "end": None}
    return {
        "file": shown_path(span.file),
        "line": span.line,
        "column": span.column,
        "end": {"line": span.end_line, "column": span.end_column},
    }
