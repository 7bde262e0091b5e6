"""Pictures in other sizes, rows of tables, dropout."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import dslc
from dslc import DslError, nn

rng = np.random.default_rng(6)
X = rng.standard_normal((2, 3, 4, 5))


def line(x: np.ndarray, size: int, align_corners: bool) -> np.ndarray:
    """Linear interpolation between the places of elements."""
    n = x.shape[-1]
    if align_corners:
        places = np.linspace(0, n - 1, size)
    else:
        places = (np.arange(size) + 0.5) * n / size - 0.5
    return np.apply_along_axis(lambda row: np.interp(places, np.arange(n), row), -1, x)


@pytest.mark.parametrize("align_corners", [False, True])
@pytest.mark.parametrize("size", [(4, 5), (8, 10), (3, 2), (1, 7), (9, 4)])
def test_bilinear(size: tuple[int, int], align_corners: bool) -> None:
    found = nn.interpolate(X, size=size, mode="bilinear", align_corners=align_corners)
    rows = line(X.swapaxes(2, 3), size[0], align_corners).swapaxes(2, 3)
    np.testing.assert_allclose(found, line(rows, size[1], align_corners), rtol=1e-12, atol=1e-12)


def keys(distance: float, a: float = -0.75) -> float:
    """The kernel of cubic convolution, R. Keys 1981."""
    d = abs(distance)
    if d <= 1:
        return (a + 2) * d**3 - (a + 3) * d**2 + 1
    return a * d**3 - 5 * a * d**2 + 8 * a * d - 4 * a if d < 2 else 0.0


def cubic(row: np.ndarray, size: int, align_corners: bool) -> np.ndarray:
    n = len(row)
    found = []
    for i in range(size):
        at = i * (n - 1) / max(size - 1, 1) if align_corners else (i + 0.5) * n / size - 0.5
        first = int(np.floor(at)) - 1
        near = range(first, first + 4)
        found.append(sum(row[min(max(j, 0), n - 1)] * keys(at - j) for j in near))
    return np.array(found)


@pytest.mark.parametrize("align_corners", [False, True])
@pytest.mark.parametrize("size", [(4, 5), (8, 10), (3, 2), (9, 4)])
def test_bicubic(size: tuple[int, int], align_corners: bool) -> None:
    found = nn.interpolate(X, size=size, mode="bicubic", align_corners=align_corners)
    rows = np.apply_along_axis(cubic, 2, X, size[0], align_corners)
    expected = np.apply_along_axis(cubic, 3, rows, size[1], align_corners)
    np.testing.assert_allclose(found, expected, rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("size", [(4, 5), (8, 7), (3, 2), (1, 1)])
def test_area_and_the_nearest(size: tuple[int, int]) -> None:
    areas = nn.interpolate(X, size=size, mode="area")
    np.testing.assert_array_equal(areas, nn.adaptive_avg_pool2d(X, size=size))
    found = nn.interpolate(X, size=size, mode="nearest-exact")
    for i, j in np.ndindex(size):
        at = int((i + 0.5) * 4 / size[0]), int((j + 0.5) * 5 / size[1])
        np.testing.assert_array_equal(found[..., i, j], X[(..., *at)])


def test_nearest() -> None:
    np.testing.assert_array_equal(
        nn.interpolate(X, scale_factor=(2, 3)), X.repeat(2, axis=2).repeat(3, axis=3)
    )
    found = nn.interpolate(X, size=(3, 7))
    for i, j in np.ndindex(3, 7):
        np.testing.assert_array_equal(found[..., i, j], X[..., i * 4 // 3, j * 5 // 7])
    assert nn.interpolate(X, scale_factor=1.5).shape == (2, 3, 6, 7)


def test_one_axis_and_three() -> None:
    x = X[:, :, 0]
    found = nn.interpolate(x, size=9, mode="linear")
    np.testing.assert_allclose(found, line(x, 9, False), rtol=1e-12, atol=1e-12)
    cube = np.arange(8.0).reshape(1, 1, 2, 2, 2)
    found = nn.interpolate(cube, size=3, mode="trilinear", align_corners=True)
    assert found[0, 0, 1, 1, 1] == cube.mean()


def test_refused_sizes() -> None:
    refused: dict[str, dict[str, Any]] = {
        "give either `size` or `scale_factor`": {},
        '"linear" is of 1 axis behind .*, and this has 2': {"size": 3, "mode": "linear"},
        "`mode` is one of": {"size": 3, "mode": "lanczos"},
        "`size` is 1 at least, not 0": {"size": 0},
    }
    for message, given in refused.items():
        with pytest.raises(DslError, match=message):
            nn.interpolate(X, **given)


def test_pixels() -> None:
    x = rng.standard_normal((2, 12, 3, 4))
    found = nn.pixel_shuffle(x, factor=2)
    for c, i, j in np.ndindex(3, 2, 2):
        np.testing.assert_array_equal(found[:, c, i::2, j::2], x[:, 4 * c + 2 * i + j])
    np.testing.assert_array_equal(nn.pixel_unshuffle(found, factor=2), x)
    same = nn.pixel_shuffle(x, factor=1)
    assert not np.shares_memory(same, x)


def test_embedding() -> None:
    table = rng.standard_normal((5, 3))
    indices = np.array([[0, 4], [-1, 2]], np.int32)
    np.testing.assert_array_equal(nn.embedding(indices, table), table[indices])
    one = nn.embedding(np.array(2), table)
    assert not np.shares_memory(one, table)
    with pytest.raises(IndexError):
        nn.embedding(np.array([5]), table)


def test_dropout() -> None:
    x, key = np.ones((1000, 10), np.float32), dslc.random.key(3)
    found = nn.dropout(x, key, rate=0.25)
    assert set(np.unique(found)) == {np.float32(0), np.float32(1 / 0.75)}
    assert abs((found == 0).mean() - 0.25) < 0.02
    np.testing.assert_array_equal(found, nn.dropout(x, key, rate=0.25))
    np.testing.assert_array_equal(nn.dropout(x, key, rate=0.25, training=False), x)
    assert not nn.dropout(x, key, rate=1.0).any()
