"""Ops that are made of others: their body runs on values of a graph, and leaves nodes there.

One text serves for everything: on arrays it is the meaning, on types it is the type rule, and
before native code is printed it gives the nodes that stand for the op.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from math import prod
from typing import Any

import numpy as np

from .calling import SKETCH, Sketching
from .comparison import Comparison
from .construction import Construction
from .diagnostics import CompilerBug
from .dims import LARGEST, Dim, Size, symbols
from .facts import Facts
from .graph import Graph, Literal, Node, Operand, Region, Value, as_size, type_of
from .keys import Key, split_key
from .op import REGISTRY, Effects, Op, RuleError
from .place import Place
from .rebuild import Instead, rebuild, rebuild_region
from .spellings import by_function, by_method, by_operator
from .types import NumberType, TensorType, Type, shape_of
from .verify_types import dims_of


class Sketch(Construction):
    """Where the nodes go that an op is made of.

    Args:
        facts: what is known of sizes where the op stands.
        place: the statement that the nodes implement.
        taken: names of dims that mean others; those made here are added.
    """

    def __init__(
        self, facts: Facts | None = None, place: Place | None = None, taken: set[str] | None = None
    ) -> None:
        super().__init__("sketch")
        self.facts = (facts or Facts()).copy()
        self.facts.known.clear()  # nodes in here bind their own
        self._at = place or Place()
        around = SKETCH.get()
        self._prefix = "" if taken else "?" + getattr(around, "_prefix", "")
        if taken is not None:
            self._names = taken

    def _place(self) -> Place:
        return self._at

    def apply(self, op: Op, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> Any:
        """What an op gives for traced values, numbers and dims."""
        operands, attributes = op.bind(args, kwargs)
        if op.keyed:
            attributes["key"], numbers = split_key(attributes["key"])
            operands = [*operands, *numbers]
        flat = self._operands([untraced(operand) for operand in operands])
        if op.name == "as_dim":
            return self._dim(op, flat, attributes)
        results = tuple(Traced(value) for value in self.emit(op, flat, attributes))
        return results[0] if len(results) == 1 else results

    def _dim(self, op: Op, flat: tuple[Operand, ...], attributes: dict[str, Any]) -> Size:
        """The dim that `as_dim` makes of an integer."""
        known = as_size(flat[0])
        if known is not None:
            return known
        (result,) = self.emit(op, flat, attributes)
        result.dim = self.fresh_dim("size", low=attributes["low"])
        self._scope.add(str(result.dim))
        return result.dim

    def fresh_dim(self, hint: str, *, low: int | None = 0) -> Dim:
        """A new symbol, which is none of those around the op."""
        return super().fresh_dim(self._prefix + hint, low=low)

    def apply_numpy(self, function: Any, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> Any:
        """What a function of NumPy gives; of numbers alone it makes scalars first."""
        op = by_function(function)
        if op is None:
            raise TypeError(f"`np.{function.__name__}` means no op")
        if op.strong and all(isinstance(type_of(each), NumberType) for each in map(_operand, args)):
            args = tuple(self.apply(REGISTRY["as_scalar"], (each,), {}) for each in args)
        return self.apply(op, args, kwargs)

    def take_as_equal(self, left: Size, right: Size) -> None:
        """Rely on two sizes being equal.

        Raises:
            RuleError: `shape-mismatch` where they never are.
        """
        self.assume_equal(left, right, self._at)

    def _rely_on(self, comparison: Comparison, place: Place) -> None:
        """Nothing: that is required where the op itself stands."""

    def is_from_around(self, size: Size) -> bool:
        """Whether a size is one that the op has from around it."""
        return self._names.isdisjoint(symbols(size))

    def limits(self, size: Size, operands: Sequence[Type | None]) -> tuple[Size, Size]:
        """The bounds of a size that the body makes, the upper one by sizes of the operands."""
        shapes = [shape_of(type_) for type_ in operands if type_ is not None]
        greatest = [*(each for shape in shapes for each in shape), *map(_product, shapes)]
        below = (each for each in greatest if self.facts.answer(Comparison("<=", size, each)))
        return max(self.facts.bounds(size)[0] or 0, 0), next(below, LARGEST)

    @contextmanager
    def open(self) -> Iterator[None]:
        """Ops that are called inside go here."""
        token = SKETCH.set(self)
        try:
            with np.errstate(all="ignore"):
                yield
        finally:
            SKETCH.reset(token)


class Traced:
    """A value of a graph that Python's operators and NumPy's functions work on."""

    __slots__ = ("operand",)

    def __init__(self, operand: Operand) -> None:
        self.operand = operand

    def __repr__(self) -> str:
        return f"<traced {type_of(self.operand)}>"

    def __bool__(self) -> bool:
        raise TypeError("a value of the graph is not known while an op is expanded")

    @property
    def type(self) -> Type:
        """What it is."""
        return type_of(self.operand)

    @property
    def shape(self) -> tuple[Size, ...]:
        """One size for each axis."""
        return shape_of(self.type)

    @property
    def ndim(self) -> int:
        """The number of axes."""
        return len(self.shape)

    @property
    def dtype(self) -> np.dtype:
        """The dtype of an array or a NumPy scalar; a Python number has none."""
        dtype: np.dtype = self.type.dtype  # type: ignore[union-attr]
        return dtype

    def __getitem__(self, key: Any) -> Any:
        items = key if isinstance(key, tuple) else (key,)
        return _sketch().apply(REGISTRY["index"], (self, Key(items)), {})

    def __getattr__(self, name: str) -> Any:
        op = by_method(name)
        if op is None:
            raise AttributeError(f"a value of the graph has no `{name}`")
        return lambda *args, **kwargs: _sketch().apply(op, (self, *args), kwargs)

    def __array_ufunc__(self, ufunc: Any, method: str, *args: Any, **kwargs: Any) -> Any:
        return _sketch().apply_numpy(ufunc, args, kwargs)

    def __array_function__(self, function: Any, types: Any, args: Any, kwargs: Any) -> Any:
        return _sketch().apply_numpy(function, args, kwargs)


def _method(symbol: str, *, swapped: bool = False) -> Callable[..., Any]:
    def method(self: Traced, *others: Any) -> Any:
        op = by_operator(symbol)
        if op is None:
            raise TypeError(f"`{symbol}` means no op")
        return _sketch().apply(op, (*others, self) if swapped else (self, *others), {})

    return method


_OPERATORS = {
    "add": "+", "sub": "-", "mul": "*", "truediv": "/", "floordiv": "//", "mod": "%", "pow": "**",
    "matmul": "@", "and": "&", "or": "|", "xor": "^", "lshift": "<<", "rshift": ">>",
}  # fmt: skip
_COMPARISONS = {"eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">="}

for _name, _symbol in {**_OPERATORS, **_COMPARISONS}.items():
    setattr(Traced, f"__{_name}__", _method(_symbol))
for _name, _symbol in _OPERATORS.items():
    setattr(Traced, f"__r{_name}__", _method(_symbol, swapped=True))
for _name, _symbol in {"neg": "-x", "pos": "+x", "invert": "~x"}.items():
    setattr(Traced, f"__{_name}__", _method(_symbol))


def _product(shape: tuple[Size, ...]) -> Size:
    return prod(shape, start=1)


def _sketch() -> Sketching:
    sketch = SKETCH.get()
    assert sketch is not None
    return sketch


def untraced(value: Any) -> Any:
    """What a traced value stands for; anything else as it is."""
    return value.operand if isinstance(value, Traced) else value


def _operand(value: Any) -> Operand:
    operand = untraced(value)
    return operand if isinstance(operand, Value | Literal | Dim) else Literal(operand)


# --- running a body -------------------------------------------------------------------------------


def _run(
    record: Op, operands: Sequence[Any], attributes: Mapping[str, Any], sketch: Sketch
) -> tuple[Operand, ...]:
    """Run the body of an op on operands, None where one is left out; gives its results."""
    assert record.expand is not None
    given = [None if operand is None else Traced(operand) for operand in operands]
    with sketch.open():
        results = record.expand(*given, **attributes)
    return tuple(map(_operand, results if isinstance(results, tuple | list) else (results,)))


def _sketched(
    record: Op, types: Sequence[Type | None], attributes: Mapping[str, Any], facts: Facts
) -> tuple[Sketch, tuple[Operand, ...]]:
    """The nodes of an op for operands of these types; facts get what they assume."""
    sketch = Sketch(facts)
    known = len(facts.assumed)
    try:
        results = _run(record, list(map(_stand_in, types)), attributes, sketch)
    except RuleError as error:
        named = zip(_roles(record, len(types)), types, strict=True)
        labels = {n: f"{role} is {type_}" for n, (role, type_) in enumerate(named) if type_}
        message = f"in `{record.public or record.name}`: {error.message}"
        raise RuleError(error.code, message, labels, error.help) from None
    for comparison in sketch.facts.assumed[known:]:
        if not all(map(sketch.is_from_around, (comparison.left, comparison.right))):
            raise CompilerBug(f"`{record.name}` relies on {comparison} inside", "")
        facts.assume(comparison)
    return sketch, results


def _stand_in(type_: Type | None) -> Operand | None:
    if isinstance(type_, NumberType) and type_.dim is not None:
        return type_.dim
    if isinstance(type_, NumberType) and type_.constant is not None:
        return Literal(type_.constant)
    return None if type_ is None else Value(type_)


def _roles(record: Op, count: int) -> Sequence[str]:
    return [f"part {n}" for n in range(count)] if record.variadic else record.operands


def types_of(
    record: Op, facts: Facts, types: Sequence[Type | None], attributes: Mapping[str, Any]
) -> tuple[Type, ...]:
    """The types of an op's results, from what it is made of: its type rule.

    Raises:
        RuleError: where an op in it refuses its operands.
    """
    sketch, results = _sketched(record, types, attributes, facts)
    opened: dict[Size, Size] = {}

    def outer(size: Size) -> Size:
        if sketch.is_from_around(size):
            return size
        if size not in opened:
            opened[size] = facts.open(*sketch.limits(size, types))
        return opened[size]

    return tuple(_in_sizes(type_of(result), outer) for result in results)


def _in_sizes(type_: Type, outer: Callable[[Size], Size]) -> Type:
    """A type outside of the op."""
    if isinstance(type_, TensorType):
        return replace(type_, shape=tuple(map(outer, type_.shape)))
    return NumberType(type_.kind) if isinstance(type_, NumberType) else type_


def may_raise(record: Op, types: Sequence[Type | None], attributes: Mapping[str, Any]) -> bool:
    """Whether something in an op can raise."""
    sketch, _ = _sketched(record, types, attributes, Facts())
    return any(node.effects & Effects.RAISES for node in _nodes(sketch))


def _nodes(sketch: Sketch) -> list[Node]:
    return sketch.graph.body.nodes


# --- expanding a graph --------------------------------------------------------------------------


def expand(graph: Graph, keep: Callable[[Op], bool]) -> Graph:
    """The graph with what they are made of in place of ops.

    Args:
        graph: any.
        keep: the ops that stay; primitive ones do so anyway.
    """
    bound = [value for node in graph.walk() for value in _bound_by(node)]
    names = {*graph.symbols, *dims_of(bound)}

    def rewrite(node: Node) -> Node | Instead:
        if node.op.expand is None or keep(node.op):
            return node
        return _expanded(node, rewrite, names)

    return rebuild(graph, rewrite)


def _bound_by(node: Node) -> Iterator[Value]:
    """The values that a node defines, in its regions too."""
    yield from node.results
    for region in node.regions:
        yield from region.parameters


def _expanded(node: Node, rewrite: Callable[[Node], Node | Instead], names: set[str]) -> Instead:
    """What a node is made of; `names` are those of the graph's dims, to which new ones come."""
    op = node.op
    sketch = Sketch(place=node.place, taken=names)
    attributes = op.without_absent(node.attributes)
    results = _run(op, op.spread(node.operands, node.attributes), attributes, sketch)
    nodes = _nodes(sketch)
    for inner in nodes:
        for value in inner.results[inner.hidden :]:
            value.hint = "" if value in results else f"{op.name}_{inner.op.name}"
    region = rebuild_region(Region([], nodes, results), rewrite)
    sizes = [_sized(node, value, region.results) for value in node.results[: node.hidden]]
    hidden = tuple(result for size in sizes for result in size.results)
    return Instead([*region.nodes, *sizes], (*hidden, *region.results))


def _sized(node: Node, hidden: Value, results: Sequence[Operand]) -> Node:
    """The node that binds an open size of a node, read from what stands for its results."""
    pairs = zip(node.results[node.hidden :], results, strict=True)
    size = next(
        inner
        for value, made in pairs
        for outer, inner in zip(value.shape, shape_of(type_of(made)), strict=True)
        if outer is hidden.dim
    )
    operand = size if isinstance(size, Dim) else Literal(size)
    return Node(REGISTRY["as_dim"], (operand,), {"low": None}, (), (hidden,), node.place)
