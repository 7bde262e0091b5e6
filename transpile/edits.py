"""Edits that a `help` offers, where what to write is certain."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from difflib import SequenceMatcher, get_close_matches
from typing import TYPE_CHECKING, Any

import numpy as np

import dslc
from dslc.ir.diagnostics import Edit, Span
from dslc.ir.dims import Dim
from dslc.ir.types import TensorType, Type

from .tree import Assign, Attribute, Block, Constant, For, If, Module, Name, While, lines_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from .frame import Frame
    from .kinds import Poison

_NEAR = 0.75
"""How alike a misspelt name and the one that was meant are, at least, from 0 to 1."""

_AHEAD = 0.05
"""How much more alike it is than any other name."""


def nearest(wrong: str, known: Iterable[str]) -> str | None:
    """The one known name that `wrong` is a slip of; None where none or several are near."""
    near = get_close_matches(wrong, sorted(set(known)), 2, _NEAR)
    alike = [SequenceMatcher(None, each, wrong).ratio() for each in near]
    return near[0] if near and alike[0] - sum(alike[1:]) >= _AHEAD else None


# --- names ------------------------------------------------------------------------------------


def refuse_misspelt(
    frame: Frame, message: str, e: Attribute, known: Iterable[str], *, help: str | None = None
) -> Poison:
    """Refuse an attribute, with the one that was meant where one is near and `help` is None."""
    near = nearest(e.name, known) if help is None else None
    if near is None:
        return frame.refuse("unknown-attribute", message, e.span, help=help)
    help = f"write `{frame.code(e.value.span)}.{near}`"
    edits = renamed_attribute(frame, e, near)
    return frame.refuse("unknown-attribute", message, e.span, help=help, edits=edits)


def renamed_attribute(frame: Frame, e: Attribute, name: str) -> tuple[Edit, ...]:
    """Another attribute of the same object; nothing where the name is written in an odd way."""
    if not frame.session.module.code(e.span).endswith(f".{e.name}"):
        return ()
    line, column = e.span.end_line, e.span.end_column
    return (Edit(Span(e.span.file, line, column - len(e.name), line, column), name),)


def renamed_keyword(frame: Frame, value: Span, wrong: str, name: str) -> tuple[Edit, ...]:
    """Another name for the keyword argument whose value stands at `value`, on the same line."""
    before = lines_of(frame.session.module.text)[value.line - 1][: value.column - 1]
    found = re.search(rf"(?<!\w){re.escape(wrong)}(?=\s*=\s*\(*$)", before)
    if found is None:
        return ()
    span = Span(value.file, value.line, found.start() + 1, value.line, found.end() + 1)
    return (Edit(span, name),)


def without_keywords(
    frame: Frame, values: Mapping[str, Span], names: Sequence[str]
) -> tuple[Edit, ...]:
    """Arguments by place: without the names that stand before the values.

    Nothing where they do not stand in the order of `names`, with all others behind them.
    """
    given = list(values)[: len(names)]
    if given != list(names):
        return ()
    edits = []
    for name in names:
        value = values[name]
        before = lines_of(frame.session.module.text)[value.line - 1][: value.column - 1]
        found = re.search(rf"(?<!\w){re.escape(name)}\s*=\s*$", before)
        if found is None:
            return ()
        place = Span(value.file, value.line, found.start() + 1, value.line, value.column)
        edits.append(Edit(place, ""))
    return tuple(edits)


def imported(module: Module, statement: str) -> tuple[Edit, ...]:
    """An import above the first import of the top level."""
    for s in ast.parse(module.text).body:
        future = isinstance(s, ast.ImportFrom) and s.module == "__future__"
        if isinstance(s, ast.Import | ast.ImportFrom) and not future:
            here = Span(module.path, s.lineno, 1, s.lineno, 1)
            return (Edit(here, f"{statement}{_newline(module.text)}"),)
    return ()


def numpy_name(frame: Frame) -> str | None:
    """The name by which the module knows NumPy where it is not hidden; None without one."""
    for name, value in frame.session.namespace.items():
        if value is np and name not in frame.order:
            return name
    return None


def dtype_text(frame: Frame, dtype: np.dtype[Any]) -> str | None:
    """How the module spells a dtype as an argument; None where it imports nothing for it."""
    numpy = numpy_name(frame)
    if numpy is not None and getattr(np, dtype.name, None) is dtype.type:
        return f"{numpy}.{dtype.name}"
    for name, value in frame.session.namespace.items():
        if value is dtype.type and name not in frame.order:
            return name
    return None


# --- expressions ------------------------------------------------------------------------------


def instead(
    frame: Frame, span: Span, spans: Sequence[Span], template: str | None
) -> tuple[Edit, ...]:
    """An expression in place of the one at `span`, its operands put into the template.

    Nothing where the template names NumPy and the module does not, or where `span` is a statement.
    """
    numpy = numpy_name(frame)
    if template is None or not _is_expression(frame, span) or ("np." in template and not numpy):
        return ()
    written = template.replace("np.", f"{numpy}.")
    operands = [_Operand(frame.session.module.code(each)) for each in spans]
    return (Edit(span, written.format(*operands)),)


class _Operand(str):
    """An operand's source; formatted as an atom it gets the parentheses it needs."""

    def __format__(self, spec: str) -> str:
        return atom(self) if spec == "atom" else str(self)


