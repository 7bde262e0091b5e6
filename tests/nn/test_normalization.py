"""Normalization, softmax and what belongs to it, against loops over plain vectors."""

from __future__ import annotations

import numpy as np
import pytest

import dslc
from dslc import DslError, nn

rng = np.random.default_rng(1)
X = rng.standard_normal((2, 6, 3, 4))
WEIGHT, BIAS = rng.standard_normal((2, 6))


def standardized(x: np.ndarray, eps: float = 1e-5) -> np.ndarray:
    return (x - x.mean()) / np.sqrt(x.var() + eps)


def channels(values: np.ndarray) -> np.ndarray:
    return values[:, None, None]


def test_layer_norm() -> None:
    expected = np.apply_along_axis(standardized, 3, X)
    np.testing.assert_allclose(nn.layer_norm(X), expected, rtol=1e-12, atol=1e-12)
    weight, bias = rng.standard_normal((2, 4))
    found = nn.layer_norm(X, weight, bias)
    np.testing.assert_allclose(found, expected * weight + bias, rtol=1e-12, atol=1e-12)


def test_layer_norm_over_several_axes() -> None:
    weight = rng.standard_normal((6, 4))
    found = nn.layer_norm(X, weight, axis=(-1, 1), eps=0.5)
    for n in range(2):
        for h in range(3):
            expected = standardized(X[n, :, h], 0.5) * weight
            np.testing.assert_allclose(found[n, :, h], expected, rtol=1e-12)


def test_rms_norm() -> None:
    expected = X / np.sqrt(np.mean(X**2, axis=-1, keepdims=True) + 0.1)
    np.testing.assert_allclose(nn.rms_norm(X, np.full(4, 2.0), eps=0.1), 2 * expected, rtol=1e-12)


def test_batch_norm() -> None:
    mean, variance = X.mean((0, 2, 3)), X.var((0, 2, 3))
    expected = np.stack([standardized(X[:, c]) * WEIGHT[c] + BIAS[c] for c in range(6)], 1)
    found = nn.batch_norm(X, mean, variance, WEIGHT, BIAS)
    np.testing.assert_allclose(found, expected, rtol=1e-11, atol=1e-11)
    y, its_mean, its_variance = nn.batch_norm_training(X, WEIGHT, BIAS)
    np.testing.assert_allclose(y, expected, rtol=1e-11, atol=1e-11)
    np.testing.assert_allclose(its_mean, mean)
    np.testing.assert_allclose(its_variance, variance)
    last = nn.batch_norm(np.moveaxis(X, 1, -1), mean, variance, WEIGHT, BIAS, axis=-1)
    np.testing.assert_allclose(np.moveaxis(last, -1, 1), expected, rtol=1e-11, atol=1e-11)


@pytest.mark.parametrize("groups", [1, 2, 3, 6])
def test_group_norm(groups: int) -> None:
    parts = [np.stack([standardized(p) for p in np.split(x, groups)]).reshape(x.shape) for x in X]
    expected = np.stack(parts) * channels(WEIGHT) + channels(BIAS)
    found = nn.group_norm(X, WEIGHT, BIAS, groups=groups)
    np.testing.assert_allclose(found, expected, rtol=1e-12, atol=1e-12)
    if groups == 6:
        np.testing.assert_allclose(nn.instance_norm(X, WEIGHT, BIAS), found)


def test_normalize() -> None:
    lengths = np.linalg.norm(X, axis=1, keepdims=True)
    np.testing.assert_allclose(nn.normalize(X, axis=1), X / lengths)
    np.testing.assert_array_equal(nn.normalize(np.zeros(3)), np.zeros(3))


def test_softmax_and_its_logarithm() -> None:
    expected = np.exp(X) / np.exp(X).sum(1, keepdims=True)
    np.testing.assert_allclose(nn.softmax(X, axis=1), expected)
    np.testing.assert_allclose(nn.log_softmax(X, axis=1), np.log(expected))
    np.testing.assert_allclose(nn.log_softmax(np.array([0.0, 1e4])), [-1e4, 0.0])


def test_logsumexp() -> None:
    np.testing.assert_allclose(nn.logsumexp(X, axis=(1, 3)), np.log(np.exp(X).sum((1, 3))))
    assert nn.logsumexp(X, axis=2, keepdims=True).shape == (2, 6, 1, 4)
    with np.errstate(divide="ignore"):
        assert nn.logsumexp(np.full(3, -np.inf)) == -np.inf
    assert nn.logsumexp(np.array([np.inf, 0.0])) == np.inf
    assert np.isnan(nn.logsumexp(np.array([np.nan, 0.0])))


@pytest.mark.parametrize("dtype", [dslc.f16, dslc.bf16])
def test_sixteen_bits_are_computed_in_f32(dtype: type) -> None:
    x: np.ndarray = (300 * X).astype(dtype)  # whose squares overflow f16
    wide = x.astype(np.float32)
    for name, attributes in (
        ("layer_norm", {}),
        ("rms_norm", {}),
        ("normalize", {}),
        ("group_norm", {"groups": 2}),
    ):
        found, expected = (getattr(nn, name)(each, **attributes) for each in (x, wide))
        assert found.dtype == dtype
        np.testing.assert_array_equal(found, expected.astype(dtype))


def test_refusals() -> None:
    with pytest.raises(DslError, match=r"`weight` has the shape of the normalized axes, \(4,\)"):
        nn.layer_norm(X, np.ones(3))
    with pytest.raises(DslError, match=r"`bias` has one number for each of the 6 channels"):
        nn.group_norm(X, None, np.ones(3), groups=2)
    with pytest.raises(DslError, match=r"6 channels do not fall into 4 equal groups"):
        nn.group_norm(X, groups=4)


def test_linear() -> None:
    weight, bias = rng.standard_normal((5, 4)), rng.standard_normal(5)
    np.testing.assert_allclose(nn.linear(X, weight, bias), X @ weight.T + bias)
    with pytest.raises(DslError, match="`x` has 4 inputs, and `weight` takes 3"):
        nn.linear(X, np.ones((5, 3)))
