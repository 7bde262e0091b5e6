"""Nothing is lost or misplaced: the small tree says what `ast` says, and so does each span's text.

`as_ast` turns the small tree into `ast` nodes. It is compared with what Python itself parses: for
whole functions with the file, for each expression with the text its span covers.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path
from types import EllipsisType

import pytest

from dslc.transpile import tree
from dslc.transpile.read import read_file, read_module

ROOT = Path(__file__).parent.parent.parent
OPERATORS = {
    "+": ast.Add,
    "-": ast.Sub,
    "*": ast.Mult,
    "/": ast.Div,
    "//": ast.FloorDiv,
    "%": ast.Mod,
    "**": ast.Pow,
    "@": ast.MatMult,
    "<<": ast.LShift,
    ">>": ast.RShift,
    "&": ast.BitAnd,
    "|": ast.BitOr,
    "^": ast.BitXor,
}
UNARY = {"-": ast.USub, "+": ast.UAdd, "~": ast.Invert, "not": ast.Not}
COMPARE = {
    "==": ast.Eq,
    "!=": ast.NotEq,
    "<": ast.Lt,
    "<=": ast.LtE,
    ">": ast.Gt,
    ">=": ast.GtE,
    "is": ast.Is,
    "is not": ast.IsNot,
    "in": ast.In,
    "not in": ast.NotIn,
}
Literal = str | bytes | bool | int | float | complex | EllipsisType
Display = ast.Tuple | ast.List
LOGICAL = {"and": ast.And, "or": ast.Or}


def parse_expression(code: str, is_starred: bool = False) -> ast.expr:
    """The expression, slice or starred expression; it may be cut out of parentheses."""
    if is_starred:
        call = ast.parse(f"_(\n{code}\n)", mode="eval").body
        assert isinstance(call, ast.Call)
        return call.args[0]
    try:
        return ast.parse(f"(\n{code}\n)", mode="eval").body
    except SyntaxError:
        subscript = ast.parse(f"_[{code}]", mode="eval").body
        assert isinstance(subscript, ast.Subscript)
        return subscript.slice


class AsAst:
    def __init__(self, module: tree.Module) -> None:
        self.module = module

    def all(self, nodes: tuple[tree.Expression, ...]) -> list[ast.expr]:
        return [self.expression(node) for node in nodes]

    def optional(self, node: tree.Expression | None) -> ast.expr | None:
        return None if node is None else self.expression(node)

    def expression(self, node: tree.Expression) -> ast.expr:  # noqa: C901 - one case a form
        match node:
            case tree.Name():
                return ast.Name(node.id, ast.Load())
            case tree.Constant():
                value = node.value
                assert value is None or isinstance(value, Literal)
                return ast.Constant(value)
            case tree.Attribute():
                return ast.Attribute(self.expression(node.value), node.name, ast.Load())
            case tree.Subscript():
                index = self.expression(node.index)
                return ast.Subscript(self.expression(node.value), index, ast.Load())
            case tree.Slice():
                bounds = (node.start, node.stop, node.step)
                return ast.Slice(*(self.optional(bound) for bound in bounds))
            case tree.Starred():
                return ast.Starred(self.expression(node.value), ast.Load())
            case tree.Call():
                keywords = [ast.keyword(k.name, self.expression(k.value)) for k in node.keywords]
                return ast.Call(self.expression(node.function), self.all(node.arguments), keywords)
            case tree.Unary():
                return ast.UnaryOp(UNARY[node.operator](), self.expression(node.operand))
            case tree.Binary():
                left, right = self.expression(node.left), self.expression(node.right)
                return ast.BinOp(left, OPERATORS[node.operator](), right)
            case tree.Compare():
                operators = [COMPARE[operator]() for operator in node.operators]
                return ast.Compare(self.expression(node.left), operators, self.all(node.rights))
            case tree.Logical():
                return ast.BoolOp(LOGICAL[node.operator](), self.all(node.operands))
            case tree.Conditional():
                return ast.IfExp(*self.all((node.test, node.then, node.otherwise)))
            case tree.Tuple():
                return ast.Tuple(self.all(node.items), ast.Load())
            case tree.List():
                return ast.List(self.all(node.items), ast.Load())
            case tree.Dict():
                keys = [self.optional(key) for key in node.keys]
                return ast.Dict(keys, self.all(node.values))
            case tree.Opaque():
                return parse_expression(self.module.code(node.span))
        raise AssertionError(node)

    def target(self, node: tree.Expression) -> ast.Name | ast.Attribute | ast.Subscript:
        target = self.expression(node)
        assert isinstance(target, ast.Name | ast.Attribute | ast.Subscript)
        return target

    def block(self, block: tree.Block | None) -> list[ast.stmt]:
        return [] if block is None else [self.statement(node) for node in block.statements]

    def statement(self, node: tree.Statement) -> ast.stmt:  # noqa: C901 - one case a form
        match node:
            case tree.Assign():
                return ast.Assign(self.all(node.targets), self.expression(node.value))
            case tree.AnnotatedAssign():
                target, annotation = self.target(node.target), self.expression(node.annotation)
                return ast.AnnAssign(target, annotation, self.optional(node.value), 0)
            case tree.AugmentedAssign():
                operator = OPERATORS[node.operator]()
                target, value = self.target(node.target), self.expression(node.value)
                return ast.AugAssign(target, operator, value)
            case tree.If():
                then, otherwise = self.block(node.then), self.block(node.otherwise)
                return ast.If(self.expression(node.test), then, otherwise)
            case tree.While():
                body, otherwise = self.block(node.body), self.block(node.otherwise)
                return ast.While(self.expression(node.test), body, otherwise)
            case tree.For():
                parts = self.expression(node.target), self.expression(node.iterable)
                return ast.For(*parts, self.block(node.body), self.block(node.otherwise))
            case tree.Break():
                return ast.Break()
            case tree.Continue():
                return ast.Continue()
            case tree.Pass():
                return ast.Pass()
            case tree.Return():
                return ast.Return(self.optional(node.value))
            case tree.ExpressionStatement():
                return ast.Expr(self.expression(node.value))
            case tree.Assert():
                return ast.Assert(self.expression(node.test), self.optional(node.message))
            case tree.OpaqueStatement():
                return self.opaque(node)
        raise AssertionError(node)

    def opaque(self, node: tree.OpaqueStatement) -> ast.stmt:
        start = self.module.starts[node.whole.line - 1]
        indent = self.module.text[start:][: node.whole.column - 1].rpartition("\f")[2]
        code = self.module.code(node.whole)
        if indent.strip():  # after another statement of the line
            indent = ""
        wrapped = f"if 1:\n{indent or ' '}{code}\n"
        (block,) = ast.parse(wrapped).body
        assert isinstance(block, ast.If)
        (statement,) = block.body
        return statement


def dump(node: ast.AST | list[ast.stmt]) -> str:
    """What a tree says, without the context of names and the prefix `u` of strings."""
    if isinstance(node, list):
        node = ast.Module(node, [])
    for inner in ast.walk(node):
        if isinstance(inner, ast.Name | ast.Attribute | ast.Subscript | ast.Starred | Display):
            inner.ctx = ast.Load()
        elif isinstance(inner, ast.Constant):
            inner.kind = None
        elif isinstance(inner, ast.AnnAssign):
            inner.simple = 0
    return ast.dump(node)


def expressions(node: object) -> Iterator[tree.Expression]:
    """Every expression in a piece of the small tree, with its own span."""
    if isinstance(node, tree.Expression):
        yield node
    if isinstance(node, tuple):
        for item in node:
            yield from expressions(item)
    elif is_dataclass(node):
        for part in fields(node):
            yield from expressions(getattr(node, part.name))


def definitions(text: str) -> list[ast.FunctionDef | ast.AsyncFunctionDef]:
    found = [
        node
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]
    return sorted(found, key=lambda node: node.lineno)


def check(text: str) -> None:
    module = read_module(text, "case.py")
    expected = definitions(text)
    assert [function.name for function in module.functions] == [node.name for node in expected]
    as_ast = AsAst(module)
    for function, node in zip(module.functions, expected, strict=True):
        body = node.body
        if function.docstring is not None:
            (docstring, *body) = body
            assert dump([ast.parse(function.docstring.strip()).body[0]]) == dump([docstring])
        assert dump(as_ast.block(function.body)) == dump(body)
        for expression in expressions((function.decorators, function.body)):
            code = module.code(expression.span)
            parsed = parse_expression(code, isinstance(expression, tree.Starred))
            assert dump(parsed) == dump(as_ast.expression(expression)), code
        check_place(module, function, node)


def check_place(
    module: tree.Module, function: tree.Function, node: ast.FunctionDef | ast.AsyncFunctionDef
) -> None:
    """The definition's own text is the same definition, and the rest has one fewer."""
    text = module.text[function.start : function.end]
    alone = ast.parse(f"if 1:\n{text}" if function.indent else text)
    (inner,) = alone.body[0].body if isinstance(alone.body[0], ast.If) else alone.body
    assert dump(inner) == dump(node)
    header = module.code(function.span)
    assert header.startswith(("def", "async"))
    assert header.endswith(":")
    assert function.signature in header
    rest = f"{module.text[: function.start]}{function.indent}pass\n{module.text[function.end :]}"
    assert len(definitions(rest)) == len(definitions(module.text)) - len(definitions_in(node))


