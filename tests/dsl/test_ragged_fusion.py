"""Ragged values in loops over their rows: one nest, no padding, what a loop over the rows gives."""
# ruff: noqa: F722

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import dslc
from dslc import Ragged, Tensor, f32, graph, i64, ragged
from dslc.cpu.print_kernel import in_nests
from dslc.ir.nests.node import NEST
from dslc.ir.passes import optimize
from dslc.nn import segment_max, segment_softmax, segment_sum

CLASS: Any = ragged.Ragged

B, n, k = dslc.dims("B n k")
rng = np.random.default_rng(11)

LENGTHS = [[], [0], [5], [2, 0, 5, 1], [0, 0], [1, 1, 1], [40, 0, 3, 0, 130, 17], [9] * 9]


def made(lengths: list[int], *element: int) -> Any:
    values = rng.standard_normal((sum(lengths), *element)).astype(np.float32)
    return ragged.from_lengths(values, np.array(lengths, np.int64))


def rows_of(x: Any) -> list[np.ndarray]:
    return [x.values[a:b] for a, b in zip(x.offsets[:-1], x.offsets[1:], strict=True)]


@graph
def softmax(x: Ragged[f32, B, "*"]):
    return ragged.softmax(x * 2.0)


def softmax_of(row: np.ndarray) -> np.ndarray:
    exps = np.exp(2 * row - np.max(2 * row, axis=0, initial=-np.inf))
    return exps / exps.sum(axis=0)


@graph
def normed(x: Ragged[f32, B, "*", 3], gain: Tensor[f32, 3]):
    centred = x - np.mean(x, axis=1, keepdims=True)
    square = np.mean(centred * centred, axis=1, keepdims=True)
    return centred / np.sqrt(square + 1e-3) * gain


@graph
def attended(scores: Ragged[f32, B, "*", 1], x: Ragged[f32, B, "*", 4], bias: Tensor[f32, B, 4]):
    return (ragged.softmax(scores) * x).sum(axis=1) + bias


@graph
def scaled(x: Ragged[f32, B, "*"], by: Tensor[f32, B, 1]):
    top = np.max(np.abs(x), axis=1, keepdims=True, initial=1.0)
    return np.tanh(x / top) * by


@graph
def network(x: Tensor[f32, k], source: Tensor[i64, n], offsets: Tensor[i64, B + 1]):
    sent = x[source]
    weights = segment_softmax(np.maximum(sent, 0.1 * sent), offsets)
    return np.tanh(segment_sum(weights * sent, offsets))


ONE_NEST = [softmax, normed, attended, scaled, network]


@pytest.mark.parametrize("program", ONE_NEST, ids=lambda program: str(program.__name__))
def test_one_nest(program: Any) -> None:
    """All of it is one nest; besides only checks, and views, which move nothing."""
    nodes = list(in_nests(program.compiled.graph).walk())
    assert sum(node.op is NEST for node in nodes) == 1
    others = {node.op.name for node in nodes if node.op is not NEST}
    numbers = {"array_equal", "not_equal", "or", "not", "check", "require"}
    assert others <= {"divided", "within", "expand_dims", "index", *numbers}
    assert sum(node.op.name == "divided" for node in nodes) == 1


@graph
def combined(x: Ragged[f32, B, "*"], y: Ragged[f32, B, "*"], steps: int, up: bool):
    z = y * x + y
    for _ in range(steps):
        z = ragged.softmax(z + x) * y - z
    if up:
        z = z - x
    return x + z * z


@graph
def repeated(x: Ragged[f32, B, "*"], y: Ragged[f32, B, "*"], steps: int):
    z = x
    for _ in range(steps):
        z = z * x + y
    return z


def test_rows_are_compared_once() -> None:
    """Offsets that are one value, or were compared before, are not compared again."""
    for program, checks in ((combined, 1), (repeated, 1)):
        nodes = [*optimize(program.compiled.graph).walk()]
        assert sum(node.op.name == "array_equal" for node in nodes) == 1
        assert sum(node.op.name == "check" for node in nodes) == checks
        for node in nodes:  # a loop that may make no trip asks what was found before it
            inner = {each.op.name for region in node.regions for each in region.walk()}
            assert "array_equal" not in inner
    x, y, z = made([2, 0, 3]), made([2, 0, 3]), made([0, 2, 3])
    for given in ((x, y, 2, True), (x, y, 0, False)):
        one: Any = combined.compiled(*given)
        other: Any = combined(*given)
        np.testing.assert_allclose(one.values, other.values, rtol=2e-5)
    with pytest.raises(ValueError, match="different lengths"):
        combined.compiled(x, z, 0, False)
    with pytest.raises(ValueError, match="different lengths"):
        repeated.compiled(x, z, 1)
    assert repeated.compiled(x, z, 0).values.tolist() == x.values.tolist()


@pytest.mark.parametrize("lengths", LENGTHS, ids=str)
def test_rows(lengths: list[int]) -> None:
    x, y, count = made(lengths), made(lengths, 3), len(lengths)
    gain, by = rng.standard_normal(3).astype(np.float32), rng.standard_normal((count, 1))
    by = by.astype(np.float32)
    found = softmax.compiled(x), normed.compiled(y, gain), scaled.compiled(x, by)
    expected: list[list[np.ndarray]] = [
        [softmax_of(row) for row in rows_of(x)],
        [
            (c := row - row.sum(0) / max(len(row), 1))
            / np.sqrt((c * c).sum(0) / max(len(row), 1) + 1e-3)
            * gain
            for row in rows_of(y)
        ],
        [
            np.tanh(row / np.max(np.abs(row), initial=1.0)) * factor
            for row, factor in zip(rows_of(x), by, strict=True)
        ],
    ]
    for one, rows in zip(found, expected, strict=True):
        assert one.offsets.tolist() == x.offsets.tolist()
        for row, wanted in zip(rows_of(one), rows, strict=True):
            np.testing.assert_allclose(row, wanted, rtol=2e-5, atol=1e-5)


