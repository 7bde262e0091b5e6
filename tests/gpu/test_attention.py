"""Attention in one kernel gives what NumPy gives: masks, windows, heads that share keys."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from dslc.gpu.backend import Cuda
from dslc.gpu.emulated import Emulated
from dslc.ir.builder import Builder
from dslc.ir.dims import dims
from dslc.ir.dtypes import BOOL, BY_NAME
from dslc.ir.evaluate import evaluate
from dslc.ir.types import TensorType
from dslc.ir.verify import verify

b, h, n, m, d, e = dims("b h n m d e")
F64 = BY_NAME["f64"]


def drawn(*shape: int) -> np.ndarray:
    return np.random.default_rng(sum(shape)).standard_normal(shape)


def test_masks_windows_and_shared_heads() -> None:
    def text(g: Builder, q: Any, k: Any, v: Any, truths: Any, added: Any) -> Any:
        attend = g.scaled_dot_product_attention
        return (
            attend(q, k, v),
            attend(q, k, v, causal=True),
            attend(q, k, v, window=(3, None), scale=0.3),
            attend(q, k, v, truths),
            attend(q, k, v, added, causal=True),
            attend(q, g.index(k, g.s_[:, :1]), g.index(v, g.s_[:, :1]), grouped=True),
        )

    types = {"q": (b, h, n, d), "k": (b, h, m, d), "v": (b, h, m, e)}
    given = {name: TensorType(F64, shape) for name, shape in types.items()}
    given |= {"truths": TensorType(BOOL, (b, 1, 1, m)), "added": TensorType(F64, (n, m))}
    g = Builder("program", [*given.items()], source="program.py")
    graph = verify(g.finish(text(g, *g.graph.parameters)))
    device = Emulated("greedy")
    native = Cuda("cuda-emulated", device).compile(graph)
    names = ("attend_f64", "attend_f64_bool", "attend_f64_f64")
    assert all(f"ATTEND({name}, " in native.plan.text for name in names)
    for sizes in ((2, 3, 20, 40, 5, 17), (1, 2, 1, 33, 16, 1), (2, 1, 33, 7, 40, 3)):
        size = dict(zip("bhnmde", sizes, strict=True))
        shapes = [[size[str(each)] for each in shape] for shape in types.values()]
        arguments: list[Any] = [drawn(*shape) for shape in shapes]
        truths = np.random.default_rng(0).random((size["b"], 1, 1, size["m"])) < 0.7
        truths[0] = False
        added = drawn(size["n"], size["m"])
        added[0], added[-1, -1] = -np.inf, np.inf
        for values in ([*arguments, truths, added], [*arguments, truths, np.abs(added)]):
            expected = evaluate(graph, values, size)
            device.counts.clear()
            for one, other in zip(native(values, size), expected, strict=True):
                assert (one.dtype, one.shape) == (other.dtype, other.shape)
                np.testing.assert_allclose(one, other, 1e-11, 1e-13)
            assert sum(did.kernel.startswith("attend") for did in device.counts) == 6


@pytest.mark.parametrize("half", ["f16", "bf16"])
def test_elements_of_16_bits(half: str) -> None:
    dtype = BY_NAME[half]
    g = Builder("program", [(name, TensorType(dtype, (n, 24))) for name in "qkv"], source="p.py")
    graph = verify(g.finish((g.scaled_dot_product_attention(*g.graph.parameters, causal=True),)))
    native = Cuda("cuda-emulated", Emulated()).compile(graph)
    given = [(drawn(37 + number, 24)[number:]).astype(dtype) for number in range(3)]
    (found,) = native(given, {"n": 37})
    (expected,) = evaluate(graph, given, {"n": 37})
    assert "attend" in native.plan.text and found.dtype == dtype
    one, other = (each.astype(np.float64) for each in (found, expected))
    np.testing.assert_allclose(one, other, 2.0**-7, 2.0**-9)
