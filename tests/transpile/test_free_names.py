"""What opaque constructs read from around them and bind, against tables and Python's symtable."""

from __future__ import annotations

import symtable
import sys
from textwrap import indent

import pytest

from dslc.transpile import tree
from dslc.transpile.read import read_module

EXPRESSIONS = {
    # code: (construct, reads, binds)
    "lambda x, *y, z=a, **k: x + y + z + k + b": ("a lambda", "a b", ""),
    "lambda: (t := a) + t": ("a lambda", "a", ""),
    "[x * a for x in xs if x > b]": ("a list comprehension", "a xs b", ""),
    "[x for x in x]": ("a list comprehension", "x", ""),
    "[a for x in xs for y in x.ys if y]": ("a list comprehension", "a xs", ""),
    "[y for x in xs if (y := f(x))]": ("a list comprehension", "y xs f", "y"),
    "{x for x, (y, *z) in xs}": ("a set comprehension", "xs", ""),
    "{k: v[i] for k, v in a.items()}": ("a dict comprehension", "i a", ""),
    "(x for x in xs)": ("a generator expression", "xs", ""),
    "[(lambda: x + a)() for x in xs]": ("a list comprehension", "a xs", ""),
    "f'{a.b!r:>{width}} {None}'": ("an f-string", "a width", ""),
    "'x' f'{a}'": ("an f-string", "a", ""),
    "(n := len(xs))": ("a walrus assignment", "len xs", "n"),
    "lambda ª: ª + a + ﬁ": ("a lambda", "fi", ""),
    "{a, 1, *b}": ("a set", "a b", ""),
    "(yield a)": ("`yield`", "a", ""),
    "(yield from a)": ("`yield`", "a", ""),
}

STATEMENTS = {
    "with open(path) as f, g as (a, h.b): text = f.read(size)": (
        "`with`",
        "open path g h size",
        "f a text",
    ),
    "try:\n    x = f()\nexcept E as e:\n    x = e + y\nfinally:\n    done(x)": (
        "`try`",
        "f E y done x",
        "x e",
    ),
    "match a:\n    case C(k=b, m=D.e) if g: b\n    case [c, *d] | {'k': c, **d}: pass": (
        "`match`",
        "a C D g",
        "b c d",
    ),
    "match a:\n    case int() as n: pass\n    case _: n": ("`match`", "a int n", "n"),
    "raise E(a) from b": ("`raise`", "E a b", ""),
    "del a, b[i], c.d": ("`del`", "a b i c", "a"),
    "import a.b, c as d": ("`import`", "", "a d"),
    "from m import a, b as c": ("`import`", "", "a c"),
    "global a, b": ("`global`", "", "a b"),
    "def inner(x: A = d) -> R:\n    y = x + z\n    return inner(y)": (
        "a nested function",
        "A d R z",
        "inner",
    ),
    "@cache(size)\ndef inner(): return [y for y in x]": (
        "a nested function",
        "cache size x",
        "inner",
    ),
    "def inner():\n    nonlocal count, other\n    count += 1": (
        "a nested function",
        "count",
        "inner count other",
    ),
    "def inner():\n    def deeper():\n        nonlocal count\n        count = a": (
        "a nested function",
        "a",
        "inner count",
    ),
    "def inner():\n    count = 0\n    def deeper():\n        nonlocal count\n        count = a": (
        "a nested function",
        "a",
        "inner",
    ),
    "async def inner():\n    async with a as b: await b": ("a nested function", "a", "inner"),
    "class C(B, metaclass=M):\n    x = y\n    z = x\n    def f(self): return x": (
        "a class",
        "B M y x",
        "C",
    ),
    "@d\nclass C: pass": ("a decorated class", "d", "C"),
    "with a:\n    x = 1\n    x += b\n    y: int = c\n    z: int\n    p.q[r] = s": (
        "`with`",
        "a b c s p r",
        "x y",
    ),
    "with a:\n    for i in i:\n        t = i\n    t": ("`with`", "a i t", "i t"),
    "with a:\n    if b: c = 1\n    elif d: c = 2\n    else: c = 3\n    c": (
        "`with`",
        "a b d c",
        "c",
    ),
    "with a:\n    while b: c = 1\n    b and (d := 1)\n    d if e else f": (
        "`with`",
        "a b d e f",
        "c d",
    ),
}

