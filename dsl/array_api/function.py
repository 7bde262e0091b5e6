"""Functions of the namespace: a call builds a graph for its form, compiles it once, and runs it."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass
from typing import Any, Self, TypeAlias

import numpy as np

from dslc.building import BUILDING
from dslc.captured import ToldByIdentity
from dslc.compiled import CompiledFunction
from dslc.from_graph import compile_graph
from dslc.ir.calling import SKETCH
from dslc.ir.diagnostics import Diagnostic, DslError
from dslc.ir.dims import Dim, symbol
from dslc.ir.op import RuleError
from dslc.ir.place import Place
from dslc.ir.traced import Traced, Tracing, traced_operand
from dslc.ir.types import FLOAT, INT, INT_MAX, INT_MIN, TensorType, Type
from dslc.on_numpy import ON_NUMPY
from dslc.static_key import static_key

from .array import Array
from .device import check_device

Leaf: TypeAlias = np.ndarray[Any, Any] | int | float
"""A value of a call that its graph takes: an array, or a number of the run."""

OPERANDS = frozenset({"x", "x1", "x2", "condition", "fill_value", "min", "max", "value"})
"""Parameters whose Python numbers are of the run, so that another number needs no other graph."""

SIZES = frozenset({"shape", "n_rows", "n_cols", "num", "key", "s"})
"""Parameters whose integers are sizes or positions, which the run knows too."""


class Function(ToldByIdentity):
    """A function of the standard.

    On arrays of the namespace it runs a graph: built for the form of the call (dtypes, ranks, which
    sizes are 1, attributes), compiled for the device that `DSLC_DEVICE` says, and kept. On values
    of a graph it makes nodes of that graph; on NumPy's arrays alone it is NumPy's function.

    Args:
        body: what it means, in NumPy's words.
        name: as in the standard.
        signature: as in the standard.
        doc: what it gives.
    """

    __name__: str

    def __init__(
        self, body: Callable[..., Any], name: str, signature: inspect.Signature, doc: str
    ) -> None:
        self.__wrapped__ = body
        self.__name__ = self.__qualname__ = name
        self.__module__ = "dslc.array_api"
        self.__signature__ = signature
        self.__doc__ = doc
        self._known: dict[Hashable, _Compiled | None] = {}  # None where sizes must be numbers

    @classmethod
    def of(cls, body: Callable[..., Any], name: str) -> Self:
        """The function of this name that a body with its signature means."""
        doc = inspect.getdoc(body) or ""
        return cls(body, name, _without_types(inspect.signature(body)), doc)

    def __repr__(self) -> str:
        return f"<array API function {self.__name__}{self.__signature__}>"

    def __reduce__(self) -> str:
        return self.__qualname__

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """The result for these arguments.

        Raises:
            DslError: where the function is not defined for them; and what NumPy raises.
        """
        bound = self.__signature__.bind(*args, **kwargs)
        check_device(bound.arguments.get("device"))
        if SKETCH.get() is not None or ON_NUMPY.get() or _of_numpy(bound.arguments):
            return self.__wrapped__(*args, **kwargs)
        return self._run(bound)

    def _run(self, bound: inspect.BoundArguments) -> Any:
        leaves: list[Leaf] = []
        compiled = self._compiled(bound, leaves, exact=False)
        if compiled is None:
            leaves.clear()
            compiled = self._compiled(bound, leaves, exact=True)
            assert compiled is not None
        return compiled.result(compiled.function(*leaves))

    def graph_of(self, *args: Any, **kwargs: Any) -> CompiledFunction:
        """The compiled function that a call with these arguments runs."""
        bound = self.__signature__.bind(*args, **kwargs)
        compiled = self._compiled(bound, [], exact=False) or self._compiled(bound, [], exact=True)
        assert compiled is not None
        return compiled.function

    def _compiled(
        self, bound: inspect.BoundArguments, leaves: list[Leaf], *, exact: bool
    ) -> _Compiled | None:
        """What runs a call, whose values go to `leaves`; None where it needs its sizes."""

        def form(leaf: Leaf, role: str) -> Hashable:
            leaves.append(leaf)
            if isinstance(leaf, np.ndarray):
                return leaf.dtype, tuple(n if n == 1 or exact else None for n in leaf.shape)
            return "int" if isinstance(leaf, int) else "float"

        given = {
            role: _with_leaves(value, role, form, numbers=not exact)
            for role, value in bound.arguments.items()
        }
        key = exact, static_key(given)
        if key not in self._known:
            with BUILDING:
                if key not in self._known:
                    self._known[key] = self._build(bound, exact=exact)
        return self._known[key]

    def _build(self, bound: inspect.BoundArguments, *, exact: bool) -> _Compiled | None:
        try:
            return _built(self, bound, exact=exact)
        except RuleError as error:
            if not exact:
                return None
            label = "; ".join(error.labels.values())
            raise DslError(
                Diagnostic(error.code, error.message, label=label, help=error.help)
            ) from None
        except (DslError, TypeError):
            if exact:
                raise
            return None


# --- arguments ----------------------------------------------------------------------------------


def _of_numpy(arguments: dict[str, Any]) -> bool:
    """Whether there are NumPy's arrays among the arguments, and none of the namespace."""
    found: list[type] = []
    for value in arguments.values():
        items = value if isinstance(value, tuple | list) else (value,)
        found += [type(item) for item in items]
    return Array not in found and any(issubclass(each, np.ndarray | np.generic) for each in found)


