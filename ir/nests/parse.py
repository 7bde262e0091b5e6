"""A nest from its text, as `print` writes it."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from typing import NoReturn

from dslc.ir.diagnostics import CompilerBug
from dslc.ir.dims import Dim, Size, parse, symbol
from dslc.ir.dtypes import BY_NAME
from dslc.ir.facts import Facts
from dslc.ir.graph import Node
from dslc.ir.op import REGISTRY
from dslc.ir.place import Place
from dslc.ir.types import CLASSES, NumberType, ScalarType, TensorType, Type, default_dtype

from .language import (
    Apply,
    Array,
    ElementType,
    Expression,
    Let,
    Load,
    Local,
    Loop,
    Nest,
    Number,
    Pick,
    Product,
    Running,
    Statement,
    Store,
    Total,
    Update,
    Whole,
)
from .literals import attribute, number, split
from .node import NEST
from .segments import Segment
from .starts import start_of
from .stepping import ENDLESS, Carry, While
from .window import Window

_MANY, _ONE = (2,), (1,)
"""Shapes of an operand's array: with more elements, or this one alone."""


def parse_nest(text: str, known: Mapping[str, Dim] | None = None) -> Nest:
    """The nest of a text.

    Args:
        text: of a nest.
        known: symbols of sizes by name; others are new ones, of sizes of axes.

    Raises:
        CompilerBug: it is no text of a nest.
    """
    return _Parser(text, known or {}).nest()


