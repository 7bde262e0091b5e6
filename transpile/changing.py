"""What changes lists and dicts in place, and which names a statement changes so."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from .sugar import Delete
from .tree import (
    Assign,
    Attribute,
    AugmentedAssign,
    Call,
    Expression,
    List,
    Name,
    Starred,
    Statement,
    Subscript,
    Tuple,
)

CHANGING = (
    "add",
    "append",
    "appendleft",
    "clear",
    "difference_update",
    "discard",
    "extend",
    "extendleft",
    "insert",
    "intersection_update",
    "move_to_end",
    "pop",
    "popitem",
    "popleft",
    "remove",
    "reverse",
    "rotate",
    "setdefault",
    "sort",
    "symmetric_difference_update",
    "update",
)
"""Methods of Python's containers that change them."""

Children = Callable[[Expression | None], list[Expression]]


def changed_names(
    s: Statement, expressions: list[Expression | None], children: Children
) -> Iterator[str]:
    """The names that a statement changes; `expressions` are those it evaluates."""
    targets: tuple[Expression, ...] = ()
    if isinstance(s, Assign | Delete):
        targets = s.targets
    elif isinstance(s, AugmentedAssign):
        targets = (s.target,)
    for target in targets:
        yield from _in_target(target)
    for e in expressions:
        yield from _in_expression(e, children)


def _in_target(target: Expression) -> Iterator[str]:
    if isinstance(target, Subscript):
        yield from _root(target.value)
    elif isinstance(target, Tuple | List):
        for item in target.items:
            yield from _in_target(item)
    elif isinstance(target, Starred):
        yield from _in_target(target.value)


def _in_expression(e: Expression | None, children: Children) -> Iterator[str]:
    if isinstance(e, Call) and isinstance(e.function, Attribute) and e.function.name in CHANGING:
        yield from _root(e.function.value)
    for child in children(e):
        yield from _in_expression(child, children)


def _root(e: Expression) -> Iterator[str]:
    """The name whose item or field it is."""
    while isinstance(e, Subscript | Attribute):
        e = e.value
    if isinstance(e, Name):
        yield e.id
