"""What the plans of standard models move, against the least that any fusion could.

The least is written by hand: library calls read and write whole matrices; between two of them one
kernel reads once what it needs and writes once what somebody needs behind it. Of a loop one trip
counts.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import dslc
from dslc import Scalar, Tensor, f32, graph, nn
from dslc.gpu.plan import Plan, plan_of
from dslc.ir.dims import evaluate
from dslc.ir.graph import type_of
from dslc.ir.passes import optimize
from dslc.ir.types import TensorType

n, d, k, t, h, w = dslc.dims("n d k t h w")
N, D, K, T, H, W = 512, 256, 1024, 64, 300, 400
SIZES = {"n": N, "d": D, "k": K, "t": T, "h": H, "w": W, "blocks": 1}


@graph
def mlp(
    x: Tensor[f32, n, d],
    w1: Tensor[f32, d, k],
    b1: Tensor[f32, k],
    w2: Tensor[f32, k, d],
    b2: Tensor[f32, d],
):
    return np.maximum(x @ w1 + b1, 0.0) @ w2 + b2


def least_of_mlp() -> int:
    first = N * D + D * K + N * K
    between = N * K + K + N * K
    second = N * K + K * D + N * D
    behind = N * D + D + N * D
    return first + between + second + behind


@graph
def transformer_block(
    x: Tensor[f32, n, d],
    queries: Tensor[f32, d, d],
    keys: Tensor[f32, d, d],
    values: Tensor[f32, d, d],
    mixed: Tensor[f32, d, d],
    up: Tensor[f32, d, k],
    down: Tensor[f32, k, d],
):
    normed = nn.layer_norm(x)
    q, r, v = normed @ queries, normed @ keys, normed @ values
    y = x + nn.scaled_dot_product_attention(q, r, v) @ mixed
    return y + nn.gelu(nn.layer_norm(y) @ up) @ down


def least_of_transformer_block() -> int:
    norm = 2 * N * D
    products = 3 * (N * D + D * D + N * D)
    attention = 3 * N * D + N * D
    mix = N * D + D * D + N * D
    residual_and_norm = 2 * N * D + 2 * N * D
    into = N * D + D * K + N * K
    gelu = 2 * N * K
    out = N * K + K * D + N * D
    residual = 2 * N * D + N * D
    return norm + products + attention + mix + residual_and_norm + into + gelu + out + residual


@graph
def gru(
    x: Tensor[f32, t, n, d],
    state: Tensor[f32, n, d],
    a: Tensor[f32, d, 3 * d],
    b: Tensor[f32, d, 3 * d],
):
    for step in range(x.shape[0]):
        of_x, of_state = x[step] @ a, state @ b
        x_reset, x_update, x_new = np.split(of_x, 3, axis=-1)
        reset_, update_, new_ = np.split(of_state, 3, axis=-1)
        update = nn.sigmoid(x_update + update_)
        new = np.tanh(x_new + nn.sigmoid(x_reset + reset_) * new_)
        state = (1.0 - update) * new + update * state
    return state


def least_of_gru() -> int:
    product = N * D + D * 3 * D + N * 3 * D
    gates = 2 * N * 3 * D + N * D + N * D
    return 2 * product + gates


@graph
def jacobi(grid: Tensor[f32, h, w], tol: Scalar[f32], most: int):
    change, sweep = tol + 1.0, 0
    while change > tol and sweep < most:
        inner = 0.25 * (grid[:-2, 1:-1] + grid[2:, 1:-1] + grid[1:-1, :-2] + grid[1:-1, 2:])
        change = np.max(np.abs(inner - grid[1:-1, 1:-1]))
        following = grid.copy()
        following[1:-1, 1:-1] = inner
        grid = following
        sweep += 1
    return grid, change


def least_of_jacobi() -> int:
    return 2 * H * W


@graph
def black_scholes(spot: Tensor[f32, n], strike: Tensor[f32, n], years: Tensor[f32, n]):
    root = 0.25 * np.sqrt(years)
    one = (np.log(spot / strike) + 0.05 * years) / root
    two = one - root
    discounted = strike * np.exp(-0.02 * years)
    below_one = 0.5 * dslc.special.erfc(-one * 0.70710678)
    below_two = 0.5 * dslc.special.erfc(-two * 0.70710678)
    call = spot * below_one - discounted * below_two
    return call, call - spot + discounted


def least_of_black_scholes() -> int:
    return 3 * N + 2 * N


MODELS: list[tuple[Any, Callable[[], int], float]] = [
    (mlp, least_of_mlp, 1.1),
    (transformer_block, least_of_transformer_block, 1.1),
    (gru, least_of_gru, 1.1),
    # A write into a part of an array is a kernel by itself, which reads what another one computed,
    # and what is counted is as if it copied the rest.
    (jacobi, least_of_jacobi, 2.6),
    (black_scholes, least_of_black_scholes, 1.1),
]


def arrays_of_the_host(plan: Plan) -> list[str]:
    """Nodes that the host computes of arrays with more than one element."""
    found: list[str] = []
    for node in plan.graph.walk():
        if plan.where(node) == "host" and not node.regions:
            types = [type_of(each) for each in (*node.operands, *node.results)]
            shapes = [each.shape for each in types if isinstance(each, TensorType)]
            if any(evaluate(size, SIZES) > 1 for shape in shapes for size in shape):
                found.append(node.op.name)
    return found


@pytest.mark.parametrize(
    ("model", "least", "times"), MODELS, ids=[each.__name__ for each, *_ in MODELS]
)
def test_plans_move_little_more_than_they_must(
    model: Any, least: Callable[[], int], times: float
) -> None:
    plan = plan_of(optimize(dslc.compile(model).graph))
    assert not arrays_of_the_host(plan), str(plan)
    moved, by_library = plan.moved(plan.graph)
    total = evaluate(moved, SIZES) + evaluate(by_library, SIZES)
    assert 4 * least() <= total <= times * 4 * least(), f"{total / 4 / least():.3f}\n{plan}"
