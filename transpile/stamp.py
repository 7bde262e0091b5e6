"""Stamping: the emitted module is run on symbolic types, and its lines get the types it finds.

So the comments cannot lie, and no text leaves the transpiler that does not build.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import ModuleType
from typing import Any

from dslc.compiled import CompiledFunction
from dslc.ir.builder import Builder
from dslc.ir.comparison import Comparison
from dslc.ir.container import Form, shown_types
from dslc.ir.diagnostics import CompilerBug, Diagnostic, DslError, Span
from dslc.ir.dims import Dim
from dslc.ir.graph import Graph, Literal, Node, Operand, Value, type_of
from dslc.ir.nesting import flatten_returned
from dslc.ir.place import Place, line_of
from dslc.ir.refusals import failure
from dslc.ir.requires import required
from dslc.ir.structure import carried_parameters, index_parameter, shown_results
from dslc.ir.types import NumberType

from . import captured
from .load import code_of, execute, remember
from .parameters import check_statics
from .translate import Emitted
from .tree import lines_of
from .writer import WIDTH

COLUMN = 66
"""Where type comments stand, when the line is not longer."""


def stamp(
    text: str,
    path: str,
    functions: list[Emitted],
    live: dict[str, Any] | None = None,
    needs: Mapping[str, ModuleType] | None = None,
) -> str:
    """The text with a type comment on each line that makes a value.

    Args:
        text: the emitted module.
        path: its file.
        functions: what it defines.
        live: the globals to run it in; its own when None.
        needs: the emitted modules it imports.

    Raises:
        DslError: when a function cannot be built with the build-time arguments it is checked with.
    """
    remember(path, text)
    try:
        code = code_of(text, path)
    except SyntaxError as error:
        raise CompilerBug(f"the emitted text does not compile: {error}", text) from error
    namespace = execute(code, path, _module_name(path), live, needs)
    found: dict[int, list[str]] = {}
    above: dict[int, list[str]] = {}
    returned: list[tuple[Graph, int, str]] = []
    for name in {helper.name: None for emitted in functions for helper in emitted.helpers}:
        namespace[name] = _watched(namespace[name], path, returned)
    heads: dict[str, list[str]] = {}
    updates: dict[str, list[str]] = {}
    seen: set[int] = set()
    for emitted in functions:
        name = emitted.function.name
        compiled = namespace[name]
        for case in check_statics(emitted.signature, emitted.checks):
            graph = build(compiled, case, emitted)
            notes = heads.setdefault(name, [])
            paths = updates.setdefault(name, [])
            paths += [path for path in _updates(compiled, case, graph) if path not in paths]
            notes += [note for note in _requires(graph) if _says(note) not in map(_says, notes)]
            for node in _nodes(graph, path, seen):
                _note_node(node, found, above)
    for graph, line, comment in returned:
        if id(graph) in seen:  # it may have been made again since
            _note(found, line, comment)
    for name, paths in updates.items():
        if paths:
            together = f"# updates {', '.join(paths)}"
            apart = [f"# updates {path}" for path in paths]
            heads[name][:0] = [together] if _cut(together) == together else apart
    stamped = _with_heads(_write(text, found, above), functions, heads)
    remember(path, stamped)
    return stamped


def _note_node(node: Node, found: dict[int, list[str]], above: dict[int, list[str]]) -> None:
    """Note what is written beside the lines of a node, and above its line."""
    for line, comment in _of_node(node):
        _note(found, line, comment)
    if node.op.name == "require" and node.place.line:
        _note(above, node.place.line, _required(required(node), node.place))


def _note(found: dict[int, list[str]], line: int, comment: str) -> None:
    known = found.setdefault(line, [])
    if comment not in known:
        known.append(comment)


def _watched(
    helper: Callable[..., Any], path: str, returned: list[tuple[Graph, int, str]]
) -> Callable[..., Any]:
    """A helper that notes the types of what it returns at the line of the call: it is no node."""

    def call(g: Builder, *args: Any) -> Any:
        result = helper(g, *args)
        leaves: list[Any] = []
        forms = flatten_returned(result, leaves).forms
        if all(isinstance(leaf, Value | Dim | int | float) for leaf in leaves):
            operands = [leaf if isinstance(leaf, Value | Dim) else Literal(leaf) for leaf in leaves]
            caller = sys._getframe(1)
            if caller.f_code.co_filename == path:
                returned.append((g.graph, caller.f_lineno, _types(operands, forms)))
        return result

    return call


def _module_name(path: str) -> str:
    return path.rpartition("/")[2].removesuffix(".py")


def build(compiled: CompiledFunction, case: dict[str, object], emitted: Emitted) -> Graph:
    """The graph of an emitted function; an error in it is the user's, with the user's line."""
    try:
        return compiled.graph_for(**case)
    except DslError as error:
        raise DslError(*(_placed(d, emitted) for d in error.diagnostics)) from None
    except CompilerBug:
        raise
    except RecursionError:
        raise
    except Exception as error:
        span = _running(error, compiled, emitted)
        raise failure(emitted.function.name, error, span) from error


def _running(error: Exception, compiled: CompiledFunction, emitted: Emitted) -> Span:
    """The statement of the source whose lines of the emitted text were running last."""
    line = line_of(error, compiled.builder_file)
    span = emitted.function.span
    return span if line is None else Span.of_line(span.file, line)


def _placed(diagnostic: Diagnostic, emitted: Emitted) -> Diagnostic:
    if diagnostic.span is not None:
        return diagnostic
    return Diagnostic(
        diagnostic.code,
        diagnostic.message,
        emitted.function.span,
        diagnostic.label,
        diagnostic.notes,
        diagnostic.help,
    )


def _nodes(graph: Graph, path: str, seen: set[int]) -> Iterable[Node]:
    """The nodes that lines of this file make, of a graph and those it calls.

    `seen` are the graphs that were asked before, by identity: functions that call each other are
    looked at once.
    """
    if id(graph) in seen:
        return
    seen.add(id(graph))
    for node in graph.walk():
        callee = node.attributes.get("callee")
        if isinstance(callee, Graph):
            yield from _nodes(callee, path, seen)
        if node.place.emitted == path:
            yield node


def _of_node(node: Node) -> Iterable[tuple[int, str]]:
    """Lines, and what is written beside them."""
    for region in node.regions:
        if region.line and region.parameters:
            values = [*index_parameter(node, region), *carried_parameters(node, region)]
            yield region.line, _types(values, region.forms)
    if node.place.line and node.op.name != "require":
        yield node.place.line, _types(shown_results(node), node.forms)


def _requires(graph: Graph) -> Iterable[str]:
    """What a reviewer must know of the sizes a function is given."""
    for require in graph.requires:
        yield _required(require.comparison, require.place)


def _says(note: str) -> str:
    """What a note requires, without the statement that does."""
    return note.partition(": ")[0]


def _required(comparison: Comparison, place: Place) -> str:
    return f"# require {comparison}: {place.text}"


def _updates(compiled: CompiledFunction, case: dict[str, object], graph: Graph) -> list[str]:
    """The parameters that a function writes to.

    A struct stands for its fields where all are written to, and one item of a list for all.
    """
    signature = compiled.signature
    paths = signature.layout(signature.statics(case)).paths
    whole: dict[int, str] = {}
    for name in (parameter.name for parameter in signature.parameters):
        own = [number for number, path in enumerate(paths) if path.startswith(f"{name}.")]
        if len(own) > 1 and set(own) <= set(graph.updates):
            whole.update(dict.fromkeys(own, name))
    told = [whole.get(n) or re.sub(r"\[[^]]*\]", "[...]", paths[n]) for n in graph.updates]
    return list(dict.fromkeys(told))


def _with_heads(text: str, functions: list[Emitted], heads: dict[str, list[str]]) -> str:
    """The text with the notes of each function above its line table."""
    lines = lines_of(text)
    definitions = {each.name: each for each in _functions(text)}
    for emitted in reversed(functions):
        notes = [*captured.notes(emitted.captures), *heads[emitted.function.name]]
        if notes:
            table = _head_of(definitions[emitted.function.name], lines, emitted.text.g)
            end = "\r\n" if lines[table].endswith("\r\n") else "\n"
            lines[table:table] = [f"    {_cut(note)}{end}" for note in notes]
    return "".join(lines)


def _functions(text: str) -> Iterable[ast.FunctionDef]:
    return (each for each in ast.parse(text).body if isinstance(each, ast.FunctionDef))


def _head_of(function: ast.FunctionDef, lines: list[str], g: str) -> int:
    """The index of a function's line table, or of the line where its body begins."""
    assert function.end_lineno is not None
    for number in range(function.lineno, function.end_lineno):
        if lines[number].startswith(f"    {g}.lines("):
            return number
    first = function.body[ast.get_docstring(function) is not None].lineno - 1
    while lines[first - 1].lstrip().startswith("#"):
        first -= 1
    return first


