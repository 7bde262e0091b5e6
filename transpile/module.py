"""A whole module: builder functions for its graph functions, the rest kept byte for byte."""

from __future__ import annotations

import ast
import os
import re
from collections.abc import Mapping
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType, ModuleType
from typing import Any

from dslc.functions import GraphFunction
from dslc.ir.collection import paused_collection
from dslc.ir.diagnostics import Diagnostic, DslError, Span

from . import stamp
from .annotated_signature import annotated
from .breaks import Driven, translated
from .captured import compared
from .decorator import decorator_lines
from .deep_stack import run_deep
from .graph_functions import graph_functions
from .helper_texts import Text
from .imports import Rewrite, rewrites
from .load import as_file, execute, remember
from .names import first_free
from .read import read_file, read_module
from .syntax import too_deep
from .texts import tuple_text
from .translate import Emitted, Translator
from .tree import Function, Module, lines_of
from .writer import INDENT, WIDTH, quoted

NOTE = "# Written by `dslc build`"
"""How the first line of an emitted module begins, below the lines that Python reads itself."""


@dataclass(frozen=True, slots=True)
class BuildResult:
    """An emitted module.

    Attributes:
        text: its text.
        path: where it belongs.
        diagnostics: warnings.
        plain: the functions as the user wrote them, by name.
        namespace: the globals of the source.
        needs: the emitted modules it imports, by name.
        breaks: a note for each break of its functions.
        encoding: of the source, which the emitted module names as the source does.
    """

    text: str
    path: Path
    diagnostics: tuple[Diagnostic, ...] = ()
    plain: Mapping[str, Any] = field(default_factory=dict, repr=False)
    namespace: Mapping[str, Any] = field(default_factory=dict, repr=False)
    needs: Mapping[str, BuildResult] = field(default_factory=dict, repr=False)
    encoding: str = "utf-8"
    breaks: tuple[Diagnostic, ...] = ()

    @property
    def data(self) -> bytes:
        """The text as the file holds it."""
        return self.text.encode(self.encoding)


def build_module(path: Path, out: Path | None = None, text: str | None = None) -> BuildResult:
    """Transpile and check a source file; nothing is written.

    Args:
        path: the source.
        out: the emitted module, by default beside the source.
        text: what the source is taken to hold, instead of what it does.

    Raises:
        DslError: all that is wrong with it.
    """
    held, encoding = read_file(path)
    try:
        with paused_collection(), nullcontext() if text is None else as_file(str(path), text):
            return run_deep(lambda: _build(path, held if text is None else text, encoding, out))
    except RecursionError:
        raise too_deep(str(path)) from None


def _build(path: Path, text: str, encoding: str, out: Path | None) -> BuildResult:
    target = out or path.with_name(f"{path.stem}_graph.py")
    module = read_module(text, str(path))
    namespace = execute(text, str(path), path.stem)
    functions = graph_functions(module, namespace)
    if not functions:
        raise DslError(
            Diagnostic(
                "no-graph-functions",
                "there is no `@graph` function in this file",
                Span.of_line(str(path), 1),
                help="build the source that its first line names"
                if text.startswith(NOTE)
                else "put `@graph` above a function",
            )
        )
    translator = Translator(module, namespace)
    alias = translator.session.dslc = dslc_name(text) or free_alias(module)
    emitted = [_translate(translator, tree, function, alias) for tree, function in functions]
    if any(d.severity == "error" for d in translator.session.diagnostics):
        raise DslError(*sort_diagnostics(translator.session.diagnostics))
    source = Path(os.path.relpath(path, target.parent)).as_posix()
    imports = rewrites(text)
    whole = [e for e in emitted if e is not None]
    spliced = _splice(module, whole, imports, source)
    needs = {each.name: build_module(each.path) for each in imports}
    builders = [each for one in whole for each in builders_of(one)]
    stamped = stamp.stamp(spliced, str(target), builders, needs=emitted_modules(needs))
    plain = {tree.name: function.__wrapped__ for tree, function in functions}
    warnings = tuple(translator.session.diagnostics)
    breaks = tuple(note for one in whole if isinstance(one, Driven) for note in one.breaks)
    return BuildResult(stamped, target, warnings, plain, namespace, needs, encoding, breaks)


