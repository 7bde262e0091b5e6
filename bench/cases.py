"""The workloads of `bench/cpu.py`: a function of `models/`, what it is called with, and its bar."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from bench.models import loops, matrices, networks, pointwise, stencils

Family = Literal["call", "control", "pointwise", "matmul"]

BARS: dict[Family, float] = {"call": 3.0, "control": 1.2, "pointwise": 1.2, "matmul": 1.0}
"""The least that the time of the best peer over ours should be."""


@dataclass(frozen=True, slots=True)
class Case:
    """A workload.

    Attributes:
        name: of the function, with its size where there are several.
        family: which bar it has.
        function: of `models/`.
        draw: the arguments.
    """

    name: str
    family: Family
    function: Any
    draw: Callable[[np.random.Generator], tuple[Any, ...]]


def _f32(*shape: int, scale: float = 1.0) -> Callable[[np.random.Generator], np.ndarray]:
    return lambda random: (scale * random.standard_normal(shape)).astype(np.float32)


def _f64(*shape: int) -> Callable[[np.random.Generator], np.ndarray]:
    return lambda random: random.random(shape)


def _uniform(low: float, high: float, n: int) -> Callable[[np.random.Generator], np.ndarray]:
    return lambda random: random.uniform(low, high, n)


def _integers(high: int, dtype: Any, *shape: int) -> Callable[[np.random.Generator], np.ndarray]:
    return lambda random: random.integers(0, high, shape).astype(dtype)


def _positive(n: int) -> Callable[[np.random.Generator], np.ndarray]:
    """A symmetric positive definite matrix."""

    def draw(random: np.random.Generator) -> np.ndarray:
        a = random.random((n, n))
        return a @ a.T + n * np.eye(n)

    return draw


def _case(family: Family, function: Any, *given: Any, name: str = "") -> Case:
    """A case whose arguments are numbers, or drawn."""

    def draw(random: np.random.Generator) -> tuple[Any, ...]:
        return tuple(each(random) if callable(each) else each for each in given)

    return Case(name or function.__name__, family, function, draw)


def _pointwise() -> Iterator[Case]:
    yield _case("call", pointwise.small, _f32(8))
    yield _case("call", pointwise.branch, _f32(64))
    yield _case("pointwise", pointwise.chain, _f32(4096), name="chain 4 K")
    yield _case("pointwise", pointwise.chain, _f32(1 << 22), name="chain 4 M")
    pair = (_f32(1 << 22), _f32(1 << 22))
    yield _case("pointwise", pointwise.arithmetic, _f32(4096), _f32(4096), name="arithmetic 4 K")
    yield _case("pointwise", pointwise.arithmetic, *pair, name="arithmetic 4 M")
    yield _case("pointwise", pointwise.softmax, _f32(1024, 1024))
    yield _case("pointwise", pointwise.layer_norm, _f32(1024, 1024), _f32(1024), _f32(1024))
    square = (_f32(1024, 1024), _f32(1024, 1024))
    yield _case("pointwise", pointwise.rms_gate, *square, _f32(1024))
    yield _case("pointwise", pointwise.reductions, _f32(2048, 1024))
    prices = _uniform(50, 150, 1 << 18)
    years = _uniform(0.1, 2, 1 << 18)
    yield _case("pointwise", pointwise.black_scholes, prices, prices, years)
    rows = _integers(10000, np.int64, 2048)
    yield _case("pointwise", pointwise.embedding, _f32(10000, 128), rows)


def _control() -> Iterator[Case]:
    kepler = (_uniform(0, 6, 1 << 16), _uniform(0, 0.8, 1 << 16))
    yield _case("control", pointwise.newton, *kepler, 1e-10)
    bodies = (_f32(512, 3), _f32(512, 3), _f32(512))
    yield _case("control", pointwise.n_body, *bodies, 10)
    yield _case("control", matrices.power_iteration, _symmetric, _f32(256), 1e-6, 200)
    yield _case("control", loops.mandelbrot, 256, 256, 100)
    yield _case("control", stencils.jacobi_converged, _f32(512, 512), 1e-4, 100)
    graph = _integers(1000, np.int64, 160, 160)
    yield _case("control", loops.floyd_warshall, graph)
    yield _case("control", loops.floyd_warshall_rows, graph)
    yield _case("control", loops.cholesky, _positive(200))
    yield _case("control", loops.ludcmp, _positive(160), _f64(160))
    yield _case("control", loops.trisolv, _positive(1000), _f64(1000))
    yield _case("control", loops.durbin, _f64(1000))
    yield _case("control", loops.seidel_2d, 10, _f64(200, 200))
    yield _case("control", loops.nussinov, _integers(4, np.int64, 120))
    strings = (_integers(4, np.int64, 500), _integers(4, np.int64, 500))
    yield _case("control", loops.smith_waterman, *strings)
    yield _case("control", loops.crc16, _integers(256, np.uint8, 10000), 0x8408)
    yield _case("control", stencils.jacobi_1d, 200, _f64(4000))
    yield _case("control", stencils.jacobi_2d, 50, _f64(150, 150))
    yield _case("control", stencils.heat_3d, 20, _f64(30, 30, 30))
    plane = _f64(200, 220)
    yield _case("control", stencils.fdtd_2d, plane, plane, plane, _f64(40))
    yield _case("control", stencils.adi, 10, _f64(100, 100))
    yield _case("control", stencils.hdiff, _f64(128, 128, 40), _f64(128, 128, 40))
    yield _case("control", stencils.deriche, _f32(480, 640), 0.25)
    yield _case("control", matrices.syrk, 1.5, 1.2, _f64(120, 120), _f64(120, 100))
    yield _case("control", matrices.gramschmidt, _f64(150, 120))
    yield _case("control", matrices.scattering, _f64(16, 12, 12), _f64(6, 12, 12), 16)


def _symmetric(random: np.random.Generator) -> np.ndarray:
    a = random.random((256, 256), np.float32)
    return a + a.T


def _matrices() -> Iterator[Case]:
    yield _case("matmul", matrices.matmul, _f32(512, 512), _f32(512, 512), name="matmul 512")
    yield _case("matmul", matrices.matmul, _f32(32, 32), _f32(32, 32), name="matmul 32")
    yield _case("matmul", matrices.matmul_transposed, _f32(256, 768), _f32(768, 768))
    square, vector = _f64(1000, 1000), _f64(1000)
    yield _case("matmul", matrices.atax, square, vector)
    yield _case("matmul", matrices.bicg, square, vector, vector)
    yield _case("matmul", matrices.mvt, square, vector, vector)
    yield _case("matmul", matrices.gemver, 1.5, 1.2, square, *[vector] * 6)
    yield _case("matmul", matrices.covariance, _f64(400, 300))
    yield _case("matmul", matrices.correlation, _f64(400, 300))
    layers = (
        _f32(784, 1024, scale=0.03),
        _f32(1024),
        _f32(1024, 1024, scale=0.03),
        _f32(1024),
        _f32(1024, 10, scale=0.03),
        _f32(10),
    )
    yield _case("matmul", networks.mlp, _f32(1, 784), *layers, name="mlp batch 1")
    yield _case("matmul", networks.mlp, _f32(256, 784), *layers, name="mlp batch 256")
    gates = (_f32(128, 384, scale=0.1), _f32(128, 384, scale=0.1), _f32(384), _f32(384))
    yield _case("matmul", networks.gru, _f32(64, 16, 128), _f32(16, 128), *gates)
    square4 = [_f32(768, 768, scale=0.03)] * 4
    wide = (_f32(768, 3072, scale=0.03), _f32(3072, 768, scale=0.03), _f32(768), _f32(768))
    yield _case("matmul", networks.transformer_block, _f32(2, 128, 768), *square4, *wide)
    image = (_f32(2, 64, 56, 56), _f32(64, 64, 3, 3, scale=0.05), _f32(64))
    yield _case("matmul", networks.conv_block, *image)


CASES = {case.name: case for case in (*_pointwise(), *_control(), *_matrices())}
"""All workloads, by name."""
