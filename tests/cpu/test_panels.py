"""Products in loops over rows: right at the edges of panels, and what trips hand on is kept."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from dslc.cpu.native import Native
from dslc.ir.builder import Builder
from dslc.ir.dims import dims
from dslc.ir.dtypes import BY_NAME
from dslc.ir.types import TensorType
from dslc.ir.verify import verify

b, n, k, m = dims("b n k m")
F64 = BY_NAME["f64"]


def layers(xp: Any, x: Any, w: Any, v: Any) -> Any:
    hidden = xp.maximum(xp.subtract(xp.matmul(x, w), 1.0), 0.0)
    return xp.subtract(xp.matmul(hidden, v), 2.0)


def kept(xp: Any, x: Any, w: Any, v: Any) -> Any:
    """The sum of a row is needed again after both products; so is the row."""
    total = xp.sum(x, axis=-1, keepdims=True)
    hidden = xp.matmul(xp.subtract(x, total), w)
    last = xp.matmul(xp.minimum(hidden, total), v)
    return xp.add(xp.multiply(last, total), x)


def both(xp: Any, x: Any, w: Any, v: Any) -> Any:
    """Two products of a row, both results, and the sum of columns."""
    one, other = xp.matmul(x, w), xp.matmul(x, xp.multiply(w, 2.0))
    gate = xp.multiply(one, xp.maximum(other, 0.0))
    return gate, xp.matmul(gate, v), xp.sum(gate, axis=0)


def alone(xp: Any, x: Any, w: Any, v: Any) -> Any:
    """A product that nothing joins, by a matrix that lies column by column."""
    return xp.matmul(x, xp.transpose(v, (1, 0)))


PROGRAMS = [layers, kept, both, alone]


def native(program: Callable[..., Any], *, stacked: bool) -> Native:
    """A program on rows, or on a stack of rows."""
    shapes = {"x": (b, n, k) if stacked else (n, k), "w": (k, m), "v": (m, k)}
    g = Builder("program", [(name, TensorType(F64, shape)) for name, shape in shapes.items()])
    results = program(g, *g.graph.parameters)
    return Native.of(verify(g.finish(results if isinstance(results, tuple) else (results,))))


@pytest.mark.parametrize("stacked", [False, True], ids=["rows", "stacks"])
@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.__name__)
def test_panels(program: Callable[..., Any], stacked: bool) -> None:
    compiled = native(program, stacked=stacked)
    random = np.random.default_rng(0)
    for rows in (0, 1, 7, 96, 97, 200):
        for count in (0, 1, 3, 30) if stacked else (1,):
            sizes = {"b": count, "n": rows, "k": 5, "m": 9}
            shapes = ((count, rows, 5) if stacked else (rows, 5)), (5, 9), (9, 5)
            # Small integers: every order of summation gives the same floats.
            given = [random.integers(-4, 5, shape).astype(np.float64) for shape in shapes]
            found = compiled(given, sizes)
            expected = program(np, *given)
            every = expected if isinstance(expected, tuple) else (expected,)
            for one, other in zip(found, every, strict=True):
                np.testing.assert_array_equal(one, other)