def emitted_modules(needs: Mapping[str, BuildResult]) -> dict[str, ModuleType]:
    """The modules that an emitted module imports, executed; first those that they import."""
    modules: dict[str, ModuleType] = {}
    for name, result in needs.items():
        inner = emitted_modules(result.needs)
        module = ModuleType(name)
        remember(str(result.path), result.text)
        vars(module).update(execute(result.text, str(result.path), name, modules=inner))
        modules.update({**inner, name: module})
    return modules


def sort_diagnostics(diagnostics: list[Diagnostic]) -> list[Diagnostic]:
    """In the order of the source."""
    return sorted(diagnostics, key=lambda d: (d.span.line, d.span.column) if d.span else (0, 0))


def _translate(
    translator: Translator, tree: Function, function: GraphFunction[Any], alias: str
) -> Emitted | Driven | None:
    """A function's text; None, and a report, where its annotations mean nothing."""
    try:
        emitted = translated(translator, tree, function, function.signature, alias)
        if isinstance(emitted, Emitted):
            emitted.request = translator.request(tree, function.specialize, function.signature)
        return emitted
    except DslError as error:
        for diagnostic in error.diagnostics:
            placed = diagnostic if diagnostic.span else replace(diagnostic, span=tree.span)
            translator.session.report(placed)
        return None


def builders_of(one: Emitted | Driven) -> list[Emitted]:
    """The builder functions that a function became."""
    return one.subgraphs if isinstance(one, Driven) else [one]


# --- the text ---------------------------------------------------------------------------------


def _splice(
    module: Module, emitted: list[Emitted | Driven], imports: list[Rewrite], source: str
) -> str:
    """The module with builder functions for graph functions, and imports of emitted modules."""
    text = module.text
    newline = "\r\n" if "\r\n" in text else "\n"
    imported = dslc_name(text)
    alias = imported or free_alias(module)
    pieces = [(each.start, each.end, each.text) for each in imports]
    written: set[str] = set()
    for one in emitted:
        lines = "".join(line + newline for line in definition(one, alias, source, written))
        pieces.append((one.function.start, one.function.end, lines))
    parts: list[str] = []
    position = 0
    for start, end, piece in sorted(pieces):
        parts += [text[position:start], piece]
        position = end
    parts.append(text[position:])
    return _with_header("".join(parts), source, None if imported else alias, newline)


def definition(
    one: Emitted | Driven,
    alias: str,
    source: str,
    written: set[str],
    annotations: Mapping[str, str] = MappingProxyType({}),
) -> list[str]:
    """The lines that stand for a function: a builder function, or several and the driver of them.

    `written` are the helpers that stand above already; `annotations` are for parameters whose
    source has none.
    """
    if isinstance(one, Emitted):
        return _builder(one, alias, source, written, annotations)
    lines: list[str] = []
    for each in one.subgraphs:
        lines += [*_builder(each, alias, source, written), "", ""]
    return [*lines, *one.lines]


def _builder(
    one: Emitted,
    alias: str,
    source: str,
    written: set[str],
    annotations: Mapping[str, str] = MappingProxyType({}),
) -> list[str]:
    """The lines of a builder function, helpers that it is the first to call above it."""
    lines: list[str] = []
    for helper in one.helpers:
        if helper.name in written:
            continue
        written.add(helper.name)
        parameters = ", ".join([helper.text.g, *helper.parameters])
        lines += [f"def {helper.name}({parameters}):", *_body(helper.text), "", ""]
    names = list(map(quoted, compared(one.captures)))
    captures = f", captures={tuple_text(names)}" if names else ""
    lines += decorator_lines(alias, one.decorator, f"{quoted(source)}{captures}", one.request)
    lines += _lines(f"def {one.function.name}{_signature(one, annotations)}:")
    if one.function.docstring is not None:
        lines += _lines(INDENT + one.function.docstring)
    return lines + _body(one.text)