class _Parser:
    """Reads lines; what names mean is known from the lines before."""

    def __init__(self, text: str, known: Mapping[str, Dim]) -> None:
        self._lines = [line for line in text.split("\n") if line.strip()] or [""]
        self._number = 0
        self._symbols: dict[str, Size] = dict(known)
        self._names: dict[str, Array | Local] = {}
        self._rows: list[Array] = []
        self._carried: dict[str, tuple[Local, Expression]] = {}
        self._node = Node(NEST, (), {}, (), (), Place())
        self._indices = 0

    def nest(self) -> Nest:
        """The nest that all lines are."""
        head = self._match(r"\((.*)\) -> \((.*)\)", self._next())
        given, results = (split(part) for part in head)
        operands = tuple(self._declared(each) for each in given)
        made = [self._declared(each) for each in results]
        body = self._body(0)
        if self._number < len(self._lines):
            self._fail()
        # A scalar result has its declaration's name; it is what a statement defines.
        return Nest(
            operands, tuple(self._names[each.name] for each in made), tuple(self._rows), body
        )

    # --- lines ------------------------------------------------------------------------------------

    def _next(self) -> str:
        self._number += 1
        return self._lines[self._number - 1].strip()

    def _fail(self) -> NoReturn:
        line = self._lines[min(self._number, len(self._lines)) - 1]
        raise CompilerBug(f"`{line.strip()}` is no line of a nest", "\n".join(self._lines))

    def _match(self, pattern: str, text: str) -> tuple[str, ...]:
        found = re.fullmatch(pattern, text)
        return found.groups() if found else self._fail()

    def _declared(self, text: str) -> Array | Local:
        name, type_ = self._match(r"(\w+): (.+)", text)
        each = self._of_type(name, type_)
        self._names[name] = each
        return each

    def _of_type(self, name: str, text: str) -> Array | Local:
        if text in CLASSES:
            return Local(name, NumberType(text))
        dtype, _, shape = text.removesuffix("]").partition("[")
        if "[" not in text:
            return Local(name, ScalarType(BY_NAME[dtype]))
        return Array(name, BY_NAME[dtype], tuple(self._size(part) for part in split(shape)))

    # --- statements -------------------------------------------------------------------------------

    def _body(self, depth: int) -> list[Statement]:
        found: list[Statement] = []
        while self._number < len(self._lines):
            line = self._lines[self._number]
            if len(line) - len(line.lstrip()) != 4 * depth:
                break
            line = self._next()
            if line.startswith("row "):
                row = self._declared(line.removeprefix("row "))
                assert isinstance(row, Array)
                self._rows.append(row)
            elif line.startswith("carry "):
                self._carry(line)
            elif line.startswith("for "):
                found.append(self._loop(line, depth))
            else:
                found.append(self._plain(line))
        return found

    def _loop(self, line: str, depth: int) -> Loop:
        name, extent, offsets, row = self._match(
            r"for (\w+)(?: < (.+?))?(?: of (\w+)\[(.+)\])?:", line
        )
        size = self._size(extent) if extent else ENDLESS
        number = self._size(row or "0")
        index = self._index(name)
        body = self._body(depth + 1)
        if not offsets:
            return Loop(index, size, body)
        of = self._names[offsets]
        assert isinstance(of, Array)
        return Segment(index, size, body, offsets=of, row=number)

    def _index(self, name: str) -> Dim:
        found = symbol(f"{name}·{self._indices}")
        self._indices += 1
        self._symbols[name] = found
        return found

    def _plain(self, line: str) -> Statement:
        if line.startswith("pick "):
            index, size, how, value = self._match(r"pick (\w+) < (.+) (\w*)= (.+)", line)
            read, below = self._value(value), self._size(size)
            return Pick(read, self._node, self._index(index), below, how or "raise")
        if line.startswith("while "):
            return While(self._value(line.removeprefix("while ")), self._node)
        if line.startswith("next "):
            name, value = self._match(r"next (\w+) = (.+)", line)
            local, start = self._carried[name]
            return Carry(self._value(value), self._node, local, "next", start)
        if " @ " in line:
            return self._product(line)
        element = re.fullmatch(r"(\w+)\[(.*?)\] (\w*)= (.+)", line)
        if element:
            name, indices, how, value = element.groups()
            array = self._names[name]
            assert isinstance(array, Array)
            place = self._place(ast.parse(indices, mode="eval").body)
            if how:
                return Update(self._value(value), self._node, array, place, how)
            return Store(self._value(value), self._node, array, place)
        return self._defining(line)

    def _carry(self, line: str) -> None:
        name, type_, start = self._match(r"carry (\w+)(?:: (\w+))? from (.+)", line)
        first = self._value(start)
        local = self._of_type(name, type_) if type_ else Local(name, first.type)
        assert isinstance(local, Local)
        self._names[name] = local
        self._carried[name] = local, first

    def _product(self, line: str) -> Product:
        target, row, matrix, along, depth, across, width = self._match(
            r"(.+) = (.+) @ (.+) along (\w+) < (.+) across (\w+) < (.+)", line
        )
        indices = self._index(along), self._index(across)
        sizes = self._size(depth), self._size(width)
        factors = self._value(row), self._value(matrix)
        types = tuple(each.type for each in factors)
        value = Apply(REGISTRY["multiply"], factors, {}, types, types[0])
        place = self._value(target)
        assert isinstance(place, Load)
        pairs = zip(indices, sizes, strict=True)
        (first, long), (second, wide) = pairs
        return Product(value, self._node, place.array, place.indices, first, long, second, wide)

    def _defining(self, line: str) -> Statement:
        word, name, type_, how, text, start = self._match(
            r"(running )?(\w+)(?:: (\w+))? (\w*)= (.+?)(?: from (.+))?", line
        )
        value = self._value(text)
        local = self._names.get(name)
        if not isinstance(local, Local):  # a result's is there already
            made = self._of_type(name, type_) if type_ else Local(name, value.type)
            local = made if isinstance(made, Local) else self._fail()
        self._names[name] = local
        if not how:
            return Let(value, self._node, local)
        first = (
            self._value(start) if start else Number(start_of(how, local.type, running=bool(word)))
        )
        kind = Running if word else Total
        return kind(value, self._node, local, how, first)

    # --- sizes and expressions --------------------------------------------------------------------

    def _size(self, text: str) -> Size:
        return parse(text, lambda name: self._symbols.setdefault(name, symbol(name)))

    def _place(self, tree: ast.expr) -> tuple[Size, ...]:
        """What stands in brackets."""
        parts = tree.elts if isinstance(tree, ast.Tuple) else [tree]
        return tuple(self._size(ast.unparse(each)) for each in parts)

    def _value(self, text: str) -> Expression:
        try:
            return self._expression(ast.parse(text, mode="eval").body)
        except (SyntaxError, KeyError, ValueError):
            self._fail()

    def _expression(self, tree: ast.expr) -> Expression:
        match tree:
            case ast.Name(name):
                found = self._names[name]
                if isinstance(found, Local):
                    return found
            case ast.Subscript(ast.Name(name), place):
                array = self._names[name]
                if isinstance(array, Array):
                    return Load(array, self._place(place))
            case ast.Call(ast.Name("window"), [ast.Subscript(ast.Name(name), place), *rests]):
                array = self._names[name]
                if isinstance(array, Array):
                    sizes = tuple(self._size(ast.unparse(each)) for each in rests)
                    return Window(array, self._place(place), sizes)
            case ast.Call(ast.Name("size"), [size]):
                return Whole(self._size(ast.unparse(size)))
            case ast.Call(ast.Name(name)) if name in REGISTRY and name not in BY_NAME:
                return self._apply(name, tree)
        return Number(number(tree))

    def _apply(self, name: str, call: ast.Call) -> Expression:
        op = REGISTRY[name]
        operands: list[Expression] = []
        types: list[Type] = []
        for each in call.args:
            operand, type_ = self._operand(each)
            operands.append(operand)
            types.append(type_)
        given = {each.arg: attribute(each.value, self._size) for each in call.keywords if each.arg}
        attributes = {**op.attributes, **given}
        _, (result,) = op.infer(Facts(), tuple(types), attributes)
        type_ = result if isinstance(result, NumberType) else ScalarType(default_dtype(result))
        return Apply(op, tuple(operands), attributes, tuple(types), type_)

    def _operand(self, tree: ast.expr) -> tuple[Expression, Type]:
        """An operand, and its type in the node: that of an array where nothing else is said."""
        shape: tuple[int, ...] | None = _MANY
        match tree:
            case ast.Call(ast.Name("scalar" | "single" as word), [tree]):
                shape = _ONE if word == "single" else None
        expression = self._expression(tree)
        type_: ElementType = expression.type
        if isinstance(expression, Number | Whole) or isinstance(type_, NumberType):
            return expression, type_
        return expression, type_ if shape is None else TensorType(type_.dtype, shape)
