"""Tuples, lists, dicts and structs as carried values: flat in the graph, whole in the text.

The forms of such values are those of `container`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields, is_dataclass
from typing import Any

from .container import Container, Form, unflatten
from .dims import Dim
from .graph import Literal
from .variable import Variable


def flatten(value: Any, leaves: list[Any]) -> Form:
    """The form of `value`; its leaves are appended to `leaves`, variables as what they hold."""
    if isinstance(value, Variable):
        leaves.append(value.value)
        return None
    if isinstance(value, tuple | list):
        return _sequence(value, leaves)
    if isinstance(value, dict):
        keys = list(value)
        parts = tuple(flatten(value[key], leaves) for key in keys)
        names = tuple(map(_word, keys))
        return Container("{}", lambda items: dict(zip(keys, items, strict=True)), names, parts)
    if is_dataclass(value) and not isinstance(value, Literal | Dim | type):
        names = tuple(field.name for field in fields(value))
        forms = tuple(flatten(getattr(value, name), leaves) for name in names)
        return Container(type(value).__name__, _struct(type(value), names), names, forms)
    leaves.append(value)
    return None


def differ(one: Form, other: Form) -> bool:
    """Whether two containers have parts that are not each other's, though they are as many."""
    if one is None or other is None:
        return False
    if one.names != other.names or _keys(one) != _keys(other):
        return True
    return any(map(differ, one.forms, other.forms))


def _keys(form: Container) -> list[Any]:
    """The keys of a dict in their order; none of anything else."""
    return list(form.make(list(form.names))) if form.title == "{}" else []


def flatten_returned(returned: Any, leaves: list[Any]) -> Container:
    """The form of what a function returned, as a tuple: of one item where it is none."""
    return _sequence(returned if isinstance(returned, tuple) else (returned,), leaves)


def _word(key: Any) -> str:
    """A key as a part of a name."""
    return re.sub(r"\W+", "_", str(key))


def _sequence(value: tuple[Any, ...] | list[Any], leaves: list[Any]) -> Container:
    cls = type(value)
    make = cls if cls in (tuple, list) else lambda parts: cls(*parts)  # a named tuple
    title = {tuple: "()", list: "[]"}.get(cls, cls.__name__)
    forms = tuple(flatten(part, leaves) for part in value)
    return Container(title, make, tuple(map(str, range(len(value)))), forms)


def _struct(cls: type, names: tuple[str, ...]) -> Callable[[list[Any]], Any]:
    """Makes a dataclass without running its `__init__`, which may expect arrays."""

    def make(parts: list[Any]) -> Any:
        instance: Any = object.__new__(cls)
        for name, part in zip(names, parts, strict=True):
            object.__setattr__(instance, name, part)
        return instance

    return make


def leaf_names(form: Form, name: str) -> list[str]:
    """Names for the leaves of a value called `name`, such as `name_0_left`."""
    if form is None:
        return [name]
    inner = [f"{name}_{part}" for part in form.names]
    return _all_leaf_names(form.forms, inner)


def _all_leaf_names(forms: Sequence[Form], names: Sequence[str]) -> list[str]:
    """Names for the leaves of several values, as many as there are names for."""
    pairs = zip(forms, names, strict=False)
    return [leaf for form, name in pairs for leaf in leaf_names(form, name)]


@dataclass(slots=True)
class Body:
    """A region's function, called with flat values.

    Attributes:
        function: takes `leading` single values, then values of the forms `carried`.
        carried: the forms of what it is to carry.
        leading: how many single values it takes before those.
        variables: those it may write to. Their values are carried too, after all others.
        exits: whether it returns an exit code, as its last value.
        is_test: whether it only returns a truth.
        returned: the form of what it returned last, as a tuple; None before that.
    """

    function: Callable[..., Any]
    carried: Sequence[Form]
    leading: int = 0
    variables: Sequence[Variable] = ()
    exits: bool = False
    is_test: bool = False
    returned: Form = None

    @property
    def name(self) -> str:
        """The function's name, "" for none."""
        return getattr(self.function, "__name__", "")

    @property
    def line(self) -> int:
        """The line of the function's `def`, 0 for none."""
        code = getattr(self.function, "__code__", None)
        return code.co_firstlineno if code is not None else 0

    def names(self) -> list[str]:
        """Names for its flat parameters."""
        code = getattr(self.function, "__code__", None)
        given = code.co_varnames[: code.co_argcount] if code is not None else ()
        names = _all_leaf_names([*[None] * self.leading, *self.carried], given)
        return [*names, *(variable.name for variable in self.variables)]

    def parameter_forms(self) -> tuple[Form, ...]:
        """The forms of its parameters, and of the variables behind them."""
        return (*[None] * self.leading, *self.carried, *[None] * len(self.variables))

    def result_forms(self) -> tuple[Form, ...]:
        """The forms of what it returned, with the variables before an exit code."""
        assert self.returned is not None
        forms, end = self.returned.forms, len(self.returned.forms) - self.exits
        return (*forms[:end], *[None] * len(self.variables), *forms[end:])

    def __call__(self, *flat: Any) -> list[Any]:
        """Run the function on flat values; its results, flat."""
        leaves = iter(flat)
        single = [next(leaves) for _ in range(self.leading)]
        carried = [unflatten(form, leaves) for form in self.carried]
        for variable in self.variables:
            variable.value = next(leaves)
        returned = self.function(*single, *carried)
        results: list[Any] = []
        self.returned = flatten_returned(returned, results)
        if not self.is_test:
            results[len(results) - self.exits : len(results) - self.exits] = self.held()
        return results

    def held(self) -> list[Any]:
        """What its variables hold."""
        return [variable.value for variable in self.variables]

    def settle(self, results: Sequence[Any]) -> list[Any]:
        """Let the variables hold their results; the others."""
        others = list(results)
        start = len(others) - self.exits - len(self.variables)
        for variable in self.variables:
            variable.value = others.pop(start)
        return others

    def nested(self) -> bool:
        """Whether some value that it returned is a container."""
        assert self.returned is not None
        return any(form is not None for form in self.returned.forms)

    def result_names(self, targets: Sequence[str]) -> list[str]:
        """Names for the flat results, when the whole ones are bound to `targets`."""
        assert self.returned is not None
        if len(targets) == 1 != len(self.returned.forms):
            return leaf_names(self.returned, targets[0])
        return _all_leaf_names(self.returned.forms, targets)

    def whole(self, results: Sequence[Any]) -> Any:
        """Flat results in the form in which the function returned them; one alone is no tuple."""
        found = unflatten(self.returned, iter(results))
        return found[0] if len(found) == 1 else found
