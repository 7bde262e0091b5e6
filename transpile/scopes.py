"""`del` and `with`: what they say of names and of what is around statements."""

from __future__ import annotations

import contextlib

import numpy as np

from . import fence
from .expressions import expression, index_kinds
from .frame import Frame
from .item_stores import container_of, delete_item
from .kinds import POISON, Built, MaybeUnbound, Poison, present
from .sugar import Delete, With
from .tree import Call, Expression, Name, Subscript


def delete(frame: Frame, s: Delete) -> None:
    """`del name`: nothing may read it after this; `del rows[i]`: the list is without it."""
    for target in s.targets:
        if isinstance(target, Subscript):
            _delete_item(frame, target)
            continue
        assert isinstance(target, Name)
        n = target.id
        kind = expression(frame, target)
        if isinstance(kind, Poison):
            continue
        if n in frame.live_now:
            help_ = "leave it bound"
            frame.bind(n, fence.refuse(frame, f"reading `{n}` after its `del`", s.span, help=help_))
        else:
            frame.environment[n] = MaybeUnbound("deleted")


def _delete_item(frame: Frame, target: Subscript) -> None:
    kind = container_of(present(expression(frame, target.value)))
    if kind is None:
        fence.refuse(frame, "`del` of what is no item of a list or dict", target.span)
    else:
        delete_item(frame, kind, index_kinds(frame, target.index), target)


def enter(frame: Frame, s: With) -> None:
    """`with` of contexts that change nothing; the statements of its body follow."""
    if s.named or not all(_does_nothing(frame, item) for item in s.items):
        fence.refuse(frame, "`with` of a context that does something", s.span)
        for n in s.binds:
            frame.bind(n, POISON)


def _does_nothing(frame: Frame, e: Expression) -> bool:
    """Whether a context is `nullcontext`, or `np.errstate` that raises nothing."""
    if not isinstance(e, Call):
        return False
    callee = expression(frame, e.function)
    function = callee.value if isinstance(callee, Built) else None
    if any(k.name is None for k in e.keywords):
        return False
    given = [expression(frame, part) for part in (*e.arguments, *(k.value for k in e.keywords))]
    if not all(isinstance(kind, Built) and kind.known for kind in given):
        return False
    if function is np.errstate:
        return all(isinstance(k, Built) and k.value in ("ignore", "warn", None) for k in given)
    return function is contextlib.nullcontext
