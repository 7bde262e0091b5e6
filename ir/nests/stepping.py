"""Statements of loops whose trips go on from one another: steps of one element.

    for i0 < n:
        for i1 < limit:
            carry z from x[i0]
            carry steps from 0
            inside = less(scalar(z), 4.0)
            while inside
            next z = multiply(scalar(z), scalar(z))
            next steps = add(steps, 1)
        y[i0] = z

Such a loop sets no elements, and nothing else joins it. One without an extent, `for i1:`, goes on
until its `while` ends it.
"""

from __future__ import annotations

from dataclasses import dataclass

from .language import Loop, Plain, Taking

ENDLESS = 1 << 62
"""The extent of a loop of steps that only a `while` ends."""


@dataclass(slots=True, eq=False)
class Carry(Taking):
    """What a trip hands to the next one; its local is read in the trips and after the loop.

    It has the start in the first trip, then the value that the trip before has at its end.
    """


@dataclass(slots=True, eq=False)
class While(Plain):
    """The loop ends here where the value is false; what it carries stays as it is."""


def carries(loop: Loop) -> list[Carry]:
    """What the trips of a loop hand on."""
    return [each for each in loop.body if isinstance(each, Carry)]


def are_steps(loop: Loop) -> bool:
    """Whether the trips of a loop go on from one another."""
    return any(isinstance(each, Carry | While) for each in loop.body)
