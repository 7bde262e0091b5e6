"""Texts with values in them, and prints of them."""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from dslc.ir.builder import Builder
from dslc.ir.diagnostics import DslError
from dslc.ir.dims import symbol
from dslc.ir.dtypes import BY_NAME
from dslc.ir.evaluate import evaluate
from dslc.ir.graph import Graph
from dslc.ir.print import print_graph
from dslc.ir.types import FLOAT, INT, TensorType, Type
from dslc.ir.verify import verify

N = symbol("n")
TYPES: list[tuple[str, Type]] = [("x", TensorType(BY_NAME["f32"], (N,))), ("k", INT), ("t", FLOAT)]
VALUES: list[Any] = [np.array([0.1, 2.0], np.float32), -3, 2.5]
Point = namedtuple("Point", "a b")

Text = Callable[..., Any]


def built(text: Text) -> Graph:
    g = Builder("f", TYPES)
    text(g, *g.graph.parameters)
    return verify(g.finish(()))


def refused(text: Text) -> str:
    with pytest.raises(DslError) as caught:
        built(text)
    return f"{caught.value.code}: {caught.value.diagnostics[0].message}"


PRINTS: list[tuple[Text, Callable[..., Any]]] = [
    (lambda g, x, k, t: g.print("a {b}", k, x), lambda x, k, t: print("a {b}", k, x)),
    (lambda g, x, k, t: g.print(k, "}{", sep="{}", end="{\n"),
     lambda x, k, t: print(k, "}{", sep="{}", end="{\n")),
    (lambda g, x, k, t: g.print([x, (k,), {"a": 1}, "it's"], ()),
     lambda x, k, t: print([x, (k,), {"a": 1}, "it's"], ())),
    (lambda g, x, k, t: g.print(g.format("{:+d}|{!r:>12}|{}|{!s}", k, t, x, x)),
     lambda x, k, t: print(f"{k:+d}|{t!r:>12}|{x}|{x!s}")),
    (lambda g, x, k, t: g.print(g.format("{:{}.{}f}", t, 9, 3), 2**70, None, 1 + 2j),
     lambda x, k, t: print(f"{t:{9}.{3}f}", 2**70, None, 1 + 2j)),
    (lambda g, x, k, t: g.print(g.format("{} {:.2f} {{", (k, "b"), 0.125)),
     lambda x, k, t: print(f"{(k, 'b')} {0.125:.2f} {{")),
]  # fmt: skip


@pytest.mark.parametrize(("text", "plain"), PRINTS)
def test_a_print_is_pythons_own(
    text: Text, plain: Callable[..., Any], capsys: pytest.CaptureFixture[str]
) -> None:
    plain(*VALUES)
    expected = capsys.readouterr().out
    graph = built(text)
    evaluate(graph, VALUES, {"n": 2})
    assert capsys.readouterr().out == expected
    printed = print_graph(graph)
    namespace: dict[str, Any] = {"__name__": "printed"}
    exec(compile(printed, "<printed>", "exec"), namespace)
    assert print_graph(namespace["f"].graph) == printed


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (lambda g, x, k, t: g.format("{}"), "a text has more fields than values"),
        (lambda g, x, k, t: g.format("{}", k, t), "a text has more values than fields"),
        (lambda g, x, k, t: g.format("{", k), "is no template"),
        (lambda g, x, k, t: g.format("{0}", k), "the field `0` has a name"),
        (lambda g, x, k, t: g.format("{:{}}", t, k), "a format must be known"),
        (lambda g, x, k, t: g.format("{:>9}", (x, k)), "a tuple or list has no format"),
        (lambda g, x, k, t: g.print(Point(x, k)), "a Point of run-time values has no text"),
        (lambda g, x, k, t: g.print(g.format("{:d}", t)), "a value of type float has no format"),
        (lambda g, x, k, t: g.print(k, sep=1), "is text"),
        (lambda g, x, k, t: g.print(k, file="log"), "`sys.stdout` or `sys.stderr`"),
        (lambda g, x, k, t: g.print(k, color="red"), "`print` has no `color`"),
        (lambda g, x, k, t: g.print(g.unset), "not bound on every path"),
    ],
)
def test_texts_that_are_none(text: Text, said: str) -> None:
    assert said in refused(text)
