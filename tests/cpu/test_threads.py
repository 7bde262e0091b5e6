"""Loops whose trips threads share: the bits are the same for any number of threads."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from dslc.cpu import load
from dslc.cpu.native import Native
from dslc.cpu.recipe import RECIPE
from dslc.ir.cxx.toolchain import find_compiler
from dslc.ir.dims import symbol
from dslc.ir.dtypes import BY_NAME
from dslc.ir.graph import Graph
from dslc.ir.types import TensorType
from dslc.ir.verify import verify

KERNELS = sorted((Path(__file__).parent.parent / "golden" / "kernels").glob("*.py"))

Build = Callable[..., Graph]


@pytest.fixture(autouse=True)
def many_tiles(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Loops are shared however short they are; afterwards there are as many threads as before."""
    recipe = replace(RECIPE, flags=(*RECIPE.flags, "-DDSLC_GRAIN=1"))
    monkeypatch.setattr("dslc.cpu.native.RECIPE", recipe)
    monkeypatch.setattr("dslc.cpu.print_shared.GRAIN", 1)
    yield
    load.set_threads(len(os.sched_getaffinity(0)), find_compiler())


def results(run: Callable[[], list[Any]]) -> list[Any]:
    """The results for 1, 2 and 7 threads, which are the same."""
    found = []
    for count in (1, 2, 7, 7, 2):
        load.set_threads(count, find_compiler())
        found.append(run())
    for each in found[1:]:
        for one, other in zip(each, found[0], strict=True):
            assert np.asarray(one).tobytes() == np.asarray(other).tobytes()
    return found[0]


@pytest.mark.parametrize("path", KERNELS, ids=lambda path: path.stem)
def test_kernels_give_the_same_bits(path: Path, graph_of: Any, draw: Any) -> None:
    graph = verify(graph_of(path.read_text("utf-8")))
    kernel = Native.of(graph)
    for size in (1, 8, 70):
        arguments, sizes = draw(graph, size)

        def run(arguments: list[Any] = arguments, sizes: dict[str, int] = sizes) -> list[Any]:
            try:
                return kernel(arguments, sizes)
            except Exception as error:  # noqa: BLE001
                return [np.frombuffer(str(error).encode(), np.uint8)]

        results(run)


n, m = symbol("n"), symbol("m")
MATRIX = TensorType(BY_NAME["f32"], (n, m))


def rows(g: Any, x: Any) -> Any:
    """Rows that threads have for themselves, in loops that they share."""
    scaled = g.softmax(g.multiply(x, 2.0), axis=-1)
    return g.subtract(scaled, g.mean(scaled, axis=(1,), keepdims=True)), g.max(x, axis=(1,))


def products(g: Any, x: Any, w: Any) -> Any:
    """Rows times a matrix, twice, in panels, and a product by itself."""
    hidden = g.maximum(g.matmul(x, w), 0.0)
    return g.add(g.matmul(hidden, w), 1.0), g.matmul(w, w)


def test_rows_of_threads(build: Build) -> None:
    kernel = Native.of(build(rows, {"x": MATRIX}))
    for shape in ((1, 5), (3, 200), (200, 33), (0, 4)):
        x = np.random.default_rng(1).normal(size=shape).astype(np.float32)
        found = results(partial(kernel, [x], {"n": shape[0], "m": shape[1]}))
        e = np.exp(2 * x - np.max(2 * x, axis=1, keepdims=True, initial=-np.inf))
        scaled = e / e.sum(1, keepdims=True)
        expected = scaled - scaled.mean(1, keepdims=True)
        np.testing.assert_allclose(found[0], expected, rtol=1e-4, atol=1e-6)


def test_products_of_threads(build: Build) -> None:
    square = TensorType(BY_NAME["f32"], (m, m))
    kernel = Native.of(build(products, {"x": MATRIX, "w": square}))
    for size, width in ((1, 7), (5, 64), (300, 130)):
        draw = np.random.default_rng(2)
        x = draw.normal(size=(size, width)).astype(np.float32)
        w = draw.normal(size=(width, width)).astype(np.float32)
        found = results(partial(kernel, [x, w], {"n": size, "m": width}))
        expected = np.maximum(x @ w, 0) @ w + 1
        np.testing.assert_allclose(found[0], expected, rtol=2e-3, atol=2e-3)
        np.testing.assert_allclose(found[1], w @ w, rtol=2e-3, atol=2e-3)


def test_calls_at_the_same_time_share_the_threads(build: Build) -> None:
    kernel = Native.of(build(rows, {"x": MATRIX}))
    load.set_threads(4, find_compiler())
    x = np.random.default_rng(3).normal(size=(64, 50)).astype(np.float32)
    sizes = {"n": 64, "m": 50}
    expected = [each.tobytes() for each in kernel([x], sizes)]
    wrong: list[int] = []

    def call(number: int) -> None:
        found = [[each.tobytes() for each in kernel([x], sizes)] for _ in range(200)]
        wrong.extend(number for each in found if each != expected)

    threads = [threading.Thread(target=call, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_a_forked_process_has_threads_of_its_own(build: Build) -> None:
    kernel = Native.of(build(rows, {"x": MATRIX}))
    load.set_threads(3, find_compiler())
    x = np.ones((64, 50), np.float32)
    expected = kernel([x], {"n": 64, "m": 50})[0]
    child = os.fork()
    if not child:
        same = np.array_equal(kernel([x], {"n": 64, "m": 50})[0], expected)
        os._exit(0 if same else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
