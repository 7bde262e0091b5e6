"""The memory plan of every sample takes no more than what is live at one time, and can be drawn."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

from dslc.cli.memory_map import memory_map
from dslc.cli.memory_svg import as_svg
from dslc.cli.memory_text import as_terminal
from dslc.cpu.memory import AT_CALL, AT_COMPILING, extent
from dslc.cpu.print_kernel import print_kernel
from dslc.gradients import GradientFunction, joint
from dslc.ir.gradient.budget import Curve, assumed
from dslc.ir.graph import Graph
from dslc.ir.memory_plan import MemoryPlan
from dslc.ir.passes import optimize

from .sample_arguments import SAMPLES, Sample

ONE_GRAPH = [sample for sample in SAMPLES if sample.module != "logged_training"]
ROOT = Path(__file__).parent.parent


@pytest.fixture(autouse=True)
def _samples_can_be_imported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(ROOT)


def graph_and_sizes(sample: Sample, number: int) -> tuple[Graph, Mapping[str, int]]:
    """The graph that a call with drawn arguments runs, and the sizes of the call."""
    function = getattr(importlib.import_module(f"samples.{sample.module}_graph"), sample.function)
    arguments = sample.draw(np.random.default_rng(number), number)
    call = function.signature.bind(arguments, {})
    built = function.blueprint.built(call.key, call.statics)
    return built.graph, built.layout.sizes(call.values)


@pytest.mark.parametrize("sample", ONE_GRAPH, ids=str)
def test_the_plan_of_a_sample_meets_the_bound(sample: Sample) -> None:
    plans: dict[Graph, MemoryPlan] = {}
    for number in range(2, 10):
        graph, sizes = graph_and_sizes(sample, number)
        if graph not in plans:
            plans[graph] = print_kernel(optimize(graph)).plan
        plan = plans[graph].at(sizes, extent, AT_COMPILING)
        print(f"{sample}: peak {plan.size}, bound {plan.bound}")
        assert plan.size == plan.bound
        quick = plans[graph].at(sizes, extent, AT_CALL)
        assert quick.size <= 1.1 * quick.bound


@pytest.mark.parametrize("sample", ONE_GRAPH, ids=str)
def test_the_memory_of_a_sample_is_drawn(sample: Sample) -> None:
    graph, sizes = graph_and_sizes(sample, 4)
    drawn = memory_map(optimize(graph), [f"{name}={size}" for name, size in sizes.items()])
    assert drawn.peak == drawn.bound
    assert max((each.end for each in drawn.arrays), default=0) == drawn.peak
    for number, one in enumerate(drawn.arrays):
        for other in drawn.arrays[:number]:
            together = range(
                max(one.columns.start, other.columns.start),
                min(one.columns.stop, other.columns.stop),
            )
            assert one.shared or not together or one.end <= other.start or other.end <= one.start
    text = as_terminal(drawn, color=False)
    certificate = f"peak {drawn.peak} bytes, bound {drawn.bound} bytes"
    assert certificate in text and all(each.name in text for each in drawn.arrays)
    picture = as_svg(drawn)
    assert certificate in picture
    boxes = ElementTree.fromstring(picture).findall("{http://www.w3.org/2000/svg}g")
    assert len(boxes) == len(drawn.arrays)


@pytest.mark.parametrize("name, memory", [("digits.loss", None), ("newton.newton_sqrt", 8)])
def test_the_gradient_of_a_sample_takes_less_where_parts_are_computed_again(
    name: str, memory: int | None
) -> None:
    """For the sizes that are assumed; `bench/gradient_memory.py` has all samples."""
    module, _, attribute = name.partition(".")
    function = getattr(importlib.import_module(f"samples.{module}_graph"), attribute)
    most = curve_of(joint(function, 0.0)).choices[0]
    least = curve_of(joint(function, 0.0, memory)).choices[-1]
    sizes = next(iter(assumed(most.graph)))
    kept, again = most.plan(sizes), least.plan(sizes)
    print(f"kept: peak {kept.size}, bound {kept.bound}")
    print(f"computed again: peak {again.size}, bound {again.bound}")
    assert kept.size == kept.bound and again.size == again.bound < kept.bound
    assert memory is None or 10 * again.size < kept.size


def curve_of(gradient: GradientFunction) -> Curve:
    assert gradient.graph and gradient.budget is not None and gradient.budget.curve is not None
    return gradient.budget.curve
