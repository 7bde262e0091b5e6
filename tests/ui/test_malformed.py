"""Whatever a file holds, a build ends with a module or with diagnostics, and nothing else."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from dslc.cli import main
from dslc.ir.diagnostics import DslError
from dslc.transpile import build_module

HEAD = """\
import numpy as np
from dslc import InOut, Scalar, Static, Tensor, dims, f32, graph
n, m = dims("n m")
"""
DEEP = 5_000


def function(body: str, parameters: str = "x: float") -> str:
    return f"{HEAD}\n@graph\ndef f({parameters}):\n    {body}\n"


def blocks(header: str, levels: int) -> str:
    nested = "".join(f"{' ' * level}{header}\n" for level in range(1, levels + 1))
    return f"{HEAD}@graph\ndef f(x: float):\n{nested}{' ' * (levels + 1)}x = x - 1.0\n return x\n"


def then(top_level: str) -> str:
    return function("return x") + top_level + "\n"


FILES: dict[str, tuple[str | bytes, str]] = {
    "empty": ("", "no-graph-functions"),
    "a comment": ("# nothing", "no-graph-functions"),
    "a syntax error": (function("return x +"), "syntax-error"),
    "no indentation": (HEAD + "@graph\ndef f(x: float):\nreturn x\n", "syntax-error"),
    "tabs and spaces": (
        HEAD + "@graph\ndef f(x: float):\n\tif x > 0:\n        return x\n\treturn x\n",
        "syntax-error",
    ),
    "latin-1": (function("return x").encode() + b"# \xe9\n", "not-utf8"),
    "an unknown encoding": (b"# coding: nonsense\n" + function("return x").encode(), "not-utf8"),
    "utf-16": (function("return x").encode("utf-16"), "not-utf8"),
    "a null byte": (function("return x") + "\0", "syntax-error"),
    "a null byte in a comment": (function("return x") + "# a\0b\n", "syntax-error"),
}

DEEP_CODE: dict[str, tuple[str | bytes, str]] = {
    "parentheses": (function(f"return {'(' * DEEP}x{')' * DEEP}"), "too-deep"),
    "signs": (function(f"return {'-' * DEEP}x"), "too-deep"),
    "negations": (function(f"return {'not ' * DEEP}x"), "too-deep"),
    "sums": (function(f"return {' + '.join(['x'] * DEEP)}"), "too-deep"),
    "powers": (function(f"return {' ** '.join(['x'] * DEEP)}"), "too-deep"),
    "conjunctions": (function(f"return {' and '.join(['x'] * DEEP)}"), "too-deep"),
    "attributes": (function(f"return x{'.T' * DEEP}"), "too-deep"),
    "subscripts": (function(f"return x{'[0]' * DEEP}"), "too-deep"),
    "calls": (function(f"return {'abs(' * DEEP}x{')' * DEEP}"), "too-deep"),
    "calls of calls": (function(f"return x{'()' * DEEP}"), "too-deep"),
    "lists": (function(f"return {'[' * DEEP}x{']' * DEEP}"), "too-deep"),
    "dicts": (function(f"return {'{1: ' * DEEP}x{'}' * DEEP}"), "too-deep"),
    "conditional expressions": (function(f"return {'x if x else ' * DEEP}x"), "too-deep"),
    "lambdas": (function(f"return {'lambda: ' * DEEP}x"), "too-deep"),
    "targets": (function(f"y{'[0]' * DEEP} = x\n    return x"), "too-deep"),
    "the top level": (then(f"Y = {'-' * DEEP}1"), "too-deep"),
    "elif": (
        function("if x > 0:\n        x = 1.0\n" + "    elif x > 1:\n        x = 1.0\n" * DEEP),
        "too-deep",
    ),
    "loops": (blocks("while x > 0:", 30), "too-deep"),
    "blocks": (blocks("if x > 0:", 200), "too-deep"),
    "helpers": (
        HEAD
        + "def a0(x):\n    return x\n"
        + "".join(f"def a{i}(x):\n    return a{i - 1}(x)\n" for i in range(1, 300))
        + "@graph\ndef f(x: float):\n    return a299(x)\n",
        "too-deep",
    ),
    "graph functions": (
        HEAD
        + "".join(
            f"@graph\ndef a{i}(x: float):\n    return a{i - 1}(x)\n" for i in range(300, 0, -1)
        )
        + "@graph\ndef a0(x: float):\n    return x\n",
        "too-deep",
    ),
}

CYCLES = {
    "helpers": HEAD
    + "def a(x):\n    return b(x)\ndef b(x):\n    return a(x)\n"
    + "@graph\ndef f(x: float):\n    return a(x)\n",
    "itself": HEAD + "@graph\ndef f(x: float):\n    return f(x)\n",
    "itself, annotated": HEAD + "@graph\ndef f(x: float) -> float:\n    return f(x)\n",
    "itself under a condition of the run": HEAD
    + "@graph\ndef f(k: int) -> int:\n    if k == 0:\n        return k\n    return f(k - 1)\n",
    "graph functions": HEAD
    + "@graph\ndef f(x: float) -> float:\n    return h(x)\n"
    + "@graph\ndef h(x: float) -> float:\n    return f(x)\n",
    "through a helper": HEAD
    + "def a(x):\n    return f(x)\n"
    + "@graph\ndef f(x: float) -> float:\n    return a(x)\n",
}

TOP_LEVELS = {
    "an exception": "raise ValueError('two\\nlines')",
    "an exit": "import sys; sys.exit(0)",
    "endless recursion": "def again(): again()\nagain()",
    "an exception of no class of Python's": "class E(BaseException): pass\nraise E",
    "a generator's exit": "raise GeneratorExit",
    "a missing module": "import no_such_module_anywhere",
    "a relative import": "from . import sibling",
    "an exception without a text": "class E(Exception):\n    __str__ = None\nraise E",
    "an exception whose text raises": (
        "class E(Exception):\n    def __str__(self): raise ValueError\nraise E"
    ),
    "a group of exceptions": "raise ExceptionGroup('several', [ValueError()])",
}

ANNOTATIONS = [
    "3", "'nonsense['", "''", "'1/0'", "'unknown'", "Tensor", "Tensor[f32, -1]", "Tensor[f32, 1.5]",
    "Tensor[f32, True]", "Tensor[f32, None]", "Tensor[f32, ...]", "Tensor[f32, 'a b']",
    "Tensor[float, n]", "Tensor[f32, '__import__(\"os\").abort()']", "Scalar", "Scalar[n]",
    "Static", "list", "list[list]", "tuple", "tuple[object, ...]", "dict",
    "dict[float, int]", "dict[str, list]", "object", "complex", "bytes", "float | int", "print", "np.ndarray", "f32", "lambda: 3", "...", "graph", "type",
]  # fmt: skip

STRUCT = """\
from dataclasses import dataclass
@dataclass
class A:
    a: {field}
