"""What a loop of the graph goes over: an array, `enumerate`, `zip` and `reversed` of arrays.

Ranges of the run may stand beside arrays.
"""

from __future__ import annotations

import builtins
from dataclasses import dataclass
from typing import Literal

from dslc.ir.types import INT, TensorType
from dslc.parametric import is_library

from . import fence
from .comprehension_texts import WalkExpression
from .edits import instead
from .frame import Frame
from .kinds import POISON, Built, Computed, Grown, Kind, Poison, Record, Sequence, type_of_kind
from .ranges import is_range, range_bounds
from .tree import Call, Expression, Name


@dataclass(frozen=True, slots=True)
class Rows:
    """What the run goes through.

    Attributes:
        form: "array", or what makes it of others.
        parts: what it goes through together.
        own: the array, the bounds of the range, or the start of `enumerate`.
    """

    form: Literal["array", "range", "enumerate", "reversed", "zip"]
    parts: tuple[Rows, ...] = ()
    own: tuple[Kind, ...] = ()

    @property
    def step(self) -> int | None:
        """The step of a range; None where it is not known."""
        step = self.own[2] if len(self.own) == 3 else Built("1", 1)
        return step.value if isinstance(step, Built) and isinstance(step.value, int) else None


def has_rows(kind: Kind) -> bool:
    """Whether a struct of the library is gone through row by row."""
    return isinstance(kind, Record) and is_library(kind.cls) and hasattr(kind.cls, "__iter__")


def rows_of_array(kind: Kind) -> Rows | None:
    """The rows of an array, or the items of a list that grew; None for another kind."""
    if isinstance(kind, Grown) or has_rows(kind):
        return Rows("array", (), (kind,))
    type_ = kind.type if isinstance(kind, Computed) else None
    return Rows("array", (), (kind,)) if isinstance(type_, TensorType) and type_.rank else None


def rows_of_call(frame: Frame, e: Expression, walk: WalkExpression) -> Rows | Poison | None:
    """What a loop goes over where it is a call of one of these; None where building does."""
    if _maker(frame, e) is None:
        return None
    state, reported = frame.save(), len(frame.session.diagnostics)
    reading = _Reading(frame, walk)
    rows = reading.through(e)
    if reading.runs:
        return rows or POISON
    frame.restore(state, within=True)
    del frame.session.diagnostics[reported:]
    return None


def _maker(frame: Frame, e: Expression) -> str | None:
    """The name of the builtin that an expression calls, if it makes an iterator."""
    if not (isinstance(e, Call) and isinstance(e.function, Name)):
        return None
    name = e.function.id
    if name not in ("enumerate", "reversed", "zip") or name in frame.environment:
        return None
    own = getattr(builtins, name)
    return name if frame.session.root.get(name, own) is own else None


@dataclass(slots=True)
class _Reading:
    """An iterator while it is read; `runs` where the run goes through a part of it."""

    frame: Frame
    walk: WalkExpression
    runs: bool = False

    def through(self, e: Expression) -> Rows | None:
        """What an expression goes through; None after a refusal."""
        if is_range(self.frame, e):
            bounds = range_bounds(self.frame, e, self.walk)
            self.runs = self.runs or not all(isinstance(bound, Built) for bound in bounds or ())
            return None if bounds is None else Rows("range", (), tuple(bounds))
        maker = _maker(self.frame, e)
        if maker is not None:
            assert isinstance(e, Call)
            return self._call(maker, e)
        kind = self.walk(self.frame, e)
        rows = rows_of_array(kind)
        self.runs = self.runs or rows is not None
        if rows is None and not isinstance(kind, Poison):
            fence.refuse(
                self.frame, "what building goes through beside an array of the run", e.span,
                help="stack its items into an array",
                edits=instead(self.frame, e.span, [e.span], _stacked(kind)),
            )  # fmt: skip
        return rows

    def _call(self, maker: str, e: Call) -> Rows | None:
        counts = maker == "enumerate" and len(e.arguments) == 2 and not e.keywords
        through = [self.through(a) for a in (e.arguments[:1] if counts else e.arguments)]
        start: Kind = Built("0", 0)
        if counts:
            start = self.walk(self.frame, e.arguments[1])
        elif maker == "enumerate" and [k.name for k in e.keywords] == ["start"]:
            counts, start = True, self.walk(self.frame, e.keywords[0].value)
        parts = tuple(rows for rows in through if rows is not None)
        if len(parts) < len(through) or isinstance(start, Poison):
            return None
        fits = bool(parts) and (counts or not e.keywords) and type_of_kind(start) == INT
        fits = fits and (maker == "zip" or len(parts) == 1)
        if maker == "reversed" and fits:
            only = parts[0]
            fits = only.form == "array" or (only.form == "range" and only.step == 1)
        if not fits:
            fence.refuse(self.frame, f"`{maker}` with these arguments", e.span)
            return None
        match maker:
            case "enumerate":
                return Rows("enumerate", parts, (start,))
            case "reversed":
                return Rows("reversed", parts)
        return Rows("zip", parts)


def _stacked(kind: Kind) -> str | None:
    """How to make one array of what is a list of arrays of one type."""
    types = [type_of_kind(item) for item in kind.items] if isinstance(kind, Sequence) else []
    alike = bool(types) and all(type_ == types[0] for type_ in types)
    return "np.stack({0})" if alike and isinstance(types[0], TensorType) else None
