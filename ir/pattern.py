"""Patterns: what the left side of a rule looks for, and where a graph has it.

The left side of a rule is a function of NumPy's words. Run on arrays it computes; run here it
leaves the nodes that it would make, with holes for what the rule does not say.
"""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import permutations
from typing import Any, TypeAlias

from .calling import SKETCH
from .dims import Dim, Size
from .dtypes import is_inexact
from .facts import Facts
from .graph import Literal, Node, Operand, Value, type_of
from .keys import Key, join_key, split_key
from .op import REGISTRY, Op
from .place import Place
from .same import same_literals
from .spellings import by_function
from .traced import Traced, untraced
from .types import UNSET, default_dtype

COMMUTATIVE = frozenset(
    (
        *("add", "multiply", "bitwise_and", "bitwise_or", "bitwise_xor"),
        *("logical_and", "logical_or", "logical_xor", "equal", "not_equal"),
        *("maximum", "minimum", "fmax", "fmin", "and", "or"),
    )
)
"""Ops of two operands that may stand in either order, where not both are arrays of floats."""

FILLS = {"zeros": 0, "zeros_like": 0, "ones": 1, "ones_like": 1}
"""Ops that give an array of one number, and which."""


@dataclass(frozen=True, slots=True)
class Hole:
    """Stands in a pattern for an attribute of any value."""

    name: str


@dataclass(frozen=True, slots=True)
class Rest:
    """Stands in a pattern for all operands that are left."""

    name: str


@dataclass(frozen=True, slots=True)
class Found:
    """Where a pattern stands in a graph.

    Attributes:
        operands: what stands for the parameters of the rule, in order; a tuple for several.
        attributes: what stands in the holes, by name.
        nodes: the nodes of the pattern, the last one first.
    """

    operands: tuple[Operand | tuple[Operand, ...], ...]
    attributes: dict[str, Any]
    nodes: tuple[Node, ...]


_Bound: TypeAlias = dict[Any, Any]
"""What stands for each parameter, each `Rest` and each hole, by its name, and the nodes so far."""


@dataclass(frozen=True, slots=True, eq=False)
class Pattern:
    """What a rule looks for.

    Attributes:
        root: the node that the rule replaces; the operands of the nodes are parameters, results of
            other nodes, literals, and `Rest`.
        parameters: those that the rule's functions take.
    """

    root: Node
    parameters: tuple[Value | Rest, ...]
    _definitions: Mapping[Value, Node] = field(repr=False)
    _inner: tuple[Op, ...] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        values = (each for each in self.root.operands if isinstance(each, Value))
        made = map(self._definitions.get, values)
        object.__setattr__(self, "_inner", tuple(node.op for node in made if node is not None))

    def may_stand(self, made: Sequence[Op]) -> bool:
        """Whether these are the ops that make operands of a node which may be its root."""
        return all(op in made for op in self._inner)

    def find(
        self, node: Node, definitions: Mapping[Value, Node], same: Mapping[Value, Value]
    ) -> Found | None:
        """How the pattern stands at a node, if it does.

        Args:
            node: perhaps its root.
            definitions: the nodes before.
            same: for a value another one that is equal, one for all that are.
        """
        matching = _Matching(self._definitions, definitions, same)
        bound = matching.node(self.root, node, {"nodes": ()})
        if bound is None:
            return None
        operands = tuple(bound[_key(parameter)] for parameter in self.parameters)
        attributes = {key.name: value for key, value in bound.items() if isinstance(key, Hole)}
        return Found(operands, attributes, bound["nodes"])

    def nodes(self) -> list[Node]:
        """All of its nodes."""
        return [*self._definitions.values()]


def pattern_of(function: Callable[..., Any], several: Sequence[str] = ()) -> Pattern:
    """The pattern that a function makes of its parameters.

    Args:
        function: its positional parameters stand for operands, those by keyword for attributes.
        several: the parameters that stand for any number of operands.
    """
    parameters: list[Value | Rest] = []
    given: list[Any] = []
    holes: dict[str, Hole] = {}
    for name, parameter in inspect.signature(function).parameters.items():
        if parameter.kind is parameter.KEYWORD_ONLY:
            holes[name] = Hole(name)
        elif name in several:
            parameters.append(Rest(name))
            given.append((Traced(Rest(name)),))  # type: ignore[arg-type]  # never looked at
        else:
            parameters.append(Value(UNSET, name))
            given.append(Traced(parameters[-1]))  # type: ignore[arg-type]  # a value here
    drafting = _Drafting()
    token = SKETCH.set(drafting)
    try:
        result = untraced(function(*given, **holes))
    finally:
        SKETCH.reset(token)
    return Pattern(drafting.definitions[result], tuple(parameters), drafting.definitions)


