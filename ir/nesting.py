"""Tuples, lists and structs as carried values: flat in the graph, whole in the text.

A *form* says how flat values make up a nested one: None for a single value, otherwise what makes
the container, and the forms inside.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields, is_dataclass
from typing import Any, TypeAlias

from .dims import Dim
from .graph import Literal

Form: TypeAlias = "None | tuple[Callable[[list[Any]], Any], tuple[str, ...], tuple[Form, ...]]"
"""None, or (constructor from a list of parts, names of the parts, their forms)."""


def flatten(value: Any, leaves: list[Any]) -> Form:
    """Append the single values in `value` to `leaves`; gives the form."""
    if isinstance(value, tuple | list):
        cls = type(value)
        make = cls if cls in (tuple, list) else lambda parts: cls(*parts)
        names = tuple(map(str, range(len(value))))
        return make, names, tuple(flatten(part, leaves) for part in value)
    if is_dataclass(value) and not isinstance(value, Literal | Dim | type):
        names = tuple(field.name for field in fields(value))
        return (
            _struct(type(value), names),
            names,
            tuple(flatten(getattr(value, n), leaves) for n in names),
        )
    leaves.append(value)
    return None


def _struct(cls: type, names: tuple[str, ...]) -> Callable[[list[Any]], Any]:
    """Makes a dataclass without running its `__init__`, which may expect arrays."""

    def make(parts: list[Any]) -> Any:
        instance = object.__new__(cls)
        for name, part in zip(names, parts, strict=True):
            object.__setattr__(instance, name, part)
        return instance

    return make


def unflatten(form: Form, leaves: Iterator[Any]) -> Any:
    """The value of this form, made of the next leaves."""
    if form is None:
        return next(leaves)
    make, _, inner = form
    return make([unflatten(each, leaves) for each in inner])


def leaf_names(form: Form, name: str) -> list[str]:
    """Names for the leaves of a value called `name`."""
    if form is None:
        return [name]
    _, names, inner = form
    return [
        leaf
        for part, each in zip(names, inner, strict=True)
        for leaf in leaf_names(each, f"{name}_{part}")
    ]


@dataclass(slots=True)
class Body:
    """A region's function, called with flat values.

    Attributes:
        function: takes `leading` single values, then values of the forms `carried`.
        returned: the form of what it returned last, a tuple.
    """

    function: Callable[..., Any]
    carried: Sequence[Form]
    leading: int = 0
    returned: Form = None

    @property
    def name(self) -> str:
        return getattr(self.function, "__name__", "")

    @property
    def line(self) -> int:
        code = getattr(self.function, "__code__", None)
        return code.co_firstlineno if code is not None else 0

    def names(self) -> list[str]:
        """Names for its flat parameters."""
        code = getattr(self.function, "__code__", None)
        given = code.co_varnames[: code.co_argcount] if code is not None else ()
        forms = [*[None] * self.leading, *self.carried]
        return [
            leaf
            for form, name in zip(forms, given, strict=False)
            for leaf in leaf_names(form, name)
        ]

    def __call__(self, *flat: Any) -> list[Any]:
        leaves = iter(flat)
        single = [next(leaves) for _ in range(self.leading)]
        returned = self.function(*single, *(unflatten(form, leaves) for form in self.carried))
        results: list[Any] = []
        whole = returned if isinstance(returned, tuple) else (returned,)
        self.returned = flatten(whole, results)
        return results

    def nested(self) -> bool:
        """Whether it returned a tuple or a struct among its values, or a tuple as its one value."""
        assert self.returned is not None
        return any(form is not None for form in self.returned[2])

    def result_names(self, targets: Sequence[str]) -> list[str]:
        """Names for the flat results, when the whole ones are bound to `targets`."""
        assert self.returned is not None
        forms = self.returned[2]
        if len(targets) == 1 != len(forms):
            return leaf_names(self.returned, targets[0])
        return [
            leaf
            for form, name in zip(forms, targets, strict=False)
            for leaf in leaf_names(form, name)
        ]

    def whole(self, results: Sequence[Any]) -> Any:
        """Flat results in the form in which the function returned them;

        one alone is not a tuple.
        """
        found = unflatten(self.returned, iter(results))
        return found[0] if len(found) == 1 else found
