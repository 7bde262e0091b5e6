"""Drawn calls of Fourier transforms."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from dslc.ir.dtypes import BY_NAME, COMPLEX
from dslc.ir.op import Op

from .drawing import Call, Rng, draw_array, draw_shape, pick, spelled

REAL = ("rfft", "ihfft", "rfftn", "rfft2")


def draw_signal(record: Op, rng: Rng) -> np.ndarray:
    shape = draw_shape(rng)
    if "irfft" in record.name or record.name == "hfft":
        shape = tuple(max(size, 1) for size in shape)  # NumPy reads where there is nothing
    x = draw_array(rng, shape)
    if record.name in REAL and x.dtype in COMPLEX and rng.random() < 0.9:
        x = x.astype(pick(rng, [np.float32, np.float64]))
    return x


def along_one(record: Op, rng: Rng) -> Call:
    x = draw_signal(record, rng)
    choices: dict[str, list[Any]] = {
        "n": [None, 1, 2, 3, 5, 8, 0],
        "axis": [-1, 0, -x.ndim, 1],
        "norm": [None, "backward", "ortho", "forward", "x"],
    }
    return spelled(record, Call([x], chosen(choices, rng)))


def chosen(choices: dict[str, list[Any]], rng: Rng) -> dict[str, Any]:
    return {name: pick(rng, given) for name, given in choices.items() if rng.random() < 0.6}


def along_several(record: Op, rng: Rng) -> Call:
    x = draw_signal(record, rng)
    axes = pick(rng, [(0,), (-1, 0), (-2, -1), (0, 1, 2), (), (5,)])
    choices = {"axes": [axes], "norm": [None, "ortho", "forward"]}
    attributes = chosen(choices, rng)
    if "axes" in attributes and rng.random() < 0.5:
        attributes["s"] = tuple(int(n) for n in rng.choice([-1, 1, 2, 3, 4], len(axes)))
    return spelled(record, Call([x], attributes))


def frequencies(record: Op, rng: Rng) -> Call:
    n = int(pick(rng, [0, 1, 2, 3, 4, 7, 8]))
    distances = [0.5, 2, np.float32(0.1), np.float64(3), 0.25, np.array(0.5)]
    operands = [] if rng.random() < 0.3 else [pick(rng, distances)]
    function = getattr(np.fft, record.name)
    absent = {} if operands else {"d": None}
    return Call(operands, {"n": n, **absent}, [lambda: function(n, *operands)])


def shifted(record: Op, rng: Rng) -> Call:
    x = draw_array(rng, draw_shape(rng))
    axes = pick(rng, [None, None, 0, -1, (0, 1), (0, 0), [1], 5, ()])
    return spelled(record, Call([x], {"axes": axes}))


def is_odd(values: list[Any], types: list[Any], attributes: dict[str, Any]) -> bool:
    """bf16, of which NumPy makes f64, and transforms along no axis, which give the array itself."""
    return values[0].dtype == BY_NAME["bf16"] or attributes.get("axes") == () or not values[0].ndim


TRANSFORMS: dict[str, Callable[[Op, Rng], Call]] = {
    **dict.fromkeys(("fft", "ifft", "rfft", "irfft", "hfft", "ihfft"), along_one),
    **dict.fromkeys(
        ("fft2", "ifft2", "rfft2", "irfft2", "fftn", "ifftn", "rfftn", "irfftn"), along_several
    ),
    **dict.fromkeys(("fftfreq", "rfftfreq"), frequencies),
    **dict.fromkeys(("fftshift", "ifftshift"), shifted),
}
"""How a call of each op is drawn."""

REFUSED_TRANSFORMS = {name: is_odd for name, draw in TRANSFORMS.items() if draw is not frequencies}
"""What ops document not to take."""