@graph
def f(x: A):
    return 1
"""

DEFINITIONS: dict[str, tuple[str, str]] = {
    "twice": ("@graph\ndef f(x: float):\n    return x\n" * 2, "unsupported-construct"),
    "again as a plain function": (
        "@graph\ndef f(x: float):\n    return x\ndef f(x):\n    return x\n",
        "unsupported-construct",
    ),
    "bound again": ("@graph\ndef f(x: float):\n    return x\nf = 3\n", "unsupported-construct"),
    "deleted": ("@graph\ndef f(x: float):\n    return x\ndel f\n", "unsupported-construct"),
    "a generator": ("@graph\ndef f(x: float):\n    yield x\n", "unsupported-construct"),
    "async": ("@graph\nasync def f(x: float):\n    return x\n", "unsupported-construct"),
    "a method": (
        "class A:\n    @graph\n    def f(self, x: float):\n        return x\n",
        "unsupported-construct",
    ),
    "under an `if`": (
        "if True:\n    @graph\n    def f(x: float):\n        return x\n",
        "unsupported-construct",
    ),
    "in a graph function": (
        "@graph\ndef f(x: float):\n    @graph\n    def h(y: float): ...\n    return x\n",
        "unsupported-construct",
    ),
    "decorated twice": (
        "@graph\n@graph\ndef f(x: float):\n    return x\n",
        "unsupported-construct",
    ),
    "a lambda": ("f = graph(lambda x: x)\n", "unsupported-construct"),
    "made by a call": ("def p(x: float):\n    return x\nf = graph(p)\n", "unsupported-construct"),
    "by a decorator in disguise": (
        "def w():\n    return graph\n@w()\ndef f(x: float):\n    return x\n",
        "unsupported-construct",
    ),
    "any number of arguments": ("@graph\ndef f(*x: float):\n    return x\n", "variadic-parameter"),
    "any keywords": ("@graph\ndef f(**x: float):\n    return x\n", "variadic-parameter"),
    "a number for checks": ("@graph(check=3)\ndef f(x: float):\n    return x\n", "module-failed"),
    "a check of no parameter": (
        "@graph(check=[{'y': 1}])\ndef f(x: float):\n    return x\n",
        "argument-mismatch",
    ),
    "a struct that holds itself": (
        STRUCT.format(field="'A'"),
        "annotation-unknown",
    ),
    "a struct with a bad field": (
        STRUCT.format(field="3"),
        "annotation-unknown",
    ),
}

REFUSED = [
    *((name, text, code) for name, (text, code) in FILES.items()),
    *((f"deep {name}", text, code) for name, (text, code) in DEEP_CODE.items()),
    *((f"a cycle of {name}", text, "recursive-call") for name, text in CYCLES.items()),
    *((f"the top level: {name}", then(text), "module-failed") for name, text in TOP_LEVELS.items()),
    *(
        (f"annotation {a}", function("return 1", f"x: {a}"), "annotation-unknown")
        for a in ANNOTATIONS
    ),
    *(
        (f"a result {a}", then(f"@graph\ndef h() -> {a}:\n    return 1"), "annotation-unknown")
        for a in ("3", "'['")
    ),
    *((f"defined {name}", HEAD + text, code) for name, (text, code) in DEFINITIONS.items()),
]

BUILT = {
    "a mark of the byte order": b"\xef\xbb\xbf" + function("return x").encode(),
    "an encoding of its own": b"# coding: latin-1\n" + function("return x").encode() + b"# \xe9\n",
    "form feeds": function("return x").replace("\n@graph", "\n\f@graph"),
    "separators of lines that are none": HEAD
    + "T = '\u2028\x0b\x1c'  # \u2029\x85\n"
    + function("# c\u2028d\n    y = x + 1  # e\x0cf\n    return y"),
    "parentheses": function(f"return {'(' * 90}x{')' * 90}"),
    "many comparisons": function(f"return {' < '.join(['x'] * 200)}"),
    "many conjunctions": function(f"return {' and '.join(['1 / x'] * 100)}"),
    "elif": function(
        "if x > 0:\n        x = 1.0\n" + "    elif x > 1:\n        x = 2.0\n" * 90 + "    return x"
    ),
    "blocks": blocks("if x > 0:", 90),
    "loops": blocks("while x > 0:", 15),
    "returns": function(
        "".join(f"if x > {i}:\n        return x + {i}\n    " for i in range(90)) + "return x"
    ),
    "parameters": function("return p7", ", ".join(f"p{i}: float" for i in range(300))),
    "only a docstring": HEAD + "@graph\ndef f(x: float):\n    'Nothing.'\n",
    "only dots": HEAD + "@graph\ndef f(x: float): ...\n",
    "one line": HEAD + "@graph\ndef f(x: float): return x; x = 2.0\n",
    "a decorator with blanks": HEAD
    + "import dslc\n@ dslc . graph  # c\n# d\n\ndef f(x: float):\n    return x\n",
    "another module under its name": then("import sys; sys.modules[__name__] = 3"),
    "its name deleted": then("import sys; del sys.modules[__name__]"),
    "an empty search path": then("import sys; sys.path.clear()"),
    "another search path": then("import sys; sys.path[:] = ['/nowhere']"),
    "another folder": then("import os; os.chdir('/')"),
    "a warning": then("import warnings; warnings.warn('careful')"),
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    return tmp_path


def write(folder: Path, text: str | bytes) -> Path:
    path = folder / "case.py"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return Path("case.py")


@pytest.mark.parametrize(("text", "code"), [r[1:] for r in REFUSED], ids=[r[0] for r in REFUSED])
def test_a_diagnostic_and_nothing_written(
    text: str | bytes, code: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write(folder, text)
    with pytest.raises(DslError) as caught:
        build_module(path)
    assert {d.code for d in caught.value.diagnostics} == {code}, caught.value
    assert main(["build", str(path)]) == 1
    captured = capsys.readouterr()
    assert f"error[{code}]" in captured.err
    assert " at 0x" not in captured.err
    assert "Traceback" not in captured.err
    assert [p.name for p in folder.iterdir()] == ["case.py"]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("text", BUILT.values(), ids=BUILT)
def test_odd_but_legal(text: str | bytes, folder: Path) -> None:
    search = list(sys.path)
    result = build_module(write(folder, text))
    compile(result.text, str(result.path), "exec")
    assert sys.path == search
    assert Path.cwd() == folder


def test_files_that_are_none(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for path in (folder / "missing.py", folder, Path("a\0b.py")):
        with pytest.raises(DslError) as caught:
            build_module(path)
        assert caught.value.code == "file-not-found"
    assert main(["build", "missing.py"]) == 1
    assert "error[missing-file]" in capsys.readouterr().err
    assert list(folder.iterdir()) == []
