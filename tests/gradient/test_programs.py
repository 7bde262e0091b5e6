"""Gradients of whole functions against central differences, on every backend."""

from __future__ import annotations

import os
from typing import Any

import numpy as np
import pytest

import dslc
from dslc.ir.passes import optimize

from . import programs
from .differences import assert_gradient, is_float

n, m, r = dslc.dims("n m r")

CASES = programs.arguments()
IDS = [f"{function.__name__}-{n}" for n, (function, _) in enumerate(CASES)]

EMULATED = ("cuda-emulated",) if "DSLC_EMULATE" in os.environ else ()
"""A few of them run as CUDA kernels in `tests/gpu` always."""


def by_floats(args: list[Any]) -> tuple[int, ...]:
    return tuple(number for number, value in enumerate(args) if is_float(value))


def copies(args: list[Any]) -> list[Any]:
    return [each.copy() if isinstance(each, np.ndarray) else each for each in args]


@pytest.mark.parametrize(("function", "args"), CASES, ids=IDS)
@pytest.mark.parametrize("device", ["reference", "cpu", "step", *EMULATED])
def test_a_gradient_is_what_differences_say(function: Any, args: list[Any], device: str) -> None:
    wrt = by_floats(args)
    derived = dslc.value_and_grad(function, wrt).with_device(device)
    given, expected = copies(args), copies(args)
    value, gradients = derived(*given)
    assert np.allclose(value, function.__wrapped__(*expected), rtol=1e-12)
    for one, other in zip(given, expected, strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-12)  # what it writes to its arguments
    for number, gradient in zip(wrt, gradients, strict=True):
        assert_gradient(gradient, function.__wrapped__, args, number)


@pytest.mark.parametrize("function", dict.fromkeys(each for each, _ in CASES))
def test_printed_gradients_are_the_same_graph(function: Any) -> None:
    args = next(args for each, args in CASES if each is function)
    graph = dslc.grad(function, by_floats(args)).graph
    once = dslc.compile_graph(graph).graph  # it knows from the start what is required
    assert str(dslc.compile_graph(once).graph) == str(once)
    optimize(graph)


def test_nodes_do_not_depend_on_sizes() -> None:
    function, _ = CASES[5]
    assert len(list(dslc.grad(function).graph.walk())) < 60


def test_only_the_taken_branch_has_a_part() -> None:
    gradient = dslc.grad(programs.only_the_taken_branch)(np.array([0.0, 2.0]))
    assert gradient.tolist() == [2.0, 1.0]  # no NaN from the logarithm of 0


def test_structs_in_structs_out() -> None:
    rng = np.random.default_rng(0)
    layer, x = programs.Layer(rng.random((3, 2)), rng.random(2)), rng.random((4, 3))
    found = dslc.grad(programs.structs)(layer, x)
    assert isinstance(found, programs.Layer)

    def of(w: Any, b: Any) -> Any:
        return programs.structs.__wrapped__(programs.Layer(w, b), x)

    assert_gradient(found.w, of, [layer.w, layer.b], 0)
    assert_gradient(found.b, of, [layer.w, layer.b], 1)


def test_gradients_of_gradients() -> None:
    second = dslc.grad(dslc.grad(programs.newton))
    assert second(2.0) == pytest.approx(-0.25 * 2.0**-1.5, abs=1e-6)


def test_a_gradient_is_a_function_again() -> None:
    x = np.array([1.0, -2.0])
    gradient = dslc.grad(programs.squared, wrt=0)
    for derived in (dslc.compile(gradient), dslc.compile(gradient, device="cpu", fast_math=True)):
        assert derived(x).tolist() == [2.0, -4.0]
        assert derived.source == gradient.source
    assert dslc.compile(gradient, device="reference").device == "reference"


@dslc.graph
def some(x: dslc.Tensor[dslc.f64, n]):
    rows = []
    for i in range(len(x)):
        y = x * x[i]
        if x[i] > 0.5:
            rows.append(y)
    return np.sum(np.array(rows))


def test_a_list_of_no_known_length_is_refused() -> None:
    with pytest.raises(dslc.DslError, match="the shape of `rows` varies from trip to trip"):
        dslc.grad(some)(np.ones(3))


@pytest.mark.parametrize("wrt", [0, "at"])
def test_integers_are_refused(wrt: int | str) -> None:
    with pytest.raises(dslc.DslError, match=r"is (int|i64\[m\]), a gradient is by floats"):
        dslc.grad(counted, wrt)(2, np.ones(2), np.array([0]))


@dslc.graph
def counted(
    k: int, x: dslc.Tensor[dslc.f64, n], at: dslc.Tensor[dslc.i64, m]
) -> dslc.Scalar[dslc.f64]:
    return np.sum(x[at]) * k


def test_a_gradient_is_made_once() -> None:
    """In a loop of Python each trip asks for it again."""
    wrt = ["w", "b"]
    assert dslc.grad(programs.mlp, wrt) is dslc.grad(programs.mlp, ("w", "b"))
    assert dslc.grad(programs.mlp, wrt) is not dslc.value_and_grad(programs.mlp, wrt)


