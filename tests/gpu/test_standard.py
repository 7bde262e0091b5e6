"""Standard kernels at a million elements: blocks enough, threads busy, few bytes, any grid."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pytest

from dslc.gpu import run
from dslc.gpu.backend import Cuda
from dslc.gpu.device import launch_of
from dslc.gpu.emulated import Emulated
from dslc.ir.builder import Builder
from dslc.ir.dims import dims
from dslc.ir.dtypes import BY_NAME
from dslc.ir.evaluate import evaluate
from dslc.ir.types import TensorType
from dslc.ir.verify import verify

n, m = dims("n m")
F32 = BY_NAME["f32"]
ROWS, COLUMNS = 1024, 1024


def softmax(g: Builder, x: Any) -> Any:
    return g.softmax(x)


def log_softmax(g: Builder, x: Any) -> Any:
    return g.log_softmax(x)


def layer_norm(g: Builder, x: Any) -> Any:
    return g.layer_norm(x)


def rms_norm(g: Builder, x: Any) -> Any:
    return g.rms_norm(x)


def cross_entropy(g: Builder, x: Any, labels: Any) -> Any:
    return g.cross_entropy(x, labels, reduction="none")


def swish(g: Builder, x: Any) -> Any:
    return g.divide(x, g.add(g.exp(g.negative(x)), 1.0))


def greatest_of_rows(g: Builder, x: Any) -> Any:
    return g.argmax(x, axis=1)


KERNELS: list[tuple[Callable[..., Any], int]] = [
    (softmax, 8),
    (log_softmax, 8),
    (layer_norm, 8),
    (rms_norm, 8),
    (cross_entropy, 4),
    (swish, 8),
    (greatest_of_rows, 4),
]
"""A program, and the bytes of device memory that it must move for each element."""


@pytest.mark.parametrize(("text", "least"), KERNELS, ids=[each.__name__ for each, _ in KERNELS])
def test_a_million_elements(
    text: Callable[..., Any], least: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    types = {"x": TensorType(F32, (n, m))}
    random = np.random.default_rng(0)
    arguments: list[Any] = [random.standard_normal((ROWS, COLUMNS)).astype(np.float32)]
    if text is cross_entropy:
        types["labels"] = TensorType(BY_NAME["i32"], (n,))
        arguments.append(random.integers(0, COLUMNS, ROWS).astype(np.int32))
    g = Builder("program", [*types.items()], source="program.py")
    graph = verify(g.finish((text(g, *g.graph.parameters),)))
    device = Emulated()
    native = Cuda("cuda-emulated", device).compile(graph)
    sizes = {"n": ROWS, "m": COLUMNS}
    (found,) = native(arguments, sizes)
    (expected,) = evaluate(graph, arguments, sizes)
    np.testing.assert_allclose(found, expected, rtol=1e-5, atol=1e-6)
    largest = max(device.counts, key=lambda did: did.loaded + did.stored)
    assert largest.blocks >= 64
    assert largest.active >= 0.9 * largest.threads
    moved = sum(did.loaded + did.stored for did in device.counts)
    assert moved <= 1.1 * least * ROWS * COLUMNS
    few = 64
    monkeypatch.setattr(run, "launch_of", partial(launch_of, most=3))
    fewer = {"n": few, "m": COLUMNS}
    (again,) = native([each[:few] for each in arguments], fewer)
    np.testing.assert_array_equal(again, found[:few])
