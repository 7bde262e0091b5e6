"""Arguments of graph functions that these may write to: the caller's own variables and arrays."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from dslc.ir.diagnostics import Span

from .frame import Frame
from .kind_parts import computed_leaves
from .kinds import Built, Computed, Kind, Record, Repeated, Sequence, Table, present
from .memory import Memory
from .stores import rebind
from .tree import Call
from .writes import check_write_of_call, written


def open_variables(
    frame: Frame, callee: Built, parameters: dict[str, Kind], bound: dict[str, Kind], e: Call
) -> dict[str, Kind] | None:
    """The arguments of a call as it takes them; an array made here becomes a variable for it.

    Returns None after a refusal.
    """
    opened = dict(bound)
    for name, declared in parameters.items():
        for leaf in _to_write(declared, bound[name]):
            what = f"`{name}` of `{callee.text}`"
            if not _may_write(frame, leaf, bound[name], what, e.span):
                return None
            memory = leaf.memory
            assert memory is not None
            if not _is_alone(frame, name, leaf, bound, what, e.span):
                return None
            if not check_write_of_call(frame, memory, e.span):
                return None
            if memory.is_variable:
                written(frame, memory)
                continue
            text = frame.names.fresh(f"{leaf.text}_array")
            frame.writer.line(f"{text} = {frame.g}.variable({leaf.text})")
            opened[name] = replace(leaf, text=text)
    return opened


def close_variables(frame: Frame, bound: dict[str, Kind], opened: dict[str, Kind]) -> None:
    """After the call the names of an array that became a variable have what it holds."""
    for name, before in bound.items():
        after = opened[name]
        if after is before or not isinstance(before, Computed) or not isinstance(after, Computed):
            continue
        frame.writer.line(f"{before.text} = {frame.g}.value({after.text})")
        rebind(frame, before.text, before, before)


def _to_write(declared: Kind, actual: Kind) -> Iterator[Computed]:
    """The values in an argument that the function may write to."""
    match present(declared), present(actual):
        case Computed(memory=Memory(origin="inout")), Computed() as leaf:
            yield leaf
        case Record(fields=fields), Record(fields=given):
            for name, kind in fields.items():
                yield from _to_write(kind, given[name])
        case Sequence(items=items), Sequence(items=others):
            for one, other in zip(items, others, strict=True):
                yield from _to_write(one, other)
        case Repeated(item=any_), Repeated(item=item):
            yield from _to_write(any_, item)
        case Repeated(item=any_), (Sequence() | Table()) as whole:
            for item in whole.items.values() if isinstance(whole, Table) else whole.items:
                yield from _to_write(any_, item)


def _may_write(frame: Frame, leaf: Computed, whole: Kind, what: str, span: Span) -> bool:
    """Whether a function may write to an argument; reports why not."""
    memory = leaf.memory
    if memory is not None and memory.is_variable:
        return True
    bound = frame.environment.get(leaf.text)
    named = isinstance(bound, Computed) and bound.memory is memory
    if memory is not None and memory.origin == "fresh" and whole is leaf and named:
        return True
    if memory is not None and memory.origin == "parameter":
        frame.refuse(
            "write-to-parameter",
            f"{what} is InOut: the call would change `{leaf.text}`, which is the caller's array",
            span,
            help="annotate it InOut[...], or pass a copy that has a name",
        )
    else:
        frame.refuse(
            "ambiguous-write",
            f"{what} is InOut: which array the call changes is not certain",
            span,
            help="pass an InOut parameter, or the name of an array made here",
        )
    return False


def _is_alone(
    frame: Frame, own: str, leaf: Computed, bound: dict[str, Kind], what: str, span: Span
) -> bool:
    """Whether no other argument shares memory with one that the function may write to."""
    assert leaf.memory is not None
    for name, kind in bound.items():
        for other in computed_leaves(kind):
            if (name == own and other is leaf) or other.memory is None:
                continue
            if not other.memory.overlaps(leaf.memory):
                continue
            if leaf.memory.many and other.memory.is_variable:
                continue  # items of a list, which the builder tells apart
            frame.refuse(
                "shared-memory",
                f"{what} is InOut and shares memory with `{name}`",
                span,
                help="pass a copy for one of them",
            )
            return False
    return True
