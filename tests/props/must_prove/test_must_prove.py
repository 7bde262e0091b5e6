"""What the algebra of sizes must answer, alone and among a thousand other facts.

The tables are checked against numbers too: a yes holds and a no fails wherever what is given holds,
and what is unknown does both.
"""

from __future__ import annotations

from random import Random

import pytest

from dslc.ir.comparison import Comparison

from .crowd import crowd
from .other_answers import NO, UNKNOWN
from .question import Question, comparison_of, comparisons
from .shapes import SHAPES
from .slices import SLICING
from .windows import WINDOWS

YES = {**SHAPES, **WINDOWS, **SLICING}
OTHER: dict[bool | None, list[Question]] = {False: NO, None: UNKNOWN}

MOST_STEPS = 300
"""Of a question among the thousand facts: about 2 microseconds each."""


def test_the_questions_are_many() -> None:
    assert sum(map(len, YES.values())) >= 180
    assert len(NO) >= 20
    assert len(UNKNOWN) >= 20


@pytest.mark.parametrize("topic", YES)
def test_what_programs_rely_on_is_proved(topic: str) -> None:
    assert [question for question in YES[topic] if question.answer() is not True] == []


@pytest.mark.parametrize("answer", OTHER)
def test_what_is_wrong_or_open_is_not_proved(answer: bool | None) -> None:
    assert [question for question in OTHER[answer] if question.answer() is not answer] == []


@pytest.mark.parametrize("topic", YES)
def test_it_is_proved_among_a_thousand_facts_in_few_steps(topic: str) -> None:
    for question in YES[topic]:
        facts = question.facts(crowd())
        before = facts.steps
        assert facts.answer(comparison_of(question.asked)) is True, question
        assert facts.steps - before <= MOST_STEPS, question


@pytest.mark.parametrize("answer", OTHER)
def test_a_thousand_facts_change_no_answer(answer: bool | None) -> None:
    assert [question for question in OTHER[answer] if question.answer(crowd()) is not answer] == []


# --- the tables themselves --------------------------------------------------------------------

NUMBERS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 16, 19, 24, 32, 48, 63, 64, 65, 128, 192]


def outcomes(question: Question) -> set[bool]:
    """What the question gives at drawn numbers that keep what is given."""
    given, asked = comparisons(question.given), comparison_of(question.asked)
    names = sorted({name for each in (*given, asked) for name in each.symbols()})
    random = Random(question.asked)
    found = set()
    for trial in range(3000):
        numbers = NUMBERS if trial % 2 else NUMBERS[:6]
        sizes = {name: random.choice(numbers) for name in names}
        if all(_holds(each, sizes) for each in given):
            answer = _holds(asked, sizes)
            if answer is not None:
                found.add(answer)
    return found


def _holds(each: Comparison, sizes: dict[str, int]) -> bool | None:
    try:
        return each.holds(sizes)
    except ZeroDivisionError:
        return None


@pytest.mark.parametrize("topic", YES)
def test_every_yes_holds(topic: str) -> None:
    assert [question for question in YES[topic] if outcomes(question) != {True}] == []


def test_every_no_fails_and_what_is_open_does_both() -> None:
    assert [question for question in NO if outcomes(question) != {False}] == []
    assert [question for question in UNKNOWN if outcomes(question) != {True, False}] == []
