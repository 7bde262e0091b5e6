"""Stepping: the builder's text runs again, on values.

So a breakpoint in that text stops at every node, with arrays in hand. The graph that the text built
is followed node by node beside it: it tells what the text alone does not, which are the canonical
attributes, the types that values have where ways join, and what is assumed of sizes.
"""

from __future__ import annotations

import operator
import sys
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

import numpy as np

from .builder import BREAK, CONTINUE, RETURN, RUN, Builder
from .container import Form
from .diagnostics import CompilerBug
from .dims import dim_max, dim_min
from .dims import evaluate as number_of
from .execution import (
    UNSET,
    add_note,
    bind_dims,
    check_depth,
    check_require,
    check_requires,
    checked_range,
    loop_range,
    number_at,
    run_node,
)
from .graph import Graph, Node, Operand, Region, Value
from .keys import KeyBuilder, split_key
from .matching import has_items, has_keys
from .nesting import Body, flatten
from .op import REGISTRY, Op
from .op_methods import OpMethods
from .open_sizes import open_sizes
from .structure import (
    carried_parameters,
    has_exits,
    hidden_operands,
    hidden_parameters,
    hidden_region_results,
    index_parameter,
    shown_results,
)
from .templates import escaped
from .types import Type, element, same_element, type_of_python
from .variable import Variable, apply, distinct, held

Text: TypeAlias = "Callable[[Stepper], Sequence[Any]]"
"""Runs a builder's text on the stepper it is given, and returns the flat results."""


def step(graph: Graph, sizes: Mapping[str, int], text: Text) -> list[Any]:
    """The results of a graph, from the text that built it.

    Args:
        graph: what the text built, before any pass.
        sizes: the values of the graph's symbols.
        text: calls the builder function on a stepper and the values of its parameters.

    Raises:
        DslError: `shape-assumption`, `integer-overflow` or `too-deep`.
        AssertionError: when a check fails; the ops raise what they raise in NumPy, with a note that
            names the statement.
    """
    check_requires(graph, sizes)
    with np.errstate(all="ignore"):
        return Stepper(graph, sizes).run(text)


