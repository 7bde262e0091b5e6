"""A graph of nests from its plan, as `plan` writes it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from contextlib import contextmanager
from inspect import Parameter
from typing import Any, NoReturn

from dslc.ir.comparison import Comparison, comparison
from dslc.ir.diagnostics import CompilerBug, DslError
from dslc.ir.dims import Dim, Size, parse, symbol
from dslc.ir.dtypes import BY_NAME
from dslc.ir.facts import Facts
from dslc.ir.graph import (
    UNSET_LITERAL,
    Graph,
    Literal,
    Node,
    Operand,
    Region,
    Require,
    Value,
    entry_origins,
    type_of,
)
from dslc.ir.op import REGISTRY, Op
from dslc.ir.ops.control import named_class
from dslc.ir.place import Place
from dslc.ir.types import CLASSES, UNSET, NumberKind, NumberType, ScalarType, TensorType, Type

from .checks import DIVIDED, WITHIN
from .literals import attribute, number, split
from .node import COLUMN_DOTS, NEST
from .parse import parse_nest
from .plan import INDENT, OF_LOOPS
from .plan import UNSET as UNSET_TEXT

_OPS = {op.name: op for op in (NEST, COLUMN_DOTS, WITHIN, DIVIDED)}
"""The ops that only graphs of nests have."""

_KINDS: dict[str, NumberKind] = {kind: kind for kind in CLASSES}
"""The kinds of numbers, by their text."""


def parse_plan(text: str) -> Graph:
    """The graph of a plan: the last one of the text, which the others are for.

    Raises:
        CompilerBug: it is no text of a plan.
    """
    return _Parser(text).graph()


class _Parser:
    """Reads lines; what names mean is known from the lines before."""

    def __init__(self, text: str) -> None:
        self._lines = [line for line in text.split("\n") if line.strip()]
        self._at = 0
        self._place = Place()
        self._graphs: dict[str, Graph] = {}
        self._values: dict[str, Value] = {}
        self._symbols: dict[str, Dim] = {}

    def graph(self) -> Graph:
        """The last graph of all lines."""
        while True:
            self._values, self._symbols, self._place = {}, {}, Place()
            try:
                found = self._one()
            except (SyntaxError, KeyError, ValueError, DslError):
                self._fail()
            self._graphs[found.name] = found
            if self._at == len(self._lines):
                return found

    # --- lines ------------------------------------------------------------------------------------

    def _fail(self) -> NoReturn:
        line = ["", *self._lines][self._at]
        raise CompilerBug(f"`{line.strip()}` is no line of a plan", "\n".join(self._lines))

    def _match(self, pattern: str, text: str) -> tuple[Any, ...]:
        found = re.fullmatch(pattern, text)
        return found.groups() if found else self._fail()

    def _next(self, indent: str) -> str | None:
        """The next line, if it stands at this depth."""
        if self._at == len(self._lines):
            return None
        line = self._lines[self._at]
        if not line.startswith(indent) or line[len(indent)] == " ":
            return None
        self._at += 1
        return line[len(indent) :]

    def _all_below(self, indent: str) -> str:
        """The text of the lines that are deeper."""
        first = self._at
        while self._at < len(self._lines) and self._lines[self._at].startswith(indent + INDENT):
            self._at += 1
        return "\n".join(
            line.removeprefix(indent + INDENT) for line in self._lines[first : self._at]
        )

    def _statement(self, line: str) -> None:
        file, source_line, text = self._match(r"# (.*?):(\d+)  (.*)", line)
        self._place = Place(file, text, number=int(source_line))

    # --- graphs and regions -----------------------------------------------------------------------

    def _one(self) -> Graph:
        name, given, source = self._match(r"(\w+)\((.*?)\)(?: in (.+))?:", self._next("") or "")
        symbols: dict[str, Dim] = {}
        if self._at < len(self._lines) and self._lines[self._at].startswith(f"{INDENT}sizes "):
            sizes = (self._next(INDENT) or "").removeprefix("sizes ")
            symbols = {str(dim): dim for dim in map(self._symbol, split(sizes))}
        body = Region([self._declared(each) for each in split(given)])
        graph = Graph(name, body, symbols, [], source or "")
        results: tuple[Operand, ...] = ()
        updates: list[int] = []
        while line := self._next(INDENT):
            if line.startswith("requires "):
                compared = self._compared(line.removeprefix("requires "))
                graph.requires.append(Require(compared, self._place))
            elif line.startswith("update "):
                updated, text = self._match(r"update (\w+) = (.+)", line)
                updates.append(graph.parameters.index(self._values[updated]))
                results += (self._operand(ast.parse(text, mode="eval").body),)
            elif line.startswith("return"):
                results += self._operands(line.removeprefix("return"))
            else:
                self._node_or_statement(line, INDENT, graph.body)
        graph.body.results, graph.updates = results, tuple(updates)
        graph.origins = entry_origins(graph.parameters, [each.hint for each in graph.parameters])
        return graph

    def _regions(self, indent: str) -> Iterator[tuple[Region, list[Comparison]]]:
        """The regions that stand here, and what their loop keeps true."""
        while head := self._next(indent):
            with self._inside():
                name, given = self._match(r"(\w+)\((.*)\):", head)
                region = Region([self._declared(each) for each in split(given)], name=name)
                always: list[Comparison] = []
                while not (line := self._next(indent + INDENT) or self._fail()).startswith(
                    "return"
                ):
                    if line.startswith("always "):
                        always.append(self._compared(line.removeprefix("always ")))
                    else:
                        self._node_or_statement(line, indent + INDENT, region)
                region.results = self._operands(line.removeprefix("return"))
            yield region, always

    @contextmanager
    def _inside(self) -> Iterator[None]:
        """What a region binds and which statement it is at ends with it."""
        symbols, place = dict(self._symbols), self._place
        yield
        self._symbols, self._place = symbols, place

    # --- nodes ------------------------------------------------------------------------------------

    def _node_or_statement(self, line: str, indent: str, region: Region) -> None:
        if line.startswith("# "):
            self._statement(line)
            return
        (text,) = self._match(r"\d+(?: after [\d, ]+)?: (.+)", line)
        made, called = ("", text) if re.match(r"\w+\(", text) else self._match("(.*?) = (.+)", text)
        name, given = self._match(r"(\w+)\((.*)\)", called)
        call = ast.parse(f"op({given})", mode="eval").body  # `for` is no name of Python
        assert isinstance(call, ast.Call)
        region.nodes.append(self._node(call, name, made, indent))

    def _node(self, call: ast.Call, name: str, made: str, indent: str) -> Node:
        op = _OPS.get(name) or REGISTRY[name]
        place = self._place
        callee = isinstance(call.args[0], ast.Name) if name == "call" else False
        operands = tuple(map(self._operand, call.args[callee:]))
        attributes = self._attributes(op, call)
        if op is NEST:
            attributes["nest"] = parse_nest(self._all_below(indent), self._symbols)
            results = self._of_nest(operands, attributes, split(made))
            return Node(op, operands, attributes, (), results, place)
        group, shown = self._match(r"(?:\((.*?)\)(?:, )?)?(.*)", made)
        hidden = [self._declared(each) for each in split(group or "")]
        regions = list(self._regions(indent + INDENT))
        if "invariants" in attributes:
            kept = [(each.relation, each.left, each.right) for _, all in regions for each in all]
            attributes["invariants"] = tuple(kept)
        results = (*hidden, *(self._declared(each) for each in split(shown)))
        inner = tuple(region for region, _ in regions)
        return Node(op, operands, attributes, inner, results, place, len(hidden))

    def _of_nest(
        self, operands: tuple[Operand, ...], attributes: dict[str, Any], names: list[str]
    ) -> tuple[Value, ...]:
        """The results of a nest: those that have names, and what its rows take."""
        types = tuple(type_of(operand) for operand in operands)
        _, made = NEST.infer(Facts(), types, attributes)
        values = [Value(type_) for type_ in made]
        for name, value in zip(names, values, strict=False):
            value.hint = name
            self._values[name] = value
        return tuple(values)

    def _attributes(self, op: Op, call: ast.Call) -> dict[str, Any]:
        given = {each.arg: attribute(each.value, self._size) for each in call.keywords if each.arg}
        if op.name == "call":
            (callee, *_) = call.args
            assert isinstance(callee, ast.Name)
            return {"callee": self._graphs[callee.id], "dims": given}
        own = OF_LOOPS if op.name in ("for", "while") else op.attributes
        known = {n: value for n, value in own.items() if value is not Parameter.empty}
        absent = {n: None for n in given if n in op.optional}
        order = dict.fromkeys((*absent, *own))
        every = {**known, **given}
        made = {n: every[n] for n in order if n in every}
        if ":" in str(made.get("error", "")):  # a class that is not built in
            made["error"] = named_class(made["error"])
        return made

    # --- values and sizes -------------------------------------------------------------------------

    def _declared(self, text: str) -> Value:
        name, type_, bound = self._match(r"(\w+): (.+?)(?: is (.+))?", text)
        dim = self._symbol(bound) if bound else None
        found = self._values[name] = Value(self._type(type_), name, dim)
        return found

    def _symbol(self, text: str) -> Dim:
        name, low, high = self._match(r"(\w+)(?: in (-?\d*)\.\.(-?\d*))?", text)
        bounds = (int(each) if each else None for each in (low, high))
        found = self._symbols[name] = symbol(name) if low is None else symbol(name, *bounds)
        return found

    def _type(self, text: str) -> Type:
        if text == str(UNSET):
            return UNSET
        if text in CLASSES:
            return NumberType(text)
        text, _, number_kind = text.partition(" or ")
        joined, text = text.endswith("?"), text.removesuffix("?")
        dtype, bracket, shape = text.removesuffix("]").partition("[")
        if not bracket:
            return ScalarType(BY_NAME[dtype], joined, _KINDS.get(number_kind))
        return TensorType(BY_NAME[dtype], tuple(map(self._size, split(shape))), joined)

    def _size(self, text: str) -> Size:
        known = self._symbols
        return parse(text, lambda name: known[name] if name in known else symbol(name))

    def _compared(self, text: str) -> Comparison:
        left, relation, right = self._match(r"(.+) (==|!=|<=|<|>=|>) (.+)", text)
        return comparison(self._size(left), relation, self._size(right))

    def _operands(self, text: str) -> tuple[Operand, ...]:
        tree = ast.parse(f"({text.strip()},)" if text.strip() else "()", mode="eval").body
        assert isinstance(tree, ast.Tuple)
        return tuple(map(self._operand, tree.elts))

    def _operand(self, tree: ast.expr) -> Operand:
        match tree:
            case ast.Name(name) if name == UNSET_TEXT:
                return UNSET_LITERAL
            case ast.Name(name):
                return self._values[name]
            case ast.Call(ast.Name("size"), [size]):
                found = self._size(ast.unparse(size))
                return found if isinstance(found, Dim) else self._fail()
        return Literal(number(tree))
