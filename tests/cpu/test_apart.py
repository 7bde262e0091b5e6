"""Nodes one by one, nests one by one, and the whole graph give the same bits."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from dslc.cpu.backend import VARIABLE, Cpu
from dslc.ir.builder import Builder
from dslc.ir.diagnostics import DslError
from dslc.ir.dims import dims
from dslc.ir.dtypes import BY_NAME
from dslc.ir.graph import Graph
from dslc.ir.types import TensorType
from dslc.ir.verify import verify

n, k = dims("n k")
F32 = BY_NAME["f32"]


def program() -> Graph:
    """Products, reductions, a stretched axis, a scan, a loop and a branch on what was computed."""
    types = {"x": TensorType(F32, (n, k)), "w": TensorType(F32, (k, k))}
    g = Builder("program", [*types.items()])
    x, w = g.graph.parameters

    def step(i: Any, y: Any) -> Any:
        y = g.tanh(g.add(g.matmul(y, w), g.multiply(x, i)))
        return g.divide(y, g.sum(g.abs(y), axis=-1, keepdims=True))

    def turned(y: Any) -> Any:
        return g.cumsum(g.negative(y), axis=-1)

    y = g.for_(g.range(3), step, (x,))
    y = g.if_(g.greater(g.sum(y), 0.0), turned, g.exp, (y,))
    return verify(g.finish((g.subtract(y, g.mean(y, axis=0)), g.max(y))))


def test_the_same_bits_in_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    graph = program()
    random = np.random.default_rng(3)
    given = [random.normal(size=s).astype(np.float32) for s in ((130, 5), (5, 5))]
    found = {}
    for way in ("graph", "group", "op"):
        monkeypatch.setenv(VARIABLE, way)
        results = Cpu().compile(graph)(given, {"n": 130, "k": 5})
        found[way] = [np.asarray(each).tobytes() for each in results]
    assert found["op"] == found["group"] == found["graph"]


def test_a_way_that_there_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "node")
    with pytest.raises(DslError, match="DSLC_EXECUTE is `node`, which is no way to run a graph"):
        Cpu().compile(program())
