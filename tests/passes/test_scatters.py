"""Writes to rows that the run names, and places along any axis, as nests and as native code."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from dslc.cpu.native import Native
from dslc.ir.backend import Unsupported
from dslc.ir.cxx.toolchain import find_compiler
from dslc.ir.evaluate import evaluate
from dslc.ir.expansion import expand
from dslc.ir.graph import Graph
from dslc.ir.nests.language import Nest, Update, plain_statements
from dslc.ir.nests.node import NEST
from dslc.ir.passes import run_pass
from dslc.ir.passes.fuse import fuse

OPS = ("add_at", "subtract_at", "multiply_at", "maximum_at", "minimum_at", "store")


def text_of(dtype: str) -> str:
    """All ops on one dtype: one after the other on an array that is made for them, and places."""
    lines = ["y = g.multiply(x, x)"]
    for number, op in enumerate(OPS):
        value = ("v", "g.add(v, v)", "g.max(v, axis=1, keepdims=True)")[number % 3]
        lines += [f"y = g.{op}(y, g.s_[k], {value})"]
    lines += ["places = [y]"]
    lines += [
        f"places.append(g.{op}(g.add(x, x), axis={axis}, keepdims={axis == 0}))"
        for op in ("argmax", "argmin")
        for axis in (0, 1)
    ]
    lines += ["z = g.add_at(x, g.s_[k], v)", "return *places, x, z"]
    return f"""\
import dslc
from dslc import Tensor, {dtype}, i64

n, m, d = dslc.dims("n m d")

@dslc.builder("a.py")
def scatters(g, x: Tensor[{dtype}, n, d], v: Tensor[{dtype}, m, d], k: Tensor[i64, m]):
""" + "".join(f"    {line}\n" for line in lines)


def drawn(dtype: str, sizes: dict[str, int], seed: int) -> list[Any]:
    random = np.random.default_rng(seed)
    n, m, d = sizes.values()
    pool = np.array([0.0, -0.0, 1.0, -2.0, 3.0] + [np.nan, np.inf] * (dtype[0] == "f"))
    kind = np.dtype({"f32": np.float32, "f64": np.float64, "i32": np.int32, "u8": np.uint8}[dtype])
    with np.errstate(all="ignore"):
        x, v = (random.choice(pool, (rows, d)).astype(kind) for rows in (n, m))
    return [x, v, random.integers(-n, n, m)]


def outcome(run: Callable[..., Any], arguments: list[Any], sizes: dict[str, int]) -> list[Any]:
    """The results, all NaNs one; or the exception."""
    try:
        with np.errstate(all="ignore"):
            found = run([each.copy() for each in arguments], sizes)
    except IndexError as error:
        return [str(error)]
    return [(each.dtype, np.where(each != each, 7, each).tobytes()) for each in found]


@pytest.mark.parametrize("dtype", ["f32", "f64", "i32", "u8"])
def test_scatters(dtype: str, graph_of: Callable[[str], Graph]) -> None:
    graph = graph_of(text_of(dtype))
    fused = run_pass(fuse, run_pass(lambda each: expand(each, lambda op: False), graph))
    nests: list[Nest] = [node.attributes["nest"] for node in fused.walk() if node.op is NEST]
    plain = [each for nest in nests for each in plain_statements(nest.body)]
    assert {"sum", "prod", "max", "min", "set"} <= {
        each.how for each in plain if isinstance(each, Update)
    }
    assert [node.op.name for node in fused.walk() if node.op.name.endswith("_at")] == ["add_at"]
    runs: list[Callable[..., Any]] = [lambda given, sizes: evaluate(fused, given, sizes)]
    try:
        find_compiler()
        runs.append(Native.of(graph))
    except Unsupported:
        pass
    for seed, sizes in enumerate(({"n": 3, "m": 7, "d": 2}, {"n": 1, "m": 0, "d": 5})):
        arguments = drawn(dtype, sizes, seed)
        expected = outcome(lambda given, sizes: evaluate(graph, given, sizes), arguments, sizes)
        assert [outcome(run, arguments, sizes) for run in runs] == [expected] * len(runs)
    arguments = drawn(dtype, {"n": 3, "m": 7, "d": 2}, 1)
    arguments[2][4] = 3
    sizes = {"n": 3, "m": 7, "d": 2}
    for run in runs:
        assert outcome(run, arguments, sizes) == ["index 3 is out of bounds for axis 0 with size 3"]