class _Drafting:
    """Where the nodes of a pattern go, which have no types."""

    def __init__(self) -> None:
        self.facts = Facts()
        self.definitions: dict[Value, Node] = {}

    def apply(self, op: Op, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> Any:
        """A node of an op."""
        operands, attributes = op.bind(args, kwargs)
        if op.keyed:
            operands, attributes = _with_key(operands, attributes)
        flat = tuple(map(_pattern_operand, operands))
        result = Value(UNSET)
        self.definitions[result] = Node(op, flat, attributes, (), (result,), Place())
        return Traced(result)

    def apply_numpy(self, function: Any, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> Any:
        """A node of the op that a function of NumPy means."""
        op = by_function(function)
        assert op is not None
        return self.apply(op, args, kwargs)

    def take_as_equal(self, left: Size, right: Size) -> None:
        """Nothing: a pattern knows no sizes."""


def part(x: Any, key: Any, numbers: Sequence[Any]) -> Any:
    """`x[...]` by the form of an index and its numbers, also in a pattern (see `keys`)."""
    if isinstance(key, Hole):
        sketch = SKETCH.get()
        assert sketch is not None
        return sketch.apply(REGISTRY["index"], (x, (key, numbers)), {})
    return x[join_key(key, numbers)]


def _with_key(operands: Sequence[Any], given: dict[str, Any]) -> tuple[list[Any], dict[str, Any]]:
    key = given["key"]
    form, numbers = split_key(key) if isinstance(key, Key) else key
    return [*operands, *numbers], {**given, "key": form}


def _pattern_operand(given: Any) -> Any:
    operand = untraced(given)
    return operand if isinstance(operand, Value | Rest) else Literal(operand)


def _key(parameter: Value | Rest) -> Any:
    return parameter if isinstance(parameter, Rest) else id(parameter)


# --- matching -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Matching:
    """Compares a pattern with nodes."""

    pattern: Mapping[Value, Node]
    definitions: Mapping[Value, Node]
    same: Mapping[Value, Value]

    def node(self, wanted: Node, node: Node, bound: _Bound) -> _Bound | None:
        """What is bound after a node is taken for one of the pattern; None where it is none."""
        if wanted.op is not node.op or node.hidden:
            return None
        attributes = self._attributes(wanted, node, bound)
        if attributes is None:
            return None
        started = {**attributes, "nodes": (*attributes["nodes"], node)}
        for operands in self._orders(wanted, node):
            found = self._operands(wanted.operands, operands, started)
            if found is not None:
                return found
        return None

    @staticmethod
    def _orders(wanted: Node, node: Node) -> list[tuple[Operand, ...]]:
        """The orders in which the operands may be taken; NaNs of two floats have one only."""
        if node.op.name not in COMMUTATIVE:
            return [node.operands]
        literals = any(isinstance(each, Literal) for each in wanted.operands)
        if not literals and any(is_inexact(default_dtype(type_of(o))) for o in node.operands):
            return [node.operands]
        return [*permutations(node.operands)]

    def _attributes(self, wanted: Node, node: Node, bound: _Bound) -> _Bound | None:
        for name, want in wanted.attributes.items():
            if name not in node.attributes:
                return None  # an operand that the pattern leaves out
            given = node.attributes[name]
            if not isinstance(want, Hole):
                if type(want) is not type(given) or want != given:
                    return None
            elif want not in bound:
                bound = {**bound, want: given}
            elif bound[want] != given:
                return None
        return bound

    def _operands(
        self, wanted: Sequence[Any], operands: Sequence[Operand], bound: _Bound
    ) -> _Bound | None:
        if wanted and isinstance(wanted[-1], Rest):
            fixed = len(wanted) - 1
            bound = {**bound, wanted[-1]: tuple(operands[fixed:])}
            wanted, operands = wanted[:fixed], operands[:fixed]
        if len(wanted) != len(operands):
            return None
        found: _Bound | None = bound
        for want, operand in zip(wanted, operands, strict=True):
            if found is None:
                return None
            found = self._operand(want, operand, found)
        return found

    def _operand(self, want: Any, operand: Operand, bound: _Bound) -> _Bound | None:
        if isinstance(want, Literal):
            return bound if self._is_number(operand, want.value) else None
        inner = self.pattern.get(want)
        if inner is not None:
            node = self.definitions.get(operand) if isinstance(operand, Value) else None
            return None if node is None else self.node(inner, node, bound)
        key = _key(want)
        if key not in bound:
            return {**bound, key: operand}
        return bound if same_operands(self._one(bound[key]), self._one(operand)) else None

    def _one(self, operand: Operand) -> Operand:
        """An operand that stands for all that are equal to this."""
        return self.same.get(operand, operand) if isinstance(operand, Value) else operand

    def _is_number(self, operand: Operand, number: Any) -> bool:
        """Whether an operand is a number, or an array of it alone."""
        if isinstance(operand, Value):
            return is_number(filled_with(operand, self.definitions), number)
        return isinstance(operand, Literal) and is_number(operand.value, number)


def filled_with(operand: Operand, definitions: Mapping[Value, Node]) -> Any:
    """The one number that an array is full of, where that is known, else None."""
    node = definitions.get(operand) if isinstance(operand, Value) else None
    if node is None:
        return None
    if node.op.name in FILLS:
        return FILLS[node.op.name]
    fill = node.operands[-1] if node.op.name in ("full", "full_like") else None
    if not isinstance(fill, Literal) or not _keeps(fill, default_dtype(type_of(operand))):
        return None
    return fill.value


def _keeps(fill: Literal, dtype: Any) -> bool:
    """Whether an array of a dtype holds just this number."""
    if fill.value is None:
        return False
    try:
        return bool(dtype.type(fill.value) == fill.value)
    except (OverflowError, ValueError, TypeError):
        return False


def is_number(value: Any, number: Any) -> bool:
    """Whether a value is this number, a 0 with its sign."""
    if value is None or value != number:
        return False
    signs = [math.copysign(1.0, each.real) for each in (complex(value), complex(number))]
    return (isinstance(number, bool | int) and number != 0) or signs[0] == signs[1]


def same_operands(a: Any, b: Any) -> bool:
    """Whether two operands are certainly the same at every run."""
    if isinstance(a, Literal) and isinstance(b, Literal):
        return same_literals(a, b)
    return a is b or (isinstance(a, Dim) and isinstance(b, Dim) and bool(a == b))
