"""What a display holds and nothing reads: it raises as in Python."""

from pathlib import Path

import numpy as np
import pytest

from dslc.ir.diagnostics import DslError
from dslc.transpile import build_module

from ..golden.test_transpile import executed

FORMS = {
    "an item": "r = (3 // k, q)[-1]",
    "a slice": "(r,) = [3 // k, q][1:]",
    "an item in an item": "r = ((q, 3 // k), (q, 2))[0][0]",
    "a value of a dict": "r = {'a': 3 // k, 'b': q}['b']",
    "a value of a dict, by get": "r = {'a': 3 // k, 'b': q}.get('b')",
    "what get would give": "r = {'b': q}.get('b', 3 // k)",
    "a value that another one replaces": "r = {'a': 3 // k, **{'a': q}}['a']",
    "the length": "r = q + len((3 // k, x))",
    "the truth": "r = q if (3 // k, x) else 1",
    "the opposite of the truth": "r = q + (not (3 // k, x))",
    "the identity": "r = q + ((3 // k, x) is None)",
    "the class": "r = q + isinstance((3 // k, x), tuple)",
    "a field": "r = Pair(3 // k, q).right",
    "a field of a named tuple": "r = Point(3 // k, q).right",
    "an item of a named tuple": "r = Point(3 // k, q)[1]",
    "a remainder": "r = (3 % k, q)[-1]",
    "a power": "r = (k ** -1, q)[-1]",
    "a shift": "r = (1 << (k - 1), q)[-1]",
    "a subscript": "r = (TABLE[2 - 2 * k], q)[-1]",
}

SOURCE = """\
from dataclasses import dataclass
from typing import NamedTuple

import dslc
from dslc import Static, Tensor, f32, graph

n = dslc.dims("n")
TABLE = (1, 2)


@dataclass
class Pair:
    left: int
    right: int


class Point(NamedTuple):
    left: int
    right: int


@graph
def f(x: Tensor[f32, n], k: Static[int] = 1):
    q = len(x)
    {}
    return r
"""


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
def test_what_nothing_reads_is_evaluated(form: str, tmp_path: Path) -> None:
    names: list[str] = []
    path = tmp_path / "case.py"
    path.write_text(SOURCE.format(form))
    (tmp_path / "case_graph.py").write_text(build_module(path).text)
    own, graph = executed(path, names).f, executed(tmp_path / "case_graph.py", names).f
    x = np.ones(4, np.float32)
    assert graph(x, 1) == own(x, 1)
    with pytest.raises((ArithmeticError, ValueError, IndexError)) as expected:
        own(x, 0)
    with pytest.raises(type(expected.value)):
        graph(x, 0)


LAZY = {
    "behind or": "r = k == 0 or (3 // k, True)[1]",
    "in a guard": """match k:
        case 1 if (3 // k, True)[1]:
            r = 1
        case _:
            r = 2""",
}


@pytest.mark.parametrize("form", LAZY.values(), ids=LAZY)
def test_what_python_may_not_come_to_is_refused(form: str, tmp_path: Path) -> None:
    path = tmp_path / "case.py"
    path.write_text(SOURCE.format(form))
    with pytest.raises(DslError, match="behind a condition that building decides"):
        build_module(path)
