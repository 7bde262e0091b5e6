"""What drawn sizes are at sample calls, by which two of them are seen to be one."""

from __future__ import annotations

import ast
import random
from collections.abc import Mapping
from typing import Any

LARGE = [{"n": 70, "m": 3}, {"n": 3, "m": 66}, {"n": 33, "m": 17}]
"""Sizes of a call with large arrays."""

SAMPLES = [{"n": n, "m": m} for n in range(9) for m in range(9)] + [
    {"n": 12, "m": 5},
    {"n": 9, "m": 16},
    *LARGE,
]

ALL = tuple(range(len(SAMPLES)))

MOST = 600
"""The largest size of an array that a program makes."""

_FUNCTIONS = {"__builtins__": {}, "min": min, "max": max}


class Samples:
    """The values of size expressions, over `n`, `m` and sizes without a name (`z5`)."""

    def __init__(self) -> None:
        self._of: dict[str, tuple[int, ...]] = {}

    def of(self, text: str) -> tuple[int, ...]:
        """What the expression is at each of `SAMPLES`."""
        if text not in self._of:
            code = compile(text, "<size>", "eval")
            opaque = [name for name in code.co_names if name.startswith("z")]
            self._of[text] = tuple(
                eval(code, _FUNCTIONS, {**sizes, **{name: _drawn(name, i) for name in opaque}})
                for i, sizes in enumerate(SAMPLES)
            )
        return self._of[text]


def _drawn(name: str, number: int) -> int:
    return random.Random(f"{name} {number}").randrange(12 if number < 81 else 60)


def evaluated(text: str, sizes: Mapping[str, int]) -> Any:
    """A size, or a test of sizes, at a call."""
    return eval(text, _FUNCTIONS, dict(sizes))


def plain(text: str) -> str:
    """An expression without needless parentheses."""
    return ast.unparse(ast.parse(text, mode="eval"))


def opaque(text: str) -> bool:
    """Whether a size is known only when the program runs."""
    return "z" in text