def _cut(note: str, indent: int = 4) -> str:
    return note if len(note) <= WIDTH - indent else note[: WIDTH - indent - 3] + "..."


def _types(values: Iterable[Operand], forms: Sequence[Form] = ()) -> str:
    return shown_types(forms, [_text(value) for value in values])


def _text(value: Operand) -> str:
    if isinstance(value, Value) and value.dim is not None and str(value.dim) != value.hint:
        return f"int {value.dim}"
    type_ = type_of(value)
    return type_.kind if isinstance(type_, NumberType) else str(type_)


def _write(text: str, found: dict[int, list[str]], above: dict[int, list[str]]) -> str:
    """The text with comments beside lines, and above lines."""
    lines = lines_of(text)
    for number, comments in found.items():
        line = lines[number - 1]
        body = line.rstrip("\r\n")
        end = line[len(body) :]
        comment = comments[0] if len(comments) == 1 else _agreed(comments)
        if comment:
            pad = " " * max(2, COLUMN - len(body))
            lines[number - 1] = f"{body}{pad}# {comment}{end}"
    for number, comments in above.items():
        line = lines[number - 1]
        if _REQUIRE.match(line):  # it says so itself
            continue
        indent, end = len(line) - len(line.lstrip()), line[len(line.rstrip("\r\n")) :]
        notes = [f"{' ' * indent}{_cut(comment, indent)}{end}" for comment in comments]
        lines[number - 1] = "".join([*notes, line])
    return "".join(lines)


_REQUIRE = re.compile(r"\s*\w+\.require\(")


def _agreed(comments: list[str]) -> str:
    """What several types of one line agree in, `*` for the rest."""
    split = [_pieces(c) for c in comments]
    if len({len(pieces) for pieces in split}) != 1:
        return "*"
    return "".join(
        a if all(a == other for other in rest) else "*" for a, *rest in zip(*split, strict=True)
    )


def _pieces(comment: str) -> list[str]:
    pieces, word = [], ""
    for character in comment:
        if character in "[], ":
            pieces += [word, character] if word else [character]
            word = ""
        else:
            word += character
    return [*pieces, word] if word else pieces
