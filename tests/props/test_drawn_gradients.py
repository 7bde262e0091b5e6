"""Gradients of drawn programs: both modes agree, and give the value that the program gives.

Where a program is smooth, they are what central differences say.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from dslc.devices import Device
from dslc.ir.diagnostics import DslError
from dslc.ir.evaluate import evaluate
from dslc.ir.gradient.cuts import Cuts
from dslc.ir.gradient.gradient import jacobian_vector
from dslc.ir.gradient.recompute import recompute
from dslc.ir.graph import Graph

from .programs.differentiated import (
    Differentiable,
    bound,
    copies,
    differentiable,
    draw_smooth,
    farthest,
    named,
    quiet,
)
from .programs.modules import Program, draw_program

SEEDS = (*range(8), 51, 57, 107, 113)
"""The last ones have sizes and tests in branches that the gradient needs, and arrays of rank 0."""

SMOOTH = (20, 22, 23, 25, 28, 29, 30, 33)
"""What is compared with differences."""

CALLS = 5


def alike(rng: np.random.Generator, value: Any) -> Any:
    dtype = np.asarray(value).dtype
    drawn = np.asarray(rng.standard_normal(np.shape(value))).astype(dtype)
    return drawn if isinstance(value, np.ndarray) else drawn[()]


def product(ones: list[Any], others: list[Any]) -> tuple[float, float]:
    """The sum of products, and of their magnitudes."""
    parts = [np.float64(a) * b for a, b in zip(ones, others, strict=True)]
    return sum(float(np.sum(p)) for p in parts), sum(float(np.sum(np.abs(p))) for p in parts)


def taken(program: Program, folder: Path) -> Differentiable:
    """The program as a graph; what is refused is skipped."""
    try:
        with quiet():
            return differentiable(program, folder / f"drawn_{program.seed}.py")
    except DslError:
        pytest.skip("it is refused")


@pytest.mark.parametrize("seed", SEEDS)
def test_both_modes_agree(seed: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = taken(draw_program(seed), tmp_path)
    graph, wrt = found.graph, found.wrt
    try:
        reverse = found.reverse
        tangents = named([graph.parameters[n] for n in wrt], "t_", graph.symbols)
        forward = jacobian_vector(graph, wrt, tangents)
    except DslError as error:
        pytest.skip(str(error))
    cuts = sorted(Cuts(found.halves).all(), key=lambda cut: len(cut.again))
    again = recompute(found.halves, cuts[-1].again)
    with quiet():
        for number in range(CALLS):
            compare(found, (reverse, forward, again), number)


def compare(found: Differentiable, graphs: tuple[Graph, Graph, Graph], number: int) -> None:
    reverse, forward, again = graphs
    wrt, count = found.wrt, found.floats
    try:
        call = found.call(number)
        values = evaluate(found.graph, copies(call.values), call.sizes)[:count]
    except Exception:  # noqa: BLE001  (it raises, as the gradient would)
        return
    rng = np.random.default_rng(0)
    weights = [alike(rng, value) for value in values]
    along = [alike(rng, call.values[n]) for n in wrt]
    one = evaluate(reverse, [*copies(call.values), *weights], bound(reverse, call.sizes, weights))
    same = evaluate(again, [*copies(call.values), *weights], bound(again, call.sizes, weights))
    assert all(
        np.asarray(a).tobytes() == np.asarray(b).tobytes() for a, b in zip(one, same, strict=True)
    )
    other = evaluate(forward, [*copies(call.values), *along], bound(forward, call.sizes, along))
    for value, a, b in zip(values, one, other, strict=False):
        np.testing.assert_array_equal(a, value)
        np.testing.assert_array_equal(b, value)
    back, scale = product(one[count : count + len(wrt)], along)
    ahead, more = product(other[count : 2 * count], weights)
    if np.isfinite(back) and np.isfinite(ahead):
        assert abs(back - ahead) <= 1e-3 * (1 + scale + more)  # some of it in f32 and f16


@pytest.mark.parametrize(
    ("seed", "device"), [*((seed, "reference") for seed in SMOOTH), (31, "cpu"), (32, "cpu")]
)
def test_gradients_are_what_differences_say(
    seed: int, device: Device, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """`bench/differentiate.py --programs` draws more."""
    found = taken(draw_smooth(seed), tmp_path)
    for number in range(CALLS):
        try:
            away = farthest(found, number, device)
        except DslError as error:
            assert "no-gradient" in str(error)
            pytest.skip(str(error))
        assert away is None or away <= 1
