"""Values of a graph that NumPy's words work on: operators, functions and methods leave nodes.

So one text is the meaning of an op on arrays and, traced, the nodes that it is made of.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np

from .calling import SKETCH, Sketching
from .construction import Construction
from .dims import Dim, Size
from .graph import Graph, Literal, Operand, Value, as_size, type_of
from .keys import Key, split_key
from .op import REGISTRY, Op
from .spellings import by_function, by_method, by_operator
from .types import NumberType, Type, shape_of


class Tracing(Construction):
    """A graph under construction that takes what is done to traced values."""

    def apply(self, op: Op, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> Any:
        """What an op gives for traced values, numbers and dims."""
        operands, attributes = op.bind(args, kwargs)
        if op.keyed:
            attributes["key"], numbers = split_key(attributes["key"])
            operands = [*operands, *numbers]
        flat = self._operands([untraced(operand) for operand in operands])
        if op.name == "as_dim":
            return self.dim_of(flat[0], attributes["low"])
        results = tuple(Traced(value) for value in self.emit(op, flat, attributes))
        return op.in_numpy(results)

    def dim_of(self, operand: Operand, low: int | None) -> Size:
        """The dim that `as_dim` makes of an integer, `low` at least."""
        known = as_size(operand)
        if known is not None:
            return known
        (result,) = self.emit(REGISTRY["as_dim"], (operand,), {"low": low})
        result.hint = operand.hint if isinstance(operand, Value) else ""
        result.dim = self.fresh_dim(result.hint or "size", low=low)
        self._scope.add(str(result.dim))
        return result.dim

    def apply_numpy(self, function: Any, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> Any:
        """What a function of NumPy gives; of numbers alone it makes scalars first."""
        op = by_function(function)
        if op is None:
            raise TypeError(f"`np.{function.__name__}` means no op")
        if op.strong and all(
            isinstance(type_of(each), NumberType) for each in map(traced_operand, args)
        ):
            args = tuple(self.apply(REGISTRY["as_scalar"], (each,), {}) for each in args)
        return self.apply(op, args, kwargs)

    def take_as_equal(self, left: Size, right: Size) -> None:
        """Rely on two sizes being equal.

        Raises:
            RuleError: `shape-mismatch` where they never are.
        """
        self.assume_equal(left, right, self._place())

    def finish(self, results: Sequence[Operand]) -> Graph:
        """The graph, with these results."""
        self.graph.body.results = tuple(results)
        self._requires.finish()
        return self.graph

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


def _sketch() -> Sketching:
    sketch = SKETCH.get()
    assert sketch is not None
    return sketch


def untraced(value: Any) -> Any:
    """What a traced value stands for; anything else as it is."""
    return value.operand if isinstance(value, Traced) else value


def traced_operand(value: Any) -> Operand:
    """The operand that a traced value, or a number or size among such, is."""
    operand = untraced(value)
    return operand if isinstance(operand, Value | Literal | Dim) else Literal(operand)
