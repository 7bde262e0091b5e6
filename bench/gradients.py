"""What a gradient costs: `python bench/gradients.py`.

Loops of 600 steps that carry 4, 16 and 60 numbers or an array, with and without the gradient: the
part of the gradient alone, in times of the forward part, is to be at most 4. Then the training step
of a network of two layers and of a GRU over 64 steps beside jax.jit and torch.compile, which come
with `pip install -e ".[bench]"`; without them their columns are missing. Everything runs on one
thread; times are those of the processor, the least of some calls.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

os.environ.setdefault("DSLC_THREADS", "1")
sys.path.insert(0, str(Path(__file__).parent.parent))

import numpy as np

import dslc
from dslc import Scalar, Tensor, f32, graph, nn
from dslc.transpile import load_functions

STEPS = 600
CALLS = 12

LOOP = """\
import numpy as np
import dslc
from dslc import Scalar, Tensor, f64, graph

n = dslc.dims("n")


@graph
def carried(x: Tensor[f64, n], steps: int) -> Scalar[f64]:
{starts}
    for t in range(steps):
        a = x[t]
{steps}
{turns}
    return {total}


@graph
def product(x: Tensor[f64, n, n], steps: int) -> Scalar[f64]:
    y = x
    for t in range(steps):
        y = np.tanh(y @ x)
    return np.sum(y)


@graph
def elements(x: Tensor[f64, n, n], steps: int) -> Scalar[f64]:
    y = x
    for t in range(steps):
        y = np.sin(y) * 0.9 + x * 0.1
    return np.sum(y)
