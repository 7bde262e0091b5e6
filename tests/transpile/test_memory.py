"""What arrays may share memory with, where there are many ways to each."""

from __future__ import annotations

from dslc.transpile.memory import Memory


def test_many_ways_to_one_array_take_no_longer() -> None:
    """Each trip of a loop may leave an array or not: a way for every choice."""
    first = last = Memory("fresh", "the first")
    for number in range(200):
        either = Memory("path", "either", (last, Memory("fresh", f"of trip {number}")))
        last = Memory("call", "of a call", (last, either))
    assert last.overlaps(first)
    assert not last.overlaps(Memory("fresh", "another"))
    assert not last.is_of_module()


def test_variables_are_told_once_in_order() -> None:
    first, second = Memory("inout", "x"), Memory("inout", "y")
    either = Memory("inout", "either", (first, second, Memory("path", "carried", (first,))))
    both = Memory("inout", "both", (either, first))
    assert both.variables() == [both, either, first, second]
    assert Memory("view", "of x", (first,)).variables() == []