def atom(text: str) -> str:
    """Source of an expression, in parentheses where an operator beside it could take it apart."""
    node = ast.parse(f"({text})", mode="eval").body
    tight = isinstance(node, ast.Name | ast.Attribute | ast.Call | ast.Subscript)
    return text if tight and "\n" not in text else f"({text})"


def in_order(frame: Frame, span: Span, items: Iterable[Any] | None = None) -> tuple[Edit, ...]:
    """`sorted(...)` around a set at `span`; of `items`, else of the literals that stand there."""
    code = frame.session.module.code(span)
    try:
        sorted(ast.literal_eval(code) if items is None else items)
    except (ValueError, TypeError, SyntaxError):
        return ()
    return (Edit(span, f"sorted({code})"),)


def cast_of_joined(frame: Frame, whole: Span, operand: Span, type_: Type) -> tuple[Edit, ...]:
    """A cast of an operand whose dtype depends on the path to the dtype that holds both."""
    if not isinstance(type_, TensorType) or not type_.shape or not _is_expression(frame, whole):
        return ()
    dtype = dtype_text(frame, type_.dtype)
    source = frame.session.module.code(operand)
    return (Edit(operand, f"{atom(source)}.astype({dtype})"),) if dtype is not None else ()


def _is_expression(frame: Frame, span: Span) -> bool:
    """Whether a span is of an expression; that of an augmented assignment is not."""
    try:
        ast.parse(f"({frame.session.module.code(span)})", mode="eval")
    except SyntaxError:
        return False
    return True


# --- statements and annotations ---------------------------------------------------------------


def after(span: Span) -> Span:
    """The place behind a span."""
    return Span(span.file, span.end_line, span.end_column, span.end_line, span.end_column)


def statement_instead(frame: Frame, span: Span, text: str) -> tuple[Edit, ...]:
    """A statement of one line in place of the expression at `span`, where that is a statement."""
    lines = lines_of(frame.session.module.text)
    before, rest = lines[span.line - 1][: span.column - 1], lines[span.end_line - 1]
    alone = not before.strip() and not rest[span.end_column - 1 :].partition("#")[0].strip()
    return (Edit(span, text),) if alone and "\n" not in text else ()


def without_cause(frame: Frame, cause: Span) -> tuple[Edit, ...]:
    """A `raise` without the `from` whose cause stands at `cause`, on the same line."""
    lines = lines_of(frame.session.module.text)
    found = re.search(r"\s+from\s+$", lines[cause.line - 1][: cause.column - 1])
    if found is None:
        return ()
    start = found.start() + 1
    return (Edit(Span(cause.file, cause.line, start, cause.end_line, cause.end_column), ""),)


