"""Training steps: parts of a batch, one seed on every device, and going on from a file."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import dslc
from dslc import InOut, Scalar, Tensor, f32, f64, graph, i64, nn, optim, random
from dslc.cpu import load
from dslc.cpu.recipe import RECIPE
from dslc.devices import resolved
from dslc.ir.cxx.toolchain import find_compiler

count, width, units, steps = dslc.dims("count width units steps")


@dataclass
class Network:
    """A hidden layer and the one behind it."""

    hidden: InOut[f32, width, units]
    bias: InOut[f32, units]
    head: InOut[f32, units]


adam = optim.adam(Network, 0.02, max_norm=1.0)


@graph
def begin(seed: int, width: int, units: int) -> Network:
    first, second = random.split(random.key(seed), 2)
    hidden = nn.he_normal(first, (width, units), transposed=True)
    return Network(hidden, np.zeros(units, np.float32), random.normal(second, (units,)))


@graph
def loss(network: Network, x: Tensor[f32, count, width], y: Tensor[f32, count]) -> Scalar[f32]:
    away = np.tanh(x @ network.hidden + network.bias) @ network.head - y
    return np.mean(away * away)


@graph
def step(
    network: Network,
    state: adam.State,  # type: ignore[name-defined]  # a class made at run time
    x: Tensor[f32, count, width],
    y: Tensor[f32, count],
) -> Scalar[f32]:
    value, gradient = dslc.value_and_grad(loss)(network, x, y)
    adam.update(network, gradient, state)
    return value


@graph
def train(
    network: Network,
    state: adam.State,  # type: ignore[name-defined]  # a class made at run time
    seed: int,
    size: int,
    steps: int,
) -> Tensor[f32, steps]:
    """Steps on batches that are drawn."""
    key = random.key(seed)
    losses = np.zeros(steps, np.float32)
    for k in range(steps):
        x = random.normal(random.fold_in(key, k), (size, network.hidden.shape[0]))
        losses[k], gradient = dslc.value_and_grad(loss)(network, x, np.sum(x, axis=1))
        adam.update(network, gradient, state)
    return losses


def arrays(network: Any) -> list[Any]:
    return [network.hidden, network.bias, network.head]


# --- parts of a batch -----------------------------------------------------------------------------


@graph
def of_parts(
    network: Network, x: Tensor[f32, count, width], y: Tensor[f32, count], parts: int
) -> Network:
    """The gradient of the whole batch, of equal parts one after the other."""
    size = len(x) // parts
    hidden, bias = np.zeros_like(network.hidden), np.zeros_like(network.bias)
    head = np.zeros_like(network.head)
    for part in range(parts):
        rows = np.arange(size) + part * size
        gradient = dslc.grad(loss)(network, x[rows], y[rows])
        hidden += gradient.hidden / np.float32(parts)
        bias += gradient.bias / np.float32(parts)
        head += gradient.head / np.float32(parts)
    return Network(hidden, bias, head)


@graph
def mean_of_parts(
    network: Network, x: Tensor[f32, count, width], y: Tensor[f32, count], parts: int
) -> Scalar[f32]:
    """The loss of a batch, of equal parts one after the other."""
    size = len(x) // parts
    total: Any = np.float32(0.0)
    for part in range(parts):
        rows = np.arange(size) + part * size
        total = total + loss(network, x[rows], y[rows])
    return total / parts


@pytest.mark.parametrize("device", ["reference", "cpu"])
def test_gradients_of_parts_add_up_to_that_of_the_batch(device: str) -> None:
    rng = np.random.default_rng(0)
    x = rng.standard_normal((24, 3)).astype(np.float32)
    y = rng.standard_normal(24).astype(np.float32)
    network = begin(0, 3, 5)
    whole = arrays(dslc.grad(loss).with_device(device)(network, x, y))
    for parts in (1, 4):
        added = of_parts.compiled.with_device(device)(network, x, y, parts)
        through = dslc.grad(mean_of_parts, memory=1).with_device(device)(network, x, y, parts)
        for found in (added, through):
            for one, other in zip(arrays(found), whole, strict=True):
                np.testing.assert_allclose(one, other, rtol=1e-4, atol=1e-6)


# --- one seed -------------------------------------------------------------------------------------


@pytest.fixture
def _short_loops_are_shared(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    recipe = replace(RECIPE, flags=(*RECIPE.flags, "-DDSLC_GRAIN=1"))
    monkeypatch.setattr("dslc.cpu.native.RECIPE", recipe)
    monkeypatch.setattr("dslc.cpu.print_shared.GRAIN", 1)
    yield
    load.set_threads(len(os.sched_getaffinity(0)), find_compiler())


def trained(device: str) -> list[np.ndarray[Any, Any]]:
    """What a few steps from seed 3 give: the first weights, the losses, and the last weights."""
    network = begin.compiled.with_device(device)(3, 4, 6)
    state = adam.init(network)
    first = [each.copy() for each in arrays(network)]
    losses = train.compiled.with_device(device)(network, state, 3, 8, 4)
    return [*first, losses, *arrays(network)]


def are_same(one: list[Any], other: list[Any]) -> bool:
    return all(a.tobytes() == b.tobytes() for a, b in zip(one, other, strict=True))


@pytest.mark.usefixtures("_short_loops_are_shared")
def test_a_seed_gives_one_result_on_every_device() -> None:
    """Bits are the same where they are promised to be, all else but for rounding."""
    expected = trained("reference")
    assert not are_same(expected[:3], expected[4:])
    assert are_same(trained("step"), expected)
    found = [trained("cuda-emulated"), trained("cuda-emulated")]
    assert are_same(*found)
    if resolved("auto") == "cpu":
        for threads in (1, 2, 7, 2):
            load.set_threads(threads, find_compiler())
            found.append(trained("cpu"))
        assert all(are_same(each, found[2]) for each in found[3:])
    for each in found:
        # Normal numbers are drawn through a logarithm, which devices round in their own way.
        for one, other in zip(each, expected, strict=True):
            np.testing.assert_allclose(one, other, rtol=1e-4, atol=1e-6)


# --- going on -------------------------------------------------------------------------------------


def test_training_goes_on_from_files(tmp_path: Path) -> None:
    x, y = np.eye(4, 3, dtype=np.float32), np.arange(4, dtype=np.float32)
    network = begin(1, 3, 5)
    state = adam.init(network)
    for _ in range(3):
        step(network, state, x, y)
    dslc.save_params(tmp_path / "network.safetensors", network)
    dslc.save_params(tmp_path / "state.safetensors", state)
    again = dslc.load_params(tmp_path / "network.safetensors", Network)
    kept = dslc.load_params(tmp_path / "state.safetensors", adam.State)
    for _ in range(3):
        assert step(network, state, x, y) == step(again, kept, x, y)
    assert are_same(arrays(network), arrays(again)) and state.step == kept.step == 6


def test_a_step_is_one_graph() -> None:
    assert [node.op.name for node in step.compiled.graph.body.nodes] == ["call", "call"]
    assert len(step.compiled.graph.updates) == 3 + 1 + 2 * 3


# --- what a gradient is of --------------------------------------------------------------------


@graph
def picked(x: Tensor[f64, count], places: Tensor[i64, width], k: int) -> Scalar[f64]:
    return np.sum(x[places]) * k


@pytest.mark.parametrize(("wrt", "what"), [("places", r"i64\[width\]"), ("k", "int")])
def test_integers_are_refused(wrt: str, what: str) -> None:
    with pytest.raises(dslc.DslError, match=rf"`{wrt}`.* is .*{what}.* by floats") as raised:
        dslc.grad(picked, wrt)(np.ones(3), np.array([0, 2]), 2)
    assert raised.value.code == "no-gradient"


@graph
def of_few(x: Tensor[f64, 4]) -> Scalar[f64]:
    for k in range(3):
        x = np.sin(x) * x[k]
    return np.sum(x)


@graph
def of_many(x: Tensor[f64, 4000]) -> Scalar[f64]:
    for k in range(3000):
        x = np.sin(x) * x[k]
    return np.sum(x)


@pytest.mark.parametrize("memory", ["all", 2])
def test_sizes_make_no_nodes(memory: Any) -> None:
    few, many = (
        [node.op.name for node in dslc.grad(each, memory=memory).graph.walk()]
        for each in (of_few, of_many)
    )
    assert few == many
