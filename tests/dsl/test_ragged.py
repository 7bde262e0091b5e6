"""Ragged values: what a loop over the rows gives, in plain Python and compiled."""
# ruff: noqa: F722

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import dslc
from dslc import DslError, Ragged, Scalar, Tensor, f32, graph, i64, ragged

B, n, m = dslc.dims("B n m")

CLASS: Any = ragged.Ragged

LENGTHS = [[], [0], [1], [2, 0, 5, 1], [0, 3, 0, 0], [1] * 20 + [300]]
rng = np.random.default_rng(4)


def made(lengths: list[int], *element: int) -> Any:
    total = sum(lengths)
    values = rng.standard_normal((total, *element)).astype(np.float32)
    return ragged.from_lengths(values, np.array(lengths, np.int64))


def rows_of(x: Any) -> list[np.ndarray]:
    return [x.values[a:b] for a, b in zip(x.offsets[:-1], x.offsets[1:], strict=True)]


def assert_rows(found: Any, rows: list[np.ndarray]) -> None:
    """A ragged value has these rows."""
    assert isinstance(found, CLASS)
    assert found.offsets.dtype == np.int64
    assert np.diff(found.offsets).tolist() == [len(row) for row in rows]
    assert found.offsets[0] == 0 and found.offsets[-1] == len(found.values)
    for one, row in zip(rows_of(found), rows, strict=True):
        np.testing.assert_allclose(one, row, rtol=2e-5, atol=1e-5)


def both(function: Any) -> list[Callable[..., Any]]:
    return [function, function.compiled]


@graph
def elements(x: Ragged[f32, B, "*", 3], w: Tensor[f32, 3, n], c: Tensor[f32, 3]):
    y = c * np.exp(x) - np.max(x, axis=1, keepdims=True, initial=-9.0)
    return y, -y / 2.0, 1.0 - abs(y), y @ w, y > 0.0, (y + x).sum(axis=2), ragged.softmax(x)


@pytest.mark.parametrize("lengths", LENGTHS)
def test_elements(lengths: list[int]) -> None:
    x, w = made(lengths, 3), np.array([[1, 2], [3, 4], [5, 6]], np.float32)
    c = np.array([1, 2, 3], np.float32)
    rows = rows_of(x)
    y = [c * np.exp(row) - np.max(row, axis=0, initial=-9.0) for row in rows]
    exps = [np.exp(row) for row in rows]
    expected = [
        y,
        [-row / 2 for row in y],
        [1 - np.abs(row) for row in y],
        [row @ w for row in y],
        [row > 0 for row in y],
        [(one + row).sum(axis=1) for one, row in zip(y, rows, strict=True)],
        [each / each.sum(axis=0) for each in exps],
    ]
    for function in both(elements):
        for found, wanted in zip(function(x, w, c), expected, strict=True):
            assert_rows(found, wanted)


@graph
def reduced(x: Ragged[f32, B, "*"], y: Ragged[i64, B, "*"]):
    least = np.min(x, axis=1, initial=9.0)
    return x.sum(axis=1), np.mean(x, axis=1), least, np.sum(x), y.sum(axis=1), y.mean(axis=-1)


@pytest.mark.parametrize("lengths", LENGTHS)
def test_reductions(lengths: list[int]) -> None:
    x, total = made(lengths), sum(lengths)
    y = ragged.from_lengths(rng.integers(-9, 9, total), np.array(lengths, np.int64))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        whole = [rows_of(x), rows_of(y)]
        expected: list[Any] = [
            [row.sum() for row in whole[0]],
            [row.mean() for row in whole[0]],
            [np.min(row, initial=9.0) for row in whole[0]],
            x.values.sum(),
            [row.sum() for row in whole[1]],
            [row.mean() for row in whole[1]],
        ]
        for function in both(reduced):
            for found, wanted in zip(function(x, y), expected, strict=True):
                np.testing.assert_allclose(found, wanted, rtol=1e-5, atol=1e-5)
                assert np.shape(found) == np.shape(wanted)


@graph
def chosen(x: Ragged[f32, B, "*", 2], at: Tensor[i64, n], mask: Tensor[dslc.bool_, B]):
    return x[at], x[mask], x[1:], x[::-1]


@graph
def one_row(x: Ragged[f32, B, "*", 2], i: int):
    return x[i], len(x)


