"""Packing: no two blocks that are needed at the same time overlap, and little is wasted."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from dslc.ir.memory import Block, Packing, most_at_once, pack

blocks = st.builds(
    lambda size, first, length: Block(size, first, first + length),
    st.integers(0, 9),
    st.integers(0, 12),
    st.integers(0, 6),
)


@settings(max_examples=300, deadline=None)
@given(st.lists(blocks, max_size=12))
def test_blocks_that_are_needed_together_lie_apart(given_blocks: list[Block]) -> None:
    packing = pack(given_blocks)
    assert len(packing.starts) == len(given_blocks)
    placed = list(zip(given_blocks, packing.starts, strict=True))
    for (one, a), (other, b) in combinations(placed, 2):
        if one.first <= other.last and other.first <= one.last:
            assert a + one.size <= b or b + other.size <= a
    assert packing.size == max((a + block.size for block, a in placed), default=0)
    assert all(start >= 0 for start in packing.starts)


@settings(max_examples=100, deadline=None)
@given(st.lists(blocks, max_size=12))
def test_the_bound_is_what_is_needed_at_the_worst_time(given_blocks: list[Block]) -> None:
    times = range(20)
    worst = max(sum(b.size for b in given_blocks if b.first <= t <= b.last) for t in times)
    assert most_at_once(given_blocks) == worst
    assert pack(given_blocks).size >= worst


def test_small_blocks_do_not_stand_in_the_way_of_large_ones() -> None:
    """The case in which placing in the order of time leaves a hole that is too small."""
    found = pack([Block(4, 0, 1), Block(1, 1, 5), Block(4, 2, 3), Block(8, 4, 5)])
    assert found.size == found.bound == 9


def test_nothing_is_packed_into_nothing() -> None:
    assert pack([]) == Packing((), 0, 0)
