"""Runs that are done again without the host: the same results, in any order streams allow."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from dslc.gpu.backend import Cuda, Planned
from dslc.gpu.emulated import Emulated, in_some_order
from dslc.gpu.streams import MOST_STREAMS, Reach, Turn, are_ordered, turns
from dslc.ir.builder import Builder
from dslc.ir.dims import dims
from dslc.ir.dtypes import BY_NAME
from dslc.ir.evaluate import evaluate
from dslc.ir.types import ScalarType, TensorType, Type
from dslc.ir.verify import verify

n, m = dims("n m")
F32, I64 = BY_NAME["f32"], BY_NAME["i64"]


class Counting(Emulated):
    """An emulated GPU that counts recordings, and how often one is run."""

    recorded = 0
    again = 0

    def graph(self, steps: Any) -> Callable[[], None]:
        self.recorded += 1
        start = super().graph(steps)

        def counted() -> None:
            self.again += 1
            start()

        return counted


def compiled(text: Callable[..., Any], device: Emulated, **types: Type) -> tuple[Any, Planned]:
    g = Builder("program", [*types.items()], source="program.py")
    results = text(g, *g.graph.parameters)
    graph = verify(g.finish(results if isinstance(results, tuple) else (results,)))
    return graph, Cuda("cuda-emulated", device).compile(graph)


def drawn(seed: int, *shape: int) -> np.ndarray:
    return np.random.default_rng(seed).standard_normal(shape).astype(np.float32)


def branches(g: Builder, x: Any, w: Any, s: Any) -> Any:
    """Three branches of several kernels, parts of arrays, constants, a write in place, a join."""
    one = g.tanh(g.matmul(g.multiply(x, s), w))
    two = g.transpose(g.exp(g.multiply(x, 0.1)), axes=(1, 0))
    three = g.store(g.add(x, 1.0), g.s_[::2], 0.5)
    ones = g.cumsum(g.ones_like(x), axis=1)
    total = g.add(g.add(one, g.transpose(two, axes=(1, 0))), g.multiply(three, ones))
    return total, g.sum(three, axis=0), two, g.max(total)


OF_BRANCHES: dict[str, Type] = {
    "x": TensorType(F32, (n, n)),
    "w": TensorType(F32, (n, n)),
    "s": ScalarType(F32),
}


def test_a_recorded_run_gives_what_the_first_gave() -> None:
    device = Counting("random")
    graph, native = compiled(branches, device, **OF_BRANCHES)
    for number in range(12):
        size, scale = (9, 5)[number % 4 == 3], np.float32(1 + number // 6)
        given: list[Any] = [drawn(number, size, size), drawn(number + 1, size, size), scale]
        kept = [each.copy() for each in given]
        expected = evaluate(graph, given, {"n": size})
        for one, other in zip(native(given, {"n": size}), expected, strict=True):
            assert type(one) is type(other)
            np.testing.assert_allclose(one, other, rtol=1e-5, atol=1e-6)
        for one, other in zip(given, kept, strict=True):
            np.testing.assert_array_equal(one, other)
    assert device.recorded >= 2
    assert device.again >= 3


def test_what_a_check_finds_is_told_by_a_recorded_run_too() -> None:
    def text(g: Builder, x: Any, i: Any) -> Any:
        return g.index(g.add(x, 1.0), g.s_[g.subtract(i, 1)])

    device = Counting()
    graph, native = compiled(text, device, x=TensorType(F32, (n,)), i=TensorType(I64, (m,)))
    for number in range(6):
        given = [drawn(number, 5), np.array([1, number, 5])]
        for last in (5, 9):
            given[1][2] = last
            try:
                expected = evaluate(graph, given, {"n": 5, "m": 3})
            except IndexError as error:
                with pytest.raises(IndexError) as raised:
                    native(given, {"n": 5, "m": 3})
                assert str(raised.value) == str(error)
            else:
                np.testing.assert_array_equal(native(given, {"n": 5, "m": 3})[0], expected[0])
    assert device.again >= 2


def test_what_depends_on_what_arrays_hold_is_not_recorded() -> None:
    def decided(g: Builder, x: Any) -> Any:
        return g.if_(g.greater(g.sum(x), 0.0), lambda: g.add(x, 1.0), lambda: g.multiply(x, 3.0))

    def of_the_host(g: Builder, x: Any) -> Any:
        return g.add(g.sort(x), 1.0)

    for text in (decided, of_the_host):
        device = Counting()
        graph, native = compiled(text, device, x=TensorType(F32, (n,)))
        for number in range(6):
            x = drawn(number, 7)
            (expected,) = evaluate(graph, [x], {"n": 7})
            np.testing.assert_allclose(native([x], {"n": 7})[0], expected, rtol=1e-6)
        assert device.recorded == 0


# --- streams --------------------------------------------------------------------------------------


def steps_of(draw: random.Random, count: int) -> list[Reach]:
    def span() -> tuple[int, int]:
        first = draw.randrange(0, 120, 10)
        return first, first + draw.choice((5, 10, 15))

    return [Reach(tuple(span() for _ in range(draw.randrange(3))), (span(),)) for _ in range(count)]


def ends_before(found: list[Turn]) -> list[set[int]]:
    """For each step those that have ended when it begins, whatever the order of streams."""
    before: list[set[int]] = []
    last: dict[int, int] = {}
    for number, turn in enumerate(found):
        direct = [*turn.waits, *([last[turn.stream]] if turn.stream in last else [])]
        before.append({*direct, *(each for one in direct for each in before[one])})
        last[turn.stream] = number
    return before


@pytest.mark.parametrize("seed", range(20))
def test_steps_that_reach_the_same_memory_keep_their_order(seed: int) -> None:
    draw = random.Random(seed)
    steps = steps_of(draw, 40)
    found = turns(steps)
    before = ends_before(found)
    for number, step in enumerate(steps):
        needed = {other for other in range(number) if are_ordered(steps[other], step)}
        assert needed <= before[number]
        for other in found[number].waits:  # nothing waits for what it need not
            assert other in needed or any(other in before[each] for each in needed)
    assert max(turn.stream for turn in found) < MOST_STREAMS
    order = list(in_some_order(found, np.random.default_rng(seed)))
    places = {number: place for place, number in enumerate(order)}
    assert all(
        places[other] < places[number]
        for number, step in enumerate(steps)
        for other in range(number)
        if are_ordered(steps[other], step)
    )


def test_a_wait_that_is_missing_changes_results() -> None:
    """The emulator's orders show it."""
    device = Emulated("random")
    graph, native = compiled(branches, device, **OF_BRANCHES)
    given: list[Any] = [drawn(1, 9, 9), drawn(2, 9, 9), np.float32(1)]

    def unordered(found: Any, random: Any) -> Any:
        return in_some_order([Turn(turn.stream, ()) for turn in found], random)

    for _ in range(3):
        native(given, {"n": 9})
    expected = evaluate(graph, given, {"n": 9})
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("dslc.gpu.emulated.in_some_order", unordered)
        wrong = 0
        for _ in range(10):
            given[0] = drawn(3, 9, 9)
            found = native(given, {"n": 9})
            wrong += not np.allclose(found[0], evaluate(graph, given, {"n": 9})[0], atol=1e-5)
    assert wrong > 0
    assert expected


def test_independent_steps_go_to_several_streams() -> None:
    found = turns([Reach((), ((0, 1),)), Reach((), ((5, 6),)), Reach(((0, 1), (5, 6)), ((8, 9),))])
    assert found == [Turn(0, ()), Turn(1, ()), Turn(1, (0,))]
