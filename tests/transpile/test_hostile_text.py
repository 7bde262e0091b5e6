"""Text of a source (comments, strings, names) never changes what the emitted module means."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from dslc.compiled import CompiledFunction
from dslc.transpile import build_module

TEXTS = {
    "quotes": "\"'",
    "three quotes": '"""',
    "three single quotes": "'''",
    "a backslash": "\\",
    "a backslash and a quote": '\\"',
    "escapes": "\\n \\x00 \\N{DASH} \\u0041",
    "a format": "{g} {0} %s %(x)d ${x}",
    "braces": "}{",
    "a type comment": "type: ignore",
    "a type": "type: (int) -> float",
    "an encoding": "-*- coding: ascii -*-",
    "directives": "fmt: off noqa pragma: no cover",
    "code": "; return 0",
    "a call": 'g.at("x"); g.lines(1)',
    "a mark of ours": "--- emitted ---",
    "a stamp": "                    # f32[n]",
    "tabs": "a\tb",
    "a form feed": "a\x0cb",
    "a vertical tab": "a\x0bb",
    "a file separator": "a\x1cb",
    "a next line": "a\x85b",
    "a line separator": "a\u2028b",
    "a paragraph separator": "a\u2029b",
    "right to left": "a\u202eb",
    "an escape": "\x1b[31m",
    "a face": "\U0001f600",
    "accents": "é e\u0301",
    "long": "x" * 300,
    "blanks": "   ",
    "nothing": "",
}

SOURCE = '''\
"""{docstring}"""
import numpy as np

import dslc
from dslc import Tensor, f32, graph

n = dslc.dims("n")
KEPT = {literal}


@graph  # {comment}
def f(x: Tensor[f32, n], mode: str = {literal}) -> Tensor[f32, n]:  # {comment}
    """{docstring}"""
    # {comment}
    y = np.maximum(  # {comment}
        x,
        # {comment}
        1.0,  # {comment}
    )  # {comment}
    assert mode != KEPT + "?" and y[0] > 0, {literal}  # {comment}
    if y[0] > 2.0:  # {comment}
        # {comment}
        y = y + 1.0  # {comment}
        # {comment}
    else:  # {comment}
        y = y * 2.0
        # {comment}
    for i in range(2):  # {comment}
        y = y + i if mode == {literal} else y
        # {comment}
    # {comment}
    return y  # {comment}
    # {comment}


AFTER = {literal}  # {comment}
'''


def source_with(text: str) -> str:
    docstring = text.replace("\\", "\\\\").replace('"', '\\"')
    return SOURCE.format(docstring=docstring, literal=repr(text), comment=text.replace("\n", " "))


def raw_source_with(text: str) -> str:
    """Strings that hold the characters themselves where a literal can."""
    literal = "r" * ("\\" in text) + repr(text)[0] + text + repr(text)[0]
    return SOURCE.format(docstring="Doc.", literal=literal, comment="Comment.")


def build(source: str, folder: Path) -> tuple[str, dict[str, Any]]:
    path = folder / "case.py"
    path.write_bytes(source.encode())
    result = build_module(path)
    namespace: dict[str, Any] = {"__name__": "case_graph", "__file__": str(result.path)}
    exec(compile(result.text, str(result.path), "exec"), namespace)
    return result.text, namespace