"""


def loops_of(count: int) -> dict[str, Any]:
    """Functions with loops; one carries so many numbers, each step mixes neighbours."""
    numbers = range(count)
    text = LOOP.format(
        starts="\n".join(f"    s{k} = x[{k}]" for k in numbers),
        steps="\n".join(f"        n{k} = np.tanh(s{k} * a + s{(k + 1) % count})" for k in numbers),
        turns="\n".join(f"        s{k} = n{k}" for k in numbers),
        total=" + ".join(f"s{k}" for k in numbers),
    )
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "loops.py")
        file.write_text(text, encoding="utf-8")
        return dict(load_functions(file))


def least(function: Callable[..., Any], *args: Any) -> float:
    """Seconds of the processor for one call."""
    function(*args)
    found = []
    for _ in range(CALLS):
        start, calls = time.process_time(), 0
        while time.process_time() - start < 2e-2:
            function(*args)
            calls += 1
        found.append((time.process_time() - start) / calls)
    return min(found)


def compare_loops() -> None:
    """A line for each loop."""
    print("| loop of 600 steps | forward | with gradient | gradient alone / forward |")
    print("|---|---|---|---|")
    rng = np.random.default_rng(0)
    vector, matrix = rng.standard_normal(STEPS), 0.1 * rng.standard_normal((64, 64))
    cases = [(f"{k} numbers", loops_of(k)["carried"], vector) for k in (4, 16, 60)]
    functions = loops_of(4)
    cases += [(f"{name}, 64 by 64", functions[name], matrix) for name in ("elements", "product")]
    for name, function, x in cases:
        forward = least(function.with_device("cpu"), x, STEPS)
        both = least(dslc.value_and_grad(function).with_device("cpu"), x, STEPS)
        ratio = (both - forward) / forward
        print(
            f"| {name} | {forward * 1e6:.1f} us | {both * 1e6:.1f} us | {ratio:.2f} |", flush=True
        )


# --- training steps -------------------------------------------------------------------------------

batch, width, units, classes, length = dslc.dims("batch width units classes length")


@graph
def mlp(
    w1: Tensor[f32, width, units], w2: Tensor[f32, units, classes],
    x: Tensor[f32, batch, width], y: Tensor[f32, batch, classes],
) -> Scalar[f32]:  # fmt: skip
    """The mean square of what two layers miss."""
    away = np.tanh(x @ w1) @ w2 - y
    return np.mean(away * away)


@graph
def mlp_step(
    w1: Tensor[f32, width, units], w2: Tensor[f32, units, classes],
    x: Tensor[f32, batch, width], y: Tensor[f32, batch, classes],
) -> tuple[Tensor[f32, width, units], Tensor[f32, units, classes]]:  # fmt: skip
    """One step of gradient descent."""
    d1, d2 = dslc.grad(mlp, (0, 1))(w1, w2, x, y)
    return w1 - 0.1 * d1, w2 - 0.1 * d2


@graph
def gru(
    wx: Tensor[f32, width, 3 * units], wh: Tensor[f32, units, 3 * units],
    xs: Tensor[f32, length, batch, width], y: Tensor[f32, batch, units],
) -> Scalar[f32]:  # fmt: skip
    """The mean square of what the last state misses."""
    h = np.zeros((xs.shape[1], wh.shape[0]), np.float32)
    for t in range(len(xs)):
        x_reset, x_update, x_new = np.split(xs[t] @ wx, 3, axis=-1)
        h_reset, h_update, h_new = np.split(h @ wh, 3, axis=-1)
        reset, update = nn.sigmoid(x_reset + h_reset), nn.sigmoid(x_update + h_update)
        h = (1.0 - update) * np.tanh(x_new + reset * h_new) + update * h
    away = h - y
    return np.mean(away * away)


@graph
def gru_step(
    wx: Tensor[f32, width, 3 * units], wh: Tensor[f32, units, 3 * units],
    xs: Tensor[f32, length, batch, width], y: Tensor[f32, batch, units],
) -> tuple[Tensor[f32, width, 3 * units], Tensor[f32, units, 3 * units]]:  # fmt: skip
    """One step of gradient descent."""
    d1, d2 = dslc.grad(gru, (0, 1))(wx, wh, xs, y)
    return wx - 0.1 * d1, wh - 0.1 * d2


def in_jax(name: str, args: list[np.ndarray]) -> Callable[[], Any]:
    """The same step by jax.jit."""
    jax, jnp = import_module("jax"), import_module("jax.numpy")

    def mlp_loss(w1: Any, w2: Any, x: Any, y: Any) -> Any:
        return jnp.mean((jnp.tanh(x @ w1) @ w2 - y) ** 2)

    def gru_loss(wx: Any, wh: Any, xs: Any, y: Any) -> Any:
        def cell(h: Any, x: Any) -> Any:
            x_reset, x_update, x_new = jnp.split(x @ wx, 3, axis=-1)
            h_reset, h_update, h_new = jnp.split(h @ wh, 3, axis=-1)
            reset, update = jax.nn.sigmoid(x_reset + h_reset), jax.nn.sigmoid(x_update + h_update)
            return (1.0 - update) * jnp.tanh(x_new + reset * h_new) + update * h, None

        h, _ = jax.lax.scan(cell, jnp.zeros_like(y), xs)
        return jnp.mean((h - y) ** 2)

    loss = {"mlp": mlp_loss, "gru": gru_loss}[name]

    def step(a: Any, b: Any, x: Any, y: Any) -> Any:
        d = jax.grad(loss, (0, 1))(a, b, x, y)
        return a - 0.1 * d[0], b - 0.1 * d[1]

    compiled, given = jax.jit(step), [jnp.asarray(each) for each in args]
    return lambda: jax.block_until_ready(compiled(*given))


def in_torch(name: str, args: list[np.ndarray]) -> Callable[[], Any]:
    """The same step by torch.compile."""
    torch = import_module("torch")

    torch.set_num_threads(1)
    a, b, x, y = (torch.tensor(each) for each in args)
    a.requires_grad_()
    b.requires_grad_()

    def loss(a: Any, b: Any, x: Any, y: Any) -> Any:
        if name == "mlp":
            return torch.mean((torch.tanh(x @ a) @ b - y) ** 2)
        h = torch.zeros_like(y)
        for row in x:
            x_reset, x_update, x_new = torch.chunk(row @ a, 3, -1)
            h_reset, h_update, h_new = torch.chunk(h @ b, 3, -1)
            reset, update = torch.sigmoid(x_reset + h_reset), torch.sigmoid(x_update + h_update)
            h = (1.0 - update) * torch.tanh(x_new + reset * h_new) + update * h
        return torch.mean((h - y) ** 2)

    compiled = torch.compile(loss)

    def step() -> Any:
        d1, d2 = torch.autograd.grad(compiled(a, b, x, y), (a, b))
        with torch.no_grad():
            return a - 0.1 * d1, b - 0.1 * d2

    return step


def compare_steps() -> None:
    """A line for each training step: ours, and the others' times over ours."""
    rng = np.random.default_rng(0)

    def drawn(*shape: int) -> np.ndarray:
        return (0.2 * rng.standard_normal(shape)).astype(np.float32)

    steps = [
        ("mlp", mlp_step, [drawn(256, 256), drawn(256, 16), drawn(64, 256), drawn(64, 16)]),
        ("gru", gru_step, [drawn(32, 192), drawn(64, 192), drawn(64, 16, 32), drawn(16, 64)]),
    ]
    peers = [(each, run) for each, run in (("jax", in_jax), ("torch", in_torch)) if find_spec(each)]
    print("\n| training step | ours |", " | ".join(name for name, _ in peers), "|")
    print("|---" * (2 + len(peers)) + "|")
    for name, function, args in steps:
        ours = least(function.compiled.with_device("cpu"), *args)
        ratios = [f"{least(run(name, args)) / ours:.2f}" for _, run in peers]
        print(f"| {name} | {ours * 1e6:.0f} us |", " | ".join(ratios), "|", flush=True)


if __name__ == "__main__":
    compare_loops()
    compare_steps()
