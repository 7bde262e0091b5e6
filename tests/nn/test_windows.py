"""Convolution and pooling against loops over every index."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

import numpy as np
import pytest

from dslc import DslError, nn

rng = np.random.default_rng(3)


def numbers(*shape: int) -> np.ndarray:
    """Whole numbers, whose sums are exact in any order."""
    return rng.integers(-9, 10, shape).astype(np.float64)


def convolution(
    x: np.ndarray, w: np.ndarray, stride: int, padding: int, dilation: int, groups: int
) -> np.ndarray:
    """By definition."""
    axes = x.ndim - 2
    x = np.pad(x, [(0, 0), (0, 0), *[(padding, padding)] * axes])
    found = [
        (n - dilation * (k - 1) - 1) // stride + 1
        for n, k in zip(x.shape[2:], w.shape[2:], strict=True)
    ]
    y = np.zeros((x.shape[0], w.shape[0], *found))
    per_group = w.shape[0] // groups
    for b, o, *at in product(*map(range, y.shape)):
        for c, *k in product(*map(range, w.shape[1:])):
            place = [i * stride + j * dilation for i, j in zip(at, k, strict=True)]
            y[(b, o, *at)] += w[(o, c, *k)] * x[(b, o // per_group * w.shape[1] + c, *place)]
    return y


def transposed(
    x: np.ndarray, w: np.ndarray, stride: int, padding: int, output_padding: int, dilation: int,
    groups: int,
) -> np.ndarray:  # fmt: skip
    """Every element adds its window."""
    sizes = [
        (n - 1) * stride + dilation * (k - 1) + 1 + output_padding
        for n, k in zip(x.shape[2:], w.shape[2:], strict=True)
    ]
    per_group = w.shape[0] // groups
    y = np.zeros((x.shape[0], w.shape[1] * groups, *sizes))
    for b, c, *at in product(*map(range, x.shape)):
        for o, *k in product(*map(range, w.shape[1:])):
            place = [i * stride + j * dilation for i, j in zip(at, k, strict=True)]
            y[(b, c // per_group * w.shape[1] + o, *place)] += x[(b, c, *at)] * w[(c, o, *k)]
    inner: Any = (..., *(slice(padding, size - padding) for size in sizes))
    return np.asarray(y[inner])


FORMS = [
    {"stride": 1, "padding": 0, "dilation": 1, "groups": 1},
    {"stride": 2, "padding": 1, "dilation": 1, "groups": 1},
    {"stride": 1, "padding": 2, "dilation": 2, "groups": 2},
    {"stride": 3, "padding": 1, "dilation": 1, "groups": 4},
]


@pytest.mark.parametrize("axes", [1, 2, 3])
@pytest.mark.parametrize("form", FORMS)
def test_convolution(axes: int, form: dict[str, int]) -> None:
    x = numbers(2, 4, *(7, 6, 5)[:axes])
    w = numbers(4, 4 // form["groups"], *(3, 2, 3)[:axes])
    bias = numbers(4)
    found = getattr(nn, f"conv{axes}d")(x, w, bias, **form)
    expected = convolution(x, w, **form) + bias.reshape(4, *(1,) * axes)
    np.testing.assert_array_equal(found, expected)


def test_depthwise() -> None:
    x, w = numbers(1, 3, 5, 5), numbers(6, 1, 3, 3)
    np.testing.assert_array_equal(nn.conv2d(x, w, groups=3), convolution(x, w, 1, 0, 1, 3))


@pytest.mark.parametrize(
    ("size", "window", "stride", "dilation"), list(product([5, 6], [2, 3], [1, 2, 3], [1, 2]))
)
def test_same_padding(size: int, window: int, stride: int, dilation: int) -> None:
    x, w = numbers(1, 1, size), numbers(1, 1, window)
    found = nn.conv1d(x, w, padding="same", stride=stride, dilation=dilation)
    windows = -(-size // stride)
    assert found.shape[2] == windows
    total = max((windows - 1) * stride + dilation * (window - 1) + 1 - size, 0)
    padded = np.pad(x, [(0, 0), (0, 0), (total // 2, total - total // 2)])
    np.testing.assert_array_equal(found, convolution(padded, w, stride, 0, dilation, 1))


def test_paddings_of_each_side() -> None:
    x, w = numbers(1, 1, 4, 5), numbers(1, 1, 2, 2)
    padded = np.pad(x, [(0, 0), (0, 0), (1, 0), (2, 3)])
    found = nn.conv2d(x, w, padding=((1, 0), (2, 3)))
    np.testing.assert_array_equal(found, convolution(padded, w, 1, 0, 1, 1))


TRANSPOSED = [
    {"stride": 1, "padding": 0, "output_padding": 0, "dilation": 1, "groups": 1},
    {"stride": 2, "padding": 1, "output_padding": 1, "dilation": 1, "groups": 2},
    {"stride": 3, "padding": 2, "output_padding": 0, "dilation": 2, "groups": 1},
]


@pytest.mark.parametrize("axes", [1, 2, 3])
@pytest.mark.parametrize("form", TRANSPOSED)
def test_transposed_convolution(axes: int, form: dict[str, int]) -> None:
    x, w, bias = (
        numbers(2, 4, *(4, 3, 2)[:axes]),
        numbers(4, 3, *(3, 2, 2)[:axes]),
        numbers(3 * form["groups"]),
    )
    found = getattr(nn, f"conv_transpose{axes}d")(x, w, bias, **form)
    expected = transposed(x, w, **form) + bias.reshape(-1, *(1,) * axes)
    if form["output_padding"]:  # further places without an element, at the end
        assert found.shape == expected.shape
    np.testing.assert_array_equal(found, expected)


def test_padding_never_meets_an_infinite_weight() -> None:
    y = nn.conv1d(np.ones((1, 1, 2)), np.array([[[np.inf, 1.0]]]), padding=1)
    np.testing.assert_array_equal(y, [[[1.0, np.inf, np.inf]]])


# --- pooling ------------------------------------------------------------------------------------


def pooled(
    function: Callable[..., Any], x: np.ndarray, k: int, s: int, p: int, fill: float
) -> np.ndarray:
    axes = x.ndim - 2
    x = np.pad(x, [(0, 0), (0, 0), *[(p, p)] * axes], constant_values=fill)
    found = [(n - k) // s + 1 for n in x.shape[2:]]
    y: Any = np.zeros((*x.shape[:2], *found))
    for at in product(*map(range, found)):
        inside: list[Any] = [slice(i * s, i * s + k) for i in at]
        key: Any = (..., *inside)
        y[(..., *at)] = function(x[key], axis=tuple(range(2, x.ndim)))
    return np.asarray(y)


@pytest.mark.parametrize("axes", [1, 2, 3])
@pytest.mark.parametrize(("k", "s", "p"), [(2, 2, 0), (3, 1, 1), (3, 2, 1)])
def test_pooling(axes: int, k: int, s: int, p: int) -> None:
    x = numbers(2, 3, *(7, 6, 5)[:axes])
    form = {"kernel_size": k, "stride": s, "padding": p}
    highest, mean = (getattr(nn, f"{kind}_pool{axes}d") for kind in ("max", "avg"))
    np.testing.assert_array_equal(highest(x, **form), pooled(np.max, x, k, s, p, -np.inf))
    np.testing.assert_allclose(mean(x, **form), pooled(np.mean, x, k, s, p, 0))
    inside = mean(x, **form, count_include_pad=False)
    np.testing.assert_allclose(inside, pooled(np.nanmean, x, k, s, p, np.nan))


def test_dilated_pooling() -> None:
    x = numbers(1, 1, 9)
    found = nn.max_pool1d(x, kernel_size=3, stride=1, dilation=3)
    np.testing.assert_array_equal(found[0, 0], [x[0, 0, i : i + 7 : 3].max() for i in range(3)])


def test_nan_is_the_greatest() -> None:
    found = nn.max_pool1d(np.array([[np.nan, 1.0, 2.0, 3.0]]), kernel_size=2)
    np.testing.assert_array_equal(found, [[np.nan, 3.0]])


def test_adaptive_pooling() -> None:
    x = numbers(2, 3, 7, 5)
    means, highest = nn.adaptive_avg_pool2d(x, size=(3, 2)), nn.adaptive_max_pool2d(x, size=(3, 2))
    for i, j in product(range(3), range(2)):
        part = x[..., i * 7 // 3 : -(-(i + 1) * 7 // 3), j * 5 // 2 : -(-(j + 1) * 5 // 2)]
        np.testing.assert_allclose(means[..., i, j], part.mean((2, 3)), atol=1e-12)
        np.testing.assert_array_equal(highest[..., i, j], part.max((2, 3)))


def test_adaptive_pooling_of_three_axes() -> None:
    x = numbers(2, 4, 5, 6)
    means, highest = nn.adaptive_avg_pool3d(x, size=(2, 1, 3)), nn.adaptive_max_pool3d(x, size=2)
    np.testing.assert_allclose(means[:, 1, 0, 2], x[:, 2:, :, 4:].mean((1, 2, 3)))
    np.testing.assert_array_equal(highest[:, 0, 1, 1], x[:, :2, 2:, 3:].max((1, 2, 3)))


@pytest.mark.parametrize("size", [1, 2, 3, 9])
def test_local_response_norm(size: int) -> None:
    x = numbers(2, 5, 3)
    found = nn.local_response_norm(x, size=size, alpha=0.5, beta=0.7, k=2.0)
    for c in range(5):
        near = x[:, max(c - size // 2, 0) : c + (size - 1) // 2 + 1]
        scale = 2.0 + 0.5 / size * (near**2).sum(1)
        np.testing.assert_allclose(found[:, c], x[:, c] / scale**0.7)


def test_global_pooling() -> None:
    x = numbers(2, 3, 4, 5)
    np.testing.assert_allclose(nn.global_avg_pool(x), x.mean((2, 3), keepdims=True))
    np.testing.assert_array_equal(nn.global_max_pool(x), x.max((2, 3), keepdims=True))


def test_sixteen_bits_are_summed_in_f32() -> None:
    x, w = np.full((1, 1, 4096), 1.0, np.float16), np.full((1, 1, 4096), 1.0, np.float16)
    w[0, 0, 0] = 0.5
    assert nn.conv1d(x, w)[0, 0, 0] == np.float16(4095.5)
    assert nn.avg_pool1d(x, kernel_size=4096)[0, 0, 0] == 1


def test_refusals() -> None:
    x, w = np.ones((1, 3, 8, 8)), np.ones((4, 3, 3, 3))
    for message, call in {
        r"`x` has the axes \[batch, channels, height, width\], and this has 3 axes": lambda: (
            nn.conv2d(x[0], w)
        ),
        "`stride` is 1 at least, not 0": lambda: nn.conv2d(x, w, stride=0),
        '`padding` is "same", "valid" or integers, not "full"': lambda: nn.conv2d(
            x, w, padding="full"
        ),
        "`bias` has 3 numbers for 4 output channels": lambda: nn.conv2d(x, w, np.ones(3)),
        "`kernel_size` is one integer, or 2, not 3": lambda: nn.max_pool2d(
            x, kernel_size=(2, 2, 2)
        ),
    }.items():
        with pytest.raises(DslError, match=message):
            call()
