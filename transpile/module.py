"""A whole module: builder functions for its graph functions, the rest kept byte for byte."""

from __future__ import annotations

import ast
import os
import re
from collections.abc import Mapping
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import CodeType, MappingProxyType, ModuleType
from typing import Any

import dslc
from dslc.functions import GraphFunction
from dslc.ir.diagnostics import Diagnostic, DslError, Span

from . import stamp
from .captured import compared
from .decorator import decorator_lines
from .deep_stack import run_deep
from .imports import Rewrite, rewrites
from .load import as_file, execute, first_line, remember
from .names import first_free
from .plain_functions import Text
from .read import paused_collection, read_file, read_module
from .syntax import too_deep
from .texts import tuple_text
from .translate import Emitted, Translator
from .tree import Attribute, Call, Expression, Function, Module, Name, lines_of
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
        needs: the emitted modules it imports, by name.
        encoding: of the source, which the emitted module names as the source does.
    """

    text: str
    path: Path
    diagnostics: tuple[Diagnostic, ...] = ()
    plain: Mapping[str, Any] = field(default_factory=dict, repr=False)
    needs: Mapping[str, BuildResult] = field(default_factory=dict, repr=False)
    encoding: str = "utf-8"

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
    functions = _graph_functions(module, namespace)
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
    emitted = [_translate(translator, tree, function) for tree, function in functions]
    if any(d.severity == "error" for d in translator.session.diagnostics):
        raise DslError(*sort_diagnostics(translator.session.diagnostics))
    source = Path(os.path.relpath(path, target.parent)).as_posix()
    imports = rewrites(text)
    spliced = _splice(module, [e for e in emitted if e is not None], imports, source)
    needs = {each.name: build_module(each.path) for each in imports}
    pairs = [(e, f) for e, (_, f) in zip(emitted, functions, strict=True) if e]
    stamped = stamp.stamp(spliced, str(target), pairs, needs=emitted_modules(needs))
    plain = {tree.name: function.__wrapped__ for tree, function in functions}
    warnings = tuple(translator.session.diagnostics)
    return BuildResult(stamped, target, warnings, plain, needs, encoding)


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
    translator: Translator, tree: Function, function: GraphFunction[Any]
) -> Emitted | None:
    """A function's text; None, and a report, where its annotations mean nothing."""
    try:
        emitted = translator.translate(tree, function.signature, function.check)
        emitted.request = translator.request(tree, function.specialize, function.signature)
        return emitted
    except DslError as error:
        for diagnostic in error.diagnostics:
            placed = diagnostic if diagnostic.span else replace(diagnostic, span=tree.span)
            translator.session.report(placed)
        return None


def _graph_functions(
    module: Module, namespace: dict[str, Any]
) -> list[tuple[Function, GraphFunction[Any]]]:
    """The decorated definitions of a module with their objects, in source order.

    Raises:
        DslError: `unsupported-construct` for a graph function that is not at the top level, has
            further decorators, or is defined twice.
    """
    found: list[tuple[Function, GraphFunction[Any]]] = []
    refused: list[Diagnostic] = []
    for function in module.functions:
        if not any(_is_graph(d, namespace) for d in function.decorators):
            continue
        value = namespace.get(function.name)
        plain = value.__wrapped__ if isinstance(value, GraphFunction) else None
        here = _is_at(module, function, plain)
        reason, help_text = "", None
        around = function.qualified_name.split(".")[:-1]
        if function.qualified_name != function.name or function.indent:
            reason = "a `@graph` function inside another definition or block"
            if around and "<locals>" not in around:
                help_text = (
                    "take `@graph` off the method, and call it in a `@graph` function that takes "
                    f"the struct: `def {function.name}(model: {around[-1]}, ...)`"
                )
        elif len(function.decorators) > 1:
            reason = "a `@graph` function with further decorators"
        elif not here:
            reason = (
                f"a `@graph` function `{function.name}` whose name is bound to something else "
                "afterwards"
            )
        if reason:
            refused.append(
                Diagnostic(
                    "unsupported-construct",
                    f"{reason} is not part of the language",
                    function.span,
                    help=help_text,
                )
            )
        else:
            assert isinstance(value, GraphFunction)
            found.append((function, value))
    refused += _made_otherwise(module, namespace, [value for _, value in found])
    if refused:
        raise DslError(*refused)
    return found


