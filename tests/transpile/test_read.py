"""Reading: forms, comments, functions."""

from __future__ import annotations

from textwrap import dedent

import pytest

from dslc.ir.diagnostics import Span
from dslc.transpile import tree
from dslc.transpile.read import read_module


def read(text: str) -> tree.Module:
    return read_module(text, "case.py")


def function(text: str) -> tree.Function:
    (only,) = read(text).functions
    return only


def body(text: str) -> tuple[tree.Statement, ...]:
    """The statements of a function around `text`."""
    indented = "".join(f"    {line}\n" for line in dedent(text).strip("\n").split("\n"))
    return function(f"def f():\n{indented}").body.statements


def expression(code: str) -> tree.Expression:
    (statement,) = body(f"return {code}")
    assert isinstance(statement, tree.Return)
    assert statement.value is not None
    return statement.value


def show(node: tree.Expression | None) -> str:  # noqa: C901 - one line a form
    """A form as text, spans left out."""
    match node:
        case None:
            return "-"
        case tree.Name():
            return node.id
        case tree.Constant():
            return repr(node.value)
        case tree.Attribute():
            return f"(. {show(node.value)} {node.name})"
        case tree.Subscript():
            return f"([] {show(node.value)} {show(node.index)})"
        case tree.Slice():
            return f"(: {show(node.start)} {show(node.stop)} {show(node.step)})"
        case tree.Starred():
            return f"(* {show(node.value)})"
        case tree.Call():
            keywords = [f"{k.name or '**'}={show(k.value)}" for k in node.keywords]
            return f"({' '.join([show(node.function), *map(show, node.arguments), *keywords])})"
        case tree.Unary():
            return f"({node.operator} {show(node.operand)})"
        case tree.Binary():
            return f"({node.operator} {show(node.left)} {show(node.right)})"
        case tree.Compare():
            pairs = zip(node.operators, node.rights, strict=True)
            return f"({show(node.left)}{''.join(f' {op} {show(right)}' for op, right in pairs)})"
        case tree.Logical():
            return f"({' '.join([node.operator, *map(show, node.operands)])})"
        case tree.Conditional():
            return f"(if {show(node.test)} {show(node.then)} {show(node.otherwise)})"
        case tree.Tuple() | tree.List():
            return f"({' '.join([type(node).__name__, *map(show, node.items)])})"
        case tree.Dict():
            items = zip(node.keys, node.values, strict=True)
            return f"({' '.join(['Dict', *(f'{show(k)}:{show(v)}' for k, v in items)])})"
        case tree.Opaque():
            return f"<{node.construct}>"
    raise AssertionError(node)


FORMS = {
    "a": "a",
    "None": "None",
    "...": "Ellipsis",
    "0x_ff": "255",
    "1_000.5e3": "1000500.0",
    "2J": "2j",
    "-1": "(- 1)",
    "b'a' rb'\\n'": repr(b"a\\n"),
    "'a' \"b\" r'\\n' '''c'''": repr("ab\\nc"),
    "u'\\N{BULLET}'": repr("•"),
    "a.b.c": "(. (. a b) c)",
    "a[0]": "([] a 0)",
    "a[0,]": "([] a (Tuple 0))",
    "a[(0,)]": "([] a (Tuple 0))",
    "a[1:, ::2, None, ...]": "([] a (Tuple (: 1 - -) (: - - 2) None Ellipsis))",
    "a[*b]": "([] a (Tuple (* b)))",
    "a[:]": "([] a (: - - -))",
    "f()": "(f)",
    "f(a, *b, c, k=d, **e)": "(f a (* b) c k=d **=e)",
    "f(x for x in y)": "(f <a generator expression>)",
    "a + b * c - d": "(- (+ a (* b c)) d)",
    "(a + b) @ c ** -d": "(@ (+ a b) (** c (- d)))",
    "a // b % c << d >> e & f | g ^ h": "(| (& (>> (<< (% (// a b) c) d) e) f) (^ g h))",
    "not ~a == +b": "(not ((~ a) == (+ b)))",
    "a < b <= c != d": "(a < b <= c != d)",
    "a is not b not in c is d in e": "(a is not b not in c is d in e)",
    "a and b and c or d": "(or (and a b c) d)",
    "a and (b and c)": "(and a (and b c))",
    "(a and b) and c": "(and (and a b) c)",
    "a or b or c": "(or a b c)",
    "a if b else c if d else e": "(if b a (if d c e))",
    "()": "(Tuple)",
    "a, *b": "(Tuple a (* b))",
    "[a, *b]": "(List a (* b))",
    "{}": "(Dict)",
    "{a: b, **c}": "(Dict a:b -:c)",
    "{a}": "<a set>",
    "f'{a}'": "<an f-string>",
    "lambda: 0": "<a lambda>",
    "(a := 1) + 2": "(+ <a walrus assignment> 2)",
}


