"""A diagnostic as a workflow command of GitHub Actions, which shows it at the line of a change."""

from dslc.declared_at import shown_path
from dslc.ir.diagnostics import Diagnostic, Span


def workflow_command(diagnostic: Diagnostic) -> str:
    """`::error file=model.py,line=4,col=12,endLine=4,endColumn=18,title=...::message`."""
    properties = {**_place(diagnostic.span), "title": f"dslc ({diagnostic.code})"}
    said = ",".join(f"{name}={_property(str(value))}" for name, value in properties.items())
    severity = "notice" if diagnostic.severity == "note" else diagnostic.severity
    return f"::{severity} {said}::{_data(_message(diagnostic))}"


def _place(span: Span | None) -> dict[str, str | int]:
    if span is None:
        return {}
    whole_lines = span.end_column == 1 and span.end_line > span.line
    place: dict[str, str | int] = {
        "file": shown_path(span.file),
        "line": span.line,
        "col": span.column,
        "endLine": span.end_line - whole_lines,
    }
    if span.end_line == span.line:  # the end of a column means nothing on another line
        place["endColumn"] = span.end_column
    return place


def _message(diagnostic: Diagnostic) -> str:
    lines = [diagnostic.message]
    if diagnostic.label:
        lines.append(diagnostic.label)
    for note in diagnostic.notes:
        at = f" ({shown_path(note.span.file)}:{note.span.line})" if note.span else ""
        lines.append(f"note: {note.text}{at}")
    if diagnostic.help is not None:
        lines.append(f"help: {diagnostic.help}")
    return "\n".join(lines)


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
