"""Activations against the formulas they are defined by, in numbers that no rounding hides."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest

import dslc
from dslc import DslError, nn

X = np.concatenate([np.linspace(-8.0, 8.0, 161), [-700.0, -30.0, 30.0, 700.0, np.inf]])


def sigmoid(x: float) -> float:
    return 1 / (1 + math.exp(-x)) if x > -700 else math.exp(x)


def softplus(x: float) -> float:
    return x if x > 40 else math.log1p(math.exp(x))


FORMULAS: dict[str, Callable[[float], float]] = {
    "relu": lambda x: max(x, 0.0),
    "relu6": lambda x: min(max(x, 0.0), 6.0),
    "leaky_relu": lambda x: x if x > 0 else 0.01 * x,
    "elu": lambda x: x if x > 0 else math.expm1(x),
    "selu": lambda x: 1.0507009873554805 * (x if x > 0 else 1.6732632423543772 * math.expm1(x)),
    "celu": lambda x: x if x > 0 else math.expm1(x),
    "sigmoid": sigmoid,
    "log_sigmoid": lambda x: -softplus(-x),
    "softplus": softplus,
    "softsign": lambda x: x / (1 + abs(x)) if math.isfinite(x) else math.nan,
    "hard_sigmoid": lambda x: min(max(x + 3, 0.0), 6.0) / 6,
    "hard_tanh": lambda x: min(max(x, -1.0), 1.0),
    "silu": lambda x: x * sigmoid(x),
    "swish": lambda x: x * sigmoid(x),
    "hard_swish": lambda x: x * (min(max(x + 3, 0.0), 6.0) / 6),
    "mish": lambda x: x * math.tanh(softplus(x)),
    "gelu": lambda x: x * 0.5 * math.erfc(-x / math.sqrt(2)),
}


@pytest.mark.parametrize("name", FORMULAS)
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_formula(name: str, dtype: type[np.floating]) -> None:
    x: np.ndarray = X.astype(dtype)
    expected = np.array([FORMULAS[name](float(value)) for value in x])
    with np.errstate(invalid="ignore"):  # inf / inf
        found = getattr(nn, name)(x)
    assert found.dtype == dtype
    # The tail of `gelu` doubles what is rounded off its argument again and again.
    rtol = (2000 if name == "gelu" else 20) * float(np.finfo(dtype).eps)
    np.testing.assert_allclose(found, expected, rtol, atol=1e-37)


def test_no_warning_where_the_value_is_ordinary() -> None:
    x = np.array([-1e4, -800.0, 0.0, 800.0, 1e4])
    with np.errstate(over="raise", invalid="raise", divide="raise"):
        for name in FORMULAS:
            getattr(nn, name)(x)
            getattr(nn, name)(x.astype(np.float32))


def test_gelu_by_tanh() -> None:
    expected = [
        0.5 * x * (1 + math.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3))) for x in X
    ]
    np.testing.assert_allclose(nn.gelu(X, approximate="tanh"), expected, rtol=1e-13, atol=1e-13)
    np.testing.assert_allclose(nn.gelu(X, approximate="tanh"), nn.gelu(X), atol=5e-4)


def test_parameters() -> None:
    x = np.array([-2.0, -0.5, 0.0, 3.0])
    np.testing.assert_allclose(nn.leaky_relu(x, negative_slope=0.2), np.where(x > 0, x, 0.2 * x))
    np.testing.assert_allclose(nn.elu(x, alpha=0.5), np.where(x > 0, x, 0.5 * np.expm1(x)))
    np.testing.assert_allclose(nn.celu(x, alpha=0.5), np.where(x > 0, x, 0.5 * np.expm1(x / 0.5)))
    np.testing.assert_allclose(nn.softplus(x, beta=3.0), np.log1p(np.exp(3 * x)) / 3)
    np.testing.assert_array_equal(nn.hard_tanh(x, min_val=-0.25, max_val=2.0), np.clip(x, -0.25, 2))


def test_glu() -> None:
    x = np.random.default_rng(0).standard_normal((4, 6))
    np.testing.assert_allclose(nn.glu(x), x[:, :3] / (1 + np.exp(-x[:, 3:])))
    np.testing.assert_allclose(nn.glu(x, axis=0), x[:2] / (1 + np.exp(-x[2:])))


@pytest.mark.parametrize("dtype", [dslc.f16, dslc.bf16])
@pytest.mark.parametrize("name", FORMULAS)
def test_short_floats_stay_short(name: str, dtype: type) -> None:
    x: np.ndarray = np.array([-3.0, 0.5, 2.0], dtype)
    found = getattr(nn, name)(x)
    assert found.dtype == dtype
    expected = getattr(nn, name)(x.astype(np.float64))
    eps = float(np.finfo(np.float16).eps) * (8 if dtype is dslc.bf16 else 1)
    np.testing.assert_allclose(found.astype(np.float64), expected, rtol=16 * eps)


@pytest.mark.parametrize("name", sorted(set(FORMULAS) - {"relu"}))
def test_integers_are_refused(name: str) -> None:
    with pytest.raises(DslError, match="is of floats, and this is i64"):
        getattr(nn, name)(np.arange(3))


def test_relu_of_integers() -> None:
    np.testing.assert_array_equal(nn.relu(np.array([-1, 2])), [0, 2])


def test_error_function() -> None:
    x = np.linspace(-6, 6, 1001)
    np.testing.assert_array_equal(dslc.special.erf(x), [math.erf(each) for each in x])
    np.testing.assert_array_equal(dslc.special.erfc(x), [math.erfc(each) for each in x])
    assert type(dslc.special.erf(np.float32(0.5))) is np.float32
