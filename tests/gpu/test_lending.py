"""Arrays that callers have on the device: taken without a copy, given back as their kind."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import dslc
from dslc import InOut, Scalar, Tensor, f32, graph, i64
from dslc.gpu.backend import Planned
from dslc.gpu.emulated import Emulated
from dslc.ir.diagnostics import DslError

n, m = dslc.dims("n m")


class OnGpu:
    """An array of a library whose arrays are on a GPU: the emulator's memory."""

    def __init__(self, array: Any) -> None:
        self.array = np.asarray(array)

    def __dlpack__(self, *, max_version: Any = None) -> Any:
        return self.array.__dlpack__(max_version=max_version)

    def __dlpack_device__(self) -> tuple[int, int]:
        return 2, 0

    def __array_namespace__(self) -> Any:
        return SimpleNamespace(from_dlpack=OnGpu)


class Old:
    """The same of a library that has no DLPack."""

    def __init__(self, array: np.ndarray, *, read_only: bool = False) -> None:
        self.array = array
        strides = None if array.flags.c_contiguous else array.strides
        self.__cuda_array_interface__ = {
            "shape": array.shape,
            "typestr": array.dtype.str,
            "data": (array.ctypes.data, read_only),
            "strides": strides,
            "version": 3,
        }


class Traffic:
    """The arrays that were copied between the host and the device."""

    def __init__(self) -> None:
        self.copied: list[int] = []


@pytest.fixture
def traffic(monkeypatch: pytest.MonkeyPatch) -> Iterator[Traffic]:
    seen = Traffic()
    upload, download = Emulated.upload, Emulated.download

    def up(self: Emulated, array: np.ndarray, into: np.ndarray) -> None:
        seen.copied.append(array.nbytes)
        upload(self, array, into)

    def down(self: Emulated, array: np.ndarray) -> np.ndarray:
        seen.copied.append(array.nbytes)
        return download(self, array)

    monkeypatch.setattr(Emulated, "upload", up)
    monkeypatch.setattr(Emulated, "download", down)
    yield seen


@graph
def scaled(
    x: Tensor[f32, n, m], w: Tensor[f32, m, m], by: Scalar[f32]
) -> tuple[Tensor[f32, n, m], Tensor[f32, n]]:
    y = np.tanh(x @ w) * by
    return y, np.sum(y, axis=1)


@graph
def counted(x: InOut[f32, n], y: Tensor[f32, n]) -> Tensor[f32, n]:
    x[:] = x + y
    return x * 2.0


@graph
def taken(x: Tensor[f32, n], at: Tensor[i64, m]) -> Tensor[f32, m]:
    return x[at] + 1.0


@graph
def doubled(x: Tensor[f32, n]) -> Tensor[f32, n]:
    return x + x


@cache
def on_gpu(function: Any) -> Any:
    return dslc.compile(function, device="cuda-emulated")


def plain(function: Any) -> Any:
    return function.__wrapped__


def drawn(seed: int, *shape: int) -> np.ndarray:
    return np.random.default_rng(seed).standard_normal(shape).astype(np.float32)


@pytest.mark.parametrize("kind", [OnGpu, Old])
def test_nothing_is_copied_and_results_are_of_the_callers_kind(kind: Any, traffic: Traffic) -> None:
    for seed in range(5):  # the later ones are recorded, and done again
        x, w = drawn(seed, 3, 8), drawn(seed + 9, 8, 8)
        found = on_gpu(scaled)(kind(x), kind(w), np.float32(0.5))
        expected = plain(scaled)(x, w, np.float32(0.5))
        for one, other in zip(found, expected, strict=True):
            assert type(one) is (OnGpu if kind is OnGpu else np.ndarray)  # the emulator's own
            given: Any = getattr(one, "array", one)
            np.testing.assert_allclose(given, other, rtol=1e-5)
    assert traffic.copied == []


