"""Optimizers of `InOut` parameters: what is written in place is what the others give."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

import dslc
from dslc import InOut, Scalar, Tensor, f32, f64, graph, optim

n, m, steps = dslc.dims("n m steps")


@dataclass
class Model:
    """Arrays of two shapes, and a number."""

    weights: list[Tensor[f64, n, m]]
    bias: Scalar[f64]


@dataclass
class Written:
    """The same, to be written to."""

    weights: list[InOut[f64, n, m]]
    bias: InOut[f64, ()]


def drawn(cls: Any, seed: int) -> Any:
    normal = np.random.default_rng(seed).standard_normal
    bias = np.float64(normal())
    weights = [normal((2, 3)), normal((2, 3))]
    return cls(weights, np.array(bias) if cls is Written else bias)


CASES = [
    (optim.sgd(Model, 0.1), optim.sgd(Written, 0.1)),
    (
        optim.adam(Model, optim.cosine(0.1, steps=9), max_norm=1.0),
        optim.adam(Written, optim.cosine(0.1, steps=9), max_norm=1.0),
    ),
    (optim.adamw(Model).scaled(4.0, every=2), optim.adamw(Written).scaled(4.0, every=2)),
    (optim.adagrad(Model), optim.adagrad(Written)),
]


def arrays(value: Any) -> list[Any]:
    """All arrays and numbers in a struct, in order."""
    if isinstance(value, list):
        return [leaf for each in value for leaf in arrays(each)]
    if hasattr(value, "__dataclass_fields__"):
        return [
            leaf for name in value.__dataclass_fields__ for leaf in arrays(getattr(value, name))
        ]
    return [value]


def check(giving: optim.Optimizer, writing: optim.Optimizer, device: str) -> None:
    """Compare some steps, one of which overflows where the loss is scaled."""
    params, written = drawn(Model, 0), drawn(Written, 0)
    state, kept = giving.init(params), writing.init(written)
    places = [*arrays(written), *arrays(kept)]
    give, write = giving.update.with_device(device), writing.update.with_device(device)
    for step in range(1, 5):
        gradients = drawn(Model, step), drawn(Written, step)
        if step == 2 and hasattr(state, "scale"):
            for each in gradients:
                each.weights[1][0, 1] = np.inf
        params, state = give(params, gradients[0], state)
        assert write(written, gradients[1], kept) is None
        now = [*arrays(written), *arrays(kept)]
        assert all(one is other for one, other in zip(now, places, strict=True))
        for one, other in zip(now, [*arrays(params), *arrays(state)], strict=True):
            np.testing.assert_array_equal(one, other)


@pytest.mark.parametrize(
    ("giving", "writing"), CASES, ids=[each.update.__name__ for each, _ in CASES]
)
def test_what_is_written_is_what_the_others_give(
    giving: optim.Optimizer, writing: optim.Optimizer
) -> None:
    check(giving, writing, "reference")


@pytest.mark.parametrize("device", ["cpu", "step"])
def test_on_other_devices(device: str) -> None:
    check(*CASES[2], device)


@dataclass
class Line:
    """Weights and a bias."""

    weight: InOut[f32, n]
    bias: InOut[f32, ()]


adam = optim.adam(Line, 0.1)


@graph
def miss(line: Line, x: Tensor[f32, m, n], y: Tensor[f32, m]) -> Scalar[f32]:
    e = x @ line.weight + line.bias - y
    return np.mean(e * e)


@graph
def step(
    line: Line,
    state: adam.State,  # type: ignore[name-defined]  # a class made at run time
    x: Tensor[f32, m, n],
    y: Tensor[f32, m],
) -> Scalar[f32]:
    value, gradient = dslc.value_and_grad(miss)(line, x, y)
    adam.update(line, gradient, state)
    return value


@graph
def train(
    line: Line,
    state: adam.State,  # type: ignore[name-defined]  # a class made at run time
    x: Tensor[f32, m, n],
    y: Tensor[f32, m],
    steps: int,
) -> Tensor[f32, steps]:
    losses = np.zeros(steps, np.float32)
    for k in range(steps):
        losses[k], gradient = dslc.value_and_grad(miss)(line, x, y)
        adam.update(line, gradient, state)
    return losses


@pytest.mark.parametrize("device", ["eager", "reference", "step", "cpu"])
def test_steps_and_a_loop_of_them_train_the_callers_struct(device: str) -> None:
    x = np.random.default_rng(0).standard_normal((40, 2)).astype(np.float32)
    y = x @ np.array([1.0, -2.0], np.float32) + np.float32(0.5)
    line, other = (Line(np.zeros(2, np.float32), np.array(0, np.float32)) for _ in range(2))
    state, others = adam.init(line), adam.init(other)
    weight: Any = line.weight
    one: Any = step if device == "eager" else step.compiled.with_device(device)
    loop: Any = train if device == "eager" else train.compiled.with_device(device)
    losses = [one(line, state, x, y) for _ in range(12)]
    np.testing.assert_allclose(losses, loop(other, others, x, y, 12), rtol=1e-5)
    np.testing.assert_allclose(weight, other.weight, rtol=1e-5)
    assert losses[-1] < 0.7 * losses[0] and line.weight is weight and state.step == 12
    assert np.all(weight) and line.bias == pytest.approx(other.bias)


def test_the_text_says_what_a_step_writes() -> None:
    assert "    # updates line, state\n" in step.compiled.source
    assert "params_weight: InOut[f32, " in adam.update.source


@graph
def half_square(line: Line) -> Scalar[f32]:
    return np.float32(0.5) * (np.sum(line.weight * line.weight) + line.bias * line.bias)


@graph
def product(x: Tensor[f64, n], y: Tensor[f64, n]) -> Scalar[f64]:
    return np.sum(x * y)


@pytest.mark.parametrize("device", ["reference", "step", "cpu"])
def test_gradients_are_arrays_of_their_own(device: str) -> None:
    x, y = np.ones(3), np.arange(3.0)
    found = dslc.grad(product.compiled, (0, 1)).with_device(device)(x, y)
    assert not any(np.may_share_memory(one, other) for one in found for other in (x, y))
    line = Line(np.ones(3, np.float32), np.array(2, np.float32))
    gradient = dslc.grad(half_square.compiled).with_device(device)(line)
    adam.update(line, gradient, adam.init(line))
    np.testing.assert_allclose(line.weight, 0.9, rtol=1e-5)
    np.testing.assert_array_equal(gradient.weight, 1.0)


@dataclass
class Partly:
    """A number among arrays that may be written to."""

    weights: InOut[f64, n]
    bias: Scalar[f64]


def test_all_parameters_are_written_to_or_none() -> None:
    with pytest.raises(dslc.DslError, match=r"but for `\[1\]\.bias`, which is Scalar\[f64\]"):
        optim.adam(tuple[InOut[f64, n], Partly])
    with pytest.raises(dslc.DslError, match=r"but for `\[0\]`, which is Tensor\[f64, n\]"):
        optim.adam(tuple[Tensor[f64, n], InOut[f64, n]])
