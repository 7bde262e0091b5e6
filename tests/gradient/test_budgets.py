"""Gradients under a memory budget: the same to the bit, and no more memory for a smaller budget."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest

import dslc
from dslc import Scalar, Tensor, f64, graph
from dslc.budgets import planned
from dslc.gpu.backend import Cuda
from dslc.gpu.emulated import Emulated
from dslc.ir.evaluate import evaluate
from dslc.ir.gradient.budget import assumed
from dslc.ir.gradient.cuts import Cuts
from dslc.ir.gradient.gradient import value_and_gradient
from dslc.ir.gradient.halves import Halves
from dslc.ir.gradient.max_flow import Network
from dslc.ir.gradient.recompute import recompute
from dslc.ir.graph import Graph
from dslc.ir.passes import optimize

from . import programs
from .differences import is_float
from .test_programs import CASES, IDS, copies

b, n = dslc.dims("b n")
BUDGETS = (0.0, 0.4, 1.0)


@graph
def deep(x: Tensor[f64, b, n], w: Tensor[f64, n, n], keys: Tensor[f64, n]) -> Scalar[f64]:
    h = x
    h = h + np.tanh(np.exp(h @ w) * 0.5) * keys
    h = h + np.tanh(np.exp(h @ w) * 0.5) * keys
    h = h + np.tanh(np.exp(h @ w) * 0.5) * keys
    h = h + np.tanh(np.exp(h @ w) * 0.5) * keys
    h = h + np.tanh(np.exp(h @ w) * 0.5) * keys
    h = h + np.tanh(np.exp(h @ w) * 0.5) * keys
    return np.mean(h * h)


@graph
def noisy(x: Tensor[f64, b, n], seed: int) -> Scalar[f64]:
    noise = dslc.random.normal(dslc.random.key(seed), (len(x), x.shape[1]), f64)
    y = np.tanh(x * noise)
    y = np.tanh(np.exp(y) * noise)
    print("once")
    return np.sum(np.tanh(y) * y)


def deep_arguments() -> list[np.ndarray]:
    rng = np.random.default_rng(5)
    return [rng.standard_normal((7, 5)), rng.standard_normal((5, 5)) * 0.3, rng.random(5)]


def halves_of(function: Any, wrt: tuple[int, ...]) -> Halves:
    found: list[Halves] = []

    def saving(halves: Halves) -> Graph:
        found.append(halves)
        return halves.graph

    value_and_gradient(dslc.compile(function).graph, wrt, saving=saving)
    return found[0]


def assert_same(one: Any, other: Any) -> None:
    for a, c in zip(one, other, strict=True):
        assert np.asarray(a).tobytes() == np.asarray(c).tobytes()


def test_a_minimum_cut_is_the_least_of_all_cuts() -> None:
    rng = np.random.default_rng(2)
    for _ in range(100):
        count = int(rng.integers(2, 7))
        edges = rng.integers(0, (count, count, 10), (rng.integers(1, 15), 3)).tolist()
        network = Network(count)
        for one, other, capacity in edges:
            network.connect(one, other, capacity)

        def weight(part: set[int], edges: list[list[int]] = edges) -> int:
            return sum(w for one, other, w in edges if one in part and other not in part)

        cut = network.minimum_cut(0, count - 1)
        inner = range(1, count - 1)
        parts = (set(p) for k in range(count) for p in itertools.combinations(inner, k))
        assert 0 in cut and count - 1 not in cut
        assert weight(cut) == min(weight({0} | part) for part in parts)


@pytest.mark.parametrize(("function", "args"), CASES, ids=IDS)
def test_every_cut_gives_the_same_bits(
    function: Any, args: list[Any], capsys: pytest.CaptureFixture[str]
) -> None:
    wrt = tuple(number for number, value in enumerate(args) if is_float(value))
    compiled = dslc.compile(function)
    call = compiled.signature.bind(copies(args), {})
    sizes = compiled.blueprint.built(call.key, call.statics).layout.sizes(call.values)
    halves = halves_of(function, wrt)
    expected = evaluate(halves.graph, copies(call.values), sizes)
    cuts = Cuts(halves).all()
    for cut in cuts[:: max(1, len(cuts) // 3)]:
        again = recompute(halves, cut.again)
        assert_same(evaluate(again, copies(call.values), sizes), expected)
        assert_same(evaluate(optimize(again), copies(call.values), sizes), expected)
    capsys.readouterr()


@graph
def short(x: Tensor[f64, b, 20], w: Tensor[f64, 20, 20]) -> Scalar[f64]:
    return np.mean(np.tanh(np.tanh(x @ w) @ w) ** 2)


def test_kernels_give_the_same_bits_where_one_kind_computes_products() -> None:
    """With a library a product is its own, or its reader's where that is one kernel alone."""
    halves = halves_of(short, (0, 1))
    rng = np.random.default_rng(0)
    args = [rng.standard_normal((9, 20)), rng.standard_normal((20, 20)) * 0.2]
    cuts = [cut for cut in Cuts(halves).all() if "matmul" in ops_of(halves, cut.again)]
    results = []
    for again in ((), cuts[0].again):
        device = Cuda("cuda-emulated", Emulated(has_library=False))
        kernels = device.compile(optimize(recompute(halves, again)))
        results.append(kernels(copies(args), {"b": 9}))
    assert_same(*results)


