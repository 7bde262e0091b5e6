"""Whether an element of which a mask is false stays as it is, however many trips follow."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from dslc.ir.dims import Dim
from dslc.ir.dtypes import BOOL, is_integer
from dslc.ir.equal_nodes import key_of
from dslc.ir.graph import Literal, Node, Operand, Value, type_of
from dslc.ir.structure import index_parameter
from dslc.ir.types import TensorType
from dslc.ir.value_names import wished_name

from .steps import Steps
from .whole_writes import WholeWrite, whole_write_of


def is_settled(steps: Steps) -> bool:
    """Whether an element stays as it is from the first trip on in which its mask is false."""
    if _depends_on_trip(steps):
        return False
    kept = _Kept(steps)
    return all(
        _goes_on_as(kept(end), parameter, steps)
        for parameter, _, end in steps.carried()
        if isinstance(parameter.type, TensorType)
    )


def leaves_as_it_is(steps: Steps, ends: Sequence[Operand]) -> bool:
    """Whether a trip that ends a loop changes no array that is read, as all elements are done."""
    kept = _Kept(steps)
    return all(
        result not in steps.read or _goes_on_as(kept(end), parameter, steps)
        for parameter, end, result in zip(steps.parameters, ends, steps.node.results, strict=False)
        if isinstance(parameter.type, TensorType)
    )


def _goes_on_as(found: Operand | None, parameter: Value, steps: Steps) -> bool:
    return found is parameter or (found is None and parameter is steps.mask)


def _depends_on_trip(steps: Steps) -> bool:
    """Whether the mask of an element that is the same may be another one in another trip."""
    changed = {
        parameter
        for parameter, _, end in steps.carried()
        if not isinstance(parameter.type, TensorType) and end is not parameter
    }
    changed |= steps.counts.keys()
    names = {str(value.dim) for value in index_parameter(steps.node, steps.node.regions[-1])}
    makers = steps.makers()
    left: list[Operand] = [steps.mask] if steps.mask is not None else []
    seen = set[Operand]()
    while left:
        operand = steps.named(left.pop())
        dim = operand if isinstance(operand, Dim) else getattr(operand, "dim", None)
        if operand in changed or (dim is not None and not names.isdisjoint(dim.names)):
            return True
        if isinstance(operand, Value) and operand in makers and operand not in seen:
            left += makers[operand].operands
        seen.add(operand)
    return False


class _Kept:
    """What values of a trip are for an element whose mask is false; None for false."""

    def __init__(self, steps: Steps) -> None:
        self._steps = steps
        self._makers = steps.makers()
        self._found: dict[Operand, Operand | None] = {}

    def __call__(self, operand: Operand) -> Operand | None:
        """What an operand is."""
        operand = self._steps.named(operand)
        if operand not in self._found:
            self._found[operand] = self._look(operand)
        return self._found[operand]

    def _look(self, operand: Operand) -> Operand | None:
        if operand is self._steps.mask:
            return None
        if not isinstance(operand, Value) or operand not in self._makers:
            return operand
        node = self._makers[operand]
        write = whole_write_of(node)
        if write is not None:
            return self._written(write, operand)
        match node.op.name:
            case "logical_and" | "bitwise_and" if operand.dtype == BOOL:
                return None if None in map(self, node.operands) else operand
            case "add" | "subtract" | "bitwise_or" if is_integer(operand.dtype):
                return self._unchanged(node, operand)
            case "copy":
                return self(node.operands[0])
            case "where" if self(node.operands[0]) is None:
                other = node.operands[2]
                return self(other) if type_of(other) == operand.type else operand
        return operand

    def _written(self, write: WholeWrite, operand: Value) -> Operand | None:
        """An array after a write."""
        if write.mask is None:
            return self(write.value) if type_of(write.value) == operand.type else operand
        return self(write.node.operands[0]) if self(write.mask) is None else operand

    def _unchanged(self, node: Node, operand: Value) -> Operand | None:
        """An integer to which false is added."""
        one, other = node.operands
        if self(other) is None and type_of(one) == operand.type:
            return self(one)
        commutes = node.op.name != "subtract"
        if commutes and self(one) is None and type_of(other) == operand.type:
            return self(other)
        return operand


# --- masks that are carried -----------------------------------------------------------------------


def with_mask_first(steps: Steps, makers: Mapping[Value, Node]) -> Steps:
    """The steps with a mask that is carried made at the beginning of each trip instead.

    That can be where it follows in the same way from what else is carried, before the first trip
    and after each.
    """
    carried = [each for each in steps.carried() if each[0] is not steps.mask]
    own = [each for each in steps.carried() if each[0] is steps.mask]
    ends = [end for *_, end in carried]
    if not own or len(set(ends)) < len(ends):
        return steps
    ((mask, start, end),) = own
    result = steps.node.results[steps.parameters.index(mask)]
    if result in steps.read or not _Alike(steps, carried, makers)(end, start):
        return steps
    inside, nodes = steps.makers(), list[Node]()
    copies: dict[Operand, Operand] = {after: parameter for parameter, _, after in carried}

    def copied(operand: Operand) -> Operand:
        operand = steps.named(operand)
        if operand not in copies and isinstance(operand, Value) and operand in inside:
            node = inside[operand]
            made = Value(operand.type, wished_name(node, operand))
            given = tuple(map(copied, node.operands))
            nodes.append(replace(node, operands=given, results=(made,)))
            copies[operand] = made
        return copies.get(operand, operand)

    first = copied(end)
    if not isinstance(first, Value) or not nodes:
        return steps
    kept = _needed(steps, [*ends, *steps.tests])
    return replace(steps, nodes=(*nodes, *kept), mask=first, same={**steps.same, mask: first})


def _needed(steps: Steps, ends: Sequence[Operand]) -> list[Node]:
    """The nodes of a trip that these values need."""
    needed = set(map(steps.named, ends))
    kept: list[Node] = []
    for node in reversed(steps.nodes):
        if not needed.isdisjoint(node.results):
            needed.update(map(steps.named, node.operands))
            kept.append(node)
    return kept[::-1]


class _Alike:
    """Whether values follow in the same way from what trips end with and from what they start with.

    Args:
        steps: the trips.
        carried: what is carried, as `Steps.carried` gives it.
        makers: of the values outside of the loop.
    """

    def __init__(
        self,
        steps: Steps,
        carried: Sequence[tuple[Value, Operand, Operand]],
        makers: Mapping[Value, Node],
    ) -> None:
        self._steps, self._makers = steps, makers
        self._inside = steps.makers()
        self._starts = {
            after: before
            for parameter, before, after in carried
            if isinstance(parameter.type, TensorType)
        }
        self._found: dict[tuple[Operand, Operand], bool] = {}

    def __call__(self, after: Operand, before: Operand) -> bool:
        """Whether two values do, one of a trip and one of before the loop."""
        after = self._steps.named(after)
        if (after, before) not in self._found:
            self._found[after, before] = self._compare(after, before)
        return self._found[after, before]

    def _compare(self, after: Operand, before: Operand) -> bool:
        if after in self._starts:
            return self._starts[after] is before
        if isinstance(after, Literal) and isinstance(before, Literal):
            return _text(after) == _text(before)
        if not isinstance(after, Value) or after not in self._inside:
            return after == before and after not in self._steps.parameters
        made = self._inside[after]
        first = self._makers.get(before) if isinstance(before, Value) else None
        if first is None or len(made.operands) != len(first.operands):
            return False
        alone = {key_of(_bare(node)) for node in (made, first)}
        return len(alone) == 1 and all(map(self, made.operands, first.operands))


def _text(literal: Literal) -> tuple[str, str]:
    return str(literal.type), repr(literal.value)


def _bare(node: Node) -> Node:
    """The node without what it reads."""
    return Node(node.op, (), node.attributes, (), node.results, node.place)
