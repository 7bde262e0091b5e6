"""Steps of elements as statements: the trips of a loop inside of loops over elements."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from dslc.ir.dims import substitute
from dslc.ir.graph import Node, Operand, Value, type_of
from dslc.ir.remarks import remark
from dslc.ir.structure import index_parameter
from dslc.ir.types import NumberType, ScalarType, TensorType, shape_of
from dslc.ir.value_names import wished_name

from .language import (
    Apply,
    ElementType,
    Expression,
    Let,
    Load,
    Local,
    Loop,
    Number,
    Statement,
    Store,
    Whole,
)
from .reader import Reader, Space
from .stepping import Carry, While
from .steps import Steps
from .views import broadcast_indices
from .whole_writes import whole_write_of


def lower_steps(steps: Steps, reader: Reader) -> list[Statement]:
    """The loops over elements, with the steps of one inside.

    Raises:
        Unreadable: an operand must be an array first.
    """
    remark("each element makes all trips of the loop, one after the other", steps.node.place)
    return _Lowering(steps, reader).statements()


class _Lowering:
    """What stands for the values of a trip.

    Attributes:
        before: the elements that all steps read.
        body: of the steps.
    """

    def __init__(self, steps: Steps, reader: Reader) -> None:
        self.steps, self.reader = steps, reader
        arrays = [each for each in steps.parameters if isinstance(each.type, TensorType)]
        self.shape = arrays[0].shape
        self.space = Space(reader, self.shape)
        self.before: list[Statement] = []
        self.body: list[Statement] = []
        self._found: dict[Value, Expression] = {}
        # Another loop of the nest may have an index of the same name.
        self._index = reader.index()
        own = index_parameter(steps.node, steps.node.regions[-1])
        self._indices = {str(value.dim): self._index for value in own}
        self._makers = steps.makers()
        self._ending = [*steps.tests, *([] if steps.mask is None else [steps.mask])]

    def statements(self) -> list[Statement]:
        steps = self.steps
        for value, (first, step) in steps.counts.items():
            self._found[value] = Whole(first + step * self._index)
        carried = [each for each in steps.carried() if each[0] not in steps.counts]
        starts = [self._outside(start) for _, start, _ in carried]
        locals_ = {value: Local(value.hint, _element_type(value)) for value, *_ in carried}
        self._found.update(locals_)
        for node in steps.nodes:
            self._end()
            self._compute(node)
        self._end()
        ends = [self._read(end) for *_, end in carried]
        for local, start, end in zip(locals_.values(), starts, ends, strict=True):
            self.body.append(Carry(end, steps.node, local, "next", start))
        loop = Loop(self._index, steps.trips, self.body)
        return self.space.around([*self.before, loop, *self._stores(locals_)])

    def _stores(self, locals_: Mapping[Value, Local]) -> Iterator[Statement]:
        """The arrays that are read behind the loop."""
        steps = self.steps
        for value, result in zip(steps.parameters, steps.node.results, strict=False):
            if result in steps.read and isinstance(result.type, TensorType):
                self.reader.name(result, wished_name(steps.node, result))
                array = self.reader.array(result)
                yield Store(locals_[value], steps.node, array, self.space.indices)

    def _end(self) -> None:
        """The element goes on where its mask, and all tests, are true."""
        for each in [value for value in self._ending if self._is_there(value)]:
            self.body.append(While(self._read(each), self.steps.node))
            self._ending.remove(each)

    def _is_there(self, value: Value) -> bool:
        """Whether a truth is computed already, if a trip computes it."""
        return value in self._found or value not in self._makers

    def _compute(self, node: Node) -> None:
        (result,) = node.results
        if node.op.name in _FILLED:
            self._found[result] = Number(result.dtype.type(_FILLED[node.op.name]))
            return
        operands = [self._read(each) for each in node.operands]
        write = whole_write_of(node)
        if write is not None:
            mask = None if write.mask is None else self._read(write.mask)
            value = write.element(self._read(write.value), mask, operands[0])
        elif node.op.name == "copy":
            value = operands[0]
        else:
            types = tuple(map(type_of, node.operands))
            type_ = _element_type(result)
            value = Apply(node.op, tuple(operands), node.attributes, types, type_)
        if isinstance(value, Local) and value.type == _element_type(result):
            self._found[result] = value
            return
        local = Local(wished_name(node, result), _element_type(result))
        self.body.append(Let(value, node, local))
        self._found[result] = local

    def _read(self, operand: Operand) -> Expression:
        operand = self.steps.named(operand)
        if isinstance(operand, Value) and operand in self._found:
            return self._found[operand]
        found = self._outside(operand)
        if isinstance(found, Load):
            assert isinstance(operand, Value)
            local = Local(found.array.name, ScalarType(found.array.dtype))
            self.before.append(Let(found, self.steps.node, local))
            found = self._found[operand] = local
        return found

    def _outside(self, operand: Operand) -> Expression:
        own = shape_of(type_of(operand))
        indices = broadcast_indices(self.space.indices, own, self.shape) if own else ()
        found = self.reader.read(operand, indices)
        return Whole(substitute(found.size, self._indices)) if isinstance(found, Whole) else found


def _element_type(value: Value) -> ElementType:
    """The type of an element of a value."""
    type_ = value.type
    if isinstance(type_, TensorType):
        return ScalarType(type_.dtype)
    assert isinstance(type_, ScalarType | NumberType)
    return type_


_FILLED = {"zeros_like": 0, "ones_like": 1}
