"""Values of a graph answer NumPy's functions in NumPy's forms."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from dslc.ir.traced import Traced, Tracing
from dslc.ir.types import TensorType

CASES: dict[str, Callable[[Any], Any]] = {
    "split in one": lambda x: np.split(x, 1),
    "split at no place": lambda x: np.split(x, []),
    "split in two": lambda x: np.split(x, 2),
    "array_split": lambda x: np.array_split(x, 1),
    "vsplit": lambda x: np.vsplit(np.reshape(x, (2, 2)), 1),
    "meshgrid": np.meshgrid,
    "broadcast_arrays": np.broadcast_arrays,
    "nonzero": np.nonzero,
    "tril_indices_from": lambda x: np.tril_indices_from(np.reshape(x, (2, 2))),
    "argwhere": np.argwhere,
    "add": lambda x: np.add(x, x),
}


@pytest.mark.parametrize("function", CASES.values(), ids=CASES)
def test_results_have_numpys_form(function: Callable[[Any], Any]) -> None:
    """A list or tuple of one part is one still, not the part."""
    tracing = Tracing("f", [("x", TensorType(np.dtype(np.float64), (4,)))])
    with tracing.open():
        found = function(Traced(tracing.graph.parameters[0]))
    expected = function(np.arange(1.0, 5.0))
    assert isinstance(found, tuple | list) == isinstance(expected, tuple | list)
    if isinstance(expected, tuple | list):
        assert isinstance(found, type(expected)) and len(found) == len(expected)
