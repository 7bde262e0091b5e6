"""On a machine with a GPU, in under eight minutes: is it right, and how fast.

    python bench/gpu.py [--out gpu.json]

Samples on the device against NumPy; the bandwidth of standard kernels against a copy; products with
what follows them and attention against cuBLAS alone; what a call costs. One table, one JSON.
It needs `pip install "dslc[cuda13]"` or `dslc[cuda12]`.
"""

from __future__ import annotations

import importlib
import json
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from dslc.gpu.backend import Cuda, on_gpu
from dslc.ir.builder import Builder
from dslc.ir.dims import dims
from dslc.ir.dtypes import BY_NAME
from dslc.ir.graph import Graph
from dslc.ir.types import TensorType
from dslc.ir.verify import verify

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

SECONDS = 300.0
"""After which no further sample is run."""

SHAPE = (8192, 4096)
"""Of the operands of standard kernels."""

CALLS = 200
"""Whose overhead is measured."""

TIMES = 20
"""Runs, of which the median counts."""

n, m, k = dims("n m k")
F32 = BY_NAME["f32"]


def samples(until: float) -> dict[str, str]:
    """Whether each sample gives on the device what plain NumPy gives."""
    from tests.sample_arguments import SAMPLES
    from tests.test_samples import assert_equal, outcome

    found: dict[str, str] = {}
    for sample in SAMPLES:
        if time.monotonic() > until:
            found[str(sample)] = "not run: no time left"
            continue
        try:
            plain = getattr(importlib.import_module(f"samples.{sample.module}"), sample.function)
            emitted = importlib.import_module(f"samples.{sample.module}_graph")
            function = getattr(emitted, sample.function).with_device("cuda")
            for number in range(4):
                one, other = (sample.draw(np.random.default_rng(number), number) for _ in range(2))
                pairs = zip(outcome(function, one), outcome(plain, other), strict=True)
                for actual, expected in pairs:
                    assert_equal(actual, expected, max(sample.rtol, 1e-5))
            found[str(sample)] = "right"
        except Exception as error:  # noqa: BLE001 - the next one still runs
            found[str(sample)] = f"{type(error).__name__}: {str(error)[:200]}"
        print(f"{sample}: {found[str(sample)]}", flush=True)
    return found


# --- standard kernels -----------------------------------------------------------------------------


def program(text: Callable[..., Any], **types: TensorType) -> Graph:
    """A graph of a builder function."""
    g = Builder("program", [*types.items()], source="bench/gpu.py")
    return verify(g.finish((text(g, *g.graph.parameters),)))


def pointwise(g: Builder, x: Any, y: Any) -> Any:
    return g.add(g.multiply(x, 2.0), y)


def softmax(g: Builder, x: Any) -> Any:
    power = g.exp(g.subtract(x, g.max(x, axis=1, keepdims=True)))
    return g.divide(power, g.sum(power, axis=1, keepdims=True))


def layer_norm(g: Builder, x: Any) -> Any:
    return g.layer_norm(x)


def greatest(g: Builder, x: Any) -> Any:
    return g.argmax(x, axis=1)


def total(g: Builder, x: Any, y: Any) -> Any:
    return g.sum(g.multiply(x, y))


STANDARD: dict[str, tuple[Callable[..., Any], int, int]] = {
    "pointwise": (pointwise, 2, 3),
    "softmax": (softmax, 1, 2),
    "layer norm": (layer_norm, 1, 2),
    "argmax": (greatest, 1, 1),
    "total": (total, 2, 2),
}
"""A program, its operands, and the arrays that it must move."""


def timed(cupy: Any, run: Callable[[], Any]) -> float:
    """Seconds on the device, the median."""
    found: list[float] = []
    for number in range(TIMES + 3):
        start, stop = cupy.cuda.Event(), cupy.cuda.Event()
        start.record()
        run()
        stop.record()
        stop.synchronize()
        if number >= 3:
            found.append(cupy.cuda.get_elapsed_time(start, stop) / 1e3)
    return float(statistics.median(found))


def on_device(compiled: Any, given: Sequence[Any], sizes: dict[str, int]) -> Callable[[], None]:
    """A run of a program whose operands and results stay on the device."""
    from dslc.gpu.placed import Placed
    from dslc.gpu.run import Run

    plan, device = compiled.plan, compiled.device
    types = [parameter.type for parameter in plan.graph.parameters]

    def run() -> None:
        blocks = compiled.arena.begin(sizes)
        pairs = zip(types, given, strict=True)
        operands = [Placed(device, blocks, type_, memory=memory) for type_, memory in pairs]
        activation = Run(plan, compiled.code, device, blocks, plan.graph, sizes)
        activation.region(plan.graph.body, operands, plan.graph.place)
        compiled.arena.end(blocks)

    return run


def bandwidth(backend: Cuda, cupy: Any) -> dict[str, float]:
    """Bytes moved in a second, relative to a copy on the device."""
    count = SHAPE[0] * SHAPE[1]
    source = cupy.empty(SHAPE, "f4")
    goal = cupy.empty(SHAPE, "f4")
    copied = 2 * 4 * count / timed(cupy, lambda: cupy.copyto(goal, source))
    found = {"copy, GB/s": copied / 1e9}
    for name, (text, operands, arrays) in STANDARD.items():
        types = {f"x{i}": TensorType(F32, (n, m)) for i in range(operands)}
        given = [cupy.random.rand(*SHAPE, dtype="f4") for _ in range(operands)]
        run = on_device(
            backend.compile(program(text, **types)), given, {"n": SHAPE[0], "m": SHAPE[1]}
        )
        found[name] = arrays * 4 * count / timed(cupy, run) / copied
    return found


