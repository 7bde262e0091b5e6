"""Losses against sums written out."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from dslc import DslError, nn

rng = np.random.default_rng(2)
X, Y = rng.standard_normal((2, 5, 4))
LOGITS = rng.standard_normal((3, 4, 2))
LABELS = rng.integers(0, 4, (3, 2))


def log_probability(logits: np.ndarray) -> np.ndarray:
    return np.log(np.exp(logits) / np.exp(logits).sum(1, keepdims=True))


@pytest.mark.parametrize(
    ("name", "one"),
    [
        ("mse_loss", lambda d: d * d),
        ("l1_loss", abs),
        ("huber_loss", lambda d: 0.5 * d * d if abs(d) <= 1 else abs(d) - 0.5),
        ("smooth_l1_loss", lambda d: 0.5 * d * d if abs(d) < 1 else abs(d) - 0.5),
    ],
)
def test_of_numbers(name: str, one: Callable[[float], float]) -> None:
    expected = np.vectorize(one)(X - Y)
    loss = getattr(nn, name)
    np.testing.assert_allclose(loss(X, Y, reduction="none"), expected)
    np.testing.assert_allclose(loss(X, Y), expected.mean())
    np.testing.assert_allclose(loss(X, Y, reduction="sum"), expected.sum())
    with pytest.raises(DslError, match="`reduction` is one of"):
        loss(X, Y, reduction="average")
    with pytest.raises(DslError, match="`x` and `target` have one shape"):
        loss(X, Y[:, :1])


def test_thresholds() -> None:
    d = np.array([-3.0, -0.4, 0.0, 0.4, 0.5, 3.0])
    zero = np.zeros(6)
    huber = [0.5 * v * v if abs(v) <= 0.5 else 0.5 * (abs(v) - 0.25) for v in d]
    np.testing.assert_allclose(nn.huber_loss(d, zero, delta=0.5, reduction="none"), huber)
    smooth = nn.smooth_l1_loss(d, zero, beta=0.5, reduction="none")
    np.testing.assert_allclose(smooth, np.array(huber) / 0.5)
    np.testing.assert_allclose(nn.smooth_l1_loss(d, zero, beta=0.0), np.abs(d).mean())


def test_cosine_similarity() -> None:
    expected = [x @ y / np.linalg.norm(x) / np.linalg.norm(y) for x, y in zip(X, Y, strict=True)]
    np.testing.assert_allclose(nn.cosine_similarity(X, Y), expected)
    np.testing.assert_allclose(nn.cosine_similarity(X.T, Y.T, axis=0), expected)
    assert nn.cosine_similarity(np.zeros(3), np.ones(3)) == 0


def test_binary_cross_entropy() -> None:
    target = rng.random((5, 4))
    p = 1 / (1 + np.exp(-X))
    found = nn.binary_cross_entropy_with_logits(X, target, reduction="none")
    np.testing.assert_allclose(found, -target * np.log(p) - (1 - target) * np.log(1 - p))
    weight = np.array([0.5, 1.0, 2.0, 3.0])
    found = nn.binary_cross_entropy_with_logits(X, target, weight, reduction="none")
    np.testing.assert_allclose(found, -weight * target * np.log(p) - (1 - target) * np.log(1 - p))


def test_kl_div() -> None:
    p, q = (np.exp(v) / np.exp(v).sum(1, keepdims=True) for v in (X, Y))
    expected = q * np.log(q / p)
    np.testing.assert_allclose(nn.kl_div(np.log(p), q, reduction="none"), expected)
    np.testing.assert_allclose(nn.kl_div(np.log(p), np.log(q), log_target=True), expected.mean())
    np.testing.assert_allclose(nn.kl_div(np.log(p), q, reduction="batchmean"), expected.sum() / 5)


def test_cross_entropy() -> None:
    log = log_probability(LOGITS)
    expected = np.array([[-log[n, LABELS[n, i], i] for i in range(2)] for n in range(3)])
    np.testing.assert_allclose(nn.cross_entropy(LOGITS, LABELS, axis=1, reduction="none"), expected)
    np.testing.assert_allclose(nn.cross_entropy(LOGITS, LABELS, axis=1), expected.mean())
    np.testing.assert_allclose(nn.nll_loss(log, LABELS, axis=1), expected.mean())
    exact = np.moveaxis(np.eye(4)[LABELS], -1, 1)
    np.testing.assert_allclose(nn.soft_cross_entropy(LOGITS, exact, axis=1), expected.mean())


def test_label_smoothing_is_a_target_of_probabilities() -> None:
    exact = np.moveaxis(np.eye(4)[LABELS], -1, 1)
    expected = nn.soft_cross_entropy(LOGITS, 0.9 * exact + 0.1 / 4, axis=1)
    found = nn.cross_entropy(LOGITS, LABELS, axis=1, label_smoothing=0.1)
    np.testing.assert_allclose(found, expected)


def test_ignored_labels() -> None:
    labels = LABELS.copy()
    labels[0, 0] = labels[2, 1] = -100
    every = nn.cross_entropy(LOGITS, LABELS, axis=1, reduction="none")
    kept = labels != -100
    for reduction, expected in (
        ("none", np.where(kept, every, 0)),
        ("sum", every[kept].sum()),
        ("mean", every[kept].mean()),
    ):
        found = nn.cross_entropy(LOGITS, labels, axis=1, ignore_index=-100, reduction=reduction)
        np.testing.assert_allclose(found, expected)
    with np.errstate(invalid="ignore"):
        nothing = nn.cross_entropy(LOGITS, np.full_like(LABELS, 7), axis=1, ignore_index=7)
    assert math.isnan(nothing)


def test_impossible_classes() -> None:
    logits = np.array([[0.0, -np.inf, 0.0]])
    np.testing.assert_allclose(nn.cross_entropy(logits, np.array([0])), np.log(2))
    assert nn.cross_entropy(logits, np.array([1])) == np.inf
    target = np.array([[0.5, 0.0, 0.5]])
    with np.errstate(invalid="ignore"):
        np.testing.assert_allclose(nn.soft_cross_entropy(logits, target), np.log(2))


def test_refusals() -> None:
    with pytest.raises(DslError, match="`labels` is of integers, and this is f64"):
        nn.cross_entropy(LOGITS, LABELS * 1.0, axis=1)
    with pytest.raises(DslError, match=r"the labels have the shape \(3, 2\), without the classes"):
        nn.cross_entropy(LOGITS, LABELS[:2], axis=1)


def test_one_hot() -> None:
    np.testing.assert_array_equal(nn.one_hot(LABELS, num_classes=4), np.eye(4)[LABELS])
    first = nn.one_hot(LABELS, num_classes=4, axis=0, dtype=np.int64)
    np.testing.assert_array_equal(first, np.moveaxis(np.eye(4)[LABELS], -1, 0))
    assert not nn.one_hot(np.array([-1, 4]), num_classes=4).any()


def test_factors_of_classes() -> None:
    weight, log = np.array([0.5, 1.0, 2.0, 4.0]), log_probability(LOGITS)
    own = weight[LABELS]
    chosen = np.take_along_axis(log, LABELS[:, None], 1)[:, 0]
    found = nn.cross_entropy(LOGITS, LABELS, weight, axis=1)
    np.testing.assert_allclose(found, -(own * chosen).sum() / own.sum())
    np.testing.assert_allclose(nn.nll_loss(log, LABELS, weight, axis=1), found)
    counts = LABELS != 1
    np.testing.assert_allclose(
        nn.nll_loss(log, LABELS, weight, axis=1, ignore_index=1),
        -(own * chosen)[counts].sum() / own[counts].sum(),
    )
    smooth = 0.9 * -own * chosen - 0.1 * (log * weight[:, None]).mean(1)
    np.testing.assert_allclose(
        nn.cross_entropy(LOGITS, LABELS, weight, axis=1, label_smoothing=0.1),
        smooth.sum() / own.sum(),
    )


SIGNS = np.where(Y > 0, 1.0, -1.0)
SHARES = 1 / (1 + np.exp(-X))


@pytest.mark.parametrize(
    ("found", "one", "parts"),
    [
        (nn.soft_margin_loss, lambda x, t: math.log1p(math.exp(-t * x)), (X, SIGNS)),
        (nn.hinge_embedding_loss, lambda x, t: x if t > 0 else max(1.0 - x, 0.0), (X, SIGNS)),
        (nn.margin_ranking_loss, lambda x, y, t: max(-t * (x - y), 0.0), (X, Y, SIGNS)),
        (nn.poisson_nll_loss, lambda x, t: math.exp(x) - t * x, (X, Y)),
        (
            nn.gaussian_nll_loss,
            lambda x, t, v: 0.5 * (math.log(max(v, 1e-6)) + (x - t) ** 2 / max(v, 1e-6)),
            (X, Y, np.maximum(SIGNS, 0.0)),
        ),
        (
            nn.binary_cross_entropy,
            lambda p, t: -t * math.log(p) - (1 - t) * math.log(1 - p),
            (SHARES, SHARES.T.reshape(5, 4)),
        ),
    ],
)
def test_element_by_element(
    found: Callable[..., Any], one: Callable[..., float], parts: tuple[np.ndarray, ...]
) -> None:
    expected = np.vectorize(one)(*parts)
    np.testing.assert_allclose(found(*parts, reduction="none"), expected)
    np.testing.assert_allclose(found(*parts), expected.mean())


def test_of_vectors() -> None:
    cosines = np.array(
        [x @ y / np.linalg.norm(x) / np.linalg.norm(y) for x, y in zip(X, Y, strict=True)]
    )
    alike = np.array([1.0, -1.0, 1.0, -1.0, -1.0])
    expected = np.where(alike > 0, 1 - cosines, np.maximum(cosines - 0.1, 0))
    found = nn.cosine_embedding_loss(X, Y, alike, margin=0.1, reduction="none")
    np.testing.assert_allclose(found, expected)
    lengths = [np.linalg.norm(X - other + 1e-6, axis=1) for other in (Y, Y[::-1])]
    found = nn.triplet_margin_loss(X, Y, Y[::-1], margin=0.3, reduction="none")
    np.testing.assert_allclose(found, np.maximum(lengths[0] - lengths[1] + 0.3, 0))


def test_certain_probabilities() -> None:
    found = nn.binary_cross_entropy(np.array([0.0, 1.0]), np.array([0.0, 0.0]), reduction="none")
    np.testing.assert_array_equal(found, [0.0, 100.0])