def meaning(text: str) -> str:
    """The syntax of a module without its strings, which quote the source, and its line table."""
    tree = ast.parse(text)
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            node.value = ""
    return ast.dump(tree)


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The meaning of the module whose texts are harmless."""
    text, _ = build(source_with("plain"), tmp_path_factory.mktemp("plain"))
    return meaning(text)


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_text_is_only_text(text: str, plain: str, tmp_path: Path) -> None:
    source = source_with(text)
    emitted, module = build(source, tmp_path)
    assert meaning(emitted) == plain
    check_values(module, text, source)


WRITABLE = [
    name for name, text in TEXTS.items() if not set(text) & set("\"'\n") and text[-1:] != "\\"
]


@pytest.mark.parametrize("name", WRITABLE)
def test_strings_keep_their_spelling(name: str, plain: str, tmp_path: Path) -> None:
    text = TEXTS[name]
    source = raw_source_with(text)
    emitted, module = build(source, tmp_path)
    assert meaning(emitted) == plain
    check_values(module, text, source)


def check_values(module: dict[str, Any], text: str, source: str) -> None:
    function = module["f"]
    assert isinstance(function, CompiledFunction)
    original: dict[str, Any] = {"__name__": "case"}
    exec(source, original)
    assert module["__doc__"] == original["__doc__"]
    assert function.__doc__ == original["f"].__doc__
    assert (module["KEPT"], module["AFTER"]) == (text, text)
    for device in ("reference", "step"):
        run = function.with_device(device)
        small, large = np.array([0, 5], np.float32), np.array([5, 0], np.float32)
        assert np.array_equal(run(small), [3, 11])
        assert np.array_equal(run(large, "other"), [6, 2])
        with pytest.raises(AssertionError) as caught:
            run(large, text + "?")
        assert str(caught.value) == text


NAMES = [
    "g", "dslc", "exit", "result", "loop1_body", "loop1_test", "if1_then", "going", "test", "y_add",
    "checked", "np", "builder", "range", "len", "max", "print", "self", "cls", "__", "_",
    "__name__", "größe", "ﬁ", "None_", "print_", "match", "case", "type", "_2", "f", "case_graph",
    "g_2", "Builder", "unset", "annotations",
]  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_any_name_for_anything(name: str, tmp_path: Path) -> None:
    """As a parameter, a local, a carried name, a global and a function."""
    other = "h" if name == "f" else "f"
    _, module = build(
        f"""\
import dslc as the_dslc

{name}_constant = 2.0


def {name}_helper({name}):
    return {name} * {name}_constant


@the_dslc.graph
def {name}_called({name}: float) -> float:
    return {name}_helper({name}) + 1.0


@the_dslc.graph
def {other}({name}: float, count: int) -> float:
    loop = 0.0
    while loop < 2.0 and {name} < 100.0:
        {name} = {name}_called({name})
        loop = loop + 1.0
        if {name} > 50.0:
            return {name}
    for y in (1.0, 2.0):
        {name} += y
    return {name} + 1.0
""",
        tmp_path,
    )
    for device in ("reference", "step"):
        assert module[other].with_device(device)(1.0, 3) == 11.0
        assert module[other].with_device(device)(20.0, 3) == 83.0


FILES = [
    'a"b', "a'b", "a\\b", "a\\", "a\nimport os; os.abort()\n#b", "a\rb", "a b", "a{x}b", 'a"""b',
    "a%sb", "-b", "a.b", "1", "class", "a\u2028b", "a\tb", "\x1b[31m", "é", "g", "f",
]  # fmt: skip


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("where", ["file", "folder"])
def test_names_of_files(name: str, where: str, tmp_path: Path) -> None:
    source = "from dslc import graph\n\n\n@graph\ndef f(x: float):\n    return x + 1.0\n"
    plain, _ = build(source, tmp_path)
    path = tmp_path / f"{name}.py" if where == "file" else tmp_path / name / "case.py"
    path.parent.mkdir(exist_ok=True)
    path.write_text(source)
    text = build_module(path, tmp_path / "emitted.py").text
    assert len(re.split(r"\r\n|\r|\n", text)) == len(plain.split("\n"))
    namespace: dict[str, Any] = {"__name__": "emitted", "__file__": str(tmp_path / "emitted.py")}
    exec(compile(text, str(tmp_path / "emitted.py"), "exec"), namespace)
    assert namespace["f"].with_device("reference")(1.0) == 2.0
    assert set(namespace) <= {"__name__", "__file__", "__builtins__", "dslc", "graph", "f"}
