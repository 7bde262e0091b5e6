"""The rules of ops that are made of others: what those say."""

from __future__ import annotations

from typing import Any

import numpy as np

from .facts import Facts
from .op import Op
from .types import Type


def derive_rules(record: Op, *, has_type_rule: bool) -> None:
    """Give an op the rules that it does not declare."""

    # `expansion` is imported when a rule runs, since it needs every op.
    def type_rule(facts: Facts, *types: Type | None, **attributes: Any) -> tuple[Type, ...]:
        from .expansion import types_of

        return types_of(record, facts, types, attributes)

    def raises(*types: Type | None, **attributes: Any) -> bool:
        from .expansion import may_raise

        return may_raise(record, types, attributes)

    def normalize(facts: Facts, *types: Type | None, **attributes: Any) -> dict[str, Any]:
        return {name: _plain(value) for name, value in attributes.items()}

    if not has_type_rule:
        record.type_rule = type_rule
    record.raises = record.raises or raises
    record.normalize = record.normalize or normalize


def _plain(value: Any) -> Any:
    """The one form of an attribute: tuples for lists, Python's integers, dtypes for classes."""
    if isinstance(value, tuple | list):
        return tuple(map(_plain, value))
    if isinstance(value, np.integer):
        return int(value)
    if isinstance(value, type) and issubclass(value, np.generic):
        return np.dtype(value)
    return value