@pytest.mark.parametrize("lengths", LENGTHS, ids=str)
def test_what_each_row_gives(lengths: list[int]) -> None:
    scores, x, count = made(lengths, 1), made(lengths, 4), len(lengths)
    bias = rng.standard_normal((count, 4)).astype(np.float32)
    found = attended.compiled(scores, x, bias)
    pairs = zip(rows_of(scores), rows_of(x), strict=True)
    rows = [(softmax_of(s / 2) * row).sum(axis=0) for s, row in pairs]
    expected = np.reshape(rows, (count, 4)) + bias
    np.testing.assert_allclose(found, expected, rtol=2e-5, atol=1e-5)
    nodes = rng.standard_normal(6).astype(np.float32)
    source = rng.integers(-6, 6, sum(lengths))
    sent = ragged.from_offsets(nodes[source], scores.offsets)
    rows = [np.sum(softmax_of(np.maximum(r, 0.1 * r) / 2) * r) for r in rows_of(sent)]
    found = network.compiled(nodes, source, scores.offsets)
    np.testing.assert_allclose(found, np.tanh(np.array(rows)), rtol=2e-5, atol=1e-5)


@graph
def top(x: Tensor[f32, n], offsets: Tensor[i64, B]):
    return segment_max(x * 2.0, offsets)


def test_offsets_are_looked_at_first() -> None:
    x = np.arange(4, dtype=np.float32)
    assert top.compiled(x, np.array([0, 1, 4])).tolist() == [0.0, 6.0]
    for offsets in ([0, 2, 1, 4], [0, 5], [1, 4], [0, 3], []):
        for run in (top, top.compiled):
            with pytest.raises(ValueError, match="do not divide"):
                run(x, np.array(offsets, np.int64))
    for run in (top, top.compiled):
        with pytest.raises(ValueError, match="maximum which has no identity"):
            run(x, np.array([0, 2, 2, 4]))


@graph
def exp_(x: Ragged[f32, B, "*", 8]):
    return np.exp(x)


@graph
def sum_(x: Ragged[f32, B, "*", 8]):
    return x.sum(axis=1), x.mean(axis=1), x.max(axis=1)


@graph
def softmax_(x: Ragged[f32, B, "*", 8]):
    return ragged.softmax(x)


@graph
def centred_(x: Ragged[f32, B, "*", 8]):
    return x - np.mean(x, axis=1, keepdims=True)


@graph
def attention_(q: Ragged[f32, B, "*", 64], k: Ragged[f32, B, "*", 64], v: Ragged[f32, B, "*", 64]):
    return ragged.attention(q, k, v)


@graph
def product_(x: Ragged[f32, B, "*", 8], w: Tensor[f32, 8, 8]):
    return x @ w


@graph
def chosen_(x: Ragged[f32, B, "*", 8]):
    return x[::-1]


@pytest.mark.parametrize(
    "program",
    [exp_, sum_, softmax_, centred_, attention_, product_, chosen_],
    ids=lambda program: str(program.__name__),
)
def test_memory(program: Any) -> None:
    """An op on rows of lengths 1, 1, ..., 1000 takes no more than twice its values."""
    lengths = [1] * 999 + [1000]
    given = [made(lengths, 8)]
    if program is product_:
        given.append(np.eye(8, dtype=np.float32))
    if program is attention_:
        given = [made(lengths, 64) for _ in range(3)]
    program.compiled(*given)
    memory = program.compiled.memory
    assert memory is not None
    parts = [each for each in given if isinstance(each, CLASS)]
    values = sum(each.values.nbytes for each in parts)
    offsets = sum(each.offsets.nbytes for each in parts)
    assert memory.arena <= 2 * values + 3 * offsets, memory


@graph
def narrow_(q: Ragged[f32, B, "*", k], x: Ragged[f32, B, "*", k]):
    return ragged.attention(q, x, x * 2.0)


@pytest.mark.parametrize("width", [1, 2, 4, 8])
def test_memory_of_attention_between_narrow_rows(width: int) -> None:
    """Scores are as long as the longest row, however narrow its elements are."""
    lengths = [1] * 999 + [1000]
    q, x = made(lengths, width), made(lengths, width)
    found = narrow_.compiled(q, x)
    memory = narrow_.compiled.memory
    assert memory is not None
    taken = 3 * q.values.nbytes  # queries, keys, values
    assert memory.arena <= 2 * taken + 3 * q.offsets.nbytes, memory
    scores = rows_of(q)[-1] @ rows_of(x)[-1].T / np.sqrt(width)
    weights = np.exp(scores - scores.max(axis=1, keepdims=True))
    wanted = weights / weights.sum(axis=1, keepdims=True) @ rows_of(x * 2.0)[-1]
    np.testing.assert_allclose(rows_of(found)[-1], wanted, rtol=1e-4, atol=1e-5)