def _with_leaves(value: Any, role: str, leaf: Callable[[Leaf, str], Any], *, numbers: bool) -> Any:
    """An argument with something in place of each value of the run, in order."""
    if isinstance(value, Array | np.ndarray | np.generic):
        return leaf(np.asarray(value), role)
    if isinstance(value, tuple | list):
        items = [_with_leaves(item, role, leaf, numbers=numbers) for item in value]
        return getattr(value, "_make", type(value))(items)
    if numbers and _is_of_run(value, role):
        return leaf(value, role)
    return value


def _is_of_run(value: Any, role: str) -> bool:
    """Whether a number is one that the graph takes when it runs."""
    if type(value) is int:
        known = role == "shape" and value in (-1, 0, 1)
        return (role in OPERANDS or role in SIZES) and not known and INT_MIN <= value <= INT_MAX
    return type(value) is float and role in OPERANDS


# --- graphs -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Compiled:
    """A compiled graph, and how its flat results make up what the function gives."""

    function: CompiledFunction
    whole: Callable[[Iterator[Any]], Any]

    def result(self, flat: Any) -> Any:
        """The function's result."""
        return self.whole(iter(flat if isinstance(flat, tuple) else (flat,)))


class _Direct(Tracing):
    """The graph of one call."""

    def _place(self) -> Place:
        return Place()


def _built(function: Function, bound: inspect.BoundArguments, *, exact: bool) -> _Compiled:
    """The graph of a call, compiled; raises what the body does."""
    parameters: list[tuple[str, Type]] = []
    integers: dict[str, Dim] = {}

    def declare(leaf: Leaf, role: str) -> None:
        taken = {name for name, _ in parameters}
        names = (role, *(f"{role}_{number}" for number in range(2, len(parameters) + 3)))
        name = next(each for each in names if each not in taken)
        if isinstance(leaf, np.ndarray):
            parameters.append((name, _array_type(name, leaf, exact=exact)))
            return
        parameters.append((name, INT if isinstance(leaf, int) else FLOAT))
        if isinstance(leaf, int):
            integers[name] = symbol(name, low=None, high=None)

    for role, value in bound.arguments.items():
        _with_leaves(value, role, declare, numbers=not exact)
    direct = _Direct(function.__name__, parameters, integers=integers)
    values = iter(direct.graph.parameters)

    def traced(leaf: Leaf, role: str) -> Any:
        value = next(values)
        if value.dim is None:
            return Traced(value)
        return value.dim if role in SIZES else Traced(value.dim)

    arguments = {
        role: _with_leaves(value, role, traced, numbers=not exact)
        for role, value in bound.arguments.items()
    }
    call = inspect.BoundArguments(bound.signature, arguments)
    with direct.open():
        result = function.__wrapped__(*call.args, **call.kwargs)
    flat: list[Any] = []
    whole = _taken_apart(result, flat)
    return _Compiled(compile_graph(direct.finish([traced_operand(each) for each in flat])), whole)


def _array_type(name: str, array: np.ndarray[Any, Any], *, exact: bool) -> TensorType:
    """The type of an array, its sizes symbols but for 1."""
    sizes = (
        size if size == 1 or exact else symbol(f"{name}_n{axis}")
        for axis, size in enumerate(array.shape)
    )
    return TensorType(array.dtype, tuple(sizes))


def _taken_apart(result: Any, flat: list[Any]) -> Callable[[Iterator[Any]], Any]:
    """What makes a result of the next flat values, which go to `flat`."""
    if not isinstance(result, tuple | list):
        flat.append(result)
        return lambda values: Array(np.asarray(next(values)))
    items = [_taken_apart(item, flat) for item in result]
    made = getattr(result, "_make", type(result))
    return lambda values: made([item(values) for item in items])


# --- declaring ----------------------------------------------------------------------------------


def function(body: Callable[..., Any]) -> Function:
    """Decorator: a function of the standard with this signature."""
    return Function.of(body, body.__name__)


def _without_types(signature: inspect.Signature) -> inspect.Signature:
    empty = inspect.Parameter.empty
    parameters = [each.replace(annotation=empty) for each in signature.parameters.values()]
    return signature.replace(parameters=parameters, return_annotation=empty)


def elementwise(name: str, meaning: Callable[..., Any], operands: int = 1) -> Function:
    """A function of each element of one or two arrays, which is this one of NumPy."""
    names = ("x",) if operands == 1 else ("x1", "x2")
    parameters = [inspect.Parameter(each, inspect.Parameter.POSITIONAL_ONLY) for each in names]
    doc = f"`numpy.{meaning.__name__}`."
    return Function(meaning, name, inspect.Signature(parameters), doc)
