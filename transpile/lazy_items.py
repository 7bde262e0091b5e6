"""`any` and `all` of a generator whose items may raise: a chain of `or` or `and`.

any(k // i > 2 for i in (k, k + 1))        k // k > 2 or k // (k + 1) > 2
"""

from __future__ import annotations

from functools import partial

from .branches import Thunk
from .comprehension_texts import WalkExpression as Walk
from .containers import repeated
from .frame import Frame
from .kinds import Kind, Sequence
from .structs import as_sequence
from .tested import tested
from .tree import Comprehension, Expression, Name, Tuple

MOST_ITEMS = 8
"""Items that are written out; each is a branch in the one before it."""


def lazy_items(frame: Frame, e: Comprehension, walk: Walk) -> list[Thunk] | None:
    """What walks the truth of each item; None where building does not know the items."""
    (clause, *others) = e.clauses
    if others or clause.tests:
        return None
    items = getattr(
        repeated(frame, walk(frame, clause.iterable), clause.iterable.span), "items", None
    )
    if items is None or not 1 < len(items) <= MOST_ITEMS:
        return None
    found: list[Thunk] = []
    for item in items:
        names = _names(clause.target, item)
        if names is None:
            return None
        found.append(partial(_item, frame, e.element, names, walk))
    return found


def _names(target: Expression, item: Kind) -> dict[str, Kind] | None:
    """What a target's names are, as the item has them."""
    if isinstance(target, Name):
        return {target.id: item}
    whole = as_sequence(item)
    if not (isinstance(target, Tuple) and isinstance(whole, Sequence)):
        return None
    if len(target.items) != len(whole.items):
        return None
    names: dict[str, Kind] = {}
    for part, kind in zip(target.items, whole.items, strict=True):
        inner = _names(part, kind)
        if inner is None:
            return None
        names |= inner
    return names


def _item(frame: Frame, element: Expression, names: dict[str, Kind], walk: Walk) -> Kind:
    outside = {name: frame.environment.get(name) for name in names}
    frame.environment.update(names)
    kind = tested(frame, walk(frame, element), element.span)
    for name, before in outside.items():
        if before is None:
            del frame.environment[name]
        else:
            frame.environment[name] = before
    return kind