@pytest.mark.parametrize("lengths", LENGTHS)
def test_rows(lengths: list[int]) -> None:
    x, count = made(lengths, 2), len(lengths)
    at = rng.integers(0, count, 5) if count else np.zeros(0, np.int64)
    mask = rng.random(count) < 0.5
    rows = rows_of(x)
    expected = [
        [rows[i] for i in at],
        [row for row, holds in zip(rows, mask, strict=True) if holds],
        rows[1:],
        rows[::-1],
    ]
    for function in both(chosen):
        for found, wanted in zip(function(x, at, mask), expected, strict=True):
            assert_rows(found, wanted)
    for function in both(one_row):
        for i in range(-count, count):
            row, number = function(x, i)
            np.testing.assert_array_equal(row, rows[i])
            assert number == count
        with pytest.raises(IndexError):
            function(x, count)


@graph
def dense(x: Ragged[f32, B, "*", 2], width: int):
    y = ragged.to_dense(x, -1.0)
    return y, ragged.to_dense(x, 0.0, width), ragged.from_dense(y, ragged.lengths(x))


@graph
def divided(values: Tensor[f32, n, 2], lengths: Tensor[i64, B]) -> Ragged[f32, B, "*", 2]:
    return ragged.from_lengths(values, lengths)


@pytest.mark.parametrize("lengths", LENGTHS)
def test_dense(lengths: list[int]) -> None:
    x = made(lengths, 2)
    rows, width = rows_of(x), max(lengths, default=0)
    for function in both(dense):
        padded, wide, again = function(x, width + 2)
        assert padded.shape == (len(lengths), width, 2)
        assert wide.shape == (len(lengths), width + 2, 2)
        for row, one, other in zip(rows, padded, wide, strict=True):
            np.testing.assert_array_equal(one[: len(row)], row)
            np.testing.assert_array_equal(other[: len(row)], row)
            assert np.all(one[len(row) :] == -1) and np.all(other[len(row) :] == 0)
        assert_rows(again, rows)
        if width:
            with pytest.raises(ValueError, match="a row is longer than the width"):
                function(x, width - 1)
    for function in both(divided):
        assert_rows(function(x.values, np.diff(x.offsets)), rows)
        with pytest.raises(ValueError, match="number of values"):
            function(x.values, np.diff(x.offsets, append=9))


@graph
def together(x: Ragged[f32, B, "*", 2], y: Ragged[f32, B, "*", 2], z: Ragged[f32, n, "*", 2]):
    return np.concatenate([x, z]), ragged.concat([x, y, x], axis=1)


@pytest.mark.parametrize("lengths", LENGTHS)
def test_concat(lengths: list[int]) -> None:
    x, y, z = made(lengths, 2), made(lengths[::-1], 2), made([1, 0, 2], 2)
    sides = zip(rows_of(x), rows_of(y), strict=True)
    joined = [np.concatenate([a, b, a]) for a, b in sides]
    for function in both(together):
        below, beside = function(x, y, z)
        assert_rows(below, [*rows_of(x), *rows_of(z)])
        assert_rows(beside, joined)


@graph
def attended(
    q: Ragged[f32, B, "*", 2, 4], k: Ragged[f32, B, "*", 2, 4], v: Ragged[f32, B, "*", 2, 3]
):
    return ragged.attention(q, k, v), ragged.attention(k, k, v, causal=True)


@pytest.mark.parametrize("lengths", LENGTHS)
def test_attention(lengths: list[int]) -> None:
    q, k, v = made(lengths[::-1], 2, 4), made(lengths, 2, 4), made(lengths, 2, 3)
    for function in both(attended):
        found, causal = function(q, k, v)
        for result, queries, is_causal in ((found, q, False), (causal, k, True)):
            rows = [
                _attention(*row, is_causal)
                for row in zip(rows_of(queries), rows_of(k), rows_of(v), strict=True)
            ]
            assert_rows(result, rows)


def _attention(q: Any, k: Any, v: Any, causal: bool) -> Any:
    """Attention of one row `[tokens, heads, dim]`."""
    out = np.zeros((*q.shape[:-1], v.shape[-1]), np.float32)
    for i in range(len(q)):
        for head in range(q.shape[1]):
            seen = slice(i + 1 if causal else None)
            scores = k[seen, head] @ q[i, head] / 2.0
            weights = np.exp(scores - np.max(scores, initial=-np.inf))
            out[i, head] = weights / weights.sum() @ v[seen, head] if len(weights) else 0.0
    return out


@graph
def looped(x: Ragged[f32, B, "*", 2]) -> Tensor[f32, 2]:
    total = np.zeros(2, np.float32)
    for i, row in enumerate(x):
        if len(row) > 1:
            total = total + np.sum(row, axis=0) * np.float32(i)
    return total