COUNT = "count, other = 0, 0\n"


def only_statement(code: str, path: str = "case.py") -> tree.Statement:
    """The last statement of a function around `code`."""
    setup = COUNT if "nonlocal" in code else ""
    module = read_module("def f():\n" + indent(setup + code + "\n", "    "), path)
    return module.functions[0].body.statements[-1]


@pytest.mark.parametrize("code", EXPRESSIONS)
def test_names_of_expressions(code: str) -> None:
    construct, reads, binds = EXPRESSIONS[code]
    statement = only_statement(f"return {code}")
    assert isinstance(statement, tree.Return)
    assert isinstance(statement.value, tree.Opaque)
    assert statement.value.construct == construct
    assert " ".join(statement.value.reads) == reads
    assert " ".join(statement.value.binds) == binds


@pytest.mark.parametrize("code", STATEMENTS)
def test_names_of_statements(code: str) -> None:
    construct, reads, binds = STATEMENTS[code]
    statement = only_statement(code)
    assert isinstance(statement, tree.OpaqueStatement)
    assert statement.construct == construct
    assert " ".join(statement.reads) == reads
    assert " ".join(statement.binds) == binds


@pytest.mark.parametrize("code", ["async for x in a: pass", "async with a: pass", "await a"])
def test_async(code: str) -> None:
    module = read_module(f"async def f():\n    {code}\n", "case.py")
    (statement,) = module.functions[0].body.statements
    opaque = statement.value if isinstance(statement, tree.ExpressionStatement) else statement
    assert isinstance(opaque, tree.Opaque | tree.OpaqueStatement)
    assert code.startswith(opaque.construct.strip("`"))
    assert opaque.reads == ("a",)
    assert module.functions[0].is_async


@pytest.mark.skipif(sys.version_info < (3, 12), reason="syntax of Python 3.12")
@pytest.mark.parametrize(
    ("code", "reads", "binds"),
    [
        ("type Pair[T: Bound] = tuple[T, U]", "Bound tuple U", "Pair"),
        ("def inner[T](x: T) -> list[T]: return cast(T, x)", "list cast", "inner"),
        ("class C[T](Base[T]): x = T", "Base", "C"),
        ("with f'{a + f\"{b}\"}' as c: pass", "a b", "c"),
    ],
)
def test_names_of_type_parameters(code: str, reads: str, binds: str) -> None:
    statement = only_statement(code)
    assert isinstance(statement, tree.OpaqueStatement)
    assert " ".join(statement.reads) == reads
    assert " ".join(statement.binds) == binds


def referenced(table: symtable.SymbolTable) -> set[str]:
    """The names that code standing alone reads from the module or from nowhere."""
    is_module = table.get_type() == "module"
    names = {
        symbol.get_name()
        for symbol in table.get_symbols()
        if symbol.is_referenced() and (is_module or symbol.is_global())
    }
    return names.union(*(referenced(child) for child in table.get_children()))


@pytest.mark.parametrize("code", [code for code in EXPRESSIONS if "yield" not in code])
def test_reads_are_those_of_symtable(code: str) -> None:
    statement = only_statement(f"return {code}")
    assert isinstance(statement, tree.Return)
    assert isinstance(statement.value, tree.Opaque)
    assert set(statement.value.reads) - set(statement.value.binds) == (
        referenced(symtable.symtable(f"lambda: ({code})", "case.py", "exec"))
        - set(statement.value.binds)
    )
