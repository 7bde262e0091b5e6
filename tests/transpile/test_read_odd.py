"""Reading odd texts, malformed ones, and files that are no text."""

from __future__ import annotations

import codecs
import gc
import re
import sys
import threading
import warnings
from pathlib import Path

import pytest

from dslc.ir.diagnostics import DslError, Span
from dslc.transpile.deep_stack import run_deep
from dslc.transpile.read import read_file, read_module
from dslc.transpile.tree import Module

# --- the place of a function ------------------------------------------------------------------

# The function `f` stands between the two marks, which are no part of the text.
PLACES = {
    "alone": "<<def f():\n    pass\n>>",
    "no final newline": "<<def f(): return 1>>",
    "no final newline after a comment": "<<def f():\n    pass\n    # c>>",
    "after a comment": "# c\n<<def f():\n    pass\n>>",
    "before blank lines": "<<def f():\n    pass\n>>\n\n\nx = 1\n",
    "before a comment": "<<def f():\n    pass\n>>\n# c\nx = 1\n",
    "before a comment at once": "<<def f():\n    pass\n>># c\n",
    "before a comment indented less": "<<def f():\n    pass\n>>  # c\nx = 1\n",
    "with comments at its end": "<<def f():\n  if a:\n    pass\n\n  # c\n\n  # d\n>>\n# e\n",
    "with a deep comment at its end": "<<def f():\n  if a:\n    pass\n    # c\n>>\n\nx = 1\n",
    "on one line": "<<def f(): x = 1; return x  # c\n>># d\n",
    "decorated": "# c\n<<@a\n# d\n@b(\n  1)\n\ndef f(): pass\n>>@c\ndef g(): pass\n",
    "asynchronous": "<<async def f():\n    await x\n>>x = 1\n",
    "in a class": "class C:\n\n    # c\n<<    @a\n    def f(self):\n        pass\n>>\n    x = 1\n",
    "in an if": "if a:\n<<  def f():\n    pass\n>>else:\n  def g(): pass\n",
    "in a match": "match a:\n  case 1:\n<<    def f(): pass\n>>  case 2: pass\n",
    "in a function": "def g():\n<<    def f():\n        pass\n>>    return f\n",
    "tabs": "if a:\n<<\tdef f():\n\t\tpass\n\t\t# c\n>>\t# d\n\tx\n",
    "carriage returns and line feeds": "x\r\n<<def f():\r\n  '''a\r\n  b'''\r\n  x\r\n>>\r\ny\r\n",
    "carriage returns": "x\r<<def f():\r    x\r>>\ry",
    "mixed line ends": "x\n<<def f():\r\n    x\r    y\n>>\r\ny\n",
    "form feed before": "x\n\f\n<<\fdef f():\n    x\n>>\f\ny\n",
    "form feeds inside": "<<def f():\n    a\n\f    b =\f c\n    \f    d\n>>\f\nx\n",
    "line separators in strings": "a = '\x0b\x1c\u2028\x85'\n<<def f(): return '\u2029'\n>>x\n",
    "wide characters": "é = '🐍'\n<<def f():\n    return 'é🐍', é\n>>x\n",
    "backslashes": "<<def f(a, \\\n      b): \\\n  return a \\\n   + b\n>>\nx\n",
    "a string at the end": "<<def f():\n    return '''a\n# b\n'''\n>># c\n",
    "odd indents": "<<def f():\n  if a:\n       x\n  else:\n     y\n>>\n",
    "trailing blanks": "<<def f():   \n    pass   \n>>   \n   \nx\n",
    "semicolons": "<<def f():\n    x; y;\n>>z;\n",
    "one-line type comment": "<<def f(x): # type: ignore\n    pass\n>>",
}


@pytest.mark.parametrize("name", PLACES)
def test_place_of_a_function(name: str) -> None:
    before, rest = PLACES[name].split("<<")
    inside, after = rest.split(">>")
    module = read_module(before + inside + after, "case.py")
    (function,) = (each for each in module.functions if each.name == "f")
    assert module.text[: function.start] == before
    assert module.text[function.start : function.end] == inside
    assert module.text[function.end :] == after
    definition = module.code(function.span)
    assert definition.startswith(("def f(", "async def f("))
    assert definition.endswith(":")
    assert module.code(function.body.statements[-1].span) in inside


