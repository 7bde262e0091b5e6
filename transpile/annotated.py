"""A source with annotations put in; everything else in it stays byte for byte."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

import libcst as cst

from .definitions import Definition, Source, definitions, parameters_of
from .splice import Change, splice
from .tree import line_starts, lines_of

_WIDTH = 100


@dataclass(slots=True)
class Annotations:
    """The annotations of one function.

    Attributes:
        parameters: by name, as text.
        result: as text; None where there is none to write.
        checks: sets of build-time arguments to check it with.
        names: what the texts take from dslc.
        dims: the dims in them.
        remarks: what was left out, and why.
    """

    parameters: dict[str, str] = field(default_factory=dict)
    result: str | None = None
    checks: list[dict[str, str]] = field(default_factory=list)
    names: set[str] = field(default_factory=set)
    dims: list[str] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)


def annotated(source: Source, found: Mapping[str, Annotations]) -> str:
    """The text with these annotations, the decorators, and what they need above."""
    known = definitions(source)
    edits = [
        change
        for name, annotations in found.items()
        for change in _function(source, known[name], annotations)
    ]
    names: set[str] = set().union(*(annotations.names for annotations in found.values()))
    if not all(known[name].is_graph for name in found):
        names.add("graph")
    own = source.own_dims()
    used = dict.fromkeys(dim for annotations in found.values() for dim in annotations.dims)
    dims = [dim for dim in used if dim not in own]
    if dims:
        names.add("dims")
    return splice(source.text, [*_above(source, names, dims), *edits])


def _function(source: Source, definition: Definition, found: Annotations) -> Iterator[Change]:
    node, parsed = definition.node, source.parsed
    if not definition.is_graph:
        start = parsed.line_start(parsed.start(node))
        yield Change(start, start, f"@{source.prefix}graph{_checks(found)}{source.newline}")
    for parameter in parameters_of(node):
        text = found.parameters.get(parameter.name.value)
        if text is not None:
            yield _parameter(source, parameter, text)
    if found.result is not None:
        colon = parsed.after_colon(node.body) - 1
        end = len(source.text[:colon].rstrip())
        yield Change(end, end, f" -> {found.result}")


def _parameter(source: Source, parameter: cst.Param, text: str) -> Change:
    end = source.parsed.end(parameter.name)
    if parameter.default is not None:
        # PEP 8 puts blanks around the `=` of a parameter that has an annotation.
        equals = re.compile(r"[ \t]*=[ \t]*").match(source.text, end)
        if equals is not None:
            return Change(end, equals.end(), f": {text} = ")
    return Change(end, end, f": {text}")


def _checks(found: Annotations) -> str:
    """`(check=[dict(mode='relu')])` for build-time arguments without a default."""
    cases = [
        f"dict({', '.join(f'{name}={_quoted(value)}' for name, value in case.items())})"
        for case in found.checks
    ]
    return f"(check=[{', '.join(cases)}])" if cases else ""


def _quoted(text: str) -> str:
    return '"' + text + '"' if text.isprintable() and not set(text) & set('"\\') else repr(text)


def _above(source: Source, names: set[str], dims: list[str]) -> Iterator[Change]:
    """The import of what is missing, and a line of new dims, below the imports."""
    lines, starts = lines_of(source.text), line_starts(source.text)
    missing = sorted(names - source.imported, key=_by_case)
    text = ""
    if source.prefix:
        text = "" if _imports_dslc(source.tree) else f"import dslc{source.newline}"
    elif missing:
        row = _one_line_import(source.tree, lines)
        held = [] if row is None else lines[row].split("import")[1].strip().split(", ")
        joined = f"from dslc import {', '.join(sorted([*missing, *held], key=_by_case))}"
        if row is not None and len(joined) <= _WIDTH:
            yield Change(starts[row], starts[row] + len(lines[row].rstrip()), joined)
        else:
            text = f"from dslc import {', '.join(missing)}{source.newline}"
    row = _end_of_imports(source.tree)
    if dims:
        text += source.newline + _dims_line(source, dims)
        text += source.newline * 2 if row < len(lines) and lines[row].strip() else ""
    if text and row and not lines[row - 1].endswith(("\n", "\r")):
        text = source.newline + text
    yield Change(starts[row], starts[row], text)


def _dims_line(source: Source, dims: list[str]) -> str:
    return f'{", ".join(dims)} = {source.prefix}dims("{" ".join(dims)}"){source.newline}'


def _by_case(name: str) -> tuple[bool, str]:
    """Classes before functions, as import sorters do."""
    return not name[0].isupper(), name


def _end_of_imports(tree: ast.Module) -> int:
    """The number of lines up to the end of the imports, docstring included."""
    row = 0
    for number, s in enumerate(tree.body):
        docstring = number == 0 and isinstance(s, ast.Expr) and isinstance(s.value, ast.Constant)
        if docstring or isinstance(s, ast.Import | ast.ImportFrom):
            row = s.end_lineno or row
        elif isinstance(s, ast.FunctionDef | ast.ClassDef):
            break
    return row


def _one_line_import(tree: ast.Module, lines: list[str]) -> int | None:
    """The row of the first `from dslc import a, b` with nothing more on its line."""
    for s in tree.body:
        if isinstance(s, ast.ImportFrom) and s.module == "dslc":
            row = s.lineno - 1
            return row if _ONE_LINE.fullmatch(lines[row].rstrip()) else None
    return None


_ONE_LINE = re.compile(r"from dslc import \w+(, \w+)*")


def _imports_dslc(tree: ast.Module) -> bool:
    return any(
        isinstance(s, ast.Import) and any(a.name == "dslc" and a.asname is None for a in s.names)
        for s in tree.body
    )
