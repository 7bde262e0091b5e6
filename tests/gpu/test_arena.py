"""After its first run a plan takes no memory from the device, and no two live arrays overlap."""

from __future__ import annotations

from threading import Thread
from typing import Any

import numpy as np

from dslc.gpu.arena import ALIGNED, Arena
from dslc.gpu.backend import Cuda
from dslc.gpu.emulated import Emulated
from dslc.ir.builder import Builder
from dslc.ir.dims import dims
from dslc.ir.dtypes import BY_NAME
from dslc.ir.evaluate import evaluate
from dslc.ir.types import TensorType
from dslc.ir.verify import verify

n, m = dims("n m")
F32, F64 = BY_NAME["f32"], BY_NAME["f64"]


class Counting(Emulated):
    """An emulated GPU that counts what is taken from it."""

    taken = 0

    def empty(self, shape: tuple[int, ...], dtype: np.dtype) -> np.ndarray:
        self.taken += 1
        return super().empty(shape, dtype)


def test_nothing_is_taken_in_steady_state() -> None:
    types = {"x": TensorType(F32, (n, n)), "w": TensorType(F32, (n, n))}
    g = Builder("program", [*types.items()], source="program.py")
    x, w = g.graph.parameters
    for _ in range(3):
        x = g.tanh(g.matmul(g.add(x, g.max(x)), w))
    graph = verify(g.finish((x, g.sum(x, axis=0))))
    device = Counting()
    native: Any = Cuda("cuda-emulated", device).compile(graph)
    random = np.random.default_rng(0)
    for size, taken in (
        (9, True),  # what is packed
        (9, False),
        (9, True),  # it is recorded: what is copied to the device has a place of its own
        (9, False),
        (5, True),
        (5, False),
        (9, False),
    ):
        before = device.taken
        given = [random.standard_normal((size, size)).astype(np.float32) for _ in types]
        found, expected = native(given, {"n": size}), evaluate(graph, given, {"n": size})
        for one, other in zip(found, expected, strict=True):
            np.testing.assert_allclose(one, other, rtol=1e-5, atol=1e-6)
        assert (device.taken > before) is taken
    packed = native.arena.packed[("n", 9),]
    assert packed.peak < sum(packed.sizes)  # places are used again


def test_what_was_not_planned_is_taken_and_then_planned() -> None:
    device = Counting()
    arena = Arena(device)

    def run(*counts: int) -> int:
        blocks = arena.begin({})
        live = [blocks.empty((count,), F64) for count in counts]
        for number in range(len(live)):
            live[number].memory[:] = number
        assert all((each.memory == number).all() for number, each in enumerate(live))
        del live
        arena.end(blocks)
        return blocks.taken

    assert [run(3, 4), run(3, 4), run(3, 4, 5), run(3, 4, 5), run(3)] == [2, 0, 1, 0, 0]
    assert run(300, 4) == 1
    assert run(300, 4) == 0


def test_a_place_that_is_not_free_is_not_taken() -> None:
    arena = Arena(Emulated())
    blocks = arena.begin({})
    for _ in range(2):
        blocks.empty((8,), F64)  # free at once
    arena.end(blocks)
    assert arena.packed[()].peak == ALIGNED
    blocks = arena.begin({})
    one, other = blocks.empty((8,), F64), blocks.empty((8,), F64)
    assert not np.shares_memory(one.memory, other.memory)


def test_a_run_beside_another_has_memory_of_its_own() -> None:
    arena = Arena(Emulated())
    for _ in range(2):
        blocks = arena.begin({})
        blocks.empty((8,), F64)
        arena.end(blocks)
    first = arena.begin({})
    block = first.empty((8,), F64)
    found: list[Any] = []

    def other() -> None:
        second = arena.begin({})
        found.append(second.empty((8,), F64))
        arena.end(second)

    thread = Thread(target=other)
    thread.start()
    thread.join()
    assert not np.shares_memory(block.memory, found[0].memory)
    arena.end(first)