@pytest.mark.parametrize("name", PLACES)
def test_indent_of_a_function(name: str) -> None:
    before, inside = PLACES[name].replace(">>", "").split("<<")
    module = read_module(before + inside, "case.py")
    (function,) = (each for each in module.functions if each.name == "f")
    line = inside.lstrip("\f")
    assert function.indent == line[: len(line) - len(line.lstrip())]


@pytest.mark.parametrize("text", ["", "\n", "# c", "\f", "x = 1", "\t\n", "'''\n'''"])
def test_no_functions(text: str) -> None:
    assert read_module(text, "case.py").functions == ()


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_code_of_a_span_over_lines(end: str) -> None:
    text = end.join(["\f", "def f():", "    return (a[", "        0]", "  )", ""])
    module = read_module(text, "case.py")
    (statement,) = module.functions[0].body.statements
    assert module.code(statement.span) == end.join(["return (a[", "        0]", "  )"])
    assert (statement.span.line, statement.span.column) == (3, 5)


# --- malformed texts --------------------------------------------------------------------------

# The span is between the marks; what the text is called; the code.
MALFORMED = [
    ("def f(<<:>>\n", "invalid syntax", "syntax-error"),
    ("x = <<(>>1,\n", "'(' was never closed", "syntax-error"),
    ("é = 'ö'; x = <<$>>1\n", "invalid syntax", "syntax-error"),
    ("if a<<\n>>  x\n", "expected ':'", "syntax-error"),
    ("if a:\n<<x>>\n", "expected an indented block after 'if' statement on line 1", "syntax-error"),
    ("é = 1; <<return 5>>\n", "'return' outside function", "syntax-error"),
    ("def f(a, a): pass\n", "duplicate argument 'a' in function definition", "syntax-error"),
    ("while a:\n  x\n<<break>>\n", "'break' outside loop", "syntax-error"),
    ("x = '<<\0>>'\n", "a null byte is no character of a source", "syntax-error"),
    ("x = '\r\n<<\0>>'\n", "a null byte is no character of a source", "syntax-error"),
    ("é = '<<\ud800>>'\n", "a lone surrogate is no character of a source", "syntax-error"),
]


def refused(text: str) -> DslError:
    with pytest.raises(DslError) as caught:
        read_module(text, "case.py")
    return caught.value


@pytest.mark.parametrize(("marked", "message", "code"), MALFORMED)
def test_malformed(marked: str, message: str, code: str) -> None:
    text = marked.replace("<<", "").replace(">>", "")
    (diagnostic,) = refused(text).diagnostics
    assert diagnostic.code == code
    assert diagnostic.message == message
    assert diagnostic.span is not None
    assert diagnostic.span.file == "case.py"
    if "<<" in marked:
        before, inside = marked.replace(">>", "<<").split("<<")[:2]
        assert text_of(text, diagnostic.span) == inside
        assert diagnostic.span.line == len(re.findall("\r\n|\n", before)) + 1


def text_of(text: str, span: Span) -> str:
    return Module("case.py", text, (), (), frozenset()).code(span)


DEEP = {
    "sum": "x = " + "+".join(["a"] * 5000),
    "negations": "x = " + "-" * 5000 + "a",
    "powers": "x = " + "**".join(["a"] * 5000),
    "calls": "x = f" + "()" * 5000,
    "methods": "x = f" + ".b()" * 5000,
    "subscripts": "x = f" + "[0]" * 5000,
    "and": "x = " + " and ".join(["a"] * 5000),
    "lambdas": "x = " + "lambda: " * 5000 + "a",
    "conditionals": "x = " + "a if b else " * 5000 + "c",
    "elif": "if a: pass\n" + "elif a: pass\n" * 5000,
    "parentheses": "x = " + "(" * 5000 + "a" + ")" * 5000,
    "blocks": "".join(" " * i + "if a:\n" for i in range(200)) + " " * 200 + "x",
    "loops": "".join(" " * i + "while a:\n" for i in range(30)) + " " * 30 + "x",
    "unclosed": "x = " + "(" * 5000,
}