def static_parameter(frame: Frame, name: str) -> tuple[Edit, ...]:
    """`Static[...]` around the annotation of a parameter that has a default to build with."""
    module, function = frame.session.module, frame.function
    spelling = _static(frame)
    if not function.decorators or spelling is None:
        return ()
    for node in ast.walk(ast.parse(module.text)):
        if isinstance(node, ast.FunctionDef) and node.lineno == function.span.line:
            annotation = _annotations_with_default(node.args).get(name)
            if isinstance(annotation, ast.Name) and annotation.id in ("int", "bool", "float"):
                line = lines_of(module.text)[annotation.lineno - 1]
                column = len(line.encode()[: annotation.col_offset].decode()) + 1
                end = column + len(annotation.id)
                span = Span(function.span.file, annotation.lineno, column, annotation.lineno, end)
                return (Edit(span, f"{spelling}[{annotation.id}]"),)
    return ()


def _static(frame: Frame) -> str | None:
    """How the module spells `Static`; None where it imports nothing for it."""
    for name, value in frame.session.namespace.items():
        if value is dslc.Static:
            return name
        if value is dslc:
            return f"{name}.Static"
    return None


def _annotations_with_default(arguments: ast.arguments) -> dict[str, ast.expr | None]:
    """The annotations of those parameters that have a default."""
    plain = [*arguments.posonlyargs, *arguments.args]
    pairs = zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
    named = [each for each, default in pairs if default is not None]
    found = [*plain[len(plain) - len(arguments.defaults) :], *named]
    return {each.arg: each.annotation for each in found}


def copied_parameter(frame: Frame, name: str) -> tuple[Edit, ...]:
    """`name = name.copy()` as the first statement of a graph function.

    There it is before any other name of the array. Not of a plain function: its caller would no
    longer see the write.
    """
    function, statements = frame.function, frame.function.body.statements
    if not function.decorators or name not in function.parameters or not statements:
        return ()
    lines = lines_of(frame.session.module.text)
    row = statements[0].span.line - 1
    indent = lines[row][: statements[0].span.column - 1]
    if indent.strip():
        return ()  # on the line of the `def`
    while row > function.span.end_line and lines[row - 1].lstrip().startswith("#"):
        row -= 1
    here = Span(function.span.file, row + 1, 1, row + 1, 1)
    text = f"{indent}{name} = {name}.copy(){_newline(frame.session.module.text)}"
    return (Edit(here, text),)


def start_as_float(frame: Frame, name: str) -> tuple[Edit, ...]:
    """`0.0` where the function's only integer literal bound to a name is `0`."""
    found = [
        s.value
        for s in _assignments(frame.function.body)
        if len(s.targets) == 1
        and isinstance(s.targets[0], Name)
        and s.targets[0].id == name
        and isinstance(s.value, Constant)
        and type(s.value.value) is int
    ]
    text = frame.session.module.code(found[0].span) if len(found) == 1 else ""
    return (Edit(found[0].span, f"{text}.0"),) if text.isdecimal() else ()


def _assignments(block: Block | None) -> Iterator[Assign]:
    for s in block.statements if block is not None else ():
        match s:
            case Assign():
                yield s
            case If():
                yield from _assignments(s.then)
                yield from _assignments(s.otherwise)
            case While() | For():
                yield from _assignments(s.body)
                yield from _assignments(s.otherwise)


def declared_sizes(frame: Frame, span: Span | None, text: str, type_: Type) -> tuple[Edit, ...]:
    """Another annotation of a result, where the module has every name in it."""
    if span is None or not isinstance(type_, TensorType):
        return ()
    known = frame.session.namespace
    plain = all(isinstance(s, int) or _is_dim(known.get(str(s)), s) for s in type_.shape)
    names = re.findall(r"[A-Za-z]\w*", text.partition(",")[0])
    if not plain or any(known.get(name) is not getattr(dslc, name) for name in names):
        return ()
    return (Edit(span, text),)


def _is_dim(value: object, size: Dim) -> bool:
    return isinstance(value, Dim) and value == size


def _newline(text: str) -> str:
    return "\r\n" if "\r\n" in text else "\n"
