"""Arrays that the text writes to in place: parameters that the caller sees the change of.

A `Variable` is only there while the text runs. The graph has values alone: a write makes a new one,
regions carry the variables that they write to, and what a parameter holds at the end is a result.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any


class Variable:
    """An array that may be written to; it has the attributes of the value that it holds.

    Attributes:
        value: what it holds where the next node goes: a `Value`, or an array while stepping.
        name: what a printer should like to call that value.
    """

    __slots__ = ("name", "value")

    def __init__(self, value: Any, name: str) -> None:
        self.value = value
        self.name = name

    def __getattr__(self, name: str) -> Any:
        return getattr(self.value, name)

    def __repr__(self) -> str:
        return f"<variable {self.name}: {self.value!r}>"


def held(value: Any) -> Any:
    """What a variable holds; any other value itself."""
    return value.value if isinstance(value, Variable) else value


def distinct(writes: Sequence[Any]) -> tuple[Variable, ...]:
    """The variables in these, each once."""
    return tuple(dict.fromkeys(_variables_in(tuple(writes))))


def _variables_in(values: Any) -> Iterator[Variable]:
    """The variables in a value and in the containers and structs that it is made of."""
    if isinstance(values, Variable):
        yield values
        return
    parts: Any = ()
    if isinstance(values, dict):
        parts = values.values()
    elif isinstance(values, tuple | list):
        parts = values
    elif hasattr(values, "__dataclass_fields__"):
        parts = (getattr(values, name) for name in values.__dataclass_fields__)
    for part in parts:
        yield from _variables_in(part)


def apply(call: Callable[..., Any], function: Any, values: Sequence[Any]) -> Any:
    """The results of a function with flat parameters, then what its InOut parameters hold.

    Args:
        call: calls a function that takes variables.
        function: has the positions of its InOut parameters as `inouts`.
        values: the arguments.
    """
    variables = {number: Variable(values[number], "") for number in function.inouts}
    returned = call(function, *(variables.get(n, value) for n, value in enumerate(values)))
    results = returned if isinstance(returned, tuple) else (returned,)
    results = (*results, *(variable.value for variable in variables.values()))
    return results[0] if len(results) == 1 else results
