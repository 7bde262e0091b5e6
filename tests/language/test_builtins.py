"""Every builtin of Python, called with values of the run: as in Python, or refused with advice."""

from __future__ import annotations

import builtins
from pathlib import Path

import numpy as np
import pytest

import dslc
from dslc.ir.diagnostics import DslError
from dslc.transpile import build_module

from ..golden.test_transpile import executed, to_the_bit

SUPPORTED = {
    "abs": "abs(k), abs(u), abs(x)",
    "all": "all((k, u))",
    "any": "any((k, u))",
    "ascii": "show(ascii(k))",
    "bool": "bool(k), bool(u), bool((k,)), bool([])",
    "callable": "callable(x)",
    "dict": "dict(name=k)",
    "divmod": "divmod(k, 3), divmod(u, 2)",
    "enumerate": "[i + v for i, v in enumerate((1, 2))]",
    "float": "float(k), float(u)",
    "format": "show(format(p, '>9.3f'))",
    "getattr": "getattr(x, 'ndim')",
    "hasattr": "hasattr(x, 'shape')",
    "int": "int(u), int(k), int(p)",
    "isinstance": "isinstance(u, float), isinstance(k, (int, str))",
    "issubclass": "issubclass(bool, int)",
    "len": "len(x), len((k, u))",
    "list": "list((k, u))",
    "max": "max(k, 3), max((u, u)), max([k], default=1)",
    "min": "min(k, 3), min((u, u)), min([], default=k)",
    "pow": "pow(k, 2), pow(u, 2)",
    "print": "show(k)",
    "repr": "show(repr(u))",
    "reversed": "tuple(reversed((k, u)))",
    "round": "round(u), round(k), round(p)",
    "slice": "x[slice(0, 2)]",
    "str": "show(str(u))",
    "sum": "sum((k, u))",
    "tuple": "tuple([k, u])",
    "type": "type(k)(u)",
}
"""Expressions of an int `k`, a float `p`, a NumPy scalar `u` and an array `x`."""

REFUSED = {
    "__build_class__": "__build_class__(k)",
    "__import__": "__import__(k)",
    "aiter": "aiter(x)",
    "anext": "anext(x)",
    "bin": "bin(k)",
    "breakpoint": "breakpoint()",
    "bytearray": "bytearray(k)",
    "bytes": "bytes(x)",
    "chr": "chr(k)",
    "classmethod": "classmethod(x)",
    "compile": "compile(x, 'a', 'eval')",
    "complex": "complex(p, p)",
    "delattr": "delattr(x, 'a')",
    "dir": "dir(x)",
    "eval": "eval('1')",
    "exec": "exec('1')",
    "filter": "filter(None, x)",
    "frozenset": "frozenset(x)",
    "globals": "globals()",
    "hash": "hash(k)",
    "hex": "hex(k)",
    "id": "id(x)",
    "input": "input()",
    "iter": "iter(x)",
    "locals": "locals()",
    "map": "map(abs, x)",
    "memoryview": "memoryview(x)",
    "next": "next(x)",
    "object": "object(k)",
    "oct": "oct(k)",
    "open": "open(k)",
    "ord": "ord(x)",
    "property": "property(x)",
    "range": "range(k)",
    "set": "set(x)",
    "setattr": "setattr(x, 'a', k)",
    "sorted": "sorted(x)",
    "staticmethod": "staticmethod(x)",
    "super": "super(x)",
    "vars": "vars(x)",
    "zip": "zip(x, x)",
}
"""What a graph has no meaning for; the advice tells what to write instead."""

MODULE = """\
from dslc import Scalar, Tensor, dims, f64, graph

n = dims("n")


def show(text):
    print(text)
    return 0


@graph
def f(x: Tensor[f64, n], k: int, p: float, u: Scalar[f64]):
    return {}
"""


def test_the_tables_have_every_builtin_of_this_python() -> None:
    said = SUPPORTED.keys() | REFUSED.keys()
    real = {name for name, value in vars(builtins).items() if callable(value)}
    real -= {
        n
        for n in real
        if isinstance(t := getattr(builtins, n), type) and issubclass(t, BaseException)
    }
    real -= {
        "__loader__",
        "copyright",
        "credits",
        "exit",
        "help",
        "license",
        "quit",
        "_",
    }  # of `site`
    assert real - said == set()
    assert not SUPPORTED.keys() & REFUSED.keys()


@pytest.mark.parametrize("name", SUPPORTED)
def test_supported(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("m.py").write_text(MODULE.format(SUPPORTED[name]), "utf-8")
    function = executed(Path("m.py").absolute(), []).f
    arguments = np.array([1.5, -2.5, 0.5]), -7, 2.5, np.float64(-1.5)
    expected = function.__wrapped__(*arguments), capsys.readouterr()
    got = dslc.compile(function, device="reference")(*arguments), capsys.readouterr()
    assert to_the_bit(got[0]) == to_the_bit(expected[0]) and got[1] == expected[1]


@pytest.mark.parametrize("name", REFUSED)
def test_refused(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if not hasattr(builtins, name):
        pytest.skip(f"this Python has no {name}")
    monkeypatch.chdir(tmp_path)
    Path("m.py").write_text(MODULE.format(REFUSED[name]), "utf-8")
    with pytest.raises(DslError) as caught:
        build_module(Path("m.py"))
    first = caught.value.diagnostics[0]
    assert first.span is not None and first.span.line == 13
    assert first.help and "dslc explain ops" not in first.help, caught.value


def test_the_tables_call_what_they_say() -> None:
    for name, text in {**SUPPORTED, **REFUSED}.items():
        assert f"{name}(" in text or name == "print"
