"""Weights to begin with: their variance by the layout of the weight."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import dslc
from dslc import nn

CASES = [
    (nn.he_normal, (500, 40), {}, 2 / 40),
    (nn.he_normal, (40, 500), {"transposed": True}, 2 / 40),
    (nn.he_uniform, (500, 40), {}, 2 / 40),
    (nn.lecun_normal, (100, 8, 5, 5), {}, 1 / 200),
    (nn.glorot_normal, (300, 100), {}, 2 / 400),
    (nn.glorot_uniform, (20, 30, 5, 5), {}, 2 / 1250),
]


@pytest.mark.parametrize(("record", "shape", "attributes", "variance"), CASES)
def test_variance(record: Any, shape: Any, attributes: Any, variance: float) -> None:
    weight = record(dslc.random.key(1), shape, np.float64, **attributes)
    assert weight.dtype == np.float64
    assert abs(weight.mean()) < 5 * np.sqrt(variance / weight.size)
    assert weight.var() == pytest.approx(variance, rel=0.05)


def test_a_vector_is_no_weight() -> None:
    with pytest.raises(dslc.DslError, match="a weight has the axes"):
        nn.he_normal(dslc.random.key(1), (3,))
