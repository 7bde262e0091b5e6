"""Loops whose first trip is another one than the rest: what they carry is None before it.

while test:          if test:
    body                 body
                         while test:
                             body
"""

from __future__ import annotations

from .frame import Frame, NeedsBuild
from .kinds import Built, Maybe
from .outcome import breaks, continues
from .tree import Block, Compare, Constant, Expression, If, Name, Statement, While


def is_none(frame: Frame, name: str) -> bool:
    """Whether a name is None here, known while building."""
    kind = frame.environment.get(name)
    return isinstance(kind, Built) and not isinstance(kind, Maybe) and kind.value is None


def with_first_trip(frame: Frame, s: While, need: NeedsBuild) -> If | None:
    """A loop with its first trip before it; None where that is no help."""
    body = s.body.statements
    if not is_none(frame, need.loop) or breaks(body) or continues(body):
        return None
    then = Block((*frame.live.statements(s.body), s))
    first = If(s.span, (), s.test, then, None)
    frame.live.after[first], frame.live.before[first] = frame.live.after[s], frame.live.before[s]
    return first


def decided(frame: Frame, s: If) -> tuple[Statement, ...] | None:
    """The branch of an `if name is None` where the name is None; None for any other `if`."""
    side = _tests_none(frame, s.test)
    if side is None:
        return None
    return frame.live.statements(s.then if side else s.otherwise)


def _tests_none(frame: Frame, test: Expression) -> bool | None:
    """The truth of `name is None` or `name is not None` of a name that is None."""
    match test:
        case Compare(left=Name(id=name), operators=("is" | "is not" as operator,), rights=(right,)):
            if isinstance(right, Constant) and right.value is None and is_none(frame, name):
                return operator == "is"
    return None