def _signature(one: Emitted, annotations: Mapping[str, str]) -> str:
    """The parameters of the source with the builder before them."""
    inside = annotated(one.function, annotations).strip()[1:]
    g = one.text.g
    if inside.lstrip().startswith(")"):
        return f"({g}{inside.lstrip()}"
    if not inside.startswith(("\n", "\r")):
        return f"({g}, {inside}"
    # One parameter a line: the builder gets a line too.
    start = inside[: len(inside) - len(inside.lstrip())]
    return f"({start}{g},{inside}"


def _lines(text: str) -> list[str]:
    return [line.rstrip("\r\n") for line in lines_of(text)]


def _body(text: Text) -> list[str]:
    """The lines of a function below its docstring."""
    lines = text.lines[1:] if text.lines and not text.lines[0] else text.lines
    return [*_line_table(text), *lines]


def _line_table(text: Text) -> list[str]:
    """`g.lines(...)`: the source lines of the statements, in the order of the text."""
    if not text.source_lines:
        return []
    numbers = [str(number) for number in text.source_lines]
    whole = f"{INDENT}{text.g}.lines({', '.join(numbers)})"
    if len(whole) <= WIDTH:
        return [whole, ""]
    rows, row = [f"{INDENT}{text.g}.lines("], ""
    for number in numbers:
        if row and len(INDENT) * 2 + len(row) + len(number) + 1 > WIDTH:
            rows.append(INDENT * 2 + row)
            row = ""
        row = f"{row} {number}," if row else f"{number},"
    return [*rows, INDENT * 2 + row, f"{INDENT})", ""]


def dslc_name(text: str) -> str | None:
    """The name by which the module's top level imports dslc, None where it does not."""
    for s in ast.parse(text).body:
        if isinstance(s, ast.Import):
            for alias in s.names:
                if alias.name == "dslc":
                    return alias.asname or "dslc"
    return None


def free_alias(module: Module) -> str:
    """A name for dslc that the module does not use otherwise."""

    def in_use(name: str) -> bool:
        return name in module.identifiers and not _only_imported_from(module, name)

    return first_free("dslc", in_use)


def _only_imported_from(module: Module, name: str) -> bool:
    """Whether a name occurs only as the module in `from dslc import ...`."""
    tree = ast.parse(module.text)
    return not any(
        (isinstance(n, ast.Name) and n.id == name)
        or (isinstance(n, ast.arg) and n.arg == name)
        or (isinstance(n, ast.alias) and name in (n.name, n.asname))
        or (isinstance(n, ast.FunctionDef | ast.ClassDef) and n.name == name)
        for n in ast.walk(tree)
    )


def _with_header(text: str, source: str, alias: str | None, newline: str) -> str:
    """The note on top and the import, after what must stay first."""
    lines = lines_of(text)
    top = 0
    while top < min(2, len(lines)) and (
        lines[top].startswith("#!") or re.match(r"#.*coding[:=]", lines[top])
    ):
        top += 1
    if alias is not None:
        row = _import_row(text)
        said = "import dslc" if alias == "dslc" else f"import dslc as {alias}"
        lines.insert(row, said + newline)
    name = source if source.isprintable() else quoted(source)
    note = f"{NOTE} from {name}: edit that file and build again.{newline}"
    lines.insert(top, note)
    return "".join(lines)


def _import_row(text: str) -> int:
    """The number of lines before the first statement of the top level that imports from dslc."""
    for s in ast.parse(text).body:
        names = (
            [s.module or ""]
            if isinstance(s, ast.ImportFrom)
            else [a.name for a in getattr(s, "names", ()) if isinstance(s, ast.Import)]
        )
        if any(name == "dslc" or name.startswith("dslc.") for name in names):
            return s.lineno - 1
    return _first_row(text)


def _first_row(text: str) -> int:
    """The number of lines before the first statement after docstring and `__future__` imports."""
    row = 0
    for number, s in enumerate(ast.parse(text).body):
        is_docstring = number == 0 and isinstance(s, ast.Expr) and isinstance(s.value, ast.Constant)
        if not is_docstring and not (isinstance(s, ast.ImportFrom) and s.module == "__future__"):
            break
        row = s.end_lineno or row
    return row