@graph
def carried(x: Ragged[f32, B, "*", 2], steps: int) -> Ragged[f32, B, "*", 2]:
    y = x
    for _ in range(steps):
        y = 0.5 * (y + ragged.softmax(x))
    if np.sum(y) > 0.0:
        y = -y
    return y


@pytest.mark.parametrize("lengths", LENGTHS)
def test_loops_over_rows_and_carried_values(lengths: list[int]) -> None:
    x = made(lengths, 2)
    total = sum((i * r.sum(axis=0) for i, r in enumerate(rows_of(x)) if len(r) > 1), np.zeros(2))
    for function in both(looped):
        np.testing.assert_allclose(function(x), total, rtol=1e-4, atol=1e-4)
    assert_rows(carried.compiled(x, 3), rows_of(carried(x, 3)))


@graph
def loss(x: Ragged[f32, B, "*", 2], w: Tensor[f32, 2, 3]) -> Scalar[f32]:
    y = np.tanh(x @ w)
    top = y.max(axis=1, initial=-2.0)
    return np.sum(ragged.softmax(y) * y) + np.sum(top * top) + np.sum(ragged.attention(y, y, y))


def test_gradients() -> None:
    x, w = made([2, 0, 3], 2), rng.standard_normal((2, 3)).astype(np.float32)
    by_x, by_w = dslc.grad(loss, ("x", "w"))(x, w)
    assert_rows(by_x, rows_of(by_x))
    assert by_x.offsets.tolist() == x.offsets.tolist()
    step, way = 1e-2, rng.standard_normal(w.shape).astype(np.float32)
    change = (loss(x, w + step * way) - loss(x, w - step * way)) / (2 * step)
    assert change == pytest.approx(float(np.sum(by_w * way)), rel=2e-2)
    way = rng.standard_normal(x.values.shape).astype(np.float32)
    there, back = (ragged.from_offsets(x.values + s * way, x.offsets) for s in (step, -step))
    change = (loss(there, w) - loss(back, w)) / (2 * step)
    assert change == pytest.approx(float(np.sum(by_x.values * way)), rel=2e-2)


def test_memory() -> None:
    """An op on rows of very different lengths never takes more than twice its values."""
    x = made([1] * 999 + [1000], 2)
    carried.compiled(x, 1)
    memory = carried.compiled.memory
    assert memory is not None and memory.arena <= 2 * x.values.nbytes + x.offsets.nbytes


# --- what is wrong --------------------------------------------------------------------------------


def test_rows_of_different_lengths() -> None:
    x, y = made([1, 2], 2), made([2, 1], 2)
    with pytest.raises(ValueError, match="the rows of two ragged values have different lengths"):
        _ = x + y
    z = made([1, 2], 3)
    with pytest.raises(ValueError, match="number of values"):
        ragged.from_lengths(z.values, np.array([1, 1]))
    with pytest.raises(ValueError, match="different rows"):
        z.sum(axis=0)


@pytest.mark.parametrize(
    ("offsets", "said"),
    [([1, 3], "do not begin with 0"), ([0, 2, 1, 3], "fall"), ([0, 4], "end with 4"), ([], "B")],
)
def test_offsets_of_arguments(offsets: list[int], said: str) -> None:
    x = ragged.from_offsets(np.zeros((3, 2), np.float32), np.array(offsets, np.int64))
    for function in both(looped):
        with pytest.raises(DslError, match=said):
            function(x)


def test_rows_of_lists() -> None:
    x = ragged.from_rows([[1.0, 2.0], [], [3.0]], np.float32)
    assert x.values.tolist() == [1.0, 2.0, 3.0]
    assert x.offsets.tolist() == [0, 2, 2, 3]
    assert [row.tolist() for row in x] == [[1.0, 2.0], [], [3.0]]
    assert ragged.from_rows([]).offsets.tolist() == [0]
    assert ragged.from_rows([np.zeros((0, 4)), np.ones((2, 4))]).values.shape == (2, 4)


@pytest.mark.parametrize(
    "annotation",
    [lambda: CLASS[f32], lambda: CLASS[f32, 3], lambda: CLASS[f32, "*", 3],
     lambda: CLASS[f32, 3, "*", "*"], lambda: CLASS["f31", 3, "*"]],
)  # fmt: skip
def test_annotations(annotation: Callable[[], Any]) -> None:
    with pytest.raises(DslError, match="annotation-unknown"):
        annotation()


def test_spelling() -> None:
    assert repr(CLASS[f32, B, "*", 64]) == 'Ragged[f32, B, "*", 64]'
    assert repr(CLASS[f32, "2*n", "*"]) == 'Ragged[f32, 2*n, "*"]'
