"""L-BFGS against its formulas in plain NumPy, and to the minimum of functions that are not easy."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

import dslc
from dslc import InOut, Scalar, Tensor, f32, f64, graph, nn, optim

n, m, k = dslc.dims("n m k")


@dataclass
class Place:
    """An array of each rank."""

    table: Tensor[f64, n, m]
    row: Tensor[f64, k]
    one: Scalar[f64]


@graph
def valley(place: Place, steep: float) -> Scalar[f64]:
    """Rosenbrock's function over all elements, which is least where all are 1."""
    x = np.concatenate((np.ravel(place.table), place.row, np.full(1, place.one)))
    return np.sum(steep * (x[1:] - x[:-1] ** 2) ** 2 + (1.0 - x[:-1]) ** 2)


def start(seed: int = 0) -> Place:
    draw = np.random.default_rng(seed).standard_normal
    return Place(1.0 + 0.3 * draw((2, 2)), 1.0 + 0.3 * draw(3), np.float64(0.5))


def flat(place: Any) -> np.ndarray:
    return np.concatenate((np.ravel(place.table), place.row, [place.one]))


def inverse_hessian(pairs: list[tuple[np.ndarray, np.ndarray]], size: int) -> np.ndarray:
    """The matrix of BFGS after these changes of place and gradient, from the oldest on."""
    s, y = pairs[-1]
    h = np.eye(size) * (s @ y) / (y @ y)
    for s, y in pairs:
        v = np.eye(size) - np.outer(s, y) / (s @ y)
        h = v @ h @ v.T + np.outer(s, s) / (s @ y)
    return h


@pytest.mark.parametrize("history", [1, 3, 10])
def test_a_direction_is_that_of_the_matrix(history: int) -> None:
    """Every step goes along the gradient times the matrix, and meets the conditions of Wolfe."""
    lbfgs = optim.lbfgs(valley, history=history)
    place = start()
    state = lbfgs.init.with_device("reference")(place, 10.0)
    update = lbfgs.update.with_device("reference")
    pairs: list[tuple[np.ndarray, np.ndarray]] = []
    for number in range(9):
        following, after = update(place, 10.0, state)
        move, bend = flat(following) - flat(place), after.gradient - state.gradient
        if pairs:
            expected = -inverse_hessian(pairs[-history:], len(move)) @ state.gradient
            part = (move @ expected) / (expected @ expected)
            np.testing.assert_allclose(move, part * expected, rtol=1e-6, atol=1e-9)
        assert after.value <= state.value + 1e-4 * (state.gradient @ move) + 1e-12
        assert abs(after.gradient @ move) <= 0.9 * abs(state.gradient @ move)
        assert (after.step, after.pairs, after.stalled) == (number + 1, number + 1, False)
        assert after.norm == pytest.approx(np.linalg.norm(after.gradient))
        pairs.append((move, bend))
        place, state = following, after


@graph
def lowest(place: Place, steep: float, most: int) -> tuple[Place, int, Scalar[f64]]:
    state = searching.init(place, steep)
    steps = 0
    while state.norm > 1e-8 and steps < most:
        place, state = searching.update(place, steep, state)
        steps += 1
    return place, steps, state.value


searching = optim.lbfgs(valley)


@pytest.mark.parametrize("device", ["reference", "cpu", "step"])
def test_a_valley_is_found_in_one_graph(device: str) -> None:
    place, steps, value = dslc.compile(lowest, device=device)(start(), 100.0, 200)
    np.testing.assert_allclose(flat(place), np.ones(8), rtol=1e-6)
    assert steps < 80
    assert value < 1e-14


@dataclass
class Classes:
    """A linear map to logits."""

    weight: Tensor[f32, n, m]
    bias: Tensor[f32, m]


@graph
def regression(classes: Classes, x: Tensor[f32, k, n], y: Tensor[dslc.i64, k]) -> Scalar[f32]:
    loss = nn.cross_entropy(x @ classes.weight + classes.bias, y)
    return loss + 0.01 * np.sum(classes.weight * classes.weight)


def test_f32_ends_where_rounding_is_all_there_is() -> None:
    rng = np.random.default_rng(0)
    x = rng.standard_normal((60, 4)).astype(np.float32)
    y = np.argmax(x[:, :3] + 0.1, axis=1)
    lbfgs = optim.lbfgs(regression, history=5)
    classes = Classes(np.zeros((4, 3), np.float32), np.zeros(3, np.float32))
    state = lbfgs.init(classes, x, y)
    first = state.norm
    for _ in range(40):
        classes, state = lbfgs.update(classes, x, y, state)
    assert state.norm < 1e-4 * first
    assert classes.weight.dtype == classes.bias.dtype == state.moves.dtype == np.float32
    assert (state.value.dtype, state.factors.dtype) == (np.float64, np.float64)


@graph
def falling(x: Scalar[f64]) -> Scalar[f64]:
    return np.exp(-x) + 1e-3 * x if x < 10.0 else np.float64(np.inf)


def test_a_search_comes_back_from_where_the_loss_is_infinite() -> None:
    lbfgs = optim.lbfgs(falling)
    x, state = np.float64(-20.0), lbfgs.init(np.float64(-20.0))
    for _ in range(60):
        x, state = lbfgs.update(x, state)
    assert float(x) == pytest.approx(np.log(1e3), rel=1e-6)


def test_a_search_that_finds_nothing_says_so() -> None:
    """The gradient is said to be the other way."""
    lbfgs = optim.lbfgs(wrong)
    x = np.array([1.0, 2.0])
    state = lbfgs.init(x)
    after, state = lbfgs.update(x, state)
    assert state.stalled
    assert (state.step, state.pairs) == (1, 0)
    np.testing.assert_allclose(after, x, rtol=1e-5)


@graph
def wrong(x: Tensor[f64, n]) -> Scalar[f64]:
    return np.sum(2.0 * dslc.stop_gradient(x * x) - x * x)


@graph
def written(x: InOut[f64, n]) -> Scalar[f64]:
    x[0] = 1.0
    return np.sum(x * x)


@graph
def of_integers(x: Tensor[dslc.i64, n]) -> Scalar[f64]:
    return np.sum(x * 1.0)


def test_what_no_search_can_call_is_refused() -> None:
    with pytest.raises(dslc.DslError, match="`written_gradient` writes to its arguments"):
        optim.lbfgs(written).init(np.ones(2))
    with pytest.raises(dslc.DslError, match=r"`x` is Tensor\[i64, n\]|have a Tensor\[i64, n\]"):
        optim.lbfgs(of_integers).init(np.ones(2, np.int64))
    with pytest.raises(dslc.DslError, match="`history` is 0, it is an int of at least 1"):
        optim.lbfgs(valley, history=0)


WEIGHTS = np.array([1.0, 10.0])


@graph
def weighted(x: Tensor[f64, 2], state: float = 1.0) -> Scalar[f64]:
    return state * np.sum(WEIGHTS * (x - 3.0) ** 2)


def test_defaults_and_arrays_of_the_module() -> None:
    lbfgs = optim.lbfgs(weighted)
    x = np.zeros(2)
    state = lbfgs.init(x)
    for _ in range(15):
        x, state = lbfgs.update(x, state_0=state)
    np.testing.assert_allclose(x, [3.0, 3.0], rtol=1e-6)
