"""What kernels ask of Python while they run: to print, and whether they are to go on."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from dslc.cpu import load
from dslc.cpu.backend import Cpu
from dslc.ir.cxx.toolchain import find_compiler
from dslc.ir.dims import symbol
from dslc.ir.dtypes import BY_NAME
from dslc.ir.evaluate import evaluate
from dslc.ir.graph import Graph
from dslc.ir.types import BOOL_NUMBER, FLOAT, INT, ScalarType, TensorType, Type

n, k = symbol("n"), symbol("k")
KERNEL_DTYPES = ("f32", "f64", "i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64", "bool_")


def printed(run: Callable[[], Any], capsys: pytest.CaptureFixture[str]) -> tuple[str, str]:
    """What is printed; an exception ends it."""
    try:
        run()
    except Exception as error:  # noqa: BLE001
        print("raises", repr(error))
    found = capsys.readouterr()
    return found.out, found.err


def test_values_of_every_type_are_printed_alike(
    build: Callable[..., Graph], capsys: pytest.CaptureFixture[str]
) -> None:
    types: dict[str, Type] = {"k": INT, "b": BOOL_NUMBER, "f": FLOAT}
    for name in KERNEL_DTYPES:
        types[name] = ScalarType(BY_NAME[name])
        types[f"{name}s"] = TensorType(BY_NAME[name], (n, 2))

    def text(g: Any, *values: Any) -> Any:
        g.print(*values, n)
        g.print(list(values), file="stderr", sep="", end="|", flush=True)
        return values[0]

    graph = build(text, types)
    native = Cpu().compile(graph)
    random = np.random.default_rng(0)
    for size in (0, 1, 3):
        drawn: list[Any] = [2**63 - 1, True, -0.0]
        for name in KERNEL_DTYPES:
            array = (random.standard_normal((size + 1, 2)) * 100).astype(BY_NAME[name])
            drawn += [array[0, 0], array[:size]]
        sizes = {"n": size}
        expected = printed(lambda: evaluate(graph, drawn, sizes), capsys)  # noqa: B023
        assert printed(lambda: native(drawn, sizes), capsys) == expected  # noqa: B023
        assert "9223372036854775807 True -0.0" in expected[0]


def test_prints_keep_their_place_among_failures(
    build: Callable[..., Graph], capsys: pytest.CaptureFixture[str]
) -> None:
    def text(g: Any, k: Any) -> Any:
        g.print("before", k)
        half = g.floor_divide(6, k)
        g.print("after", half)
        return half

    graph = build(text, {"k": INT})
    native = Cpu().compile(graph)
    for k in (0, 2):
        expected = printed(lambda: evaluate(graph, [k], {}), capsys)  # noqa: B023
        assert printed(lambda: native([k], {}), capsys) == expected  # noqa: B023
        assert expected[0].startswith(f"before {k}\n")


class Broken:
    """A stream that cannot be written to."""

    def write(self, text: str) -> None:
        raise BrokenPipeError("nobody reads")


def test_what_printing_raises_is_raised(
    build: Callable[..., Graph], monkeypatch: pytest.MonkeyPatch
) -> None:
    def text(g: Any, k: Any) -> Any:
        g.print(k)
        return k

    native = Cpu().compile(build(text, {"k": INT}))
    monkeypatch.setattr(sys, "stdout", Broken())
    with pytest.raises(BrokenPipeError):
        native([1], {})


@pytest.mark.usefixtures("interruptible")
def test_a_loop_is_interrupted(build: Callable[..., Graph]) -> None:
    def text(g: Any, x: Any) -> Any:
        def test(x: Any) -> Any:
            return g.greater(g.sum(x), 0)

        def body(x: Any) -> Any:
            def inner(i: Any, x: Any) -> Any:
                return g.multiply(x, 1.0)

            return g.for_(g.range(3), inner, (x,))

        return g.while_(test, body, (x,))

    native = Cpu().compile(build(text, {"x": TensorType(BY_NAME["f64"], (n,))}))
    timer = threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT))
    begun = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        timer.start()  # in here, so that it never ends the tests
        native([np.ones(10)], {"n": 10})
    assert time.monotonic() - begun < 30  # it ends at all


@pytest.mark.usefixtures("interruptible")
@pytest.mark.parametrize("threads", [1, 2])
def test_the_loops_of_a_nest_are_interrupted(build: Callable[..., Graph], threads: int) -> None:
    def text(g: Any, x: Any) -> Any:
        rows = g.exp(g.subtract(g.expand_dims(x, axis=1), g.expand_dims(x, axis=0)))
        return g.sum(rows, axis=1)

    native = Cpu().compile(build(text, {"x": TensorType(BY_NAME["f64"], (n,))}))
    load.set_threads(threads, find_compiler())
    timer = threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT))
    begun = time.monotonic()
    try:
        with pytest.raises(KeyboardInterrupt):
            timer.start()
            native([np.ones(1_000_000)], {"n": 1_000_000})
    finally:
        load.set_threads(len(os.sched_getaffinity(0)), find_compiler())
    assert time.monotonic() - begun < 30  # the whole would take minutes
    assert native([np.ones(3)], {"n": 3})[0].tolist() == [3.0, 3.0, 3.0]


def long_calls(g: Any, x: Any, m: Any) -> dict[str, Callable[[], Any]]:
    """Single nodes that take long."""
    return {
        "sort": lambda: g.sort(x),
        "argsort": lambda: g.argsort(x),
        "product of integers": lambda: g.matmul(m, m),
        "search": lambda: g.searchsorted(x, g.negative(x)),
    }


@pytest.mark.usefixtures("interruptible")
@pytest.mark.parametrize("name", ["sort", "argsort", "product of integers", "search"])
def test_one_long_node_is_interrupted(name: str, build: Callable[..., Graph]) -> None:
    matrix = TensorType(BY_NAME["i64"], (k, k))
    types = {"x": TensorType(BY_NAME["f64"], (n,)), "m": matrix}
    native = Cpu().compile(build(lambda g, x, m: long_calls(g, x, m)[name](), types))
    size = 20_000_000
    arguments = [np.random.default_rng(0).random(size), np.ones((3000, 3000), np.int64)]
    timer = threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT))
    begun = time.process_time()
    with pytest.raises(KeyboardInterrupt):
        timer.start()
        native(arguments, {"n": size, "k": 3000})
    assert time.process_time() - begun < 2  # the whole takes some seconds at least
    few = [np.array([2.0, 1.0]), np.ones((1, 1), np.int64)]
    assert len(native(few, {"n": 2, "k": 1})) == 1
