"""What a test tells of sizes: `n > 64` where it is true, `n <= 64` where it is false.

It follows from the nodes alone: the builder, `verify` and who reads the source find the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from .comparison import Comparison, Relation
from .dims import Dim, Size
from .dtypes import BOOL
from .graph import Literal, Node, Operand, Region, Value
from .structure import (
    after_loop,
    has_exits,
    shown_region_results,
    shown_results,
)
from .types import BOOL_NUMBER, ScalarType, TensorType, Type

Told: TypeAlias = "tuple[Comparison, ...] | None"
"""What holds on a path; None where control never takes it."""


_NEVER = Comparison("<", 0, 0)


@dataclass(frozen=True, slots=True)
class Truth:
    """What holds of sizes where a test is true, and where it is false."""

    if_true: Told = ()
    if_false: Told = ()

    def told(self, truth: bool) -> tuple[Comparison, ...]:
        """What holds where the test has this truth; what never does where it never has."""
        found = self.if_true if truth else self.if_false
        return (_NEVER,) if found is None else found

    def __invert__(self) -> Truth:
        return Truth(self.if_false, self.if_true)

    def __and__(self, other: Truth) -> Truth:
        return Truth(_both(self.if_true, other.if_true), _either(self.if_false, other.if_false))

    def __or__(self, other: Truth) -> Truth:
        return ~(~self & ~other)

    def chosen(self, then: Truth, otherwise: Truth) -> Truth:
        """The truth of `then if self else otherwise`."""
        return (self & then) | (~self & otherwise)


NOTHING = Truth()


def _both(one: Told, other: Told) -> Told:
    """What holds where both paths are taken."""
    if one is None or other is None:
        return None
    return tuple(dict.fromkeys((*one, *other)))


def _either(one: Told, other: Told) -> Told:
    """What holds where one of two paths is taken, nobody knows which."""
    if one is None or other is None:
        return other if one is None else one
    return tuple(each for each in one if each in other)


_RELATIONS: dict[str, tuple[Relation, bool]] = {
    "equal": ("==", False),
    "not_equal": ("!=", False),
    "less": ("<", False),
    "less_equal": ("<=", False),
    "greater": ("<", True),
    "greater_equal": ("<=", True),
}
"""What comparisons of integers mean, and whether with their sides swapped."""


def truth_of(op: str, operands: Sequence[Size | Truth]) -> Truth:
    """What the result of an op tells.

    Args:
        op: its name; it gives a bool.
        operands: sizes, and for all other operands what their truth tells.
    """
    if op in _RELATIONS:
        left, right = operands
        if isinstance(left, Truth) or isinstance(right, Truth):
            return NOTHING
        relation, swapped = _RELATIONS[op]
        found = Comparison(relation, *((right, left) if swapped else (left, right)))
        return Truth((found,), (found.negated(),))
    tests = [each if isinstance(each, Truth) else of_size(each) for each in operands]
    match op, tests:
        case (("and" | "logical_and"), [one, other]):
            return one & other
        case (("or" | "logical_or"), [one, other]):
            return one | other
        case (("not" | "logical_not"), [one]):
            return ~one
        case "cast", [one]:
            return one
    return NOTHING


def of_size(size: Size) -> Truth:
    """What the truth of an integer tells: it is not 0."""
    if isinstance(size, int):
        return Truth((), None) if size else Truth(None, ())
    found = Comparison("!=", size, 0)
    return Truth((found,), (found.negated(),))


def _raises(node: Node) -> bool:
    """Whether it is an `assert False`."""
    operand = node.operands[0] if node.op.name == "check" else None
    return isinstance(operand, Literal) and not operand.value


def _literal(value: object) -> Size | Truth:
    if isinstance(value, bool):
        return of_size(int(value))
    return value if isinstance(value, int) else NOTHING


class Truths:
    """What the values of one graph tell of sizes, as its nodes come."""

    def __init__(self) -> None:
        self._of: dict[Value, Truth] = {}

    def of(self, operand: Operand) -> Truth:
        """What the truth of an operand tells."""
        found = self._operand(operand)
        return found if isinstance(found, Truth) else of_size(found)

    def entering(self, node: Node, region: Region) -> tuple[Comparison, ...]:
        """What holds of sizes whenever a region of a node is entered."""
        if node.op.name == "if":
            return self.of(node.operands[0]).told(region is node.regions[0])
        if node.op.name == "while" and region is node.regions[1]:
            return self.of(node.regions[0].results[0]).told(True)
        return ()

    def after(self, node: Node) -> tuple[Comparison, ...]:
        """What holds of sizes when a node has run."""
        match node.op.name:
            case "check":
                return self.of(node.operands[0]).told(True)
            case "if":
                return self._after_branches(node)
            case "while" if not has_exits(node):
                return self._after_loop(node)
        return ()

    def _after_branches(self, node: Node) -> tuple[Comparison, ...]:
        """The test's truth, where one of the branches does nothing but raise."""
        raising = [any(map(_raises, region.nodes)) for region in node.regions]
        return self.of(node.operands[0]).told(raising[1]) if raising[0] != raising[1] else ()

    def _after_loop(self, node: Node) -> tuple[Comparison, ...]:
        """What the test's being false tells, of the sizes after the loop."""
        (truth,) = node.regions[0].results
        after = after_loop(node, node.regions[0])
        return tuple(each.substituted(after) for each in self.of(truth).told(False))

    def note(self, node: Node) -> None:
        """Keep what the results of a node tell."""
        if node.op.name == "if":
            self._note_branches(node)
        elif len(node.results) == 1 and _is_truth(node.results[0].type):
            found = truth_of(node.op.name, [self._operand(operand) for operand in node.operands])
            if found != NOTHING:
                self._of[node.results[0]] = found

    def _operand(self, operand: Operand) -> Size | Truth:
        if isinstance(operand, Dim):
            return operand
        if isinstance(operand, Literal):
            return _literal(operand.value)
        return operand.dim if operand.dim is not None else self._of.get(operand, NOTHING)

    def _note_branches(self, node: Node) -> None:
        """`and` and `or` may be an `if`, which evaluates the right side only where it counts."""
        test = self.of(node.operands[0])
        sides = [shown_region_results(node, region) for region in node.regions]
        for result, then, otherwise in zip(shown_results(node), *sides, strict=True):
            if result.type == BOOL_NUMBER:
                found = test.chosen(self.of(then), self.of(otherwise))
                if found != NOTHING:
                    self._of[result] = found


def _is_truth(type_: Type) -> bool:
    """Whether a value is True or False, of Python or NumPy."""
    return not isinstance(type_, TensorType) and type_ in _TRUTHS


_TRUTHS = (BOOL_NUMBER, ScalarType(BOOL))
