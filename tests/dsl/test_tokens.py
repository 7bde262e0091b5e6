"""Tokens: what is computed before what, as values."""

from __future__ import annotations

import doctest
import importlib
from functools import cache
from typing import Any

import numpy as np
import pytest

import dslc
from dslc import tokens
from dslc.ir.graph import Graph
from dslc.ir.passes import optimize

from .test_nested import leaves

programs = importlib.import_module("tests.dsl.token_programs")
X = np.array([0.5, 2.0, 9.0], np.float32)
T = dslc.token()
CALLS: list[tuple[Any, ...]] = [
    ("given", X, T),
    ("nested", programs.Inbox(X, T), (T, {"left": T, "right": T})),
    *(("carried", X, steps) for steps in (0, 3)),
    *(("chosen", X, wait) for wait in (True, False)),
    ("ordered", X, X[::-1]),
]
DEVICES = ["reference", "cpu", "cuda-emulated", "step"]


@cache
def compiled(name: str, device: Any) -> Any:
    return dslc.compile(getattr(programs, name), device=device)


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize(("name", "arguments"), [(name, given) for name, *given in CALLS])
def test_as_in_python(name: str, arguments: list[Any], device: str) -> None:
    expected = leaves(getattr(programs, name)(*arguments))
    found = leaves(compiled(name, device)(*arguments))
    assert list(map(type, found)) == list(map(type, expected))
    for one, other in zip(found, expected, strict=True):
        if isinstance(other, np.ndarray):
            np.testing.assert_allclose(one, other, rtol=1e-6)


@pytest.mark.parametrize("name", ["given", "carried", "chosen", "ordered"])
def test_no_pass_takes_a_wait_out(name: str) -> None:
    graph: Graph = compiled(name, "reference").graph
    waits = [node for node in graph.walk() if node.op.name == "depend"]
    kept = [node for node in optimize(graph).walk() if node.op.name == "depend"]
    assert len(kept) == len(waits) > 0


def test_what_waits_comes_later() -> None:
    graph = optimize(compiled("ordered", "reference").graph)
    names = [node.op.name for node in graph.walk()]
    assert names == ["tanh", *names[1:-1], "cosh"] and names.count("depend") == 2


@pytest.mark.parametrize("device", ["reference", "cpu"])
def test_gradients_go_through(device: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DSLC_DEVICE", device)
    found = dslc.grad(programs.loss)(X)
    expected = 2 * X * np.sin(X) + X * X * np.cos(X)
    np.testing.assert_allclose(found, expected, rtol=1e-5)


def test_examples() -> None:
    results = doctest.testmod(tokens, extraglobs={"np": np, "dslc": dslc})
    assert results.attempted == 2 and not results.failed
