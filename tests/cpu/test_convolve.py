"""Convolution as products of panels: what the reference gives, also for what is not finite."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from dslc.cpu.native import Native
from dslc.ir.backend import Reference
from dslc.ir.dims import symbol
from dslc.ir.dtypes import BY_NAME
from dslc.ir.graph import Graph
from dslc.ir.types import TensorType

Build = Callable[..., Graph]

FORMS: list[tuple[int, dict[str, Any]]] = [
    (1, {"stride": (1,), "padding": ((2, 1),), "dilation": (1,), "groups": 1}),
    (1, {"stride": (3,), "padding": ((0, 0),), "dilation": (2,), "groups": 2}),
    (2, {"stride": (1, 1), "padding": ((1, 1), (1, 1)), "dilation": (1, 1), "groups": 1}),
    (2, {"stride": (2, 1), "padding": ((0, 3), (4, 0)), "dilation": (1, 2), "groups": 1}),
    (2, {"stride": (1, 3), "padding": ((0, 0), (0, 0)), "dilation": (1, 1), "groups": 3}),
    (3, {"stride": (1, 2, 1), "padding": ((1, 0),) * 3, "dilation": (1, 1, 2), "groups": 1}),
]  # fmt: skip


@pytest.mark.parametrize("dtype", ["f32", "f64"])
@pytest.mark.parametrize("form", FORMS, ids=lambda form: str(form[0]))
def test_convolution(build: Build, form: tuple[int, dict[str, Any]], dtype: str) -> None:
    axes, given = form
    names = [f"x{axis}" for axis in range(axes + 2)], [f"w{axis}" for axis in range(axes + 2)]
    x_type, w_type = (TensorType(BY_NAME[dtype], tuple(map(symbol, each))) for each in names)

    def convolved(g: Any, x: Any, w: Any) -> Any:
        return g.conv(x, w, stretch=(1,) * axes, **given)

    graph = build(convolved, {"x": x_type, "w": w_type})
    native, reference = Native.of(graph), Reference().compile(graph)
    draw = np.random.default_rng(axes)
    for outputs, window, size in ((12, 3, 9), (24, 2, 31), (6, 1, 5), (3 * given["groups"], 2, 8)):
        x = draw.normal(size=(2, 6, *range(size, size + axes)))
        w = draw.normal(size=(outputs, 6 // given["groups"], *[window] * axes))
        for strange in (None, np.inf, np.nan):
            if strange is not None:
                w[0, 0, ..., 0] = strange
                x[0, 0, ..., 3] = strange
            values = [x.astype(BY_NAME[dtype]), w.astype(BY_NAME[dtype])]
            sizes = {
                name: size
                for each, value in zip(names, values, strict=True)
                for name, size in zip(each, value.shape, strict=True)
            }
            with np.errstate(all="ignore"):
                (expected,) = reference(values, sizes)
            (found,) = native(values, sizes)
            tolerance = 1e-4 if dtype == "f32" else 1e-12
            np.testing.assert_allclose(found, expected, rtol=tolerance, atol=tolerance)
