"""The truth of kinds."""

from __future__ import annotations

from dslc.ir.diagnostics import Span
from dslc.ir.op import REGISTRY
from dslc.ir.types import BOOL_NUMBER

from . import fence, structs
from .frame import Frame
from .grown_lists import is_filled
from .identities import is_changeable
from .kind_parts import is_run
from .kinds import (
    Built,
    Closure,
    Computed,
    Grown,
    Kind,
    Poison,
    Record,
    Repeated,
    Sequence,
    Table,
    Template,
    describe,
    rank_of,
    type_of_kind,
)
from .operations import apply
from .passed_over import pass_over
from .texts import atom


def tested(frame: Frame, kind: Kind, span: Span) -> Kind:
    """A kind of which only the truth is wanted, or a refusal where it has none."""
    if isinstance(kind, Sequence | Table) and (is_run(kind) or is_changeable(kind)):
        pass_over(frame, kind)
        holds = bool(kind.items)
        return Built(kind.text if kind.identity and kind.text else repr(holds), holds)
    if isinstance(kind, Repeated):
        return Built(f"bool({kind.text})", type=BOOL_NUMBER)
    if isinstance(kind, Grown):
        return is_filled(frame, kind, span)
    if isinstance(kind, Template):
        return fence.refuse(frame, "the truth of a text of run-time values", span)
    if isinstance(kind, Closure):
        return Built("True", True, type=BOOL_NUMBER)
    if isinstance(kind, Record):
        return structs.truth(frame, kind, span)
    rank = rank_of(kind)
    if isinstance(kind, Computed) and rank:
        return frame.refuse(
            "truth-of-array",
            "an array with axes has no single truth value",
            span,
            label=f"this is {describe(kind)}",
            help="reduce it with `np.any(...)` or `np.all(...)`",
        )
    return kind


def as_bool(frame: Frame, kind: Kind, span: Span, into: str | None) -> Kind:
    """The truth of a kind as Python's True or False."""
    kind = tested(frame, kind, span)
    if isinstance(kind, Poison) or type_of_kind(kind) == BOOL_NUMBER:
        return kind
    if isinstance(kind, Built):
        if not kind.known:
            return Built(f"bool({kind.text})", type=BOOL_NUMBER)
        if isinstance(kind.value, bool):
            return kind
        return Built(f"bool({atom(kind)})", bool(kind.value))
    cls: dict[str, Kind] = {"dtype": Built("bool", bool)}
    return apply(frame, REGISTRY["cast"], [kind], cls, span, into=into, spans=[span])
