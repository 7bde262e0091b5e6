"""Names that some path leaves unbound, and what tells whether they are bound."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from dslc.ir.op import REGISTRY
from dslc.ir.types import INT

from .frame import Frame
from .kind_parts import leaves
from .kinds import Built, Computed, Guard, Kind, MaybeUnbound
from .live import names_in
from .operations import apply
from .tree import Expression, Logical, Name, Unary

UNSURE = "a name that building may leave unbound, in a test of the run,"


@dataclass(frozen=True, eq=False, slots=True)
class Finished(Expression):
    """Whether a loop has gone through, so that its `else` is next.

    Attributes:
        broken: what holds where it has not.
        holds: False for the opposite.
        tested: the value that tells; None where the loop's exit code does.
    """

    broken: Guard
    holds: bool = True
    tested: Kind | None = None


def finished(frame: Frame, e: Finished, into: str | None) -> Kind:
    """Compare the exit code of the loop that has just ended."""
    if e.tested is not None:
        return e.tested
    operands: list[Kind] = [Computed(frame.exit_name, INT), Built(f"{frame.g}.BREAK", type=INT)]
    op = REGISTRY["not_equal" if e.holds else "equal"]
    return apply(frame, op, operands, {}, e.span, into=into)


def read_unbound(frame: Frame, e: Name, kind: MaybeUnbound) -> Kind:
    """What a name is where it is read, though some path leaves it unbound.

    Where only the run knows, that is checked, and raises what Python does.
    """
    if kind.kind is not None and kind.guard in frame.known:
        return kind.kind
    if kind.kind is None or kind.bound is None:
        return frame.refuse(
            "unbound-name",
            f"`{e.id}` is not bound on every path to this line",
            e.span,
            label=kind.why,
            help=f"bind `{e.id}` before, or on every path",
        )
    said = f"cannot access local variable '{e.id}' where it is not associated with a value"
    given: dict[str, Kind] = {"message": _text(said), "error": _text("UnboundLocalError")}
    apply(frame, REGISTRY["check"], [kind.bound], given, e.span, into=frame.names.fresh("checked"))
    frame.environment[e.id] = kind.kind
    return kind.kind


def _text(text: str) -> Built:
    return Built(f'"{text}"', text)


def learn_test(
    frame: Frame, test: Expression | None, *, holds: bool, in_run: bool = False
) -> list[str]:
    """Know the truth of a test of the source here; gives the names that are bound where it is.

    A test of the run tells nothing of what the text itself may leave unbound: it is executed
    whatever the run finds.
    """
    told = guards_of(frame, test, holds=holds)
    told = told.union(*(frame.entailed.get(guard, ()) for guard in told))
    unbound = {
        name: kind for name, kind in frame.environment.items() if isinstance(kind, MaybeUnbound)
    }
    if in_run:
        told -= {kind.guard for kind in unbound.values() if kind.in_text}
    frame.known |= told
    bound: list[str] = []
    for name, kind in unbound.items():
        if kind.kind is not None and kind.guard in frame.known:
            frame.environment[name] = kind.kind
            bound.append(name)
    return bound


def note_test(frame: Frame, name: Expression, test: Expression) -> None:
    """Note that a name holds where a test does, so that what follows from one does from both."""
    for holds in (True, False):
        guard = guard_of(frame, name, holds=holds)
        if guard is not None:
            told = guards_of(frame, test, holds=holds)
            frame.entailed[guard] = told.union(*(frame.entailed.get(g, ()) for g in told))


def guards_of(frame: Frame, test: Expression | None, *, holds: bool) -> frozenset[Guard]:
    """What is known where a test of the source has this truth."""
    return frozenset(guard for guard in _guards(frame, test, holds) if guard is not None)


def _guards(frame: Frame, test: Expression | None, holds: bool) -> Iterator[Guard | None]:
    if test is None:
        return
    yield guard_of(frame, test, holds=holds)
    while isinstance(test, Unary) and test.operator == "not":
        test, holds = test.operand, not holds
    if isinstance(test, Logical) and holds == (test.operator == "and"):
        for part in test.operands:
            yield from _guards(frame, part, holds)


def guard_of(frame: Frame, test: Expression, *, holds: bool) -> Guard | None:
    """A test with a truth; None where it may have another truth though its names are the same."""
    while isinstance(test, Unary) and test.operator == "not":
        test, holds = test.operand, not holds
    if isinstance(test, Finished):
        return replace(test.broken, holds=holds != test.holds)
    reads = tuple(frame.environment.get(name) for name in names_in(test))
    if any(_changes(kind) for kind in reads):
        return None
    return Guard(frame.code(test.span), reads, holds)


def _changes(kind: Kind | None) -> bool:
    """Whether a name may show something else later, though nothing binds it anew."""
    if kind is None:
        return False
    if isinstance(kind, MaybeUnbound):
        return True
    memories = [leaf.memory for leaf in leaves(kind) if isinstance(leaf, Computed)]
    return any(memory is not None and memory.is_variable for memory in memories)
