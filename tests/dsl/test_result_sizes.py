"""A declared result holds however the function runs: eagerly, and on every device."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

import dslc
from dslc import DslError, Tensor, f32, graph

n, m, k = dslc.dims("n m k")


@dataclass
class Pair:
    """Two arrays of one size, which is the pair's own."""

    left: Tensor[f32, n]
    right: Tensor[f32, n]


@graph
def doubled(x: Tensor[f32, n]) -> Tensor[f32, 2 * n]:
    return x


@graph
def tied(x: Tensor[f32, n], y: Tensor[f32, m]) -> tuple[Tensor[f32, k], Tensor[f32, k]]:
    return x, y


@graph
def only_here(x: Tensor[f32, n]) -> Tensor[f32, k]:
    return np.concatenate((x, x[:1]))


@graph
def paired(x: Tensor[f32, n], y: Tensor[f32, m]) -> list[Pair]:
    return [Pair(x, x), Pair(x, y)]


@graph
def three(x: Tensor[f32, n]) -> Tensor[f32, 3]:
    return x


def ways(function: Any) -> list[Callable[..., Any]]:
    compiled = dslc.compile(function)
    return [function, *(compiled.with_device(each) for each in ("reference", "step", "auto"))]


def ones(*shape: int) -> np.ndarray:
    return np.ones(shape, np.float32)


@pytest.mark.parametrize(
    ("function", "fitting", "others"),
    [
        (doubled, [(0,)], [(1,), (2,)]),
        (tied, [(2, 2), (0, 0)], [(2, 3), (1, 4)]),
        (only_here, [(0,), (1,), (5,)], []),
        (paired, [(2, 2), (1, 1)], [(2, 1)]),
        (three, [(3,)], [(0,), (1,), (4,)]),
    ],
)
def test_a_result_has_the_declared_sizes_or_is_refused(
    function: Any, fitting: list[tuple[int, ...]], others: list[tuple[int, ...]]
) -> None:
    for way in ways(function):
        for sizes in fitting:
            way(*map(ones, sizes))
        for sizes in others:
            with pytest.raises(DslError) as error:
                way(*map(ones, sizes))
            assert error.value.code == "shape-assumption"


def test_an_eager_refusal_names_the_annotation_and_the_sizes() -> None:
    with pytest.raises(DslError) as error:
        doubled(ones(3))
    text = str(error.value)
    assert (
        "the result of `doubled` is declared Tensor[f32, 2*n], but is f32[3] where `n` is 3" in text
    )
    assert "def doubled(x: Tensor[f32, n]) -> Tensor[f32, 2 * n]:" in text


def test_an_eager_result_of_another_kind_is_refused_too() -> None:
    @graph
    def widened(x: Tensor[f32, n]) -> Tensor[f32, n]:
        return x * np.float64(2)

    with pytest.raises(DslError, match="declared Tensor\\[f32, n\\], but is f64\\[2\\]"):
        widened(ones(2))


@graph
def halved(x: Tensor[f32, n]) -> Tensor[f32, 2 * k]:
    return x


@graph
def longer(x: Tensor[f32, n]) -> Tensor[f32, k + 2]:
    return x


@graph
def of_pairs(x: Tensor[f32, 2 * k + 2]) -> Tensor[f32, k]:
    return x[: (x.shape[0] - 2) // 2]


@graph
def calling(x: Tensor[f32, n]) -> Tensor[f32, k]:
    return of_pairs(x)


@pytest.mark.parametrize(
    ("function", "fitting", "others"),
    [
        (halved, [(0,), (4,)], [(1,), (3,)]),
        (longer, [(2,), (5,)], [(0,), (1,)]),
        (calling, [(2,), (6,)], [(0,), (1,), (3,)]),
    ],
)
def test_a_dim_of_the_result_alone_is_a_size(
    function: Any, fitting: list[tuple[int, ...]], others: list[tuple[int, ...]]
) -> None:
    for way in ways(function):
        for sizes in fitting:
            way(*map(ones, sizes))
        for sizes in others:
            with pytest.raises(DslError):
                way(*map(ones, sizes))
