"""Diagnostics as SARIF 2.1.0, the format that code scanning services read.

https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html
"""

import hashlib
from collections import Counter
from collections.abc import Sequence
from itertools import groupby
from pathlib import Path
from typing import Any
from urllib.parse import quote

import dslc
from dslc.declared_at import shown_path
from dslc.ir.diagnostics import Diagnostic, Edit, Note, Span, explain, source_line

_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def sarif_log(diagnostics: Sequence[Diagnostic]) -> dict[str, Any]:
    """A log of one run; paths are relative to the working directory, columns code points."""
    codes = sorted({diagnostic.code for diagnostic in diagnostics})
    prints = _fingerprints(diagnostics)
    return {
        "$schema": _SCHEMA,
        "version": "2.1.0",
        "runs": [
            {
                "tool": {
                    "driver": {
                        "name": "dslc",
                        "semanticVersion": dslc.__version__,
                        "rules": list(map(_rule, codes)),
                    }
                },
                "columnKind": "unicodeCodePoints",
                "originalUriBaseIds": {"SRCROOT": {"uri": f"{Path.cwd().as_uri()}/"}},
                "results": [
                    _result(diagnostic, codes.index(diagnostic.code), fingerprint)
                    for diagnostic, fingerprint in zip(diagnostics, prints, strict=True)
                ],
            }
        ],
    }


def _rule(code: str) -> dict[str, Any]:
    page = (explain(code) or code).strip()
    first = next((line for line in page.splitlines() if line and not line.startswith("#")), code)
    return {
        "id": code,
        "shortDescription": {"text": first},
        "help": {"text": page, "markdown": page},
    }


def _result(diagnostic: Diagnostic, rule: int, fingerprint: str) -> dict[str, Any]:
    text = ". ".join(each for each in (diagnostic.message, diagnostic.label) if each)
    if diagnostic.help is not None:
        text = f"{text}\nhelp: {diagnostic.help}"
    result: dict[str, Any] = {
        "ruleId": diagnostic.code,
        "ruleIndex": rule,
        "level": diagnostic.severity,
        "message": {"text": text},
        "locations": [_location(diagnostic.span)] if diagnostic.span else [],
        "partialFingerprints": {"dslc/v1": fingerprint},
    }
    placed = [_related(note, note.span) for note in diagnostic.notes if note.span]
    if placed:
        result["relatedLocations"] = placed
    if diagnostic.edits:
        result["fixes"] = [_fix(diagnostic)]
    return result


def _location(span: Span) -> dict[str, Any]:
    return {"physicalLocation": {"artifactLocation": _artifact(span.file), "region": _region(span)}}


def _related(note: Note, span: Span) -> dict[str, Any]:
    return {**_location(span), "message": {"text": note.text}}


def _fix(diagnostic: Diagnostic) -> dict[str, Any]:
    by_file = groupby(diagnostic.edits, lambda edit: edit.span.file)
    return {
        "description": {"text": diagnostic.help or diagnostic.message},
        "artifactChanges": [
            {"artifactLocation": _artifact(file), "replacements": list(map(_replacement, edits))}
            for file, edits in by_file
        ],
    }


def _replacement(edit: Edit) -> dict[str, Any]:
    span = edit.span
    return {
        "deletedRegion": {
            "startLine": span.line,
            "startColumn": span.column,
            "endLine": span.end_line,
            "endColumn": span.end_column,
        },
        "insertedContent": {"text": edit.replacement},
    }


def _artifact(file: str) -> dict[str, str]:
    shown = Path(shown_path(file))
    if shown.is_absolute():
        return {"uri": shown.as_uri()}
    return {"uri": quote(shown.as_posix()), "uriBaseId": "SRCROOT"}


def _region(span: Span) -> dict[str, int]:
    if span.end_column == 1 and span.end_line > span.line:
        # Whole lines: without columns a region covers all of its lines.
        return {"startLine": span.line, "endLine": span.end_line - 1}
    return {
        "startLine": span.line,
        "startColumn": span.column,
        "endLine": span.end_line,
        "endColumn": span.end_column,
    }


def _fingerprints(diagnostics: Sequence[Diagnostic]) -> list[str]:
    """One for each: the same while its line moves in its file, another for a second one alike."""
    seen: Counter[str] = Counter()
    found = []
    for diagnostic in diagnostics:
        span = diagnostic.span
        file = Path(shown_path(span.file)).as_posix() if span else ""
        line = (source_line(span.file, span.line) or "").strip() if span else ""
        text = "\0".join([diagnostic.code, file, diagnostic.message, line])
        seen[text] += 1
        found.append(hashlib.sha256(f"{text}\0{seen[text]}".encode()).hexdigest()[:32])
    return found
