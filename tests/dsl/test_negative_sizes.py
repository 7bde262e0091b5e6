"""A negative size has the outcome of plain Python on every device: an error, or an empty array."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import dslc
from dslc import DslError, Tensor, f32, graph
from dslc.random import Key

n = dslc.dims("n")


@graph
def bits(key: Key, x: Tensor[f32, n], k: int) -> Any:
    return dslc.random.bits(key, (k,))


@graph
def uniform(key: Key, x: Tensor[f32, n], k: int) -> Any:
    return dslc.random.uniform(key, (2, k))


@graph
def permutation(key: Key, x: Tensor[f32, n], k: int) -> Any:
    return dslc.random.permutation(key, k)


@graph
def keys(key: Key, x: Tensor[f32, n], k: int) -> Any:
    return dslc.random.split(key, k)


@graph
def filled(key: Key, x: Tensor[f32, n], k: int) -> Any:
    return np.zeros((k, 2)), np.full(k, 3)


@graph
def eye(key: Key, x: Tensor[f32, n], k: int) -> Any:
    return np.eye(2, k)


@graph
def identity(key: Key, x: Tensor[f32, n], k: int) -> Any:
    return np.identity(k)


@graph
def steps(key: Key, x: Tensor[f32, n], k: int) -> Any:
    return np.tri(k), np.arange(k)


@graph
def linspace(key: Key, x: Tensor[f32, n], k: int) -> Any:
    return np.linspace(0, 1, k)


@graph
def repeated(key: Key, x: Tensor[f32, n], k: int) -> Any:
    return np.repeat(x, k)


@graph
def tiled(key: Key, x: Tensor[f32, n], k: int) -> Any:
    return np.tile(x, k)


@graph
def padded(key: Key, x: Tensor[f32, n], k: int) -> Any:
    return np.pad(x, (0, k))


ALL = [bits, uniform, permutation, keys, filled, eye, identity, steps, linspace, repeated, tiled]
ALL += [padded]


def outcome(function: Any, arguments: Any) -> Any:
    try:
        return repr(function(*arguments))
    except Exception as error:  # noqa: BLE001  (compared by class)
        return error


@pytest.mark.parametrize("function", ALL, ids=lambda each: each.__name__)
def test_every_device_agrees_with_plain_python(function: Any) -> None:
    compiled = dslc.compile(function)
    for number in (-1, -7, 0, 2):
        arguments = dslc.random.key(3), np.ones(3, np.float32), number
        expected = outcome(function.__wrapped__, arguments)
        for device in ("reference", "step", "auto"):
            found = outcome(compiled.with_device(device), arguments)
            if isinstance(expected, Exception):
                assert isinstance(found, (type(expected), DslError)), (device, number, found)
            else:
                assert found == expected, (device, number)