def ops_of(halves: Halves, numbers: tuple[int, ...]) -> list[str]:
    return [halves.forward[number].op.name for number in numbers]


def test_a_smaller_budget_takes_less_memory_and_gives_the_same_bits() -> None:
    peaks: list[list[int]] = []
    results = []
    for budget in BUDGETS:
        gradient = dslc.value_and_grad(deep, (0, 1), memory_budget=budget)
        plan = planned(gradient.graph)
        peaks.append([plan(sizes).bound for sizes in assumed(gradient.graph)])
        value, slopes = gradient.with_device("cpu")(*deep_arguments())
        results.append((value, *slopes))
        assert_same(results[-1], results[0])
    for less, more in itertools.pairwise(peaks):
        assert all(map(int.__le__, less, more))
    assert peaks[0][0] < 0.9 * peaks[-1][0]
    value, slopes = dslc.value_and_grad(deep, (0, 1)).with_device("cpu")(*deep_arguments())
    assert_same((value, *slopes), results[0])


def test_the_curve_falls_and_computes_more() -> None:
    gradient = dslc.grad(deep, memory_budget=0.0)
    assert gradient.graph and gradient.budget is not None and gradient.budget.curve is not None
    choices = gradient.budget.curve.choices
    assert len(choices) > 1 and not choices[0].cut.again
    for one, other in itertools.pairwise(choices):
        assert one.peak > other.peak and one.cut.operations < other.cut.operations


def test_no_budget_is_a_budget_of_1() -> None:
    gradient = dslc.grad(programs.mlp, memory_budget=1.0)
    assert gradient.source == dslc.grad(programs.mlp).source


def test_random_numbers_and_effects_are_not_run_again(capsys: pytest.CaptureFixture[str]) -> None:
    gradient = dslc.grad(noisy, memory_budget=0.0)
    ops = [node.op.name for node in gradient.graph.walk()]
    assert ops.count("print") == 1
    halves = halves_of(noisy, (0,))
    random = [n for n, node in enumerate(halves.forward) if node.op.name.startswith("random")]
    cuts = Cuts(halves).all()
    assert random and any(cut.again for cut in cuts)
    assert all(set(cut.again).isdisjoint(random) for cut in cuts)
    x = np.random.default_rng(1).standard_normal((3, 4))
    assert_same([gradient(x, 3)], [dslc.grad(noisy)(x, 3)])
    assert capsys.readouterr().out == "once\n" * 2


@pytest.mark.parametrize("budget", [-0.1, 1.5, float("nan"), True])
def test_a_budget_is_a_share(budget: float) -> None:
    with pytest.raises(dslc.DslError, match="not a share from"):
        dslc.grad(deep, 1, memory_budget=budget)
