"""A source whose functions are to be annotated: its definitions, and the names in it."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import libcst as cst

from dslc.ir.dtypes import NAMES

from .deep_stack import run_deep
from .read import read_file, read_module
from .source import Source as Parsed

_DIM_NAMES = ("n", "m", "k", "p", "q", "r", "s", "t")


@dataclass(frozen=True, slots=True)
class Wish:
    """What to annotate of a function.

    Attributes:
        parameters: those without an annotation, in order.
        declared: the sizes in the annotations of the others; "" for what is no single name.
        with_default: those that have a default.
        none_by_default: those whose default is None.
        result: whether the result has none.
    """

    parameters: Sequence[str]
    declared: Mapping[str, Sequence[str]]
    with_default: frozenset[str]
    none_by_default: frozenset[str]
    result: bool


@dataclass(frozen=True, slots=True)
class Definition:
    """A function of the top level.

    Attributes:
        node: its node.
        wish: what it has no annotation for.
        is_graph: whether `@graph` stands above it.
        fault: why it cannot be annotated, else "".
    """

    node: cst.FunctionDef
    wish: Wish
    is_graph: bool
    fault: str = ""


@dataclass(frozen=True, slots=True)
class Source:
    """A source file.

    Attributes:
        text: its text.
        encoding: how the file holds it.
        tree: Python's nodes of it.
        parsed: libcst's nodes and their places.
        imported: the names it takes from dslc.
        taken: every other name in it.
    """

    text: str
    encoding: str
    tree: ast.Module
    parsed: Parsed
    imported: frozenset[str]
    taken: frozenset[str]

    @classmethod
    def read(cls, path: Path) -> Source:
        """Read a file.

        Raises:
            DslError: it cannot be read or parsed.
        """
        text, encoding = read_file(path)
        read_module(text, str(path))  # for its messages
        parsed = run_deep(lambda: Parsed(text, str(path)))
        tree = ast.parse(text)
        imported = frozenset(
            alias.name
            for s in tree.body
            if isinstance(s, ast.ImportFrom) and s.module == "dslc"
            for alias in s.names
            if alias.asname in (None, alias.name)
        )
        return cls(text, encoding, tree, parsed, imported, frozenset(_names(tree)) - imported)

    @property
    def newline(self) -> str:
        """Its line end."""
        return "\r\n" if "\r\n" in self.text else "\n"

    @property
    def prefix(self) -> str:
        """What stands before the names of dslc: nothing, where all of them are free here."""
        names = {"Scalar", "Static", "Tensor", "dims", "graph", *NAMES.values()}
        return "" if names.isdisjoint(self.taken) else "dslc."

    def dim_names(self) -> Iterator[str]:
        """Names for dims: those that it has, then others that it does not use."""
        own = self.own_dims()
        yield from own
        yield from (name for name in _DIM_NAMES if name not in self.taken)
        number = 1
        while True:
            if f"n{number}" not in self.taken:
                yield f"n{number}"
            number += 1

    def own_dims(self) -> list[str]:
        """The names that its top level binds to dims."""
        found = []
        for s in self.tree.body:
            if isinstance(s, ast.Assign) and isinstance(s.value, ast.Call):
                called = s.value.func
                name = called.attr if isinstance(called, ast.Attribute) else _id(called)
                targets = s.targets[0]
                items = targets.elts if isinstance(targets, ast.Tuple) else [targets]
                found += [_id(item) for item in items] if name == "dims" else []
        return found


def _id(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else ""


def _names(tree: ast.Module) -> Iterator[str]:
    """The names that a module binds or reads; attributes are none."""
    for node in ast.walk(tree):
        match node:
            case ast.Name():
                yield node.id
            case ast.arg():
                yield node.arg
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                yield node.name
            case ast.alias():
                yield (node.asname or node.name).partition(".")[0]


def definitions(source: Source) -> dict[str, Definition]:
    """The functions of the top level by name, in order; of a name's several the last."""
    found = {}
    for each in source.parsed.definitions:
        before = source.text[source.parsed.line_start(each.start) : each.start]
        if isinstance(each.node, cst.FunctionDef) and before in ("", "async "):
            found[each.node.name.value] = _definition(
                each.node, is_generator=source.parsed.has_yield(each.start, each.end)
            )
    return found


def _definition(node: cst.FunctionDef, *, is_generator: bool) -> Definition:
    parameters = parameters_of(node)
    wish = Wish(
        tuple(p.name.value for p in parameters if p.annotation is None),
        {
            p.name.value: _size_names(p.annotation.annotation)
            for p in parameters
            if p.annotation is not None
        },
        frozenset(p.name.value for p in parameters if p.default is not None),
        frozenset(p.name.value for p in parameters if _is_none(p.default)),
        node.returns is None,
    )
    graphs = [d for d in node.decorators if _is_graph(d.decorator)]
    fault = ""
    if node.asynchronous is not None:
        fault = "it is async"
    elif is_generator:
        fault = "it is a generator"
    elif isinstance(node.params.star_arg, cst.Param) or node.params.star_kwarg is not None:
        fault = "it takes any number of arguments"
    elif len(node.decorators) > len(graphs):
        fault = "it has other decorators"
    return Definition(node, wish, bool(graphs), fault)


def _size_names(annotation: cst.BaseExpression) -> list[str]:
    """The sizes of `Tensor[f32, n, 2 * m]`; "" for what is no name."""
    if not isinstance(annotation, cst.Subscript):
        return []
    sizes = [element.slice for element in annotation.slice[1:]]
    return [
        size.value.value if isinstance(size, cst.Index) and isinstance(size.value, cst.Name) else ""
        for size in sizes
    ]


def _is_none(node: cst.CSTNode | None) -> bool:
    return isinstance(node, cst.Name) and node.value == "None"


def _is_graph(decorator: cst.BaseExpression) -> bool:
    named = decorator.func if isinstance(decorator, cst.Call) else decorator
    name = named.attr if isinstance(named, cst.Attribute) else named
    return isinstance(name, cst.Name) and name.value == "graph"


def parameters_of(node: cst.FunctionDef) -> list[cst.Param]:
    """The parameters with a name of their own, in order."""
    groups = node.params.posonly_params, node.params.params, node.params.kwonly_params
    return [parameter for group in groups for parameter in group]
