"""Annotations as specs: what they hold, how they read, what is refused."""

from collections.abc import Callable
from types import GenericAlias
from typing import Optional

import numpy as np
import pytest

import dslc
from dslc import Array, DslError
from dslc.annotations import OptionalSpec, ScalarSpec, TensorSpec
from dslc.ir.dtypes import bf16, bool_, f32, i64

# Static checkers see types in them, these tests see records.
InOut, Scalar, Static, Tensor = (
    getattr(dslc, name) for name in ("InOut", "Scalar", "Static", "Tensor")
)
n, m = dslc.dims("n m")


@pytest.mark.parametrize(
    ("spec", "text"),
    [
        (Tensor[f32, n], "Tensor[f32, n]"),
        (Tensor[f32, n, 2 * m + 1, 64], "Tensor[f32, n, 2*m + 1, 64]"),
        (Tensor["f32", "n", "2*m + 1"], "Tensor[f32, n, 2*m + 1]"),
        (Tensor[f32, ()], "Tensor[f32, ()]"),
        (Tensor[f32], "Tensor[f32, ()]"),
        (Tensor[bf16, 0], "Tensor[bf16, 0]"),
        (Tensor[np.dtype("bool"), n], "Tensor[bool_, n]"),
        (InOut[i64, n], "InOut[i64, n]"),
        (Scalar[bool_], "Scalar[bool_]"),
        (Static[int], "Static[int]"),
        (Static[tuple[int, ...]], "Static[tuple[int, ...]]"),
        (Tensor[f32, n] | None, "Tensor[f32, n] | None"),
        (None | Scalar[f32], "Scalar[f32] | None"),
    ],
)
def test_reads_as_in_the_source(spec: object, text: str) -> None:
    assert repr(spec) == text


def test_a_text_size_is_the_same_dim() -> None:
    assert Tensor[f32, "2*m + 1"] == Tensor[f32, 2 * m + 1]
    assert Tensor[f32, np.int64(4)] == Tensor[f32, 4]
    assert Tensor[f32, n] != InOut[f32, n]


def test_specs_stand_in_typing_constructs() -> None:
    assert Optional[Tensor[f32, n]] == Optional[Tensor["f32", "n"]]  # noqa: UP045
    assert isinstance(Tensor[f32, n] | None, OptionalSpec)
    pair = GenericAlias(tuple, (Tensor[f32, n], Scalar[f32]))
    assert pair.__args__ == (TensorSpec(np.dtype(f32), (n,)), ScalarSpec(np.dtype(f32)))


@pytest.mark.parametrize(
    ("make", "fault"),
    [
        (lambda: Tensor[float, n], "`float` in `Tensor[...]` is no element type"),
        (lambda: Tensor[n, f32], "`n` in `Tensor[...]` is no element type"),
        (lambda: Tensor["f33", n], "`'f33'` in `Tensor[...]` is no element type"),
        (lambda: Scalar[np.clongdouble], "`clongdouble` in `Scalar[...]` is no element type"),
        (lambda: Scalar[f32, n], "in `Scalar[...]` is no element type"),
        (lambda: Tensor[f32, -1], "`-1` in `Tensor[...]` is no size"),
        (lambda: Tensor[f32, True], "`True` in `Tensor[...]` is no size"),
        (lambda: Tensor[f32, 2.0], "`2.0` in `Tensor[...]` is no size"),
        (lambda: InOut[f32, ...], "`Ellipsis` in `InOut[...]` is no size"),
        (lambda: Tensor[f32, "n / 2"], "`n / 2` is no size"),
    ],
)
def test_refuses_what_means_nothing(make: Callable[[], object], fault: str) -> None:
    with pytest.raises(DslError) as raised:
        make()
    assert raised.value.code == "annotation-unknown"
    assert fault in raised.value.diagnostics[0].message


def test_array_is_every_ndarray() -> None:
    assert isinstance(np.zeros(()), Array)
    assert not isinstance(np.float32(1), Array)
    assert not isinstance([1.0], Array)