def layer(g: Builder, x: Any, w: Any, b: Any) -> Any:
    return g.maximum(g.add(g.matmul(x, w), b), 0.0)


def attention(g: Builder, q: Any, k: Any, v: Any) -> Any:
    return g.matmul(softmax(g, g.matmul(q, k)), v)


def products(backend: Cuda, cupy: Any) -> dict[str, float]:
    """The times of programs with products, relative to cuBLAS for the products alone."""
    rows, width = SHAPE[0] // 4 or 1, SHAPE[1] // 32 or 1
    sizes = {"n": rows, "m": width, "k": rows}
    forms = {
        "layer": (layer, {"x": (n, m), "w": (m, k), "b": (k,)}),
        "attention": (attention, {"q": (n, m), "k": (m, k), "v": (k, m)}),
    }
    found: dict[str, float] = {}
    for name, (text, shapes) in forms.items():
        types = {each: TensorType(F32, shape) for each, shape in shapes.items()}
        given = [
            cupy.random.rand(*(sizes[str(size)] for size in shape), dtype="f4")
            for shape in shapes.values()
        ]
        one, two, *_ = given
        scores = cupy.empty((rows, rows), "f4")
        alone = timed(cupy, partial(cupy.matmul, one, two, out=scores))
        run = on_device(backend.compile(program(text, **types)), given, sizes)
        found[name] = timed(cupy, run) / (alone * (1 + (name == "attention")))
    return found


TRIPS = 50
"""Of the loops whose overhead is measured."""


def halved(g: Builder, x: Any) -> Any:
    """A loop that the host knows the trips of: it reads nothing of the device."""
    return g.for_(g.range(TRIPS), lambda _, x: g.add(g.multiply(x, 0.5), 1.0), (x,))


def searched(g: Builder, x: Any) -> Any:
    """A loop of as many trips that a value of the device ends, which the host reads each time."""

    def body(x: Any, seen: Any) -> tuple[Any, Any]:
        return g.add(g.multiply(x, 0.5), 1.0), g.add(seen, 1.0)

    start = x, g.max(g.multiply(x, 0.0))
    return g.while_(lambda x, seen: g.less(seen, float(TRIPS)), body, start)[0]


def chain(g: Builder, x: Any) -> Any:
    """Four kernels, which transposes keep apart."""
    for _ in range(4):
        x = g.transpose(g.softmax(g.multiply(x, 0.5)), axes=(1, 0))
    return x


def overhead(backend: Cuda) -> dict[str, float]:
    """Microseconds of the host: a call, alone and launched kernel by kernel; a trip of a loop."""
    x = np.ones((4, 4), np.float32)
    sizes = {"n": 4, "m": 4}
    types = {each: TensorType(F32, (n, m)) for each in "xy"}
    one = backend.compile(program(pointwise, **types))
    square = {"x": TensorType(F32, (n, n))}
    four, known, found = (
        backend.compile(program(text, **square)) for text in (chain, halved, searched)
    )
    return {
        "call, us": microseconds(lambda: one([x, x], sizes)),
        "four kernels at once, us": microseconds(lambda: four([x], {"n": 4})),
        "four kernels one by one, us": microseconds(lambda: step_by_step(four, x)),
        "trip without a read, us": microseconds(lambda: known([x], {"n": 4})) / TRIPS,
        "trip with a read, us": microseconds(lambda: found([x], {"n": 4})) / TRIPS,
    }


def step_by_step(compiled: Any, x: np.ndarray) -> list[Any]:
    """A run that is not recorded: the host launches each kernel."""
    from dslc.gpu.run import Run

    sizes = {"n": x.shape[0]}
    blocks = compiled.arena.begin(sizes)
    try:
        machine = compiled.plan, compiled.code, compiled.device, blocks
        return Run(*machine, compiled.plan.graph, sizes).results([x], lends=False)
    finally:
        compiled.arena.end(blocks)


def microseconds(call: Callable[[], Any]) -> float:
    """The time of a call that has been made often enough to be recorded."""
    for _ in range(5):
        call()
    start = time.perf_counter()
    for _ in range(CALLS):
        call()
    return (time.perf_counter() - start) / CALLS * 1e6


def main() -> int:
    backend = on_gpu()
    cupy = import_module("cupy")
    result: dict[str, Any] = {"device": backend.device.architecture}  # type: ignore[attr-defined]
    result["bandwidth"] = bandwidth(backend, cupy)
    result["products"] = products(backend, cupy)
    result["overhead"] = overhead(backend)
    result["samples"] = samples(time.monotonic() + SECONDS)
    out = Path(sys.argv[sys.argv.index("--out") + 1] if "--out" in sys.argv else "gpu.json")
    out.write_text(json.dumps(result, indent=1), "utf-8")
    for part in ("bandwidth", "products", "overhead"):
        for name, value in result[part].items():
            print(f"{part:10} {name:20} {value:10.3f}")
    wrong = [name for name, said in result["samples"].items() if said != "right"]
    print(f"{len(result['samples']) - len(wrong)} samples right, {len(wrong)} not: {wrong}")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
