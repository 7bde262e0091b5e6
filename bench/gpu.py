"""On a machine with a GPU, in under eight minutes: is it right, and how fast.

    python bench/gpu.py [--out gpu.json]

Samples and golden programs on the device against NumPy; the bandwidth of standard kernels against a
copy; matmul with what follows it against cuBLAS alone; what a launch costs. One table, one JSON.
It needs `pip install "dslc[cuda13]"` or `dslc[cuda12]`.
"""

from __future__ import annotations

import importlib
import json
import statistics
import sys
import time
from collections.abc import Callable
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

n, m = dims("n m")
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


def total(g: Builder, x: Any, y: Any) -> Any:
    return g.sum(g.multiply(x, y))


STANDARD: dict[str, tuple[Callable[..., Any], int, int]] = {
    "pointwise": (pointwise, 2, 3),
    "softmax": (softmax, 1, 2),
    "total": (total, 2, 2),
}
"""A program, its operands, and the arrays that it must move."""


def timed(cupy: Any, run: Callable[[], Any], times: int = 20) -> float:
    """Seconds on the device, the median."""
    found: list[float] = []
    for number in range(times + 3):
        start, stop = cupy.cuda.Event(), cupy.cuda.Event()
        start.record()
        run()
        stop.record()
        stop.synchronize()
        if number >= 3:
            found.append(cupy.cuda.get_elapsed_time(start, stop) / 1e3)
    return float(statistics.median(found))


def bandwidth(backend: Cuda, cupy: Any) -> dict[str, float]:
    """Bytes moved in a second, relative to a copy on the device."""
    from dslc.gpu.run import Placed, Run

    shape = (8192, 4096)
    count = shape[0] * shape[1]
    source = cupy.empty(shape, "f4")
    goal = cupy.empty(shape, "f4")
    copied = 2 * 4 * count / timed(cupy, lambda: cupy.copyto(goal, source))
    found = {"copy, GB/s": copied / 1e9}
    for name, (text, operands, arrays) in STANDARD.items():
        types = {f"x{i}": TensorType(F32, (n, m)) for i in range(operands)}
        compiled = backend.compile(program(text, **types))
        given = [
            Placed(backend.device, types[f"x{i}"], memory=cupy.random.rand(*shape, dtype="f4"))
            for i in range(operands)
        ]
        sizes = {"n": shape[0], "m": shape[1]}

        def run(compiled: Any = compiled, given: Any = given, sizes: Any = sizes) -> None:
            plan = compiled.plan
            activation = Run(plan, compiled.code, backend.device, plan.graph, sizes)
            activation.region(plan.graph.body, list(given), plan.graph.place)

        found[name] = arrays * 4 * count / timed(cupy, run) / copied
    return found


def overhead(backend: Cuda) -> dict[str, float]:
    """Microseconds of the host for a call of a program with one small kernel."""
    compiled = backend.compile(program(pointwise, **{k: TensorType(F32, (n, m)) for k in "xy"}))
    x = np.ones((4, 4), np.float32)
    for _ in range(10):
        compiled([x, x], {"n": 4, "m": 4})
    start = time.perf_counter()
    for _ in range(200):
        compiled([x, x], {"n": 4, "m": 4})
    return {"call, us": (time.perf_counter() - start) / 200 * 1e6}


def main() -> int:
    backend = on_gpu()
    cupy = import_module("cupy")
    result: dict[str, Any] = {"device": backend.device.architecture}  # type: ignore[attr-defined]
    result["bandwidth"] = bandwidth(backend, cupy)
    result["overhead"] = overhead(backend)
    result["samples"] = samples(time.monotonic() + SECONDS)
    out = Path(sys.argv[sys.argv.index("--out") + 1] if "--out" in sys.argv else "gpu.json")
    out.write_text(json.dumps(result, indent=1), "utf-8")
    for part in ("bandwidth", "overhead"):
        for name, value in result[part].items():
            print(f"{part:10} {name:20} {value:10.3f}")
    wrong = [name for name, said in result["samples"].items() if said != "right"]
    print(f"{len(result['samples']) - len(wrong)} samples right, {len(wrong)} not: {wrong}")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
