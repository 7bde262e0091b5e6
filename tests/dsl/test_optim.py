"""Optimizers against their formulas in plain NumPy, and in a training loop that is one graph."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

import dslc
from dslc import Scalar, Tensor, f32, f64, graph, optim

n, m = dslc.dims("n m")

Kept = dict[str, np.ndarray]
Step = Callable[[np.ndarray, np.ndarray, Kept, int], np.ndarray]
"""The next array from an array, its gradient, what is kept (changed in place), and the step."""


@dataclass
class Model:
    """Arrays of two shapes."""

    weights: list[Tensor[f64, n, m]]
    bias: Tensor[f64, m]


def plain_sgd(momentum: float, nesterov: bool, decay: float, rate: float | optim.Schedule) -> Step:
    def step(p: np.ndarray, g: np.ndarray, kept: Kept, t: int) -> np.ndarray:
        g = g + decay * p
        kept["v"] = momentum * kept.get("v", np.zeros_like(p)) + g
        by = g + momentum * kept["v"] if nesterov else kept["v"]
        now: Any = rate(t - 1) if isinstance(rate, optim.Schedule) else rate
        return p - now * by

    return step


def plain_adam(rate: float, decay: float = 0.0, decoupled: float = 0.0) -> Step:
    def step(p: np.ndarray, g: np.ndarray, kept: Kept, t: int) -> np.ndarray:
        g = g + decay * p
        p = p * (1 - rate * decoupled)
        kept["m"] = 0.9 * kept.get("m", np.zeros_like(p)) + 0.1 * g
        kept["s"] = 0.999 * kept.get("s", np.zeros_like(p)) + 0.001 * g**2
        mean, square = kept["m"] / (1 - 0.9**t), kept["s"] / (1 - 0.999**t)
        return p - rate * mean / (np.sqrt(square) + 1e-8)

    return step


def plain_rmsprop(p: np.ndarray, g: np.ndarray, kept: Kept, t: int) -> np.ndarray:
    kept["s"] = 0.99 * kept.get("s", np.zeros_like(p)) + 0.01 * g**2
    return p - 0.01 * g / (np.sqrt(kept["s"]) + 1e-8)


def plain_adagrad(p: np.ndarray, g: np.ndarray, kept: Kept, t: int) -> np.ndarray:
    kept["s"] = kept.get("s", np.zeros_like(p)) + g**2
    return p - 0.1 * g / (np.sqrt(kept["s"]) + 1e-10)


def clipped(step: Step, most: float) -> Step:
    """The same for gradients that are scaled down; the test gives ones of this norm."""

    def scaled(p: np.ndarray, g: np.ndarray, kept: Kept, t: int) -> np.ndarray:
        return step(p, g * most / 10.0, kept, t)

    return scaled


SCHEDULE = optim.cosine(0.1, steps=6, warmup=2, end=0.01)

CASES: list[tuple[optim.Optimizer, Step]] = [
    (optim.sgd(Model, 0.1), plain_sgd(0.0, False, 0.0, 0.1)),
    (
        optim.sgd(Model, SCHEDULE, momentum=0.9, weight_decay=0.01),
        plain_sgd(0.9, False, 0.01, SCHEDULE),
    ),
    (optim.sgd(Model, 0.1, momentum=0.9, nesterov=True), plain_sgd(0.9, True, 0.0, 0.1)),
    (optim.sgd(Model, 0.1, max_norm=5.0), clipped(plain_sgd(0.0, False, 0.0, 0.1), 5.0)),
    (optim.adam(Model, 0.1, weight_decay=0.1), plain_adam(0.1, 0.1)),
    (optim.adamw(Model, 0.1), plain_adam(0.1, 0.0, 0.01)),
    (optim.rmsprop(Model), plain_rmsprop),
    (optim.adagrad(Model, 0.1), plain_adagrad),
]


def leaves(model: Any) -> list[np.ndarray]:
    return [*model.weights, model.bias]


def drawn(seed: int) -> Model:
    rng = np.random.default_rng(seed)
    normal = rng.standard_normal
    return Model([normal((2, 3)), normal((2, 3))], normal(3))


def of_norm(model: Any, norm: float) -> Model:
    by = norm / np.sqrt(sum(np.sum(each**2) for each in leaves(model)))
    return Model([each * by for each in model.weights], model.bias * by)


IDS = [f"{number}-{optimizer.update.__name__}" for number, (optimizer, _) in enumerate(CASES)]


@pytest.mark.parametrize(("optimizer", "plain"), CASES, ids=IDS)
def test_an_optimizer_is_its_formula(optimizer: optim.Optimizer, plain: Step) -> None:
    check(optimizer, plain, "reference")


@pytest.mark.parametrize("device", ["cpu", "step"])
@pytest.mark.parametrize("number", [1, 4])
def test_on_other_devices(number: int, device: str) -> None:
    check(*CASES[number], device)


def check(optimizer: optim.Optimizer, plain: Step, device: str) -> None:
    """Compare some steps."""
    params, expected = drawn(0), leaves(drawn(0))
    state = optimizer.init.with_device(device)(params)
    update = optimizer.update.with_device(device)
    kept: list[Kept] = [{} for _ in expected]
    for step in range(1, 5):
        gradients = of_norm(drawn(step), 10.0)
        params, state = update(params, gradients, state)
        parts = zip(expected, leaves(gradients), kept, strict=True)
        expected = [plain(p, g, each, step) for p, g, each in parts]
        assert isinstance(params, Model)
        for one, other in zip(leaves(params), expected, strict=True):
            np.testing.assert_allclose(one, other, rtol=1e-12)
    assert state.step == 4


@pytest.mark.parametrize(
    ("schedule", "steps", "expected"),
    [
        (optim.linear(1.0, 0.0, 4), (0, 1, 4, 9), (1.0, 0.75, 0.0, 0.0)),
        (optim.exponential(1.0, 0.5, every=2), (0, 2, 4), (1.0, 0.5, 0.25)),
        (optim.cosine(1.0, steps=10, warmup=2), (0, 1, 2, 6, 10, 20), (0.5, 1.0, 1.0, 0.5, 0, 0)),
    ],
)
def test_schedules(schedule: Any, steps: Any, expected: Any) -> None:
    np.testing.assert_allclose([float(schedule(step)) for step in steps], expected, atol=1e-12)


line = optim.adam(tuple[Tensor[f32, n], Scalar[f32]], optim.cosine(0.2, steps=150, warmup=3))


@graph
def miss(w: Tensor[f32, n], b: Scalar[f32], x: Tensor[f32, m, n], y: Tensor[f32, m]) -> Scalar[f32]:
    e = x @ w + b - y
    return np.mean(e * e)


@graph
def fit(x: Tensor[f32, m, n], y: Tensor[f32, m], steps: int):
    w, b = np.zeros(x.shape[1], np.float32), np.float32(0.0)
    state = line.init((w, b))
    losses = np.zeros(steps, np.float32)
    for i in range(steps):
        value, gradients = dslc.value_and_grad(miss, (0, 1))(w, b, x, y)
        (w, b), state = line.update((w, b), gradients, state)
        losses[i] = value
    return w, b, losses


@pytest.mark.parametrize("device", ["reference", "cpu"])
def test_a_training_loop_is_one_graph(device: str) -> None:
    x = np.random.default_rng(0).standard_normal((40, 2)).astype(np.float32)
    y = x @ np.array([1.0, -2.0], np.float32) + np.float32(0.5)
    w, b, losses = dslc.compile(fit, device=device)(x, y, 150)
    np.testing.assert_allclose(w, [1.0, -2.0], atol=0.05)
    assert b == pytest.approx(0.5, abs=0.05)
    assert losses[-1] < 1e-3 * losses[0]


def test_only_floats_are_changed() -> None:
    with pytest.raises(dslc.DslError, match=r"have a Tensor\[i64, n\] among them"):
        optim.adam(tuple[Tensor[f32, n], Tensor[np.int64, n]])


def test_other_lengths_are_refused() -> None:
    optimizer = optim.sgd(Model, 0.1)
    params, gradients = drawn(0), drawn(0)
    gradients.weights.pop()
    with pytest.raises(dslc.DslError, match="`params`, `gradients` and `state`"):
        optimizer.update(params, gradients, optimizer.init(params))


def test_a_scaled_loss_changes_nothing_but_what_overflows() -> None:
    plain, scaled = optim.adam(Model, 0.1), optim.adam(Model, 0.1).scaled(8.0, every=3)
    params, state = drawn(0), plain.init(drawn(0))
    same, kept = drawn(0), scaled.init(drawn(0))
    scales = []
    for step in range(1, 6):
        gradients = drawn(step)
        large = Model(
            [each * kept.scale for each in gradients.weights], gradients.bias * kept.scale
        )
        if step == 2:
            large.weights[1][0, 1] = np.inf
        else:
            params, state = plain.update(params, gradients, state)
        same, kept = scaled.update(same, large, kept)
        scales.append(float(kept.scale))
        for one, other in zip(leaves(same), leaves(params), strict=True):
            np.testing.assert_allclose(one, other, rtol=1e-12)
    assert scales == [8.0, 4.0, 4.0, 4.0, 8.0]
    assert (state.step, kept.step, kept.good) == (4, 4, 0)
    assert (kept.scale.dtype, kept.step.dtype) == (np.float32, np.int64)
