"""A rewrite rule: an expression, and what may stand in its place.

    @rule(lambda x: -(-x), when=integers_or_floats)
    def negative_of_negative(x):
        \"\"\"`-(-x)` is `x`.\"\"\"
        return x

Both sides are functions in NumPy's words. On arrays both compute, which is how a test proves the
rule; on values of a graph the left side is a pattern, and the right side leaves the nodes that
replace its root.

Why rewriting ends: let the weight of a value be the weights of all ops in the expression that it
is, written out in full. Every rule lowers the weight of what it replaces, whatever its parameters
are (`weight_of`): what a parameter weighs never counts more often on the right. So every step makes
a value lighter, and with it whatever is computed from it.
"""

from __future__ import annotations

import inspect
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from .graph import Node, Operand, Value
from .pattern import Pattern, pattern_of

When: TypeAlias = Callable[..., bool]
"""`when(facts, *operands, **attributes)`: whether a rule applies; operands are traced values."""

DOES_NOT_APPLY = NotImplemented
"""What the right side of a rule gives where the rule does not apply."""


@dataclass(frozen=True, slots=True, eq=False)
class Rule:
    """One rule.

    Attributes:
        name: of its right side.
        says: what it does, in one line.
        left: the expression that it looks for.
        right: what may stand in its place, or `DOES_NOT_APPLY`.
        pattern: the left side as nodes.
        when: what must hold of types and sizes, None for nothing.
        exact: whether it keeps every bit of a result.
    """

    name: str
    says: str
    left: Callable[..., Any]
    right: Callable[..., Any]
    pattern: Pattern
    when: When | None
    exact: bool


RULES: dict[str, Rule] = {}
"""Every rule by name, in the order in which they are tried; importing `dslc.ir.rules` fills it."""


def rule(
    left: Callable[..., Any],
    *,
    when: When | None = None,
    exact: bool = True,
    several: Sequence[str] = (),
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Decorator that makes a rule of the function of its right side.

    Args:
        left: a function of the same parameters.
        when: what must hold of types and sizes.
        exact: False for one that may change a result in the last place, or of special values.
        several: the parameters that stand for any number of operands.
    """

    def declare(right: Callable[..., Any]) -> Callable[..., Any]:
        name = right.__name__
        says = (inspect.getdoc(right) or "").partition("\n")[0].rstrip(".")
        assert name not in RULES and says, f"the rule `{name}` needs a name and a line of its own"
        RULES[name] = Rule(name, says, left, right, pattern_of(left, several), when, exact)
        return right

    return declare


# --- weights --------------------------------------------------------------------------------------

_WEIGHTS = {
    **dict.fromkeys(("pow", "power", "float_power", "matmul", "sort", "take"), 10),
    **dict.fromkeys(
        ("divide", "sqrt", "where", "fmax", "fmin", "concat", "stack", "exp", "log"), 3
    ),
    **dict.fromkeys(("negative", "invert", "logical_not", "not", "abs", "copy", "square"), 1),
    **dict.fromkeys(("isnan", "isinf", "isfinite", "flip", "real", "cast"), 1),
    **dict.fromkeys(("reshape", "transpose", "squeeze", "expand_dims", "broadcast_to"), 1),
    **dict.fromkeys(("zeros", "ones", "full"), 0),
}
"""Weights of ops; 2 of all others. What only looks at an array another way is light."""


def weight_of(nodes: Iterable[Node], root: Operand) -> tuple[int, Counter[Operand]]:
    """The weight of an expression without its leaves, and how often it has each of these."""
    definitions = {result: node for node in nodes for result in node.results}
    leaves: Counter[Operand] = Counter()

    def weigh(operand: Operand) -> int:
        node = definitions.get(operand) if isinstance(operand, Value) else None
        if node is None:
            leaves[operand] += 1
            return 0
        return _WEIGHTS.get(node.op.name, 2) + sum(map(weigh, node.operands))

    return weigh(root), leaves
