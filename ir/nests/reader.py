"""What stands in nests for the values of a graph, and how their elements are read."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count

from dslc.ir.dims import Dim, Size, symbol
from dslc.ir.graph import Literal, Operand, Value
from dslc.ir.types import NumberType, ScalarType, TensorType

from .language import Array, Expression, Load, Local, Loop, Number, Statement, Whole
from .views import Indices, Places


class Unreadable(Exception):
    """An element of a view cannot be said by indices.

    Attributes:
        view: the view's value.
    """

    def __init__(self, view: Value) -> None:
        super().__init__()
        self.view = view


class Reader:
    """What stands in nests for the values of a graph.

    Attributes:
        arrays: by value; of scalars the local.
        views: of values that are views, where their elements are in another.
        depth: how many loops of the graph are around what is read now.
    """

    def __init__(self) -> None:
        self.arrays: dict[Value, Array | Local] = {}
        self.views: dict[Value, tuple[Operand, Places]] = {}
        self.depth = 0
        self._depths: dict[Value, int] = {}
        self._values: dict[Array | Local, Value] = {}
        self._names: dict[Value, str] = {}
        self._numbers = count()

    def see(self, value: Value, source: Operand, places: Places) -> None:
        """A value is a view."""
        self.views[value] = source, places
        self._depths[value] = self.depth

    def is_from_outside(self, value: Value) -> bool:
        """Whether a value is a view that is the same in all trips of a loop of the graph."""
        return self._depths.get(value, self.depth) < self.depth

    def base(self, value: Value) -> Value:
        """The value that a view is of, at the end of all views."""
        while value in self.views:
            source = self.views[value][0]
            assert isinstance(source, Value)
            value = source
        return value

    def index(self) -> Dim:
        """A new index of a loop."""
        return symbol(f"i·{next(self._numbers)}")

    def name(self, value: Value, name: str) -> None:
        """What the program calls a value."""
        self._names[value] = name

    def _name(self, value: Value) -> str:
        return self._names.get(value) or value.hint or "value"

    def value(self, each: Array | Local) -> Value:
        """The value that an array or a local stands for."""
        return self._values[each]

    def _keep(self, value: Value, each: Array | Local) -> None:
        self.arrays[value] = each
        self._values[each] = value

    def hand_on(self, value: Value, result: Value) -> None:
        """What stood for a value, which nothing reads any more, now stands for a result."""
        self._keep(result, self.arrays[value])

    def array(self, value: Value) -> Array:
        """The array of a value."""
        if value not in self.arrays:
            assert isinstance(value.type, TensorType)
            self._keep(value, Array(self._name(value), value.type.dtype, value.shape))
        found = self.arrays[value]
        assert isinstance(found, Array)
        return found

    def local(self, value: Value) -> Local:
        """The local of a scalar."""
        if value not in self.arrays:
            assert isinstance(value.type, ScalarType | NumberType)
            self._keep(value, Local(self._name(value), value.type))
        found = self.arrays[value]
        assert isinstance(found, Local)
        return found

    def read(self, operand: Operand, indices: Indices) -> Expression:
        """An element of an operand, or the operand where it is a scalar.

        Raises:
            Unreadable: the indices do not say which.
        """
        if isinstance(operand, Literal):
            assert operand.value is not None
            return Number(operand.value)
        if isinstance(operand, Dim):
            return Whole(operand)
        if operand in self.views:
            source, places = self.views[operand]
            found = places(indices)
            if found is None:
                raise Unreadable(operand)
            return self.read(source, found)
        if isinstance(operand.type, TensorType):
            return Load(self.array(operand), indices)
        return Whole(operand.dim) if operand.dim is not None else self.local(operand)


class Space:
    """The loops over a shape: an index for each axis, 0 where the size is 1."""

    def __init__(self, reader: Reader, shape: Sequence[Size]) -> None:
        self.loops = [(reader.index(), size) for size in shape if size != 1]
        given = iter(self.loops)
        self.indices: Indices = tuple(0 if size == 1 else next(given)[0] for size in shape)

    def around(self, body: list[Statement]) -> list[Statement]:
        """A body in all loops."""
        for index, extent in reversed(self.loops):
            body = [Loop(index, extent, body)]
        return body