@pytest.mark.parametrize("code", FORMS)
def test_forms_of_expressions(code: str) -> None:
    assert show(expression(code)) == FORMS[code]


def test_numbers_keep_their_type() -> None:
    values = [expression(code) for code in ("1", "1.0", "True", "1j")]
    assert all(isinstance(value, tree.Constant) for value in values)
    assert [type(getattr(value, "value", None)) for value in values] == [int, float, bool, complex]


def test_simple_statements() -> None:
    statements = body(
        """
        a = b, c[0] = d
        a: int = 1
        b.c: int
        a @= b
        a >>= 1; f(a)
        assert a, "b"
        pass
        return
        """
    )
    assign, annotated, bare, matmul, shift, call, check, nothing, leave = statements
    assert isinstance(assign, tree.Assign)
    assert [show(target) for target in assign.targets] == ["a", "(Tuple b ([] c 0))"]
    assert isinstance(annotated, tree.AnnotatedAssign)
    assert show(annotated.annotation) == "int"
    assert isinstance(bare, tree.AnnotatedAssign)
    assert bare.value is None
    assert isinstance(matmul, tree.AugmentedAssign)
    assert matmul.operator == "@"
    assert isinstance(shift, tree.AugmentedAssign)
    assert shift.operator == ">>"
    assert isinstance(call, tree.ExpressionStatement)
    assert isinstance(check, tree.Assert)
    assert show(check.message) == "'b'"
    assert isinstance(nothing, tree.Pass)
    assert isinstance(leave, tree.Return)
    assert leave.value is None
    assert (shift.span.column, call.span.column, call.span.end_column) == (5, 14, 18)


def test_statements_with_blocks() -> None:
    (loop,) = body(
        """
        for i, x in (enumerate(xs)):
            while (i
                   < n) :
                if a: break
                elif b: continue
                else: pass
            else:
                y = 1
        else: z = 1
        """
    )
    assert isinstance(loop, tree.For)
    assert (show(loop.target), show(loop.iterable)) == ("(Tuple i x)", "(enumerate xs)")
    assert loop.span == Span("case.py", 2, 5, 2, 33)
    assert loop.otherwise is not None
    (inner,) = loop.body.statements
    assert isinstance(inner, tree.While)
    assert inner.span == Span("case.py", 3, 9, 4, 22)
    assert inner.otherwise is not None
    (choice,) = inner.body.statements
    assert isinstance(choice, tree.If)
    assert isinstance(choice.then.statements[0], tree.Break)
    assert choice.otherwise is not None
    (second,) = choice.otherwise.statements
    assert isinstance(second, tree.If)
    assert second.span == Span("case.py", 6, 13, 6, 20)
    assert isinstance(second.then.statements[0], tree.Continue)
    assert second.otherwise is not None


def test_opaque_statement_has_header_and_whole() -> None:
    module = read(
        "def f():\n  @d\n  class C:\n    x = 1\n  # after\n\n  with a as b:  # c\n    pass\n"
    )
    nested, opened = module.functions[0].body.statements
    assert isinstance(nested, tree.OpaqueStatement)
    assert isinstance(opened, tree.OpaqueStatement)
    assert module.code(nested.span) == "class C:"
    assert module.code(nested.whole) == "@d\n  class C:\n    x = 1"
    assert module.code(opened.span) == "with a as b:"
    assert module.code(opened.whole) == "with a as b:  # c\n    pass"


# --- comments ---------------------------------------------------------------------------------

COMMENTED = '''\
# module
def f(x):  # header
    # above doc
    """doc"""  # after doc

    # above a

    # again
    a = f(  # inside a
        x,
        # more inside a
    )  # after a
    b = 1; c = "# no comment"  # after c
    # above if
    if a:  # after if
        pass  # after pass
        # end of then
    # above elif
    elif b:
        # above d
        d = 1
    # above else
    else:  # after else
        with e:  # inside with
            pass
        # end of else
    return a  # after return
    # end of f

    # very end of f
# after f
'''