def test_stop_gradient() -> None:
    x = np.array([1.0, 2.0])
    assert dslc.grad(programs.constant_in_part)(x).tolist() == [1.0, 2.0]


def test_effects_happen_once(capsys: pytest.CaptureFixture[str]) -> None:
    dslc.grad(programs.checked)(np.ones(3))
    assert capsys.readouterr().out == "once\n"
    with pytest.raises(AssertionError, match="too much: 4000"):
        dslc.grad(programs.checked)(np.full(4, np.sqrt(1000.0)))


def test_a_training_loop_is_one_graph() -> None:
    fitted = dslc.compile(training)
    rng = np.random.default_rng(1)
    x = rng.standard_normal((50, 3))
    found = fitted(np.zeros(3), x, x @ np.array([1.0, 2.0, 3.0]), 200)
    assert np.allclose(found, [1.0, 2.0, 3.0], atol=1e-6)
    assert [node.op.name for node in fitted.graph.body.nodes] == ["for"]
    assert "g.call(dslc.grad(mean_square), w, x, y)" in fitted.source


@dslc.graph
def mean_square(
    w: dslc.Tensor[dslc.f64, n], x: dslc.Tensor[dslc.f64, r, n], y: dslc.Tensor[dslc.f64, r]
) -> dslc.Scalar[dslc.f64]:
    e = x @ w - y
    return np.mean(e * e)


@dslc.graph
def training(
    w: dslc.Tensor[dslc.f64, n],
    x: dslc.Tensor[dslc.f64, r, n],
    y: dslc.Tensor[dslc.f64, r],
    trips: int,
) -> dslc.Tensor[dslc.f64, n]:
    for _ in range(trips):
        w = w - 0.2 * dslc.grad(mean_square)(w, x, y)
    return w


LOOPS = [case for case in CASES if case[0].__name__ in (
    "recurrent", "gated", "products", "newton", "breaks", "returns_early", "stores", "downwards",
    "nested", "grows",
    "writes", "recurrence", "rows_of_a_table", "fills_until", "listed_until",
    "of_rank_0",
)]  # fmt: skip


SUMMED = ("recurrent", "gated", "products")
"""Loops whose weights get one product for all trips, where every state is kept: another order."""


@pytest.mark.parametrize("memory", [1, 2, 3, "1 kB"])
@pytest.mark.parametrize(("function", "args"), LOOPS)
def test_few_states_give_the_same_gradient(function: Any, args: list[Any], memory: int) -> None:
    wrt = by_floats(args)
    expected = dslc.grad(function, wrt).with_device("reference")(*copies(args))
    found = dslc.grad(function, wrt, memory=memory).with_device("reference")(*copies(args))
    away = 1e-12 if function.__name__ in SUMMED else 0.0
    for one, other in zip(found, expected, strict=True):
        np.testing.assert_allclose(one, other, rtol=away, atol=away)


def test_memory_does_not_grow_with_the_trips() -> None:
    def arena(trips: int) -> int:
        gradient = dslc.grad(many_trips, memory=4).with_device("cpu")
        gradient(np.ones(8), trips)
        assert gradient.memory is not None
        return gradient.memory.arena

    assert arena(1000) == arena(10)


@dslc.graph
def many_trips(x: dslc.Tensor[dslc.f64, n], trips: int) -> dslc.Scalar[dslc.f64]:
    for _ in range(trips):
        x = np.sin(x)
    return np.sum(x)


def test_a_size_bounds_what_a_loop_keeps() -> None:
    def arena(trips: int, memory: int | str) -> int:
        gradient = dslc.grad(many_trips, memory=memory).with_device("cpu")
        found = gradient(np.ones(8), trips)
        assert found.tobytes() == dslc.grad(many_trips)(np.ones(8), trips).tobytes()
        assert gradient.memory is not None
        return gradient.memory.arena

    assert arena(1000, "1 kB") == arena(100, "1 kB") > arena(2, "1 kB")
    assert arena(1000, "1 kB") <= arena(1000, 12)
    with pytest.raises(dslc.DslError, match="shape-assumption"):
        dslc.grad(many_trips, memory="100 B")(np.ones(8), 3)


def test_memory_by_name() -> None:
    sources = [dslc.grad(many_trips, memory=memory).source for memory in ("all", "recompute")]
    assert sources == [dslc.grad(many_trips).source, dslc.grad(many_trips, memory=1).source]
    with pytest.raises(dslc.DslError, match="`memory` is 'lots', which is no size"):
        dslc.grad(many_trips, memory="lots")


def test_a_loop_keeps_at_least_one_state() -> None:
    with pytest.raises(dslc.DslError, match="`memory` is 0, a loop keeps at least 1 state"):
        dslc.grad(many_trips, memory=0)


def test_an_array_that_is_filled_is_not_kept_for_each_trip() -> None:
    tapes = [
        node for node in dslc.grad(programs.recurrence).graph.walk() if node.op.name == "zeros"
    ]
    assert tapes
    assert all(len(value.shape) == 1 for node in tapes for value in node.results)