def test_arrays_of_the_same_memory_are_a_recorded_run(
    traffic: Traffic, monkeypatch: pytest.MonkeyPatch
) -> None:
    plans: list[Planned] = []
    run = Planned.__call__

    def noted(self: Planned, *given: Any) -> Any:
        plans.append(self)
        return run(self, *given)

    monkeypatch.setattr(Planned, "__call__", noted)
    x, w = drawn(0, 3, 8), drawn(1, 8, 8)
    results: list[Any] = []
    for seed in range(6):
        x[...] = drawn(seed, 3, 8)
        results.append((on_gpu(scaled)(OnGpu(x), OnGpu(w), np.float32(2)), x.copy()))
    assert plans[-1].recordings.count >= 1
    for (found, total), given in results:  # nobody has written to what was given before
        y, sums = plain(scaled)(given, w, np.float32(2))
        np.testing.assert_allclose(found.array, y, rtol=1e-5)
        np.testing.assert_allclose(total.array, sums, rtol=1e-4, atol=1e-5)
    assert traffic.copied == []


def test_an_array_of_the_host_beside_one_of_the_device(traffic: Traffic) -> None:
    x, w = drawn(0, 3, 8), drawn(1, 8, 8)
    found, _ = on_gpu(scaled)(x, OnGpu(w), np.float32(2))
    np.testing.assert_allclose(found.array, plain(scaled)(x, w, np.float32(2))[0], rtol=1e-5)
    assert traffic.copied == [x.nbytes]


def test_what_may_be_written_to_changes_on_the_device(traffic: Traffic) -> None:
    x, y = drawn(0, 8), drawn(1, 8)
    one = x.copy()
    for _ in range(4):
        found = on_gpu(counted)(OnGpu(one), OnGpu(y))
        expected = plain(counted)(x, y)
        np.testing.assert_array_equal(found.array, expected)
        np.testing.assert_array_equal(one, x)
    assert traffic.copied == []
    with pytest.raises(DslError) as caught:
        on_gpu(counted)(OnGpu(one[:4]), OnGpu(one[2:6]))
    assert caught.value.code == "shared-memory"
    with pytest.raises(DslError, match="read-only"):
        on_gpu(counted)(Old(one, read_only=True), OnGpu(y))
    with pytest.raises(DslError, match="no array in C order"):
        on_gpu(counted)(OnGpu(one[::2]), OnGpu(y[:4]))


def test_what_is_not_in_c_order_is_put_in_order_on_the_device(traffic: Traffic) -> None:
    x, w = drawn(0, 8, 3), drawn(1, 8, 8)
    for kind in (OnGpu, Old):
        found, _ = on_gpu(scaled)(kind(x.T), OnGpu(w), np.float32(2))
        expected, _ = plain(scaled)(x.T, w, np.float32(2))
        np.testing.assert_allclose(getattr(found, "array", found), expected, rtol=1e-5)
    assert traffic.copied == []


def test_an_error_of_the_run_is_told(traffic: Traffic) -> None:
    x, at = drawn(0, 4), np.array([0, 3])
    assert on_gpu(taken)(OnGpu(x), OnGpu(at)).array.tolist() == (x[at] + 1).tolist()
    with pytest.raises(IndexError):
        on_gpu(taken)(OnGpu(x), OnGpu(np.array([0, 4])))


def test_a_padded_call(traffic: Traffic) -> None:
    padded = on_gpu(doubled).with_versions({n: 4})
    for size in (3, 4, 5):
        x = drawn(size, size)
        found = padded(OnGpu(x))
        assert type(found) is OnGpu
        np.testing.assert_array_equal(found.array, x + x)
    assert sum(version.padded for version in padded.versions) == 1


def test_what_does_not_fit_is_refused(traffic: Traffic) -> None:
    x, w = drawn(0, 3, 8), drawn(1, 8, 8)
    with pytest.raises(DslError, match=r"is f64\[3, 8\] on the device"):
        on_gpu(scaled)(OnGpu(x.astype(np.float64)), w, np.float32(1))
    with pytest.raises(DslError, match="`m`"):
        on_gpu(scaled)(OnGpu(x[:, :7]), OnGpu(w), np.float32(1))
    with pytest.raises(DslError, match="cannot share"):
        dslc.compile(scaled, device="reference")(_Gone(x), w, np.float32(1))


class _Gone(OnGpu):
    def __dlpack__(self, **_: Any) -> Any:
        raise BufferError("it is on a GPU")
