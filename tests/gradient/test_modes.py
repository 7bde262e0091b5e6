"""Forward mode, weights of several results, and gradients that users declare."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import dslc
from dslc import Scalar, Tensor, f64, graph

from . import programs
from .differences import assert_gradient, is_float

n, m = dslc.dims("n m")

CASES = programs.arguments()
IDS = [f"{function.__name__}-{number}" for number, (function, _) in enumerate(CASES)]


def copies(args: list[Any]) -> list[Any]:
    return [each.copy() if isinstance(each, np.ndarray) else each for each in args]


@pytest.mark.parametrize(("function", "args"), CASES, ids=IDS)
def test_forward_mode_agrees_with_reverse_mode(function: Any, args: list[Any]) -> None:
    wrt = tuple(number for number, value in enumerate(args) if is_float(value))
    rng = np.random.default_rng(7)
    drawn = [np.asarray(rng.standard_normal(np.shape(args[number]))) for number in wrt]
    direction = tuple(
        each if isinstance(args[number], np.ndarray) else np.float64(each)
        for number, each in zip(wrt, drawn, strict=True)
    )
    gradients = dslc.grad(function, wrt).with_device("reference")(*copies(args))
    _, change = dslc.jvp(function, wrt).with_device("reference")(*copies(args), direction)
    pairs = zip(gradients, direction, strict=True)
    expected = sum(float(np.sum(one * other)) for one, other in pairs)
    assert change == pytest.approx(expected, rel=1e-9, abs=1e-9)


@graph
def layer(
    x: Tensor[f64, n], w: Tensor[f64, n, m], gain: float = 2.0
) -> tuple[Tensor[f64, m], float]:
    return np.tanh(x @ w) * gain, gain * gain


def arguments() -> tuple[Any, ...]:
    rng = np.random.default_rng(0)
    return rng.standard_normal(3), rng.standard_normal((3, 2)), 0.7


@pytest.mark.parametrize("device", ["reference", "cpu", "step"])
def test_weights_of_several_results(device: str) -> None:
    args, weights = arguments(), (np.array([0.5, -2.0]), 3.0)

    def weighted(*given: Any) -> float:
        one, other = layer.__wrapped__(*given)
        return float(one @ weights[0] + other * weights[1])

    product = dslc.vjp(layer, (0, "w", "gain")).with_device(device)
    value, gradients = product(*args, d=weights)
    expected = layer.__wrapped__(*args)
    np.testing.assert_allclose(value[0], expected[0], rtol=1e-12)
    assert value[1] == expected[1]
    for number, gradient in enumerate(gradients):
        assert_gradient(gradient, weighted, args, number)


@pytest.mark.parametrize("device", ["reference", "cpu", "step"])
def test_a_direction(device: str) -> None:
    x, w, gain = arguments()
    along = np.ones_like(w)
    value, change = dslc.jvp(layer, "w").with_device(device)(x, w, gain, d=along)
    y = np.tanh(x @ w)
    np.testing.assert_allclose(value[0], y * gain, rtol=1e-12)
    np.testing.assert_allclose(change[0], gain * (1 - y * y) * (x @ along), rtol=1e-12)
    assert change[1] == 0.0


def test_forward_over_reverse_is_the_product_with_the_hessian() -> None:
    x = np.array([0.4, -1.2, 2.0])
    along = np.array([1.0, 0.5, -1.0])
    _, product = dslc.jvp(dslc.grad(cubes))(x, along)
    np.testing.assert_allclose(product, 6.0 * x * along, rtol=1e-12)


@graph
def cubes(x: Tensor[f64, n]) -> Scalar[f64]:
    return np.sum(x * x * x)


def test_in_a_graph_function() -> None:
    found = dslc.compile(moved)(np.array([1.0, 2.0]), np.array([0.0, 1.0]))
    assert found == pytest.approx(9.0 + 12.0)


@graph
def moved(x: Tensor[f64, n], along: Tensor[f64, n]) -> Scalar[f64]:
    value, change = dslc.jvp(cubes)(x, along)
    return value + change


def test_sizes_must_agree() -> None:
    x, w, gain = arguments()
    with pytest.raises(dslc.DslError, match="`m` is 2 by axis 1 of `w`, but 1 by axis 0"):
        dslc.vjp(layer)(x, w, gain, d=(np.ones(1), 1.0))


def test_weights_need_a_declared_result() -> None:
    with pytest.raises(dslc.DslError, match="`mlp` does not declare what it gives"):
        dslc.vjp(programs.mlp)


# --- declared gradients ---------------------------------------------------------------------------


@graph
def norm(x: Tensor[f64, n]) -> Scalar[f64]:
    return np.sqrt(np.sum(x * x))


@graph
def norm_gradient(x: Tensor[f64, n], d: Scalar[f64]) -> Tensor[f64, n]:
    size = norm(x)
    return d * x / size if size > 0.0 else np.zeros(len(x))


@graph
def scaled(x: Tensor[f64, n], times: int, by: float) -> Tensor[f64, n]:
    return x * (by * times)


@graph
def scaled_gradient(
    x: Tensor[f64, n], times: int, by: float, d: Tensor[f64, n]
) -> tuple[Tensor[f64, n], Scalar[f64]]:
    return np.clip(d, -1.0, 1.0), 10.0 * np.sum(d)


dslc.define_gradient(norm, norm_gradient)
dslc.define_gradient(scaled, scaled_gradient)


@graph
def distances(x: Tensor[f64, n], y: Tensor[f64, n]) -> Scalar[f64]:
    s = norm(x - y)
    for i in range(2):
        s = s + norm(x * (i + 1.0)) * s
    return s


@graph
def clipped(x: Tensor[f64, n], by: float) -> Scalar[f64]:
    return np.sum(scaled(x, 2, by) * np.arange(len(x)))


def test_a_declared_gradient_is_called() -> None:
    x, y = np.array([3.0, 4.0]), np.array([3.0, 4.1])
    gradients = dslc.grad(distances, (0, 1))(x, y)
    for number, gradient in enumerate(gradients):
        assert_gradient(gradient, distances.__wrapped__, (x, y), number)
    assert dslc.grad(norm)(np.zeros(2)).tolist() == [0.0, 0.0]  # else NaN
    assert np.all(np.isfinite(dslc.grad(distances)(x, x)))


def test_a_declared_gradient_counts() -> None:
    by_x, by = dslc.grad(clipped, (0, 1))(np.ones(3), 0.5)
    assert by_x.tolist() == [0.0, 1.0, 1.0]
    assert by == 30.0
    assert dslc.grad(dslc.compile(norm))(np.zeros(2)).tolist() == [0.0, 0.0]


def test_a_declared_gradient_has_a_gradient() -> None:
    x = np.array([3.0, 4.0])
    _, second = dslc.jvp(dslc.grad(norm))(x, np.array([1.0, 0.0]))
    np.testing.assert_allclose(second, [16 / 125, -12 / 125], rtol=1e-12)


def test_forward_mode_refuses_a_declared_gradient() -> None:
    with pytest.raises(dslc.DslError, match="the gradient that is declared for it"):
        dslc.jvp(distances)(np.ones(2), np.zeros(2), np.ones(2))


@graph
def wrong(x: Tensor[f64, n]) -> Scalar[f64]:
    return np.sum(x)


dslc.define_gradient(wrong, norm)


def test_a_declared_gradient_of_another_form_is_refused() -> None:
    with pytest.raises(dslc.DslError, match="`norm` is to take 2 values and give 1"):
        dslc.grad(wrong)(np.ones(2))
