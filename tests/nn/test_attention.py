"""Attention and rotary positions against what they mean for one query at a time."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import dslc
from dslc import DslError, nn

rng = np.random.default_rng(4)
Q, K, V = (rng.standard_normal((2, 3, size, dim)) for size, dim in ((4, 8), (5, 8), (5, 6)))


def attention(seen: np.ndarray, added: np.ndarray, scale: float) -> np.ndarray:
    """One query after the other; zeros for one that sees nothing."""
    result = np.zeros((2, 3, 4, 6))
    for b, h, i in np.ndindex(2, 3, 4):
        keys = np.flatnonzero(seen[b, h, i])
        if keys.size:
            scores = np.exp(K[b, h, keys] @ Q[b, h, i] * scale + added[b, h, i, keys])
            result[b, h, i] = scores / scores.sum() @ V[b, h, keys]
    return result


ALL, NOTHING = np.ones((2, 3, 4, 5), bool), np.zeros((2, 3, 4, 5))
CAUSAL = np.arange(5) <= np.arange(4)[:, None]


def test_attention() -> None:
    attend = nn.scaled_dot_product_attention
    np.testing.assert_allclose(attend(Q, K, V), attention(ALL, NOTHING, 8**-0.5))
    np.testing.assert_allclose(attend(Q, K, V, scale=0.3), attention(ALL, NOTHING, 0.3))
    found = attend(Q, K, V, causal=True)
    np.testing.assert_allclose(found, attention(ALL & CAUSAL, NOTHING, 8**-0.5))


@pytest.mark.parametrize("causal", [False, True])
def test_masks(causal: bool) -> None:
    seen = rng.random((2, 3, 4, 5)) < 0.5
    seen[0, 1, 2] = False
    added = rng.standard_normal((2, 3, 4, 5))
    allowed = seen & CAUSAL if causal else seen
    attend = nn.scaled_dot_product_attention
    expected = attention(allowed, NOTHING, 8**-0.5)
    np.testing.assert_allclose(attend(Q, K, V, seen, causal=causal), expected)
    assert not expected[0, 1, 2].any()
    np.testing.assert_allclose(
        attend(Q, K, V, np.where(seen, added, -np.inf), causal=causal),
        attention(allowed, added, 8**-0.5),
    )
    one = np.array([True, True, False, True, False])
    np.testing.assert_allclose(attend(Q, K, V, one), attention(ALL & one, NOTHING, 8**-0.5))


@pytest.mark.parametrize(
    ("window", "causal", "seen"),
    [
        (1, False, lambda i, j: abs(i - j) <= 1),
        ((2, 0), False, lambda i, j: i - 2 <= j <= i),
        ((None, 1), False, lambda i, j: j <= i + 1),
        ((1, None), False, lambda i, j: j >= i - 1),
        (2, True, lambda i, j: i - 2 <= j <= i),
        ((-1, 1), False, lambda i, j: j == i + 1),
    ],
)
def test_windows(window: Any, causal: bool, seen: Any) -> None:
    near = np.array([[seen(i, j) for j in range(5)] for i in range(4)])
    found = nn.scaled_dot_product_attention(Q, K, V, window=window, causal=causal)
    np.testing.assert_allclose(found, attention(ALL & near, NOTHING, 8**-0.5))


def test_grouped_heads() -> None:
    """Neighbouring heads of queries share a head of keys and values, with masks of their own."""
    q = rng.standard_normal((2, 6, 4, 8))
    mask = rng.random((2, 6, 4, 5)) < 0.7
    found = nn.scaled_dot_product_attention(q, K, V, mask, grouped=True)
    keys, values = (np.repeat(each, 2, axis=1) for each in (K, V))
    expected = nn.scaled_dot_product_attention(q, keys, values, mask)
    np.testing.assert_allclose(found, expected)
    with pytest.raises(DslError, match="5 heads of queries are no multiple of 3 heads"):
        nn.scaled_dot_product_attention(q[:, :5], K, V, grouped=True)


def test_scores_of_a_user() -> None:
    def slanted(scores: Any, i: Any, j: Any) -> Any:
        return np.where(j <= i, scores - 0.5 * np.abs(i - j), -np.inf)

    found = nn.attention(Q, K, V, slanted)
    distance = np.abs(np.arange(5) - np.arange(4)[:, None])
    np.testing.assert_allclose(found, attention(ALL & CAUSAL, NOTHING - 0.5 * distance, 8**-0.5))
    hidden = nn.attention(Q, K, V, lambda scores, i, j: np.where(i < 1, -np.inf, scores))
    assert not hidden[:, :, 0].any()
    np.testing.assert_array_equal(
        nn.attention(Q.astype(np.float16), K, V, lambda s, i, j: s).dtype, np.float16
    )


@pytest.mark.parametrize("interleaved", [False, True])
def test_rope(interleaved: bool) -> None:
    positions = np.array([0, 1, 5, 1000])
    found = nn.rope(Q, positions, base=100.0, interleaved=interleaved)
    for i in range(4):
        a, b = (2 * i, 2 * i + 1) if interleaved else (i, i + 4)
        turn = np.exp(1j * positions * 100.0 ** (-2 * i / 8))
        expected = (Q[..., a] + 1j * Q[..., b]) * turn
        np.testing.assert_allclose(found[..., a], expected.real, atol=1e-12)
        np.testing.assert_allclose(found[..., b], expected.imag, atol=1e-12)


def test_rope_keeps_products_of_equal_distance() -> None:
    def product(i: int, j: int) -> np.ndarray:
        q, k = nn.rope(Q[0, 0, :1], np.array([i])), nn.rope(K[0, 0, :1], np.array([j]))
        return q @ k.T

    np.testing.assert_allclose(product(3, 1), product(12, 10))


def test_sixteen_bits() -> None:
    q, k, v = (value.astype(dslc.f16) for value in (Q, K, V))
    found = nn.scaled_dot_product_attention(q, k, v, causal=True)
    wide = nn.scaled_dot_product_attention(
        *(value.astype(np.float32) for value in (q, k, v)), causal=True
    )
    assert found.dtype == np.float16
    np.testing.assert_array_equal(found, wide.astype(np.float16))


def test_refusals() -> None:
    with pytest.raises(DslError, match="the queries have 8 numbers each, and the keys have 7"):
        nn.scaled_dot_product_attention(Q, K[..., :7], V)
    with pytest.raises(DslError, match="there are 5 keys and 4 values"):
        nn.scaled_dot_product_attention(Q, K, V[..., :4, :])
    with pytest.raises(DslError, match="turned in pairs, and its size is 7"):
        nn.rope(Q[..., :7], np.arange(4))
