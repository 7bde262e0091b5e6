"""Variables of the text: arrays that are written to in place, as the graph has them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from dslc.ir.builder import Builder
from dslc.ir.diagnostics import CompilerBug
from dslc.ir.dims import dims
from dslc.ir.evaluate import evaluate
from dslc.ir.step import Stepper, step
from dslc.ir.types import BOOL_NUMBER, TensorType
from dslc.ir.variable import Variable
from dslc.ir.verify import verify

n = dims("n")
VECTOR = TensorType(np.dtype(np.float32), (n,))


def both_ways(text: Any, *arguments: Any, types: Any = (VECTOR,)) -> list[Any]:
    """The results and updates of a text whose first parameter is a variable."""
    names = [f"x{i}" for i in range(len(types))]
    g = Builder("f", list(zip(names, types, strict=True)), source="f.py")
    returned = text(g, g.parameter(0), *g.graph.parameters[1:])
    graph = verify(g.finish([returned]))
    sizes = {"n": len(arguments[0])}

    def run(stepper: Stepper) -> list[Any]:
        variable = Variable(arguments[0], "x0")
        result = text(stepper, variable, *arguments[1:])
        updates = [variable.value] if graph.updates else []
        return [getattr(result, "value", result), *updates]

    evaluated, stepped = evaluate(graph, arguments, sizes), step(graph, sizes, run)
    for one, other in zip(evaluated, stepped, strict=True):
        np.testing.assert_array_equal(one, other)
    return [np.asarray(value).tolist() for value in evaluated]


def vector(*values: float) -> Any:
    return np.array(values, np.float32)


def test_every_name_shows_a_write() -> None:
    def text(g: Any, x: Any) -> Any:
        y = x
        before = g.multiply(x, 1.0)
        g.write(y, g.s_[0], 5.0)
        return g.add(x, before)

    argument = vector(1, 2)
    assert both_ways(text, argument) == [[6, 4], [5, 2]]
    assert argument.tolist() == [1, 2]


def test_regions_carry_what_they_write_to() -> None:
    def text(g: Any, x: Any, flag: Any) -> Any:
        def body(i: Any, total: Any) -> Any:
            def then() -> Any:
                g.write(x, g.s_[i], g.index(x, g.s_[0]), inplace=False)
                return g.RUN

            def otherwise() -> Any:
                return g.BREAK

            exit = g.if_(g.less(i, 2), then, otherwise, writes=([x], {"same": x}))
            return g.add(total, g.sum(x)), exit

        total, _ = g.for_(g.range(x.shape[0]), body, (g.as_scalar(0.0),), exits=True, writes=(x,))

        def test(count: Any) -> Any:
            return g.less(g.index(x, g.s_[0]), 10.0)

        def double(count: Any) -> Any:
            g.write(x, g.s_[...], g.multiply(x, 2.0), inplace=True)
            return g.add(count, 1)

        count = g.while_(test, double, (0,), writes=(x,))
        return g.multiply(total, count)

    results = both_ways(text, vector(3, 4, 5), True, types=(VECTOR, BOOL_NUMBER))
    assert results == [(12 + 11 + 11) * 2, [12, 12, 20]]


def test_what_is_not_written_to_is_no_result() -> None:
    def text(g: Any, x: Any) -> Any:
        local = g.variable(g.add(x, 1.0))
        g.write(local, g.s_[0], 7.0)
        return g.value(local)

    assert both_ways(text, vector(1, 2)) == [[7, 3]]


def test_a_region_that_hides_a_write() -> None:
    g = Builder("f", [("x", VECTOR)])
    x = g.parameter(0)

    def then() -> Any:
        g.write(x, g.s_[0], 1.0)
        return ()

    with pytest.raises(CompilerBug, match="a region writes to x, which it does not say"):
        g.if_(True, then, lambda: ())