class Stepper(OpMethods):
    """Stands in for the `Builder` of a graph: same methods, on values, at once."""

    RUN, CONTINUE, BREAK, RETURN = RUN, CONTINUE, BREAK, RETURN
    s_ = KeyBuilder()
    unset = UNSET
    range = staticmethod(Builder.range)
    dtype = staticmethod(np.dtype)
    dim_min, dim_max = staticmethod(dim_min), staticmethod(dim_max)
    has_items, has_keys = staticmethod(has_items), staticmethod(has_keys)

    def __init__(self, graph: Graph, sizes: Mapping[str, int], depth: int = 0) -> None:
        self.graph = graph
        self.sizes = dict(sizes)
        self._depth = depth
        self._ahead = deque(graph.body.nodes)

    def run(self, text: Text) -> list[Any]:
        """Run the text from the graph's first node to its last."""
        results = list(text(self))
        self._pass_rest()
        return results

    def lines(self, *numbers: int) -> None:
        """Nothing: the graph knows its source lines."""

    def at(self, text: str) -> None:
        """Nothing: every node knows its statement."""

    def require(self, left: int, relation: str, right: int) -> None:
        """Nothing: the graph checks what it relies on."""

    # --- plain ops ------------------------------------------------------------------------------

    def _apply(self, op: Op, *args: Any, **kwargs: Any) -> Any:
        operands, attributes = op.bind(args, kwargs)
        operands = [held(operand) for operand in operands]
        if op.keyed:
            operands = [*operands, *split_key(attributes["key"])[1]]
        node = self._next(op.name)
        for operand in operands:
            checked_range(operand, node.place)
        results = self._bound(node, run_node(node, operands, self.sizes))
        return node.op.whole(results)

    def as_dim(self, value: Any, *, low: int | None = None) -> int:
        """The integer; where the builder made a new symbol of it, the symbol is bound."""
        if not self._makes_dim(sys._getframe(1).f_lineno):
            return operator.index(value)
        return self._apply(REGISTRY["as_dim"], value, low=low)  # type: ignore[no-any-return]

    def _makes_dim(self, line: int) -> bool:
        """Whether this line of the text appended a node: for what has a size already it did not."""
        ahead = (node for node in self._ahead if node.op.name not in _IMPLICIT)
        node = next(ahead, None)
        return node is not None and node.op.name == "as_dim" and node.place.line == line

    # --- texts ----------------------------------------------------------------------------------

    @staticmethod
    def format(template: str, *values: Any) -> str:
        """The text."""
        return template.format(*map(held, values))

    def print(self, *values: Any, file: str = "stdout", **options: Any) -> None:
        """Python's `print`."""
        node = self._next("print")
        try:
            print(*map(held, values), file=getattr(sys, file), **options)
        except Exception as error:
            add_note(error, node.place)
            raise

    def check(self, test: Any, *, message: Any = None, error: Any = "AssertionError") -> bool:
        """The truth of a test; where it is false, an exception."""
        node = self._next("check")
        text = None if message is None else escaped(message)
        try:
            return REGISTRY["check"].run(held(test), message=text, error=error)  # type: ignore[no-any-return]
        except Exception as error_:
            add_note(error_, node.place)
            raise

    # --- arrays that are written to in place ----------------------------------------------------

    @staticmethod
    def variable(value: Any) -> Variable:
        """A new variable that holds this array."""
        return Variable(value, "")

    value = staticmethod(Builder.value)
    listed = staticmethod(Builder.listed)

    def write(self, variable: Variable, key: Any, value: Any, *, inplace: bool = False) -> None:
        """`variable[key] = value`; the array it held stays as it is."""
        variable.value = self._apply(REGISTRY["store"], variable.value, key, value, inplace=inplace)

    def update(self, variable: Variable, value: Any) -> None:
        """From here on the variable holds this value."""
        variable.value = held(value)

    # --- control flow ---------------------------------------------------------------------------

    def if_(
        self,
        test: Any,
        then: Callable[..., Any],
        otherwise: Callable[..., Any],
        carried: Sequence[Any] = (),
        *,
        writes: Sequence[Any] = (),
    ) -> Any:
        """The results of the body that `test` chooses."""
        node = self._next("if")
        chosen = 0 if test else 1
        region = node.regions[chosen]
        flat, forms = _flat(carried)
        body = Body((then, otherwise)[chosen], forms, variables=distinct(writes))
        ended = self._enter(node, region, body, [*flat, *body.held()])
        results = _converted(ended, shown_results(node))
        sizes = self._numbers(hidden_region_results(node, region))
        return body.whole(body.settle(self._bound(node, [*sizes, *results])))

    def while_(
        self,
        test: Callable[..., Any],
        body: Callable[..., Any],
        carried: Sequence[Any],
        *,
        exits: bool = False,
        writes: Sequence[Any] = (),
    ) -> Any:
        """`body` again and again while `test` holds."""
        node = self._next("while")
        check, region = node.regions
        flat, forms = _flat(carried)
        inner = Body(body, forms, variables=distinct(writes), exits=exits)
        tested = Body(test, forms, variables=inner.variables, is_test=True)
        values = self._carry(node, hidden_operands(node), [*flat, *inner.held()])
        code = RUN
        while code < BREAK and self._enter(node, check, tested, values)[0]:
            values, code = self._trip(node, region, inner, values)
        return self._ended(node, values, code, carried, inner)

    def for_(
        self,
        trips: Sequence[Any],
        body: Callable[..., Any],
        carried: Sequence[Any],
        *,
        exits: bool = False,
        writes: Sequence[Any] = (),
    ) -> Any:
        """`body(index, *carried)` for each index of `g.range(...)`."""
        node = self._next("for")
        flat, forms = _flat(carried)
        inner = Body(body, forms, leading=1, variables=distinct(writes), exits=exits)
        values = self._carry(node, hidden_operands(node), [*flat, *inner.held()])
        code = RUN
        for index in loop_range(trips, node.place):
            bind_dims(index_parameter(node, node.regions[0]), [index], self.sizes)
            values, code = self._trip(node, node.regions[0], inner, [index, *values])
            if code >= BREAK:
                break
        return self._ended(node, values, code, carried, inner)

    def _enter(self, node: Node, region: Region, body: Body, flat: Sequence[Any]) -> list[Any]:
        """Run the text of a region of this node."""
        outer, self._ahead = self._ahead, deque(region.nodes)
        try:
            results = body(*flat)
            self._pass_rest()
        finally:
            self._ahead = outer
        return [checked_range(result, node.place) for result in results]

    def _carry(self, node: Node, sizes: Sequence[Operand], values: Sequence[Any]) -> list[Any]:
        """What the next trip of a loop gets; the symbols of sizes that change get their numbers."""
        region = node.regions[-1]
        bind_dims(hidden_parameters(node, region), self._numbers(sizes), self.sizes)
        return _converted(values, carried_parameters(node, region))

    def _trip(
        self, node: Node, region: Region, body: Body, flat: Sequence[Any]
    ) -> tuple[list[Any], int]:
        """What one trip carries on, and its exit code."""
        results = self._enter(node, region, body, flat)
        code = results.pop() if has_exits(node) else RUN
        return self._carry(node, hidden_region_results(node, region), results), code

    def _ended(
        self, node: Node, values: list[Any], code: int, carried: Sequence[Any], body: Body
    ) -> Any:
        """The results of a loop whose last trip ended with this code."""
        sizes = [self.sizes[str(v.dim)] for v in hidden_parameters(node, node.regions[-1])]
        exit_code = [code if code >= BREAK else RUN] if has_exits(node) else []
        if body.returned is None:  # no trip
            body.returned = flatten((*carried, *exit_code), [])
        return body.whole(body.settle(self._bound(node, [*sizes, *values, *exit_code])))

    def _numbers(self, sizes: Sequence[Operand]) -> list[int]:
        return [number_at(size, self.sizes) for size in sizes]

    # --- calls ----------------------------------------------------------------------------------

    def call(self, function: Any, *args: Any, **kwargs: Any) -> Any:
        """Step into a compiled function; its `step_call` comes back with `step_into`."""
        return function.step_call(self, args, kwargs)

    def apply(self, function: Any, *values: Any) -> Any:
        """A call on values, which stay as they are; what it updates stands behind its results."""
        return apply(self.call, function, [held(value) for value in values])

    def step_into(self, text: Text) -> tuple[Any, ...]:
        """The flat results of the graph that the next node calls, from the text that built it."""
        node = self._next("call")
        check_depth(self._depth, node.place)
        sizes = {n: number_of(size, self.sizes) for n, size in node.attributes["dims"].items()}
        inner = Stepper(node.attributes["callee"], sizes, self._depth + 1)
        try:
            results = inner.run(text)
        except Exception as error:
            add_note(error, node.place)
            raise
        return tuple(self._bound(node, [*open_sizes(node, results), *results]))

    # --- following the graph --------------------------------------------------------------------

    def _next(self, name: str) -> Node:
        """The node that this line of the text appended."""
        while self._ahead:
            node = self._ahead.popleft()
            if node.op.name == name:
                return node
            self._pass(node)
        raise CompilerBug(f"the graph has no `{name}` here, the text has")

    def _pass_rest(self) -> None:
        while self._ahead:
            self._pass(self._ahead.popleft())

    def _pass(self, node: Node) -> None:
        """Go past a node that no line of the text stands for."""
        if node.op.name not in _IMPLICIT:
            raise CompilerBug(f"the graph has `{node.op.name}` here, the text has not")
        if node.op.name == "require":
            check_require(node, self.sizes, self.graph)

    def _bound(self, node: Node, results: list[Any]) -> list[Any]:
        """The results that the text names, the symbols of the others bound."""
        bind_dims(node.results, results, self.sizes)
        return results[node.hidden :]


_IMPLICIT = ("require", "cast")
"""What the builder appends unasked: the assumptions of the next node, and casts where ways join."""


def _flat(carried: Sequence[Any]) -> tuple[list[Any], list[Form]]:
    leaves: list[Any] = []
    forms = [flatten(value, leaves) for value in carried]
    return leaves, forms


def _converted(values: Sequence[Any], places: Sequence[Value]) -> list[Any]:
    """The values with the types they have where ways join."""
    return [_as(value, place.type) for value, place in zip(values, places, strict=True)]


def _as(value: Any, target: Type) -> Any:
    if value is UNSET or same_element(type_of_python(value), target):
        return value
    return REGISTRY["cast"].run(value, dtype=element(target))
