"""What the tests of the CPU backend share: graphs made by hand, run natively and as reference."""

from __future__ import annotations

import struct
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, TypeAlias

import numpy as np
import pytest

from dslc.cpu.backend import Cpu
from dslc.ir.backend import Unsupported
from dslc.ir.builder import Builder
from dslc.ir.cxx.toolchain import find_compiler
from dslc.ir.diagnostics import DslError
from dslc.ir.dims import Dim
from dslc.ir.dtypes import BY_NAME
from dslc.ir.evaluate import evaluate
from dslc.ir.graph import Graph
from dslc.ir.types import Type
from dslc.ir.verify import verify

Text: TypeAlias = Callable[..., Any]
Build: TypeAlias = Callable[..., Graph]
Check: TypeAlias = Callable[..., None]
Results: TypeAlias = Callable[[], list[Any]]


@pytest.fixture(scope="session", autouse=True)
def _compiler() -> None:
    """Nothing to test without one."""
    try:
        find_compiler()
    except Unsupported as reason:
        pytest.skip(str(reason))


@pytest.fixture
def build() -> Build:
    """`build(text, parameters, integers)`: the verified graph of a builder function."""

    def build(
        text: Text, parameters: Mapping[str, Type], integers: Mapping[str, Dim] | None = None
    ) -> Graph:
        name = text.__name__
        g = Builder(name, [*parameters.items()], integers=dict(integers or {}), source="prog.py")
        results = text(g, *g.graph.parameters)
        return verify(g.finish(results if isinstance(results, tuple) else (results,)))

    return build


@pytest.fixture
def agree(build: Build) -> Check:
    """`agree(text, parameters, calls, sizes=...)`: native equals the reference for each call."""

    def agree(
        text: Text,
        parameters: Mapping[str, Type],
        calls: Sequence[Sequence[Any]],
        *,
        integers: Mapping[str, Dim] | None = None,
        sizes: Callable[..., Mapping[str, int]] = lambda *_: {},
        ulp: float = 0,
    ) -> None:
        graph = build(text, parameters, integers)
        native = Cpu().compile(graph)
        for arguments in calls:
            known = sizes(*arguments)
            same_outcome(
                partial(native, arguments, known), partial(evaluate, graph, arguments, known), ulp
            )

    return agree


def same_outcome(run: Results, reference: Results, ulp: float = 0) -> None:
    """Both give the same results, or raise the same exception."""
    try:
        expected = reference()
    except Exception as error:  # noqa: BLE001
        with pytest.raises(type(error)) as raised:
            run()
        same_error(raised.value, error)
        return
    found = run()
    assert len(found) == len(expected)
    for number, (one, other) in enumerate(zip(found, expected, strict=True)):
        same_value(one, other, ulp, number)


def same_error(found: Exception, expected: Exception) -> None:
    """The same class, code, place and text; how large an integer was may stay untold."""
    assert type(found) is type(expected), (found, expected)
    if isinstance(found, DslError) and isinstance(expected, DslError):
        assert found.code == expected.code
        assert found.diagnostics[0].span == expected.diagnostics[0].span
        assert found.diagnostics[0].notes == expected.diagnostics[0].notes
        if found.code != "integer-overflow":
            assert str(found) == str(expected)
    else:
        assert str(found) == str(expected)


def same_value(found: Any, expected: Any, ulp: float, number: int = 0) -> None:
    """The same class, dtype, shape and bits, NaNs aside; floats up to `ulp` in the last place."""
    assert type(found) is type(expected), (number, found, expected)
    if isinstance(expected, float) and not isinstance(expected, np.generic):
        both_nan = found != found and expected != expected
        assert both_nan or struct.pack("d", found) == struct.pack("d", expected), (
            number,
            found,
            expected,
        )
    elif isinstance(expected, np.ndarray | np.generic):
        assert found.dtype == expected.dtype, (number, found.dtype, expected.dtype)
        assert found.shape == expected.shape, (number, found.shape, expected.shape)
        same_elements(np.asarray(found), np.asarray(expected), ulp, number)
    else:
        assert found == expected, (number, found, expected)


def same_elements(found: np.ndarray, expected: np.ndarray, ulp: float, number: int) -> None:
    if expected.dtype.kind == "c" and ulp:
        same_complex(found, expected, ulp, number)
        return
    if expected.dtype.kind == "c":
        for part in (np.real, np.imag):
            same_elements(part(found), part(expected), 0, number)
        return
    if expected.dtype == BY_NAME["bf16"]:  # which is no float to NumPy
        found, expected = found.astype(np.float32), expected.astype(np.float32)
    if expected.dtype.kind != "f":
        np.testing.assert_array_equal(found, expected, f"result {number}")
        return
    nan = np.isnan(expected)
    np.testing.assert_array_equal(np.isnan(found), nan, f"NaN of result {number}")
    one, other = found[~nan], expected[~nan]
    if ulp:
        with np.errstate(all="ignore"):
            far = np.abs(one - other) > ulp * np.spacing(np.abs(other))
        assert not (far & (one != other)).any(), (number, found, expected)
    else:
        np.testing.assert_array_equal(one, other, f"result {number}")
        np.testing.assert_array_equal(
            np.signbit(one), np.signbit(other), f"signs of result {number}"
        )


def same_complex(found: np.ndarray, expected: np.ndarray, ulp: float, number: int) -> None:
    """Parts that are infinite or NaN alike; others close by the size of the whole number.

    A part of a product may cancel, and NumPy may fuse its steps.
    """
    finite = np.isfinite(expected)
    np.testing.assert_array_equal(np.isfinite(found), finite, f"finite of result {number}")
    for part in (np.real, np.imag):
        same_elements(part(found)[~finite], part(expected)[~finite], ulp, number)
    one, other = found[finite], expected[finite]
    far = np.abs(one - other) > ulp * np.spacing(np.abs(other))
    assert not far.any(), (number, one[far], other[far])
