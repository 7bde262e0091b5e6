"""A question on sizes as a line of text: what a program does, what is known, what is asked."""

from __future__ import annotations

import re
from typing import NamedTuple

from dslc.ir.comparison import Comparison, comparison
from dslc.ir.dims import parse
from dslc.ir.facts import Facts


class Question(NamedTuple):
    """What a program asks.

    Attributes:
        line: of the program.
        given: what is known there, comparisons with commas between them.
        asked: the comparison in question.
    """

    line: str
    given: str
    asked: str

    def facts(self, known: Facts | None = None) -> Facts:
        """What is given, learned on top of what is known."""
        facts = Facts() if known is None else known.copy()
        for each in comparisons(self.given):
            facts.learn(each)
        return facts

    def answer(self, known: Facts | None = None) -> bool | None:
        """The answer under what is given and what is known."""
        return self.facts(known).answer(comparison_of(self.asked))


def comparisons(text: str) -> list[Comparison]:
    """The comparisons in a text like `n >= 1; n % 8 == 0`."""
    return [comparison_of(each) for each in text.split(";") if each.strip()]


def comparison_of(text: str) -> Comparison:
    """The comparison that a text like `n//2 <= n` is."""
    left, relation, right = re.split(r"\s(==|!=|<=|>=|<|>)\s", text.strip())
    return comparison(parse(left), relation, parse(right))