def comments(block: tree.Block | None) -> list[object]:
    """The comments of a block as nested lists."""
    found: list[object] = []
    for statement in block.statements if block is not None else ():
        found.append(" ".join(statement.comments))
        if isinstance(statement, tree.If):
            found += [comments(statement.then), comments(statement.otherwise)]
    return [*found, " ".join(block.comments if block is not None else ())]


def test_comments_are_kept() -> None:
    assert comments(function(COMMENTED).body) == [
        "# header # above doc # after doc # above a # again # inside a # more inside a # after a",
        "",
        "# after c",
        "# above if # after if",
        ["# after pass", "# end of then"],
        [
            "# above elif",
            ["# above d", "# above else"],
            ["# after else", "# end of else"],
            "",
        ],
        "# after return",
        "# end of f # very end of f",
    ]


def test_comments_of_a_body_that_is_only_a_docstring() -> None:
    only = function('def f():  # a\n    "doc"\n    # b\n')
    assert only.body.statements == ()
    assert only.body.comments == ("# a", "# b")


# --- functions --------------------------------------------------------------------------------


def test_functions_at_any_depth() -> None:
    module = read(
        "def a():\n    def b(): pass\n"
        "    class C:\n        def d(self):\n            def e(): pass\n"
        "if x:\n    try:\n        async def g(): pass\n    finally: pass\n"
        "class H:\n    class I:\n        def j(self): pass\n    # end\n    def a(self): pass\n"
        "def a(): pass\n"
    )
    assert [(each.name, each.qualified_name) for each in module.functions] == [
        ("a", "a"),
        ("b", "a.<locals>.b"),
        ("d", "a.<locals>.C.d"),
        ("e", "a.<locals>.C.d.<locals>.e"),
        ("g", "g"),
        ("j", "H.I.j"),
        ("a", "H.a"),
        ("a", "a"),
    ]
    assert [each.is_async for each in module.functions if each.is_async] == [True]


def test_signature() -> None:
    text = (
        "@graph\n@other(1)\n"
        "def f (a, b: int = (1), /, c=(2), *rest: (str), d, e: 'n' = 3, **more)"
        " -> Tensor[f32, n] :\n"
        "    pass\n"
    )
    module = read(text)
    (only,) = module.functions
    assert only.signature == text[text.index("(a") : text.index(" :\n")]
    assert module.code(only.span) == text[text.index("def") : text.index("\n    pass")]
    assert [show(decorator) for decorator in only.decorators] == ["graph", "(other 1)"]
    assert only.parameters == ("a", "b", "c", "rest", "d", "e", "more")


@pytest.mark.parametrize(
    ("code", "docstring", "rest"),
    [
        ("    '''a\n      b'''\n    pass\n", "'''a\n      b'''", 1),
        ("    ('a'\n     'b')\n", "('a'\n     'b')", 0),
        ("    'a'; pass\n", "'a'", 1),
        ("    b'a'\n", None, 1),
        ("    f'a'\n", None, 1),
        ("    pass\n    'a'\n", None, 2),
    ],
)
def test_docstring(code: str, docstring: str | None, rest: int) -> None:
    only = function(f"def f():\n{code}")
    assert only.docstring == docstring
    assert len(only.body.statements) == rest


@pytest.mark.parametrize(
    ("code", "is_generator"),
    [
        ("yield", True),
        ("x = [(yield), 1]", True),
        ("if a:\n        yield from b", True),
        ("return lambda: (yield)", False),
        ("def g(): yield", False),
        ("return a", False),
    ],
)
def test_generators(code: str, is_generator: bool) -> None:
    assert read(f"def f():\n    {code}\n").functions[0].is_generator is is_generator


def test_identifiers() -> None:
    module = read(
        "import a.b as c\ndef f(x, *, y=d):  # z\n    'w'\n    return g(k=x.m, n=f'{o}')\np = 1\n"
    )
    assert module.functions[0].identifiers == {"f", "x", "y", "d", "g", "k", "m", "n", "o"}
    assert module.identifiers == module.functions[0].identifiers | {"a", "b", "c", "p"}
