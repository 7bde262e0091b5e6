"""Gradient rules: what an op's operands have to do with how its result changes.

A rule is in NumPy's words. It is given the operands, the result `y` and its cotangent `d`, the
derivative of what is differentiated by each element of `y`, and gives for each operand a function
that computes the share of its cotangent, or None where there is none. Of an op with several results
`y` and `d` are tuples, with None for a cotangent that is 0. Shares of another shape
or dtype than the operand's are summed along stretched axes and cast, so that rules say nothing of
broadcasting.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from dslc.ir.graph import Node, Operand, Value

Share: TypeAlias = Callable[[], Any] | None

Rule: TypeAlias = Callable[..., Sequence[Share]]
"""`rule(*operands, y=, d=, **attributes)`, the shares of the operands."""

Gather: TypeAlias = Callable[..., Any]
"""`gather(c, *operands, d=, fresh=, **attributes)`: the cotangent `c` of the first operand with its
share; `fresh` where it is 0 before.

So that what reads a small part of an array costs no more than that part.
"""


class NoRule(Exception):
    """A rule does not hold for these operands; the text says why."""


RULES: dict[str, Rule] = {}
"""By the name of the op."""

GATHERS: dict[str, Gather] = {}
"""Ops that read parts of their first operand, which have this instead of a rule."""

CONSTANT = frozenset(
    (
        "floor", "ceil", "trunc", "rint", "round", "sign", "floor_divide", "heaviside", "spacing",
        "zeros_like", "ones_like", "stop_gradient",
    )
)  # fmt: skip
"""Ops whose result is constant where it has a derivative."""


NONE: dict[str, str] = {
    "eig": "the eigenvalues are in no order",
    "eigvals": "the eigenvalues are in no order",
    "i0": "its derivative is no op",
    "multiply_at": "write the products in a loop over the places",
    "nextafter": "it is no smooth function",
    "poly": "write a loop that takes `np.convolve` with each root's factor",
    "polyfit": "write `np.linalg.lstsq(np.vander(x, deg + 1), y)[0]`",
}
"""Why an op has no gradient."""


def gradient_of(*names: str) -> Callable[[Rule], Rule]:
    """Decorator of the rule of these ops."""

    def declare(rule: Rule) -> Rule:
        RULES.update(dict.fromkeys(names, rule))
        return rule

    return declare


def gathers(*names: str) -> Callable[[Gather], Gather]:
    """Decorator of what these ops have instead of a rule."""

    def declare(gather: Gather) -> Gather:
        GATHERS.update(dict.fromkeys(names, gather))
        return gather

    return declare


Reads: TypeAlias = Callable[[Node, set[Value]], Sequence[Operand]]

READS: dict[str, Reads] = {}
"""The operands that a rule reads, of ops where it does not read all of them and the result."""


def reads_nothing(*names: str) -> None:
    """The rules of these ops read no values, only shapes."""
    READS.update(dict.fromkeys(names, lambda node, active: ()))


def reads_others(*names: str) -> None:
    """The rules of these ops read all operands but the first."""
    READS.update(dict.fromkeys(names, lambda node, active: node.operands[1:]))
