"""libcst expressions as expressions of the small tree."""

from __future__ import annotations

from ast import literal_eval
from collections.abc import Callable, Sequence
from typing import Any, Literal

import libcst as cst

from dslc.ir.diagnostics import Span

from . import tree
from .free_names import free_names
from .inner_functions import read_lambda
from .read_texts import read_parts
from .source import Source, identifier
from .sugar import Walrus, Yield


def read_expression(source: Source, node: cst.BaseExpression) -> tree.Expression:
    """The expression, without the parentheses around it."""
    if read := _READERS.get(type(node)):
        return read(source, node)
    return _opaque(source, node)


def read_optional(source: Source, node: cst.BaseExpression | None) -> tree.Expression | None:
    """The expression, if there is one."""
    return None if node is None else read_expression(source, node)


# --- names and literals -----------------------------------------------------------------------

_NAMED_CONSTANTS = {"None": None, "True": True, "False": False}


def _read_name(source: Source, node: cst.Name) -> tree.Expression:
    if node.value in _NAMED_CONSTANTS:
        return tree.Constant(source.span(node), _NAMED_CONSTANTS[node.value])
    return tree.Name(source.span(node), identifier(node))


def _read_ellipsis(source: Source, node: cst.Ellipsis) -> tree.Expression:
    return tree.Constant(source.span(node), ...)


def _read_literal(
    source: Source, node: cst.Integer | cst.Float | cst.Imaginary | cst.SimpleString
) -> tree.Expression:
    return tree.Constant(source.span(node), literal_eval(node.value))


def _read_concatenated(source: Source, node: cst.ConcatenatedString) -> tree.Expression:
    value = node.evaluated_value  # None where a part is an f-string
    if value is None:
        return _read_formatted(source, node)
    return tree.Constant(source.span(node), value)


def _read_formatted(
    source: Source, node: cst.FormattedString | cst.ConcatenatedString
) -> tree.Expression:
    names = free_names(node)
    parts = read_parts(source, node, read_expression)
    return tree.FormattedString(source.span(node), "an f-string", names.reads, names.binds, parts)


# --- attributes, subscripts, calls ------------------------------------------------------------


def _read_attribute(source: Source, node: cst.Attribute) -> tree.Expression:
    value = read_expression(source, node.value)
    return tree.Attribute(source.span(node), value, identifier(node.attr))


def _read_subscript(source: Source, node: cst.Subscript) -> tree.Expression:
    value = read_expression(source, node.value)
    indices = tuple(_read_index(source, element.slice) for element in node.slice)
    last = node.slice[-1]
    has_comma = isinstance(last.comma, cst.Comma)
    if len(indices) == 1 and not has_comma and not isinstance(indices[0], tree.Starred):
        return tree.Subscript(source.span(node), value, indices[0])
    end = source.end(last.comma if isinstance(last.comma, cst.Comma) else last)
    span = source.between(source.start(node.slice[0]), end)
    return tree.Subscript(source.span(node), value, tree.Tuple(span, indices))


def _read_index(source: Source, node: cst.BaseSlice) -> tree.Expression:
    if isinstance(node, cst.Slice):
        bounds = (read_optional(source, bound) for bound in (node.lower, node.upper, node.step))
        return tree.Slice(source.span(node), *bounds)
    assert isinstance(node, cst.Index)
    value = read_expression(source, node.value)
    return tree.Starred(source.span(node), value) if node.star else value


def _read_call(source: Source, node: cst.Call) -> tree.Expression:
    function = read_expression(source, node.func)
    arguments: list[tree.Expression] = []
    keywords: list[tree.Keyword] = []
    for argument in node.args:
        value = read_expression(source, argument.value)
        if argument.star == "**":
            keywords.append(tree.Keyword(None, value))
        elif argument.keyword is not None:
            keywords.append(tree.Keyword(identifier(argument.keyword), value))
        elif argument.star:
            arguments.append(tree.Starred(source.span(argument), value))
        else:
            arguments.append(value)
    return tree.Call(source.span(node), function, tuple(arguments), tuple(keywords))


# --- operators --------------------------------------------------------------------------------