def _is_at(module: Module, function: Function, plain: object) -> bool:
    """Whether a function object comes from this definition."""
    code = getattr(plain, "__code__", None)
    return code is not None and code.co_firstlineno == first_line(module, function)


def _made_otherwise(
    module: Module, namespace: dict[str, Any], found: list[GraphFunction[Any]]
) -> list[Diagnostic]:
    """Graph functions of this file that no `@graph` line made: they would stay what they are."""
    refused = []
    for name, value in namespace.items():
        code = getattr(getattr(value, "__wrapped__", None), "__code__", None)
        if not isinstance(value, GraphFunction) or not isinstance(code, CodeType):
            continue
        if code.co_filename != module.path or any(value is known for known in found):
            continue
        refused.append(
            Diagnostic(
                "unsupported-construct",
                f"a graph function `{name}` made in another way than by `@graph` above its "
                "definition is not part of the language",
                Span.of_line(module.path, code.co_firstlineno),
            )
        )
    return refused


def _is_graph(decorator: Expression, namespace: dict[str, Any]) -> bool:
    if isinstance(decorator, Call):
        decorator = decorator.function
    names: list[str] = []
    while isinstance(decorator, Attribute):
        names.append(decorator.name)
        decorator = decorator.value
    if not isinstance(decorator, Name):
        return False
    value = namespace.get(decorator.id)
    for name in reversed(names):
        value = getattr(value, name, None)
    return value is dslc.graph


# --- the text ---------------------------------------------------------------------------------


def _splice(module: Module, emitted: list[Emitted], imports: list[Rewrite], source: str) -> str:
    """The module with builder functions for graph functions, and imports of emitted modules."""
    text = module.text
    newline = "\r\n" if "\r\n" in text else "\n"
    imported = dslc_name(text)
    alias = imported or free_alias(module)
    pieces = [(each.start, each.end, each.text) for each in imports]
    for one in emitted:
        lines = "".join(line + newline for line in definition(one, alias, source))
        pieces.append((one.function.start, one.function.end, lines))
    parts: list[str] = []
    position = 0
    for start, end, piece in sorted(pieces):
        parts += [text[position:start], piece]
        position = end
    parts.append(text[position:])
    return _with_header("".join(parts), source, None if imported else alias, newline)


def definition(
    one: Emitted, alias: str, source: str, annotations: Mapping[str, str] = MappingProxyType({})
) -> list[str]:
    """The lines of a builder function, helpers that it is the first to call above it.

    `annotations` are for parameters whose source has none.
    """
    lines: list[str] = []
    for helper in one.helpers:
        parameters = ", ".join([helper.text.g, *helper.parameters])
        lines += [f"def {helper.name}({parameters}):", *_body(helper.text), "", ""]
    names = list(map(quoted, compared(one.captures)))
    captures = f", captures={tuple_text(names)}" if names else ""
    lines += decorator_lines(alias, f"{quoted(source)}{captures}", one.request)
    lines += _lines(f"def {one.function.name}{_signature(one, annotations)}:")
    if one.function.docstring is not None:
        lines += _lines(INDENT + one.function.docstring)
    return lines + _body(one.text)


def _signature(one: Emitted, annotations: Mapping[str, str]) -> str:
    """The parameters of the source with the builder before them."""
    inside = _annotated(one.function, annotations).strip()[1:]
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


def _annotated(function: Function, annotations: Mapping[str, str]) -> str:
    """The signature's text with annotations put in."""
    text = function.signature
    for name, annotation in annotations.items():
        text = re.sub(rf"(?<![\w.]){name}(?=\s*[,=)])", f"{name}: {annotation}", text, count=1)
    return text


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
