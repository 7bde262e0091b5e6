"""The builder: what emitted modules call. `g.add(x, y)` checks types and appends one node.

The same text also runs on `step.Stepper`, which computes at once.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from .comparison import comparison
from .construction import Construction
from .container import Form
from .diagnostics import CompilerBug, DslError
from .dims import Dim, Size, dim_max, dim_min
from .graph import UNSET_LITERAL, Graph, Operand, Value
from .keys import KeyBuilder, split_key
from .listed import Item, Listed
from .loops import build_for, build_while
from .matching import has_items, has_keys
from .nesting import Body, flatten, flatten_returned
from .op import REGISTRY, Op, RuleError
from .op_methods import OpMethods
from .place import listing
from .refusals import failure_at
from .regions import build_if
from .structure import shown_results
from .templates import Formatted, check_parts, formatted, print_parts
from .variable import Variable, apply, distinct, held

RUN, CONTINUE, BREAK, RETURN = range(4)
"""Exit codes of a loop's body."""


class Builder(OpMethods, Construction):
    """Builds one graph.

    Every op of the registry is a method: operands first, then attributes, as in NumPy (`g.sum(x,
    axis=0)`). Python numbers, NumPy scalars and dims may stand as operands. The methods that a text
    calls raise DslError where the program is wrong. For the arguments see `Construction`.
    """

    RUN, CONTINUE, BREAK, RETURN = RUN, CONTINUE, BREAK, RETURN
    s_ = KeyBuilder()
    unset = UNSET_LITERAL
    dtype = staticmethod(np.dtype)
    dim_min = staticmethod(dim_min)
    dim_max = staticmethod(dim_max)
    has_items = staticmethod(has_items)
    has_keys = staticmethod(has_keys)

    # --- what the text says of itself -----------------------------------------------------------

    def lines(self, *numbers: int) -> None:
        """A function begins. `place.listing` reads from the text where its statements come from."""
        self.begin_function(sys._getframe(1))

    def at(self, text: str) -> None:
        """The statement of the source that the next nodes implement."""
        self.begin_statement(text, sys._getframe(1))

    @property
    def knew_requires(self) -> bool:
        """Whether all that the graph requires was known before its first node was made."""
        return self._requires.are_complete

    def finish(self, results: Sequence[Any]) -> Graph:
        """Give the graph its results, what it wrote to parameters behind them, and return it."""
        written = {
            number: variable
            for number, variable in sorted(self._written.items())
            if variable.value is not self.graph.parameters[number]
        }
        self.graph.updates = tuple(written)
        self.graph.body.results = self._operands([*results, *written.values()])
        self._requires.finish()
        return self.graph

    @staticmethod
    def listed(rows: Any, of: Item = "array") -> Listed:
        """A list to return, as long as the run decides: its items are the rows of an array."""
        return Listed(held(rows), of)

    # --- arrays that are written to in place ----------------------------------------------------

    def parameter(self, number: int) -> Variable:
        """The parameter at this place as an array that may be written to."""
        if number not in self._written:
            value = self.graph.parameters[number]
            self._written[number] = Variable(value, value.hint)
            self._variables.append(self._written[number])
        return self._written[number]

    def variable(self, value: Any) -> Variable:
        """A new variable that holds this array."""
        place = self._place()
        name = listing(place.emitted).names.get(place.line, ("array",))[0]
        variable = Variable(self._operand(value), name)
        self._variables.append(variable)
        return variable

    @staticmethod
    def value(variable: Variable) -> Any:
        """What a variable holds now."""
        return variable.value

    def write(self, variable: Variable, key: Any, value: Any, *, inplace: bool = False) -> None:
        """`variable[key] = value`; with `inplace` as an augmented assignment does it."""
        stored = self._apply(REGISTRY["store"], variable.value, key, value, inplace=inplace)
        self.update(variable, stored)

    def update(self, variable: Variable, value: Any) -> None:
        """From here on the variable holds this value."""
        variable.value = self._operand(value)
        if isinstance(variable.value, Value) and not variable.value.hint:
            variable.value.hint = variable.name

    # --- plain ops ------------------------------------------------------------------------------

    def _apply(self, op: Op, *args: Any, **kwargs: Any) -> Any:
        try:
            operands, attributes = op.bind(args, kwargs)
            if op.keyed:
                attributes["key"], numbers = split_key(attributes["key"])
                operands = [*operands, *numbers]
            results = self.emit(op, self._operands(operands), attributes)
        except RuleError as error:
            raise self._refusal(error) from None
        return op.whole(results)

    def as_dim(self, value: Any, *, low: int | None = None) -> Size:
        """Let a run-time integer size something.

        Args:
            value: the integer; what is a size already stays as it is.
            low: the least number allowed, a smaller one is refused when the graph runs.

        Returns:
            The dim that the integer becomes.
        """
        if isinstance(value, int | Dim) and not isinstance(value, bool):
            return value
        operand = self._operand(value)
        known = self._integers.get(operand) if isinstance(operand, Value) else None
        if known is not None and (low is None or self.facts.at_least(known, low)):
            return known
        place = self._place()
        named = listing(place.emitted).names.get(place.line, ())
        name = named[0] if len(named) == 1 else "size"
        dim = self.fresh_dim(name.removesuffix("_n"), low=low)
        try:
            (result,) = self.emit(REGISTRY["as_dim"], (operand,), {"low": low})
        except RuleError as error:
            raise self._refusal(error) from None
        result.dim = dim
        result.hint = name
        self._scope.add(str(dim))
        if isinstance(operand, Value):
            self._integers[operand] = dim
        return dim

    def require(self, left: Size, relation: str, right: Size) -> None:
        """Rely on `left relation right`, where the relation is one of Python's six operators.

        In a region that is checked where it stands.
        """
        try:
            self.assume(comparison(left, relation, right), self._place(), here=True)
        except RuleError as error:
            raise self._refusal(error) from None

    # --- texts ----------------------------------------------------------------------------------

    def format(self, template: str, *values: Any) -> Formatted:
        """A text for `print`: `template` as `str.format` fills it, when the graph runs."""
        try:
            return formatted(template, [held(value) for value in values])
        except RuleError as error:
            raise self._refusal(error) from None

    def print(self, *values: Any, **options: Any) -> None:
        """Python's `print`, when the graph runs; `file` is "stdout" or "stderr"."""
        try:
            given, attributes = print_parts([held(value) for value in values], options)
            operands, op = self._operands(given), REGISTRY["print"]
            self.emit(op, operands, op.bind((operands,), attributes)[1])
        except RuleError as error:
            raise self._refusal(error) from None

    def check(self, test: Any, *, message: Any = None, error: Any = "AssertionError") -> Any:
        """The truth of a test; where it is false, an exception with this text.

        Args:
            test: has a truth value.
            message: a text or `g.format(...)`; None for an exception without arguments.
            error: the class of the exception, by its name where it is a built-in one.
        """
        try:
            given, attributes = check_parts(held(test), message, error)
            (result,) = self.emit(REGISTRY["check"], self._operands(given), attributes)
        except RuleError as error_:
            raise self._refusal(error_) from None
        return result

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
        """The results of one of two bodies, chosen by the truth of `test`.

        Both take `carried` and return the same number of values; `writes` holds the variables that
        they write to.
        """
        flat, forms = self._flat(carried)
        written = distinct(writes)
        bodies = Body(then, forms, variables=written), Body(otherwise, forms, variables=written)
        return self._structured(bodies[0], build_if, self._operand(test), bodies, carried=flat)

    def while_(
        self,
        test: Callable[..., Any],
        body: Callable[..., Any],
        carried: Sequence[Any],
        *,
        exits: bool = False,
        writes: Sequence[Any] = (),
    ) -> Any:
        """The values that `body` leaves after it ran again and again while `test` held.

        Args:
            test: takes the carried values, returns one that has a truth value.
            body: takes the carried values, returns the next ones.
            carried: what the first trip is given.
            exits: whether the body also returns an exit code, as its last value. The loop ends at
                BREAK or RETURN, and its own last result is the code it ended with.
            writes: holds the variables that the body writes to.
        """
        flat, forms = self._flat(carried)
        inner = Body(body, forms, variables=distinct(writes), exits=exits)
        check = Body(test, forms, variables=inner.variables, is_test=True)
        return self._structured(inner, build_while, check, inner, carried=flat, exits=exits)

    def for_(
        self,
        trips: Sequence[Any],
        body: Callable[..., Any],
        carried: Sequence[Any],
        *,
        exits: bool = False,
        writes: Sequence[Any] = (),
    ) -> Any:
        """The values that `body` leaves after it ran for each index of a range.

        Args:
            trips: start, stop and step, as `g.range(...)` gives them.
            body: takes the index and the carried values, returns the next ones.
            carried: what the first trip is given.
            exits: as in `while_`.
            writes: as in `while_`.
        """
        flat, forms = self._flat(carried)
        inner = Body(body, forms, leading=1, variables=distinct(writes), exits=exits)
        bounds = self._operands(trips)
        return self._structured(inner, build_for, bounds, inner, carried=flat, exits=exits)

    @staticmethod
    def range(*bounds: Any) -> tuple[Any, Any, Any]:
        """Start, stop and step of a loop, as Python's `range` takes them."""
        start, stop, step = (0, bounds[0], 1) if len(bounds) == 1 else (*bounds, 1)[:3]
        return start, stop, step

    def _flat(self, carried: Sequence[Any]) -> tuple[tuple[Operand, ...], list[Form]]:
        leaves: list[Any] = []
        forms = [flatten(value, leaves) for value in carried]
        return self._operands(leaves), forms

    def _structured(
        self,
        body: Body,
        build: Callable[..., tuple[Value, ...]],
        *args: Any,
        carried: tuple[Operand, ...],
        **options: Any,
    ) -> Any:
        """The results of a structured node as the text has them; variables hold theirs."""
        before = {variable: variable.value for variable in self._variables}
        try:
            flat = (*carried, *self._operands(body.held()))
            results = build(self, self._place(), *args, carried=flat, **options)
        except RuleError as error:
            raise self._refusal(error) from None
        except (DslError, CompilerBug, RecursionError):
            raise
        except Exception as error:
            # The run may not come to this region, so it is no exception of the call.
            raise failure_at(self._place(), error, self.graph) from error
        for variable, value in before.items():
            if variable not in body.variables and variable.value is not value:
                raise CompilerBug(f"a region writes to {variable.name}, which it does not say", "")
        self._region.nodes[-1].forms = body.result_forms()
        shown = body.settle(results)
        for variable in body.variables:
            variable.value.hint = variable.name
        return self._named(body, shown)

    def _named(self, body: Body, results: Sequence[Value]) -> Any:
        """The results as the text has them.

        Parts of a tuple there are named after it, since a line's names are of whole values.
        """
        if body.nested() or body.variables:
            place = self._place()
            targets = listing(place.emitted).names.get(place.line, ())
            for value, name in zip(results, body.result_names(targets), strict=False):
                value.hint = name
        return body.whole(results)

    # --- calls ----------------------------------------------------------------------------------

    def call(self, function: Any, *args: Any, **kwargs: Any) -> Any:
        """The result of a compiled function, by one `call` node.

        Its build-time arguments choose the callee's graph.
        """
        try:
            result = function.build_call(self, args, kwargs)
        except RuleError as error:
            raise self._refusal(error) from None
        leaves: list[Any] = []
        forms = flatten_returned(result, leaves).forms
        node = self._region.nodes[-1]
        if leaves == list(shown_results(node)):
            node.forms = forms
        return result

    def apply(self, function: Any, *values: Any) -> Any:
        """The results of a compiled function, then what it makes of its InOut parameters.

        The arguments are values, which stay as they are.
        """
        return apply(self.call, function, [held(value) for value in values])
