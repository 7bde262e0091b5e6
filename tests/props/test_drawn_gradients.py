"""Gradients of drawn programs: both modes agree, and give the value that the program gives."""

from __future__ import annotations

import warnings
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from dslc.ir.diagnostics import DslError
from dslc.ir.evaluate import evaluate
from dslc.ir.gradient.activity import is_differentiable
from dslc.ir.gradient.cuts import Cuts
from dslc.ir.gradient.gradient import jacobian_vector, vector_jacobian
from dslc.ir.gradient.halves import Halves
from dslc.ir.gradient.recompute import recompute
from dslc.ir.graph import Graph, Operand, type_of
from dslc.ir.types import NumberType, ScalarType, Type
from dslc.transpile import load_functions

from .programs.compare import executed
from .programs.inputs import draw_arguments
from .programs.modules import draw_program

SEEDS = (*range(8), 51, 57, 107, 113)
"""The last ones have sizes and tests in branches that the gradient needs, and arrays of rank 0."""

CALLS = 5


def named(values: list[Operand], prefix: str) -> list[tuple[str, Type]]:
    types = [type_of(value) for value in values]
    f64 = ScalarType(np.dtype(np.float64))
    return [(f"{prefix}{k}", f64 if isinstance(t, NumberType) else t) for k, t in enumerate(types)]


def alike(rng: np.random.Generator, value: Any) -> Any:
    dtype = np.asarray(value).dtype
    drawn = np.asarray(rng.standard_normal(np.shape(value))).astype(dtype)
    return drawn if isinstance(value, np.ndarray) else drawn[()]


def product(ones: list[Any], others: list[Any]) -> tuple[float, float]:
    """The sum of products, and of their magnitudes."""
    parts = [np.float64(a) * b for a, b in zip(ones, others, strict=True)]
    return sum(float(np.sum(p)) for p in parts), sum(float(np.sum(np.abs(p))) for p in parts)


@pytest.mark.parametrize("seed", SEEDS)
def test_both_modes_agree(seed: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    program = draw_program(seed)
    path = tmp_path / f"drawn_{seed}.py"
    path.write_text(program.source, encoding="utf-8")
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        namespace = executed(program.source)
        try:
            function = load_functions(path)["main"]
            graph = function.graph
        except DslError:
            pytest.skip("it is refused")
        wrt = [n for n, v in enumerate(graph.parameters) if is_differentiable(v.type)]
        floats = [value for value in graph.returned if is_differentiable(type_of(value))]
        results = (*floats, *graph.results[len(graph.returned) :])
        graph = replace(graph, body=replace(graph.body, results=results))
        halves: list[Halves] = []

        def saving(found: Halves) -> Graph:
            halves.append(found)
            return found.graph

        try:
            reverse = vector_jacobian(graph, wrt, named(floats, "w_"), saving=saving)
            given: list[Operand] = [graph.parameters[n] for n in wrt]
            forward = jacobian_vector(graph, wrt, named(given, "t_"))
        except DslError as error:
            pytest.skip(str(error))
        cuts = sorted(Cuts(halves[0]).all(), key=lambda cut: len(cut.again))
        again = recompute(halves[0], cuts[-1].again)
        for number in range(CALLS):
            arguments = draw_arguments(program, namespace, number)
            compare(function, (graph, reverse, forward, again), arguments, (wrt, len(floats)))


def compare(function: Any, graphs: Any, arguments: list[Any], form: tuple[list[int], int]) -> None:
    graph, reverse, forward, again = graphs
    wrt, count = form
    try:
        call = function.signature.bind(arguments, {})
        sizes = function.blueprint.built(call.key, call.statics).layout.sizes(call.values)
        values = evaluate(graph, copies(call.values), sizes)[:count]
    except Exception:  # noqa: BLE001  (it raises, as the gradient would)
        return
    rng = np.random.default_rng(0)
    weights = [alike(rng, value) for value in values]
    along = [alike(rng, call.values[n]) for n in wrt]
    one = evaluate(reverse, [*copies(call.values), *weights], bound(reverse, sizes, weights))
    same = evaluate(again, [*copies(call.values), *weights], bound(again, sizes, weights))
    assert all(
        np.asarray(a).tobytes() == np.asarray(b).tobytes() for a, b in zip(one, same, strict=True)
    )
    other = evaluate(forward, [*copies(call.values), *along], bound(forward, sizes, along))
    for value, a, b in zip(values, one, other, strict=False):
        np.testing.assert_array_equal(a, value)
        np.testing.assert_array_equal(b, value)
    back, scale = product(one[count : count + len(wrt)], along)
    ahead, more = product(other[count : 2 * count], weights)
    if np.isfinite(back) and np.isfinite(ahead):
        assert abs(back - ahead) <= 1e-3 * (1 + scale + more)  # some of it in f32 and f16


def copies(values: list[Any]) -> list[Any]:
    return [each.copy() if isinstance(each, np.ndarray) else each for each in values]


def bound(graph: Any, sizes: dict[str, int], given: list[Any]) -> dict[str, int]:
    """The sizes with those that only further parameters have."""
    found = dict(sizes)
    last = graph.parameters[len(graph.parameters) - len(given) :]
    for parameter, value in zip(last, given, strict=True):
        for size, actual in zip(parameter.shape, np.shape(value), strict=True):
            if str(size) in graph.symbols:
                found.setdefault(str(size), actual)
    return found
