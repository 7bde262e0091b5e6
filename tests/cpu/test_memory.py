"""What calls take for arrays: given back after the last use, kept between calls, never shared."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

from dslc.cpu.native import Native
from dslc.ir.dims import symbol
from dslc.ir.dtypes import BY_NAME
from dslc.ir.graph import Graph
from dslc.ir.memory import Memory
from dslc.ir.memory_plan import MemoryPlan, Planned
from dslc.ir.types import INT, TensorType, Type

n = symbol("n")
VECTOR = TensorType(BY_NAME["f64"], (n,))

Build = Callable[..., Graph]

# `cumsum` and `concat` are not part of a loop of another node, and so they need an array.


def chain(g: Any, x: Any) -> Any:
    """Ten values, of which never more than two are in use."""
    for _ in range(10):
        x = g.concat((g.add(x, 1.0),))
    return x


def looped(g: Any, x: Any, trips: Any) -> Any:
    """Two values in each trip, besides the one that is carried."""

    def body(index: Any, y: Any) -> Any:
        return g.add(g.concat((g.multiply(y, 0.5),)), g.concat((g.multiply(x, 2.0),)))

    return g.for_((0, trips, 1), body, (x,))


def branched(g: Any, x: Any) -> Any:
    """A value that only the branches read, and each branch has one more."""
    summed = g.cumsum(x)

    def then(y: Any) -> Any:
        return g.add(g.cumsum(summed), y)

    def otherwise(y: Any) -> Any:
        return g.subtract(y, g.cumsum(summed))

    return g.if_(g.greater(g.max(x), 0.0), then, otherwise, (x,))


def normed(g: Any, x: Any) -> Any:
    """An op that is made of others."""
    return g.softmax(g.softmax(x))


def small_and_wide(build: Build) -> Graph:
    """A function whose small value is needed longer than the large ones."""

    def text(g: Any, x: Any) -> Any:
        small = g.cumsum(x)
        wide = g.concat((small, x, small))
        wider = g.concat((wide, wide, wide))
        top = g.max(g.cumsum(wider))
        return g.add(g.multiply(small, top), x)

    return build(text, {"x": VECTOR})


def run(
    build: Build, text: Any, parameters: Mapping[str, Type], *arguments: Any
) -> tuple[Memory, list[Any]]:
    native = Native.of(build(text, parameters))
    results = native(arguments, {"n": len(arguments[0])})
    assert native.memory is not None
    return native.memory, results


@pytest.mark.parametrize("text, most", [(chain, 2), (branched, 2), (normed, 2)])
def test_an_array_is_given_back_after_its_last_use(build: Build, text: Any, most: int) -> None:
    size = 1000
    memory, _ = run(build, text, {"x": VECTOR}, np.ones(size))
    assert memory.live // (8 * size) == most
    numbers = memory.live % (8 * size) // 8
    assert numbers <= 3
    assert memory.live <= memory.arena < memory.live + (most + numbers + 1) * 128


def test_a_loop_takes_the_same_for_any_number_of_trips(build: Build) -> None:
    parameters: dict[str, Type] = {"x": VECTOR, "trips": INT}
    few, many = (run(build, looped, parameters, np.ones(100), k)[0] for k in (3, 300))
    assert few == many
    assert few.live == 3 * 800


def test_a_plan_leaves_no_holes_around_calls_loops_and_branches(build: Build) -> None:
    """What is needed for long lies where nothing large has to go later."""
    inner = small_and_wide(build)

    def text(g: Any, x: Any) -> Any:
        (first,) = g.call_graph(inner, (x,))

        def body(index: Any, total: Any) -> Any:
            (y,) = g.call_graph(inner, (g.cumsum(first),))
            return g.add(total, g.max(y))

        total = g.for_((0, 3, 1), body, (0.0,))

        def then(y: Any) -> Any:
            return g.call_graph(inner, (g.cumsum(g.add(y, total)),))[0]

        def otherwise(y: Any) -> Any:
            return g.index(g.concat((g.cumsum(y), y)), g.s_[:n])

        (last,) = g.call_graph(inner, (g.if_(g.greater(total, 0.0), then, otherwise, (first,)),))
        return g.subtract(last, first)

    memory, _ = run(build, text, {"x": VECTOR}, np.ones(1000))
    assert memory.arena <= 1.02 * memory.live, memory


def test_a_plan_that_is_wrong_does_no_harm(build: Build, monkeypatch: pytest.MonkeyPatch) -> None:
    graph = small_and_wide(build)
    x = np.arange(100.0)
    (expected,) = Native.of(graph)([x], {"n": 100})
    for start in (0, 64, 1 << 40):

        def at(plan: MemoryPlan, *_: Any, start: int = start) -> Planned:
            return Planned((start,) * plan.count, start, 0)

        monkeypatch.setattr(MemoryPlan, "at", at)
        (found,) = Native.of(graph)([x], {"n": 100})
        np.testing.assert_array_equal(found, expected)


def test_what_a_call_takes_does_not_depend_on_the_calls_before(build: Build) -> None:
    native = Native.of(build(chain, {"x": VECTOR}))
    found = []
    for size in (10, 5000, 10, 0, 70, 10):
        native([np.zeros(size)], {"n": size})
        found.append(native.memory)
    fresh = [run(build, chain, {"x": VECTOR}, np.zeros(size))[0] for size in (10, 5000, 0, 70)]
    assert found == [fresh[0], fresh[1], fresh[0], fresh[2], fresh[3], fresh[0]]


def test_results_are_no_part_of_the_memory_that_the_next_call_takes(build: Build) -> None:
    native = Native.of(build(chain, {"x": VECTOR}))
    results = [native([np.full(50, float(k))], {"n": 50})[0] for k in range(4)]
    for k, result in enumerate(results):
        np.testing.assert_array_equal(result, np.full(50, k + 10.0))


def test_calls_at_the_same_time_have_memory_of_their_own(build: Build) -> None:
    native = Native.of(build(looped, {"x": VECTOR, "trips": INT}))

    def call(k: int) -> bool:
        size = 1000 + 100 * (k % 5)
        (found,) = native([np.full(size, float(k)), 50], {"n": size})
        return bool(np.allclose(found, 4.0 * k))

    with ThreadPoolExecutor(4) as threads:
        assert all(threads.map(call, range(200)))


LARGE = 100_000
"""Elements of an array that is worth a piece of memory for itself."""


def pair(g: Any, x: Any) -> Any:
    """A large result that fills the memory of a call, and one that stands beside it."""
    y = g.add(g.concat((x, x)), 1.0)
    return y, g.cumsum(x)


def test_results_are_never_given_to_another_call_while_something_shows_them(build: Build) -> None:
    native = Native.of(build(pair, {"x": VECTOR}))
    draw = np.random.default_rng(5)
    kept: list[tuple[np.ndarray, np.ndarray]] = []
    for trip in range(200):
        size = int(draw.choice([10, 4097, LARGE]))
        for result in native([np.full(size, float(trip))], {"n": size}):
            view = (result, result[::3], result.reshape(-1, 1), memoryview(result))[trip % 4]
            kept.append((np.asarray(view), np.array(view)))
        while len(kept) > int(draw.integers(1, 12)):
            kept.pop(int(draw.integers(len(kept))))
        for shown, expected in kept:
            np.testing.assert_array_equal(shown, expected)


def test_the_memory_of_a_result_is_taken_again_when_nothing_shows_it(build: Build) -> None:
    native = Native.of(build(pair, {"x": VECTOR}))
    x = np.ones(LARGE)
    places = set()
    for _ in range(20):
        results = native([x], {"n": LARGE})
        places |= {result.ctypes.data for result in results}
        del results
    assert len(places) < 10


def test_a_result_is_an_array_like_any_other(build: Build) -> None:
    native = Native.of(build(pair, {"x": VECTOR}))
    for size in (0, 3, LARGE):
        first, second = native([np.ones(size)], {"n": size})
        for result in (first, second):
            assert type(result) is np.ndarray
            assert result.base is None and result.flags.owndata and result.flags.writeable
            before = result.copy()
            result.resize(before.size + LARGE, refcheck=False)
            np.testing.assert_array_equal(result[: before.size], before)
            result.fill(1.0)


def test_results_live_longer_than_their_kernel(build: Build) -> None:
    native = Native.of(build(pair, {"x": VECTOR}))
    results = native([np.ones(LARGE)], {"n": LARGE})
    del native
    np.testing.assert_array_equal(results[0], np.full(2 * LARGE, 2.0))
    np.testing.assert_array_equal(results[1], np.arange(1.0, LARGE + 1))
