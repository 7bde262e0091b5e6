"""`a, b = f(x)`: the names stand at the call itself."""

from __future__ import annotations

from .frame import Frame
from .kinds import Kind, Sequence, retext
from .tree import Call, Expression, List, Name, Tuple


def unpack_call(frame: Frame, target: Expression, value: Expression, kind: Kind) -> bool:
    """Let the names of `a, b = f(x)` stand where the call is; tells whether they do."""
    if not (isinstance(target, Tuple | List) and isinstance(value, Call)):
        return False
    names = [item.id for item in target.items if isinstance(item, Name)]
    if not (isinstance(kind, Sequence) and kind.text and 1 < len(names) == len(target.items)):
        return False
    if len(names) != len(kind.items) or len(set(names)) < len(names):
        return False
    if not frame.writer.retarget(kind.text, ", ".join(names)):
        return False
    for name, item in zip(names, kind.items, strict=True):
        frame.bind(name, retext(item, name))
    return True
