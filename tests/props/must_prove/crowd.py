"""A thousand facts over a hundred symbols, among which a question has to find its own.

The facts leave every question open that was open: the symbols `s...` may be as large as they must,
those named `l...` may be 0, and the names of questions lie between.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from random import Random

from dslc.ir.facts import Facts

from .question import comparison_of

ASKED = [
    "n",
    "m",
    "k",
    "a",
    "b",
    "c",
    "d",
    "e",
    "f",
    "g",
    "h",
    "i",
    "j",
    "p",
    "q",
    "r",
    "s",
    "t",
    "w",
    "y",
    "z",
    "lo",
    "hi",
    "kept",
    "again",
    "hop",
]
"""Names that questions use."""

SMALL = [f"l{number}" for number in range(24)]
LARGE = [f"s{number}" for number in range(50)]

FACTS = 1000


def _drawn(random: Random, number: int) -> str:
    asked, other, small = random.choice(ASKED), random.choice(ASKED), random.choice(SMALL)
    # Each symbol is at most those after it.
    first, second, third = (LARGE[each] for each in sorted(random.sample(range(50), 3)))
    offset = random.randrange(9)
    forms: list[Callable[[], str]] = [
        lambda: f"{first} <= {second} + {offset}",
        lambda: f"{first} + {offset} <= {third}",
        lambda: f"{first} + {second} <= 2*{third}",
        lambda: f"{asked} <= {first} + {offset}",
        lambda: f"{asked} + {other} <= {first} + {second}",
        lambda: f"{asked}*{other} <= {first}*{second}",
        lambda: f"{small} <= {asked} + {offset}",
        lambda: f"{small} + {small} <= {asked} + {first}",
        lambda: f"{small}*{first} <= {second}*{third}",
        lambda: f"{asked}//2 <= {second}//2 + {offset}",
        lambda: f"{first}//8*8 <= {second}",
        lambda: f"min({first}, {small}) <= {third}",
        lambda: f"{LARGE[number % 10]} % {random.choice((2, 4, 8))} == 0",
        lambda: f"{small} % 8 <= {third}",
    ]
    return random.choice(forms)()


@cache
def crowd() -> Facts:
    """Facts that know a thousand comparisons."""
    random = Random(0)
    facts = Facts()
    for number in range(FACTS):
        facts.learn(comparison_of(_drawn(random, number)))
    return facts