BINARY: dict[type[cst.BaseBinaryOp], str] = {
    cst.Add: "+",
    cst.Subtract: "-",
    cst.Multiply: "*",
    cst.Divide: "/",
    cst.FloorDivide: "//",
    cst.Modulo: "%",
    cst.Power: "**",
    cst.MatrixMultiply: "@",
    cst.LeftShift: "<<",
    cst.RightShift: ">>",
    cst.BitAnd: "&",
    cst.BitOr: "|",
    cst.BitXor: "^",
}

_UNARY: dict[type[cst.BaseUnaryOp], str] = {
    cst.Minus: "-",
    cst.Plus: "+",
    cst.BitInvert: "~",
    cst.Not: "not",
}

_COMPARE: dict[type[cst.BaseCompOp], str] = {
    cst.Equal: "==",
    cst.NotEqual: "!=",
    cst.LessThan: "<",
    cst.LessThanEqual: "<=",
    cst.GreaterThan: ">",
    cst.GreaterThanEqual: ">=",
    cst.Is: "is",
    cst.IsNot: "is not",
    cst.In: "in",
    cst.NotIn: "not in",
}


def _read_unary(source: Source, node: cst.UnaryOperation) -> tree.Expression:
    operand = read_expression(source, node.expression)
    return tree.Unary(source.span(node), _UNARY[type(node.operator)], operand)


def _read_binary(source: Source, node: cst.BinaryOperation) -> tree.Expression:
    left = read_expression(source, node.left)
    right = read_expression(source, node.right)
    return tree.Binary(source.span(node), BINARY[type(node.operator)], left, right)


def _read_compare(source: Source, node: cst.Comparison) -> tree.Expression:
    left = read_expression(source, node.left)
    operators = tuple(_COMPARE[type(target.operator)] for target in node.comparisons)
    rights = tuple(read_expression(source, target.comparator) for target in node.comparisons)
    return tree.Compare(source.span(node), left, operators, rights)


def _read_logical(source: Source, node: cst.BooleanOperation) -> tree.Expression:
    operator = "and" if isinstance(node.operator, cst.And) else "or"
    operands = []
    left: cst.BaseExpression = node
    # `a and b and c` is `(a and b) and c` in libcst.
    while (
        isinstance(left, cst.BooleanOperation)
        and type(left.operator) is type(node.operator)
        and (left is node or not left.lpar)
    ):
        operands.append(read_expression(source, left.right))
        left = left.left
    operands.append(read_expression(source, left))
    return tree.Logical(source.span(node), operator, tuple(reversed(operands)))


def _read_conditional(source: Source, node: cst.IfExp) -> tree.Expression:
    test, then, otherwise = (
        read_expression(source, part) for part in (node.test, node.body, node.orelse)
    )
    return tree.Conditional(source.span(node), test, then, otherwise)


# --- displays ---------------------------------------------------------------------------------


def _read_tuple(source: Source, node: cst.Tuple) -> tree.Expression:
    return tree.Tuple(_tuple_span(source, node), _read_items(source, node.elements))


def _tuple_span(source: Source, node: cst.Tuple) -> Span:
    """Parentheses belong to a tuple that has them: `()` would have no span without."""
    if node.lpar:
        return source.between(source.start(node.lpar[-1]), source.end(node.rpar[0]))
    return source.span(node)


def _read_list(source: Source, node: cst.List) -> tree.Expression:
    return tree.List(source.span(node), _read_items(source, node.elements))


def _read_items(source: Source, elements: Sequence[cst.BaseElement]) -> tuple[tree.Expression, ...]:
    return tuple(_read_item(source, element) for element in elements)


def _read_item(source: Source, element: cst.BaseElement) -> tree.Expression:
    value = read_expression(source, element.value)
    if isinstance(element, cst.StarredElement):
        return tree.Starred(source.span(element), value)
    return value


def _read_dict(source: Source, node: cst.Dict) -> tree.Expression:
    keys = tuple(
        read_expression(source, element.key) if isinstance(element, cst.DictElement) else None
        for element in node.elements
    )
    values = tuple(read_expression(source, element.value) for element in node.elements)
    return tree.Dict(source.span(node), keys, values)


