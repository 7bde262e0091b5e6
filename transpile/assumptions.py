"""`dslc.assume(...)`: comparisons of sizes that a program relies on."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from dslc.assumptions import assume
from dslc.ir.comparison import comparison
from dslc.ir.dims import Size
from dslc.ir.facts import NeverHolds

from .edits import statement_instead
from .frame import Frame
from .kinds import POISON, Built, Computed, Kind, Poison, Sized, describe
from .texts import text_of
from .tree import Call, Compare, Expression, Logical

Walk = Callable[[Frame, Expression], Kind]

RELATIONS = ("==", "!=", "<", "<=", ">", ">=")


def is_assume(kind: Kind) -> bool:
    """Whether a called object is `dslc.assume`."""
    return isinstance(kind, Built) and kind.value is assume


def assume_call(frame: Frame, e: Call, walk: Walk) -> Kind:
    """Emit a `require` for each comparison."""
    if len(e.arguments) != 1 or e.keywords:
        message = "`assume` takes one comparison of sizes"
        return frame.refuse("argument-mismatch", message, e.span)
    pairs = list(_pairs(e.arguments[0]))
    if any(pair is None for pair in pairs):
        return frame.refuse(
            "argument-mismatch",
            "`assume` takes comparisons of sizes, joined by `and`",
            e.arguments[0].span,
            help="write what must hold, as in `dslc.assume(x.shape[0] >= 1)`; "
            "`assert` takes any test",
        )
    for left, relation, right in filter(None, pairs):
        sides: list[Kind] = []
        for side in (left, right):
            sides.append(_size(frame, walk(frame, side), side, e))
            if isinstance(sides[-1], Poison):
                return POISON
        texts = [text_of(side) for side in sides]
        frame.writer.line(f'{frame.g}.require({texts[0]}, "{relation}", {texts[1]})')
        frame.raises += 1
        _learn(frame, sides, relation, e)
    return Built("None", None)


def _pairs(e: Expression) -> Iterator[tuple[Expression, str, Expression] | None]:
    """The comparisons in a condition; None for what is none."""
    if isinstance(e, Logical) and e.operator == "and":
        for operand in e.operands:
            yield from _pairs(operand)
    elif isinstance(e, Compare) and all(operator in RELATIONS for operator in e.operators):
        lefts = (e.left, *e.rights[:-1])
        yield from zip(lefts, e.operators, e.rights, strict=True)
    else:
        yield None


def _size(frame: Frame, kind: Kind, e: Expression, call: Call) -> Kind:
    """A side of a comparison, or a refusal."""
    if isinstance(kind, Poison | Sized):
        return kind
    if isinstance(kind, Built) and (type(kind.value) is int or not kind.known):
        return kind
    run = isinstance(kind, Computed)
    test = frame.code(call.arguments[0].span)
    return frame.refuse(
        "argument-mismatch",
        "`assume` compares sizes and integers that are known at the call",
        e.span,
        label=f"this is {describe(kind)}" + (", known only when the graph runs" if run else ""),
        help="use `assert` for values of the run" if run else None,
        edits=statement_instead(frame, call.span, f"assert {test}") if run else (),
    )


def _learn(frame: Frame, sides: list[Kind], relation: str, e: Call) -> None:
    sizes = [_known_size(side) for side in sides]
    if sizes[0] is None or sizes[1] is None:
        return
    compared = comparison(sizes[0], relation, sizes[1])
    try:
        frame.facts.learn(compared)
    except NeverHolds:
        frame.refuse("shape-mismatch", f"`{compared}` never holds", e.span)


def _known_size(kind: Kind) -> Size | None:
    if isinstance(kind, Sized):
        return kind.size
    return kind.value if isinstance(kind, Built) and type(kind.value) is int else None
