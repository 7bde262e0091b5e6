"""Parts of a display that nothing reads are evaluated all the same, for what they may raise."""

from __future__ import annotations

import re

from .frame import Frame
from .kind_parts import parts
from .kinds import Built, Kind, Record, Sequence, Table


def taken(frame: Frame, whole: Kind, chosen: Kind) -> Kind:
    """What is taken of a container; the rest of it is passed over."""
    pass_over(frame, whole, chosen)
    return chosen


def pass_over(frame: Frame, kind: Kind, *read: Kind) -> None:
    """Write out what building computes for a kind and the text would lack, but for what is read.

    What a name holds stands in the text already, and so do the values of the graph.
    """
    if any(kind is each for each in read):
        return
    if isinstance(kind, Sequence | Table | Record):
        if not kind.text or "(" in kind.text:  # a display, or a call of a class
            for part in parts(kind):
                pass_over(frame, part, *read)
    elif isinstance(kind, Built) and not kind.known and _MAY_RAISE.search(kind.text):
        frame.raises += 1
        frame.writer.line(kind.text)


_MAY_RAISE = re.compile(r"[/%([]|\*\*|<<|>>")