# --- the rest ---------------------------------------------------------------------------------

# By name: which classes there are depends on the version of libcst.
_CONSTRUCTS = {
    "ListComp": "a list comprehension",
    "SetComp": "a set comprehension",
    "DictComp": "a dict comprehension",
    "GeneratorExp": "a generator expression",
    "TemplatedString": "a t-string",
    "NamedExpr": "a walrus assignment",
    "Set": "a set",
    "Yield": "`yield`",
    "Await": "`await`",
}


def _opaque(source: Source, node: cst.BaseExpression) -> tree.Expression:
    construct = _CONSTRUCTS.get(type(node).__name__, "this expression")
    names = free_names(node)
    return tree.Opaque(source.span(node), construct, names.reads, names.binds)


def _read_walrus(source: Source, node: cst.NamedExpr) -> tree.Expression:
    names = free_names(node)
    target, value = read_expression(source, node.target), read_expression(source, node.value)
    return Walrus(
        source.span(node), _CONSTRUCTS["NamedExpr"], names.reads, names.binds,
        target=target, value=value,
    )  # fmt: skip


def _read_yield(source: Source, node: cst.Yield) -> tree.Expression:
    names = free_names(node)
    gives_all = isinstance(node.value, cst.From)
    value = node.value.item if isinstance(node.value, cst.From) else node.value
    return Yield(
        source.span(node), _CONSTRUCTS["Yield"], names.reads, names.binds,
        value=read_optional(source, value), gives_all=gives_all,
    )  # fmt: skip


_FORMS: dict[type[cst.BaseComp], Literal["list", "set", "dict", "generator"]] = {
    cst.ListComp: "list",
    cst.SetComp: "set",
    cst.DictComp: "dict",
    cst.GeneratorExp: "generator",
}


def _read_comprehension(source: Source, node: cst.BaseSimpleComp | cst.DictComp) -> tree.Expression:
    clauses: list[tree.Clause] = []
    clause: cst.CompFor | None = node.for_in
    while clause is not None:
        if clause.asynchronous is not None:
            return _opaque(source, node)
        target, iterable = (read_expression(source, e) for e in (clause.target, clause.iter))
        tests = tuple(read_expression(source, each.test) for each in clause.ifs)
        clauses.append(tree.Clause(target, iterable, tests))
        clause = clause.inner_for_in
    names = free_names(node)
    key, element = (node.key, node.value) if isinstance(node, cst.DictComp) else (None, node.elt)
    return tree.Comprehension(
        source.span(node), _CONSTRUCTS[type(node).__name__], names.reads, names.binds,
        form=_FORMS[type(node)], element=read_expression(source, element),
        key=read_optional(source, key), clauses=tuple(clauses),
    )  # fmt: skip


def _read_lambda(source: Source, node: cst.Lambda) -> tree.Expression:
    return read_lambda(source, node, read_expression)


# Each reader takes the one kind of node it stands for.
_READERS: dict[type[cst.BaseExpression], Callable[[Source, Any], tree.Expression]] = {
    cst.Name: _read_name,
    cst.Ellipsis: _read_ellipsis,
    cst.Integer: _read_literal,
    cst.Float: _read_literal,
    cst.Imaginary: _read_literal,
    cst.SimpleString: _read_literal,
    cst.ConcatenatedString: _read_concatenated,
    cst.FormattedString: _read_formatted,
    cst.Attribute: _read_attribute,
    cst.Subscript: _read_subscript,
    cst.Call: _read_call,
    cst.UnaryOperation: _read_unary,
    cst.BinaryOperation: _read_binary,
    cst.Comparison: _read_compare,
    cst.BooleanOperation: _read_logical,
    cst.IfExp: _read_conditional,
    cst.Tuple: _read_tuple,
    cst.List: _read_list,
    cst.Dict: _read_dict,
    cst.NamedExpr: _read_walrus,
    cst.ListComp: _read_comprehension,
    cst.SetComp: _read_comprehension,
    cst.DictComp: _read_comprehension,
    cst.GeneratorExp: _read_comprehension,
    cst.Lambda: _read_lambda,
    cst.Yield: _read_yield,
}
