"""Packing: no two rows that are live together overlap, little is wasted, nothing can be better."""

from __future__ import annotations

import math
from itertools import permutations
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dslc.ir.fitting import Fitting, Outcome, Rows
from dslc.ir.memory import MOST, Packing, Row, pack
from dslc.ir.native_fitting import NativeFitting, fastest_fitting
from dslc.ir.search_budget import Budget
from tests.packings import cut_rectangle, overlap

STEPS = 300
NONE = np.zeros(0, np.int64)
NOTHING = Rows(NONE, NONE, NONE, NONE, 0)
spans = st.builds(
    lambda first, length, size: (first, first + length, size),
    st.integers(0, 12),
    st.integers(0, 7),
    st.integers(0, 9),
)


def numbered(given_spans: list[tuple[int, int, int]]) -> list[Row[int]]:
    return [(number, *span) for number, span in enumerate(given_spans)]


def best(rows: list[Row[int]]) -> int:
    """The lowest peak there is: in some order each row lies on top of what it overlaps."""
    least = sum(size for *_, size in rows)
    for order in permutations(row for row in rows if row[1] < row[2]):
        tops: dict[int, int] = {}
        for _, start, end, size in order:
            top = size + max(tops.get(time, 0) for time in range(start, end))
            tops.update(dict.fromkeys(range(start, end), top))
        least = min(least, max(tops.values(), default=0))
    return least


@settings(max_examples=150, deadline=None)
@given(st.lists(spans, max_size=14))
def test_rows_that_are_live_together_lie_apart(given_spans: list[tuple[int, int, int]]) -> None:
    rows = numbered(given_spans)
    greedy, found = pack(rows, seconds=0), pack(rows, seconds=math.inf, steps=STEPS)
    worst = max(sum(s for _, a, b, s in rows if a <= t < b) for t in range(20))
    assert worst == greedy.bound == found.bound <= found.peak <= greedy.peak
    for packing in (greedy, found):
        assert packing.offsets.keys() == {row[0] for row in rows}
        assert all(offset >= 0 for offset in packing.offsets.values())
        assert not overlap(rows, packing.offsets)
        live = [row for row in rows if row[1] < row[2]]
        assert packing.peak == max((packing.offsets[row[0]] + row[3] for row in live), default=0)


@settings(max_examples=60, deadline=None)
@given(st.lists(spans, max_size=6))
def test_a_search_that_ends_has_the_best(given_spans: list[tuple[int, int, int]]) -> None:
    rows = numbered(given_spans)
    assert pack(rows, seconds=math.inf).peak == best(rows)


@settings(max_examples=60, deadline=None)
@given(st.lists(spans, min_size=1, max_size=6), st.randoms())
def test_a_search_finds_every_height_that_fits_and_no_other(
    given_spans: list[tuple[int, int, int]], random: Random
) -> None:
    rows = [row for row in numbered(given_spans) if row[1] < row[2] and row[3]]
    starts, ends, sizes = (np.array([row[n] for row in rows], np.int64) for n in (1, 2, 3))
    fitting = Fitting(Rows(starts, ends, sizes, ends - starts, 20))
    order = np.array(random.sample(range(len(rows)), len(rows)), np.int64)
    least = best(rows)
    for height in range(max(0, least - 3), least + 3):
        outcome = fitting.run(height, order, 10**9, Budget(MOST, math.inf))
        assert outcome is (Outcome.FITS if height >= least else Outcome.NEVER_FITS)


@pytest.mark.skipif(type(fastest_fitting(NOTHING)) is Fitting, reason="no C++ compiler")
def test_native_code_takes_the_same_steps() -> None:
    for seed in range(40):
        random = np.random.default_rng(seed)
        table = np.array(cut_rectangle(random, int(random.integers(5, 60)), 99, 99), np.int64)
        times = np.unique(table[:, 1:3])
        starts, ends = np.searchsorted(times, table[:, 1:3].T)
        rows = Rows(starts, ends, table[:, 3], table[:, 2] - table[:, 1], len(times) - 1)
        one, other = Fitting(rows), NativeFitting(rows)
        for height in (98, 99, 105, 130):
            order, retreats = random.permutation(len(table)), int(random.integers(0, 40))
            budgets = Budget(200, math.inf), Budget(200, math.inf)
            outcomes = [
                fitting.run(height, order, retreats, budget)
                for fitting, budget in zip((one, other), budgets, strict=True)
            ]
            assert outcomes[0] is outcomes[1] and budgets[0].left == budgets[1].left
            assert (one.offsets == other.offsets).all()
            assert (one.failures == other.failures).all()


def test_time_ends_a_search() -> None:
    rows = cut_rectangle(np.random.default_rng(1), 60, 1000, 1000)
    found = pack(rows, seconds=0.2)
    assert not overlap(rows, found.offsets)
    assert found.bound == 1000 and found.peak <= pack(rows, seconds=0).peak


@pytest.mark.parametrize("count, limit", [(12, 1.0), (40, 1.1), (120, 1.15)])
def test_a_rectangle_is_put_together_again(count: int, limit: float) -> None:
    ratios = []
    for seed in range(4):
        rows = cut_rectangle(np.random.default_rng(seed), count, 1000, 1000)
        found = pack(rows, seconds=math.inf, steps=3000)
        assert not overlap(rows, found.offsets)
        assert found.bound == 1000 and found.peak <= pack(rows, seconds=0).peak
        ratios.append(found.peak / found.bound)
    assert np.exp(np.log(ratios).mean()) <= limit


def test_steps_alone_give_the_same_every_time() -> None:
    rows = cut_rectangle(np.random.default_rng(7), 60, 1000, 1000)
    one, other = (pack(rows, seconds=math.inf, steps=1000) for _ in range(2))
    assert one == other
    assert pack(rows, seconds=math.inf, steps=0) == pack(rows, seconds=0)


def test_parts_of_the_time_are_searched_where_they_are_highest() -> None:
    rows = cut_rectangle(np.random.default_rng(1), 30, 1000, 100)
    later = [(1000 + n, 1000 + a, 1000 + b, 10 * s) for n, a, b, s in rows]
    alone = pack(later, seconds=math.inf, steps=2000)
    both = pack([*rows, *later], seconds=math.inf, steps=2000)
    assert both.peak == alone.peak < pack(later, seconds=0).peak


def test_small_rows_do_not_stand_in_the_way_of_large_ones() -> None:
    """The case in which placing in the order of time leaves a hole that is too small."""
    found = pack([(0, 0, 2, 4), (1, 1, 6, 1), (2, 2, 4, 4), (3, 4, 6, 8)], seconds=0)
    assert found.peak == found.bound == 9


def test_rows_have_any_ids_and_times() -> None:
    found = pack([("a", -(10**12), 10**12, 3), (("b", 1), 0, 1, 4), (None, 5, 5, 9)])
    assert found.peak == found.bound == 7
    assert list(found.offsets) == ["a", ("b", 1), None]


def test_nothing_is_packed_into_nothing() -> None:
    assert pack([]) == Packing({}, 0, 0)


@pytest.mark.parametrize(
    "rows, why",
    [
        ([(0, 0, 1, -1)], "negative"),
        ([(0, 0, 1, 1), (0, 1, 2, 1)], "different ids"),
        ([(0, 0, 1, 2**62), (1, 0, 1, 2**62)], "more than any memory"),
    ],
)
def test_rows_that_mean_nothing_are_refused(rows: list[Row[int]], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        pack(rows)
