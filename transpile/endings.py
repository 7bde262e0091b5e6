"""Whether a `while` on build values ends for a reason that building sees, not by the run alone.

In the text it goes on where the run has left it, so it must end by itself.
"""

from __future__ import annotations

from dslc.ir.types import INT

from .control import Walk
from .expressions import expression, test
from .frame import Frame
from .kinds import Built, opened, type_of_kind
from .live import names_in
from .tree import (
    Assign,
    AugmentedAssign,
    Binary,
    Compare,
    Constant,
    Expression,
    Logical,
    Name,
    Statement,
    While,
)

MOST_TRIES = 1000
"""Trips of a loop on known values that are tried out."""


def ends(frame: Frame, s: While, moves: tuple[Statement, ...], walk: Walk) -> bool:
    """Whether these statements, repeated, make the test of a loop false."""
    state, reported = frame.save(), len(frame.session.diagnostics)
    found = _approaches(frame, s.test, moves) or _tried_out(frame, s, moves, walk)
    frame.restore(state)
    del frame.session.diagnostics[reported:]
    return found


def _tried_out(frame: Frame, s: While, moves: tuple[Statement, ...], walk: Walk) -> bool:
    """Whether the test becomes false where all values are known."""
    for _ in range(MOST_TRIES):
        tested = test(frame, s.test)
        if not isinstance(tested, Built) or not tested.known:
            return False
        if not tested.value:
            return True
        walk(frame, moves, frame.live.head[s])
    return False


def _approaches(frame: Frame, e: Expression, moves: tuple[Statement, ...]) -> bool:
    """Whether a name is compared with an integer that stays, and moves towards it by a step."""
    if isinstance(e, Logical) and e.operator == "and":
        return any(_approaches(frame, each, moves) for each in e.operands)
    if not isinstance(e, Compare) or len(e.operators) != 1:
        return False
    steps: dict[str, int | None] = {}
    for name, step in map(_step, moves):
        if name is not None:
            steps[name] = None if name in steps else step
    operator, right = e.operators[0], e.rights[0]
    for one, other, sign in ((e.left, right, 1), (right, e.left, -1)):
        step = steps.get(one.id) if isinstance(one, Name) else None
        if step is None or not steps.keys().isdisjoint(names_in(other)):
            continue
        up = {"<": sign, "<=": sign, ">": -sign, ">=": -sign}.get(operator, 0)
        if step * up > 0 and _is_integer(frame, one) and _is_integer(frame, other):
            return True
    return False


def _step(s: Statement) -> tuple[str | None, int | None]:
    """By which integer a statement moves a name; no integer where it moves it in another way."""
    match s:
        case AugmentedAssign(target=Name(id=name), operator="+" | "-" as sign, value=value):
            pass
        case Assign(
            targets=(Name(id=name),),
            value=Binary(left=Name(id=read), operator="+" | "-" as sign, right=value),
        ) if read == name:
            pass
        case Assign(targets=(Name(id=name),)) | AugmentedAssign(target=Name(id=name)):
            return name, None
        case _:
            return None, None
    if not isinstance(value, Constant) or type(value.value) is not int:
        return name, None
    return name, value.value if sign == "+" else -value.value


def _is_integer(frame: Frame, e: Expression) -> bool:
    kind = expression(frame, e)
    return isinstance(kind, Built) and opened(type_of_kind(kind)) == INT