def definitions_in(node: ast.AST) -> list[ast.AST]:
    kinds = ast.FunctionDef | ast.AsyncFunctionDef
    return [inner for inner in ast.walk(node) if isinstance(inner, kinds)]


PROGRAMS = {
    "tuples": "def f(): return (a, b)[(0)], (), ((a,),), x[a, :], x[(1), 2:3], x[(a, b),], x[*a]\n",
    "parentheses": "def f(): return ((a) + (b * (c)))(((d))), (((e)).g)[(h)]\n",
    "lines": "def f():\n x = (a\n  + b[\n c] # d\n * g(\n e,\n\n h=i))\n return \\\n  x\n",
    "wide characters": "def f():\n    é = '🐍' + ñ; return é[ñ :, '\u2028\x0c'], é\n",
    "compatible characters": "def ﬁ(ª): µ = ﬁ.ª(ª=[ﬂ for ﬂ in ª]); return µ\n",
    "form feeds": "def f():\n\f    a = b +\f c; d = e\n    \f    \n    return a, d\n",
    "tabs": "if a:\n\tdef f(self):\n\t\treturn\ta +\tb\n",
    "line ends": "def f():\r\n    x = [a,\r\n  b]\r    y = x\n    return y\r\n",
    "operators": "def f(): return not a in b, -a**-b, a if b else c, a<b<c, (a<b)<c, a and not c\n",
    "calls": "def f(): return a(*b, c, d=e, **g)(x for x in y)((x for x in y), *(z))\n",
    "opaque": "def f(): return (yield b), (c := 1), [lambda x: x, f'{d!r:>{e}}' 'g'], {h}\n",
    "statements": """
def f(a, *, b=1):
    'doc' 'string'
    x: int = 1 if a else 2
    with a as (b, c), d: x = [
        1]
    for x, *y in z: break
    else:
        while x: continue
        else: pass
    try:
        raise E
    except (A, B) as e: del e, a[0]
    finally:
        global g; import h.i as j
    match x:
        case [1, *_]: assert a, b
    if a: x @= 1; return
    elif b: x //= 2
    class C:
        @d(1)
        async def g(self): await x
    @d
    def h(): yield
""",
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_odd_programs(name: str) -> None:
    check(PROGRAMS[name])


FILES = sorted(
    path
    for folder, names in [("transpile", "read*.py"), ("samples", "*.py")]
    for path in (ROOT / folder).glob(names)
)


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.name))
def test_files(path: Path) -> None:
    check(read_file(path)[0])
