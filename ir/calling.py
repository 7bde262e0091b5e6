"""Calling an op by its record: at once on NumPy values, or into a sketch while one is expanded."""

from __future__ import annotations

from collections.abc import Mapping
from contextvars import ContextVar
from typing import Any, Protocol

from .diagnostics import Diagnostic, DslError
from .dims import Size
from .facts import Facts
from .op import Op, RuleError
from .types import type_of_python


class Sketching(Protocol):
    """Where ops go while one is expanded."""

    facts: Facts

    def apply(self, op: Op, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> Any:
        """What stands for the result of an op."""
        ...

    def apply_numpy(self, function: Any, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> Any:
        """What stands for the result of a function of NumPy."""
        ...

    def take_as_equal(self, left: Size, right: Size) -> None:
        """Rely on two sizes being equal; RuleError where they never are."""
        ...


SKETCH: ContextVar[Sketching | None] = ContextVar("SKETCH", default=None)
"""Set while an op is expanded."""


def call_op(op: Op, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> Any:
    """What an op gives.

    Raises:
        DslError: where it does not apply.
    """
    sketch = SKETCH.get()
    if sketch is not None:
        return sketch.apply(op, args, kwargs)
    try:
        operands, attributes = op.bind(args, kwargs)
        spread = op.spread(operands, attributes)
        rest = op.without_absent(attributes)
        if op.normalize is not None:
            types = [None if value is None else type_of_python(value) for value in spread]
            rest = op.normalize(Facts(), *types, **rest)
        return op.run(*spread, **rest)
    except RuleError as error:
        label = "; ".join(error.labels.values())
        raise DslError(
            Diagnostic(error.code, error.message, label=label, help=error.help)
        ) from None


def sketch_facts() -> Facts:
    """What is known of sizes where an op is expanded."""
    sketch = SKETCH.get()
    assert sketch is not None
    return sketch.facts
