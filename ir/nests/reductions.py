"""Reductions as loops."""

from __future__ import annotations

from math import prod

from dslc.ir.dims import Size
from dslc.ir.dtypes import is_integer
from dslc.ir.graph import Node, type_of
from dslc.ir.op import REGISTRY
from dslc.ir.types import ScalarType, TensorType, default_dtype, shape_of

from .language import (
    Apply,
    Array,
    Expression,
    Let,
    Load,
    Local,
    Loop,
    Number,
    Statement,
    Store,
    Total,
    Update,
    Whole,
)
from .reader import Reader, Space
from .starts import start_of
from .views import Indices


def is_reduced(node: Node) -> bool:
    """Whether no mask chooses elements, and sums are in the type of the elements.

    Others are converted in pieces, in an order of NumPy's own.
    """
    if len(node.operands) != 1 or not isinstance(type_of(node.operands[0]), TensorType):
        return False
    if not node.attributes["axis"]:
        return False
    source, target = default_dtype(type_of(node.operands[0])), node.results[0].dtype
    if node.op.name in ("sum", "mean"):
        return source == target or (is_integer(target) and node.op.name == "sum")
    return node.op.name in ("any", "all") or source == target


def reduce(node: Node, reader: Reader) -> list[Statement]:
    """The loops of a reduction."""
    return _Reduction(node, reader).statements()


def in_any_order(node: Node) -> bool:
    """Whether a node makes one element of all, and of the same bits in any order."""
    if node.op.name not in ("max", "min", "nanmax", "nanmin", "any", "all"):
        return False
    sizes = shape_of(type_of(node.operands[0]))
    if len(node.attributes["axis"]) < len(sizes) or sum(size != 1 for size in sizes) < 2:
        return False
    return is_reduced(node) and not isinstance(node.results[0].type, TensorType)


def reduce_by_axis(node: Node, reader: Reader) -> list[Statement]:
    """The loops of such a reduction, one for each axis: a total of totals."""
    return _Reduction(node, reader).by_axis()


class _Reduction:
    """A reduction: trailing axes are one loop with a total, others update an array in order."""

    def __init__(self, node: Node, reader: Reader) -> None:
        self.node, self.reader = node, reader
        self.result, self.operand = node.results[0], node.operands[0]
        self.shape = shape_of(type_of(self.operand))
        self.axes = node.attributes["axis"]
        self.how = "sum" if node.op.name == "mean" else node.op.name
        self.type = ScalarType(self.result.dtype)
        lead = len(self.shape)
        while lead and lead - 1 in self.axes:
            lead -= 1
        self.lead = lead
        self.space = Space(reader, self.shape[:lead])

    def statements(self) -> list[Statement]:
        if any(axis < self.lead for axis in self.axes):
            return self._updating()
        if isinstance(self.result.type, TensorType):
            array = self.reader.array(self.result)
            total = Local(f"{array.name}_total", self.type)
            store = Store(self._finished(total), self.node, array, self._kept())
            return self.space.around([self._loop(total, self._start()), store])
        result = self.reader.local(self.result)
        if self.node.op.name != "mean":
            return [self._loop(result, self._start())]
        total = Local(f"{result.name}_total", self.type)
        loop = self._loop(total, self._start())
        return [loop, Let(self._finished(total), self.node, result)]

    def by_axis(self) -> list[Statement]:
        """A total in each loop, of those of the loop inside."""
        space = Space(self.reader, self.shape)
        result = self.reader.local(self.result)
        value = self.reader.read(self.operand, space.indices)
        body: list[Statement] = []
        for index, extent in reversed(space.loops):
            outermost = index is space.loops[0][0]
            local = result if outermost else Local(f"{result.name}_part", self.type)
            start = self._start() if outermost else self._identity()
            total = Total(value, self.node, local, self.how, start)
            body = [Loop(index, extent, [*body, total])]
            value = local
        return body

    def _updating(self) -> list[Statement]:
        """An array that is filled first."""
        array = self.reader.array(self.result)
        if self.node.op.name == "mean":
            array = Array(f"{array.name}_total", array.dtype, array.shape)
        fill = Space(self.reader, array.shape)
        first = Store(self._start(), self.node, array, fill.indices)
        body: list[Statement] = []
        if self.lead < len(self.shape):
            value: Expression = Local(f"{array.name}_part", self.type)
            assert isinstance(value, Local)
            body.append(self._loop(value, self._identity()))
        else:
            value = self.reader.read(self.operand, self.space.indices)
        body.append(Update(value, self.node, array, self._kept(), self.how))
        found = [*fill.around([first]), *self.space.around(body)]
        if self.node.op.name == "mean":
            last = Space(self.reader, array.shape)
            value = self._finished(Load(array, last.indices))
            result = self.reader.array(self.result)
            found += last.around([Store(value, self.node, result, last.indices)])
        return found

    def _loop(self, total: Local, start: Expression) -> Loop:
        """The trailing axes, counted together in C order."""
        index = self.reader.index()
        element = self.reader.read(self.operand, (*self.space.indices, index))
        extent = prod(self.shape[self.lead :], start=1)
        return Loop(index, extent, [Total(element, self.node, total, self.how, start)])

    def _start(self) -> Expression:
        initial = self.node.attributes.get("initial")
        return self._identity() if initial is None else Number(self.type.dtype.type(initial))

    def _identity(self) -> Expression:
        return Number(start_of(self.how, self.type))

    def _finished(self, total: Expression) -> Expression:
        """The result of a total: that of a mean is divided."""
        if self.node.op.name != "mean":
            return total
        count = prod((self.shape[axis] for axis in self.axes), start=1)
        whole = Whole(count)
        return Apply(REGISTRY["divide"], (total, whole), {}, (self.type, whole.type), self.type)

    def _kept(self) -> Indices:
        """The index of the result's element for the indices of the leading axes."""
        indices: list[Size] = []
        for axis in range(len(self.shape)):
            if axis not in self.axes:
                indices.append(self.space.indices[axis])
            elif self.node.attributes["keepdims"]:
                indices.append(0)
        return tuple(indices)
