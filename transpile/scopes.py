"""`del` and `with`: what they say of names and of what is around statements."""

from __future__ import annotations

import contextlib

import numpy as np

from . import fence
from .assignments import bind_target
from .expressions import expression, index_kinds
from .frame import Frame
from .item_stores import container_of, delete_item
from .kinds import POISON, Built, Kind, MaybeUnbound, Poison, present
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
    for item, target in zip(s.items, s.targets, strict=True):
        kind = _entered(frame, item, target.id if isinstance(target, Name) else None)
        if kind is None:
            fence.refuse(frame, "`with` of a context that does something", s.span)
            for n in s.entering.binds:
                frame.bind(n, POISON)
            return
        if target is not None:
            bind_target(frame, target, kind, item.span)


def _entered(frame: Frame, e: Expression, into: str | None) -> Kind | None:
    """What `nullcontext`, or `np.errstate` that raises nothing, gives; None of another context."""
    if not isinstance(e, Call):
        return None
    callee = expression(frame, e.function)
    function = callee.value if isinstance(callee, Built) else None
    if any(k.name is None for k in e.keywords):
        return None
    if function is contextlib.nullcontext and len(e.arguments) + len(e.keywords) < 2:
        given = [*e.arguments, *(k.value for k in e.keywords)]
        frame.base = into or ""
        return expression(frame, given[0], into) if given else Built("None", None)
    kinds = [expression(frame, part) for part in (*e.arguments, *(k.value for k in e.keywords))]
    quiet = all(isinstance(k, Built) and k.value in ("ignore", "warn", None) for k in kinds)
    return Built("None", None) if function is np.errstate and quiet else None