@pytest.mark.parametrize("name", DEEP)
def test_too_deep(name: str) -> None:
    (diagnostic,) = refused(DEEP[name]).diagnostics
    assert diagnostic.code == "too-deep"
    assert diagnostic.message
    assert diagnostic.span is not None


def test_too_deep_says_where() -> None:
    text = "é = 1\nx = [é, " + "-" * 2000 + "é]\n"
    (diagnostic,) = refused(text).diagnostics
    assert diagnostic.span is not None
    code = text_of(text, diagnostic.span)
    assert code.strip("-") == "é"
    assert 1500 < len(code) < 1510


@pytest.mark.parametrize(
    "code",
    [
        "+".join(["a"] * 450),
        "-" * 450 + "a",
        "f" + ".b()" * 240,
        " or ".join(["a"] * 450),
        "<".join(["a"] * 5000),
        "[" + "a, " * 5000 + "]",
        "(" * 150 + "a" + ")" * 150,
        "'a' " * 450,
        "[x for x in " * 80 + "a" + "]" * 80,
    ],
)
def test_deep_enough(code: str) -> None:
    (function,) = read_module(f"def f():\n    return {code}\n", "case.py").functions
    assert len(function.body.statements) == 1


def test_run_deep_leaves_the_limits_alone() -> None:
    limits = sys.getrecursionlimit(), threading.stack_size()

    def depth(n: int) -> int:
        return 0 if n == 0 else 1 + depth(n - 1)

    assert run_deep(lambda: depth(20_000)) == 20_000
    with pytest.raises(ZeroDivisionError):
        run_deep(lambda: 1 // 0)
    with pytest.raises(RecursionError):
        run_deep(lambda: depth(10**6))
    assert (sys.getrecursionlimit(), threading.stack_size()) == limits


def test_reading_leaves_the_process_alone() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        read_module("def f():\n    return '\\d' is 1\n", "case.py")
        refused("x = (\n")
    assert gc.isenabled()


# --- files ------------------------------------------------------------------------------------

BYTES = {
    "utf-8": ("x = 'é'\r\n".encode(), "x = 'é'\r\n", "utf-8"),
    "byte order mark": (codecs.BOM_UTF8 + b"x = 1", "x = 1", "utf-8-sig"),
    "latin-1": (b"# coding: latin-1\nx = '\xe9'", "# coding: latin-1\nx = 'é'", "iso-8859-1"),
    "empty": (b"", "", "utf-8"),
}


@pytest.mark.parametrize("name", BYTES)
def test_read_file(name: str, tmp_path: Path) -> None:
    data, text, encoding = BYTES[name]
    path = tmp_path / "case.py"
    path.write_bytes(data)
    assert read_file(path) == (text, encoding)
    assert text.encode(encoding) == data


@pytest.mark.parametrize(
    ("data", "line"),
    [
        (b"x = 1\n\ny = '\xff'\n", 3),
        (b"\xff\xfex\x00", 1),
        (b"# coding: no-such\n", 1),
        (b"# coding: rot13\n", 1),
        (codecs.BOM_UTF8 + b"# coding: latin-1\n", 1),
        (b"# coding: ascii\n# \xe9", 2),
    ],
)
def test_not_utf8(data: bytes, line: int, tmp_path: Path) -> None:
    path = tmp_path / "case.py"
    path.write_bytes(data)
    with pytest.raises(DslError) as caught:
        read_file(path)
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.code == "not-utf8"
    assert diagnostic.span is not None
    assert (diagnostic.span.file, diagnostic.span.line) == (str(path), line)
    assert "case.py" not in diagnostic.message


@pytest.mark.parametrize("name", ["missing.py", ".", "a/b.py", "a\0b.py", "x" * 300 + ".py"])
def test_file_not_found(name: str, tmp_path: Path) -> None:
    (tmp_path / "a").touch()
    with pytest.raises(DslError) as caught:
        read_file(tmp_path / name)
    assert caught.value.code == "file-not-found"
