"""The builder: what emitted modules call. `g.add(x, y)` checks types and appends one node.

The same text also runs on `step.Stepper`, which computes at once.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from . import ops  # noqa: F401  (fills the registry)
from .diagnostics import Diagnostic, DslError
from .dims import Dim, Size, dim_max, dim_min, substitute, symbol, symbols
from .facts import DimMismatch, Facts
from .graph import UNSET_LITERAL, Graph, Literal, Node, Operand, Region, Require, Value, type_of
from .keys import KeyBuilder, split_key
from .nesting import Body, Form, flatten
from .op import REGISTRY, Op, RuleError
from .place import Place, listing
from .types import CLASSES, INT, NumberType, ScalarType, TensorType, Type, UnsetType
from .unify import bind_call, open_results

_OURS = "dslc."
"""What the names of our own modules begin with."""

RUN, CONTINUE, BREAK, RETURN = range(4)
"""Exit codes of a loop's body."""


class Builder:
    """Builds one graph.

    Every op of the registry is a method: operands first, then attributes, as in NumPy (`g.sum(x,
    axis=0)`). Python numbers, NumPy scalars and dims may stand as operands.

    Args:
        name: the graph's name.
        parameters: names and types of the flat parameters. A parameter of type int whose
            `NumberType` is to be a dim is given as that `Dim` (see `integers`).
        integers: parameter name to the dim it binds.
        source: the user's file.
    """

    RUN, CONTINUE, BREAK, RETURN = RUN, CONTINUE, BREAK, RETURN
    s_ = KeyBuilder()
    unset = UNSET_LITERAL
    dim_min = staticmethod(dim_min)
    dim_max = staticmethod(dim_max)

    def __init__(
        self,
        name: str,
        parameters: Sequence[tuple[str, Type]] = (),
        *,
        integers: dict[str, Dim] | None = None,
        source: str = "",
    ) -> None:
        from .graph import entry_symbols

        integers = integers or {}
        values = [Value(type_, hint, integers.get(hint)) for hint, type_ in parameters]
        entry = entry_symbols(dict(parameters))
        entry.update({str(dim): dim for dim in integers.values()})
        self.graph = Graph(name, Region(values, name=name), entry, [], source)
        self.facts = Facts()
        self._region = self.graph.body
        self._scope = set(entry)  # symbols that may be used here
        self._names = set(entry)  # symbols that exist anywhere in this graph
        self._text = ""
        self._at = 0

    # --- what the text says of itself -------------------------------------------------------------

    def lines(self, *numbers: int) -> None:
        """The source lines of the function's statements; read from the text by `place.listing`."""

    def at(self, text: str) -> None:
        """The statement of the source that the next nodes implement."""
        self._text = text
        self._at = sys._getframe(1).f_lineno

    def statement(self, emitted: str) -> Place:
        """The statement that was begun last; `emitted` is the file of the text."""
        return Place(self.graph.source, self._text, emitted, self._at, self._at)

    def finish(self, results: Sequence[Any]) -> Graph:
        """Give the graph its results, and return it."""
        self.graph.body.results = tuple(self._operand(r) for r in results)
        return self.graph

    # --- plain ops ------------------------------------------------------------------------------

    def __getattr__(self, name: str) -> Callable[..., Any]:
        record = REGISTRY.get(name.rstrip("_"))
        if record is None or name.startswith("__"):
            raise AttributeError(f"no op named {name}")
        method = partial(self._apply, record)
        setattr(self, name, method)
        return method

    def _apply(self, op: Op, *args: Any, **kwargs: Any) -> Any:
        try:
            operands, attributes = op.bind(args, kwargs)
            if op.keyed:
                attributes["key"], numbers = split_key(attributes["key"])
                operands = [*operands, *numbers]
            results = self.emit(op, tuple(self._operand(o) for o in operands), attributes)
        except RuleError as error:
            raise self._refusal(error) from None
        return results[0] if len(results) == 1 else results

    def emit(
        self, op: Op, operands: tuple[Operand, ...], attributes: dict[str, Any]
    ) -> tuple[Value, ...]:
        """Append a node.

        Raises:
            RuleError: when the op does not apply.
        """
        place = self._place()
        assumed = len(self.facts.assumed)
        try:
            attributes, types = op.infer(
                self.facts, tuple(type_of(o) for o in operands), attributes
            )
        except DimMismatch as mismatch:
            raise RuleError(
                "shape-mismatch", f"sizes {mismatch.left} and {mismatch.right} differ"
            ) from None
        self._assume(assumed, place)
        results = tuple(Value(type_) for type_ in types)
        self._append(Node(op, operands, attributes, (), results, place))
        return results

    def as_dim(self, value: Any, *, low: int | None = None) -> Size:
        """Let a run-time integer size something:

        the dim it becomes. With `low`, smaller values are refused at the call.
        """
        if isinstance(value, int | Dim) and not isinstance(value, bool):
            return value
        operand = self._operand(value)
        dim = self._fresh(_hint(operand) or "size", low=low)
        try:
            (result,) = self.emit(REGISTRY["as_dim"], (operand,), {"low": low})
        except RuleError as error:
            raise self._refusal(error) from None
        result.dim = dim
        result.hint = str(dim)
        self._scope.add(str(dim))
        return dim

    def require(self, left: Size, right: Size) -> None:
        """Rely on two sizes being equal."""
        try:
            self.assume_equal(left, right, self._place())
        except RuleError as error:
            raise self._refusal(error) from None

    # --- control flow ---------------------------------------------------------------------------

    def if_(
        self,
        test: Any,
        then: Callable[..., Any],
        otherwise: Callable[..., Any],
        carried: Sequence[Any] = (),
    ) -> Any:
        """One of two bodies, chosen by the truth of `test`;

        both take `carried` and return the same number of results.
        """
        from .regions import build_if

        flat, forms = self._flat(carried)
        bodies = Body(then, forms), Body(otherwise, forms)
        return self._named(bodies[0], self._structured(build_if, self._operand(test), bodies, flat))

    def while_(
        self,
        test: Callable[..., Any],
        body: Callable[..., Any],
        carried: Sequence[Any],
        *,
        exits: bool = False,
    ) -> Any:
        """`body` again and again while `test` holds;

        both take the carried values, `body` returns the next ones.
        """
        from .regions import build_while

        flat, forms = self._flat(carried)
        inner = Body(body, forms)
        return self._named(
            inner, self._structured(build_while, Body(test, forms), inner, flat, exits)
        )

    def for_(
        self,
        trips: Sequence[Any],
        body: Callable[..., Any],
        carried: Sequence[Any],
        *,
        exits: bool = False,
    ) -> Any:
        """`body(index, *carried)` for each index of `g.range(...)`."""
        from .regions import build_for

        flat, forms = self._flat(carried)
        inner = Body(body, forms, leading=1)
        return self._named(
            inner, self._structured(build_for, self._operands(trips), inner, flat, exits)
        )

    def _named(self, body: Body, results: tuple[Value, ...]) -> Any:
        """The results as the text has them.

        Parts of a tuple there are named after it, since a line's names are of whole values.
        """
        if body.nested():
            place = self._place()
            targets = listing(place.emitted).names.get(place.line, ())
            for value, name in zip(results, body.result_names(targets), strict=False):
                value.hint = name
        return body.whole(results)

    def _flat(self, carried: Sequence[Any]) -> tuple[tuple[Operand, ...], list[Form]]:
        leaves: list[Any] = []
        forms = [flatten(value, leaves) for value in carried]
        return self._operands(leaves), forms

    @staticmethod
    def range(*bounds: Any) -> tuple[Any, Any, Any]:
        """Start, stop and step of a loop, as Python's `range` takes them."""
        start, stop, step = (0, bounds[0], 1) if len(bounds) == 1 else (*bounds, 1)[:3]
        return start, stop, step

    def _structured(self, build: Callable[..., tuple[Value, ...]], *args: Any) -> tuple[Value, ...]:
        place = self._place()
        text, at = self._text, self._at
        try:
            results = build(self, place, *args)
        except RuleError as error:
            self._text, self._at = text, at
            raise self._refusal(error) from None
        self._text, self._at = text, at
        return results

    # --- calls ----------------------------------------------------------------------------------

    def call(self, function: Any, *args: Any, **kwargs: Any) -> Any:
        """Call a compiled function:

        one `call` node; its build-time arguments choose the callee's graph.
        """
        try:
            return function.build_call(self, args, kwargs)
        except RuleError as error:
            raise self._refusal(error) from None

    def call_graph(self, callee: Graph, operands: Sequence[Any]) -> tuple[Value, ...]:
        """Append the `call` node of a graph on its flat parameters.

        Raises:
            RuleError: when an argument is not what the callee declares.
        """
        place = self._place()
        flat = self._operands(operands)
        assumed = len(self.facts.assumed)
        try:
            dims = bind_call(self.facts, callee, tuple(type_of(o) for o in flat), flat)
        except DimMismatch as mismatch:
            raise RuleError(
                "shape-mismatch", f"sizes {mismatch.left} and {mismatch.right} differ"
            ) from None
        self._assume(assumed, place)
        for require in callee.requires:
            self.assume_equal(
                substitute(require.left, dims), substitute(require.right, dims), place
            )
        hidden, sizes, types = open_results(callee, dims, self.fresh_dim)
        self._scope.update(value.hint for value in hidden)
        results = (*hidden, *(Value(type_) for type_ in types))
        attributes = {"callee": callee, "dims": dims, "hidden": len(hidden), "sizes": sizes}
        self._append(Node(REGISTRY["call"], flat, attributes, (), results, place))
        return results[len(hidden) :]

    # --- for the parts of the builder that live in other files -----------------------------------

    def trace(self, body: Body, parameters: list[Value], hidden: int = 0) -> Region:
        """Run a body on the region's shown parameters; facts learned in it stay in it."""
        region = Region(parameters, name=body.name, line=body.line)
        for value, name in zip(parameters[hidden:], body.names(), strict=False):
            value.hint = name
        outer = self._region, self._scope, self.facts, self._text, self._at
        self._region, self._scope, self.facts = region, set(self._scope), self.facts.copy()
        self._scope.update(str(value.dim) for value in parameters if value.dim is not None)
        try:
            region.results = self._operands(body(*parameters[hidden:]))
        finally:
            inner = self.facts.assumed[len(outer[2].assumed) :]
            self._region, self._scope, self.facts, self._text, self._at = outer
        for left, right in inner:  # what is checked at the call holds everywhere
            if self._is_entry(left) and self._is_entry(right):
                self.facts.meet(left, right)
        return region

    def append_structured(
        self, name: str, operands: tuple[Operand, ...], regions: tuple[Region, ...], types: Sequence[Type],
        place: Place, *, dims: Sequence[Dim] = (), **attributes: Any,
    ) -> tuple[Value, ...]:  # fmt: skip
        """Append a node with regions; its hidden results bind `dims`. Returns the shown results."""
        hidden = [Value(INT, str(dim), dim) for dim in dims]
        results = (*hidden, *(Value(type_) for type_ in types))
        attributes["hidden"] = len(hidden)
        self._append(Node(REGISTRY[name], operands, attributes, regions, results, place))
        self._scope.update(map(str, dims))
        return results[len(hidden) :]

    def in_scope(self, size: Size) -> bool:
        """Whether every symbol of a size may be used where the builder stands."""
        return all(name in self._scope for name in symbols(size))

    def fresh_dim(self, hint: str) -> Dim:
        """A new symbol, named after a value, for a size that is known only when the graph runs."""
        return self._fresh(hint, low=0)

    def convert(self, region: Region | None, operand: Operand, target: Type) -> Operand:
        """The operand as `target`, at the end of a region or (None) here;

        appends a cast where the value must change.
        """
        source = type_of(operand)
        if isinstance(source, UnsetType) or same_element(source, target):
            return operand
        if isinstance(operand, Literal):
            return Literal(_converted(operand.value, target))
        cast = REGISTRY["cast"]
        attributes, types = cast.infer(self.facts, (source,), {"dtype": element(target)})
        place = replace(self._place(), line=0)  # no line of the text makes it
        node = Node(cast, (operand,), attributes, (), tuple(Value(t) for t in types), place)
        (self._region if region is None else region).nodes.append(node)
        return node.results[0]

    def assume_equal(self, left: Size, right: Size, place: Place) -> None:
        """Rely on two sizes being equal:

        known, checked at the call, or checked where the builder stands.
        """
        assumed = len(self.facts.assumed)
        try:
            self.facts.meet(left, right)
        except DimMismatch:
            raise RuleError("shape-mismatch", f"sizes {left} and {right} differ") from None
        self._assume(assumed, place)

    # --- inside ---------------------------------------------------------------------------------

    def _append(self, node: Node) -> None:
        self._region.nodes.append(node)

    def _operand(self, value: Any) -> Operand:
        if isinstance(value, Value | Literal | Dim):
            return value
        if isinstance(value, bool | int | float | np.generic):
            if type(value) is int and not -(2**63) <= value < 2**63:
                raise self._refusal(
                    RuleError("integer-overflow", f"{value} does not fit in 64 bits")
                )
            return Literal(value)
        raise self._refusal(
            RuleError("argument-mismatch", f"a {type(value).__name__} is no value of a graph")
        )

    def _operands(self, values: Sequence[Any]) -> tuple[Operand, ...]:
        return tuple(self._operand(value) for value in values)

    def _fresh(self, hint: str, *, low: int | None) -> Dim:
        name, number = f"{hint}_n", 2
        while name in self._names:
            name, number = f"{hint}_n_{number}", number + 1
        self._names.add(name)
        return symbol(name, low=low)

    def _assume(self, before: int, place: Place) -> None:
        """Turn what a type rule has newly assumed into requirements:

        at the call, or here where run-time dims are in it.
        """
        for left, right in self.facts.assumed[before:]:
            if self._is_entry(left) and self._is_entry(right):
                self.graph.requires.append(Require(left, right, place))
            else:
                self._append(
                    Node(REGISTRY["require"], self._operands((left, right)), {}, (), (), place)
                )

    def _is_entry(self, size: Size) -> bool:
        """Whether a size is known at the call."""
        return all(name in self.graph.symbols for name in symbols(size))

    def _place(self) -> Place:
        """The statement and the emitted line that is being run: the nearest frame outside dslc."""
        frame = sys._getframe(1)
        while frame.f_back is not None and frame.f_globals.get("__name__", "").startswith(_OURS):
            frame = frame.f_back
        return Place(
            self.graph.source, self._text, frame.f_code.co_filename, self._at, frame.f_lineno
        )

    def _refusal(self, error: RuleError) -> DslError:
        place = self._place()
        notes = "; ".join(error.labels.values())
        return DslError(
            Diagnostic(
                code=error.code,
                message=error.message,
                span=place.span,
                label=notes,
                help=error.help,
            )
        )


def _hint(operand: Operand) -> str:
    return operand.hint if isinstance(operand, Value) else ""


def element(type_: Type) -> np.dtype | type:
    """What `cast` is told: a dtype, or the class of a Python number."""
    if isinstance(type_, NumberType):
        return CLASSES[type_.kind]
    assert isinstance(type_, TensorType | ScalarType)
    return type_.dtype


def same_element(source: Type, target: Type) -> bool:
    """Whether a value of type `source` is one of type `target` as it stands, shapes aside."""
    if isinstance(source, NumberType) or isinstance(target, NumberType):
        return source == target
    return element(source) == element(target)


def _converted(
    value: int | float | bool | np.generic, target: Type
) -> int | float | bool | np.generic:
    if isinstance(target, NumberType):
        return CLASSES[target.kind](value)  # type: ignore[no-any-return]
    assert isinstance(target, ScalarType)
    return target.dtype.type(value)  # type: ignore[no-any-return]
