"""Writing to elements of arrays.

Writing makes a new value, which every name of the array is bound to.
"""

from __future__ import annotations

from dslc.ir.diagnostics import Span
from dslc.ir.op import REGISTRY

from . import fence
from .array_places import places_of
from .edits import copied_parameter
from .expressions import expression, index_kinds
from .frame import Frame
from .grown_lists import set_item_of_grown
from .indexing import key_of
from .item_stores import container_of, is_place, set_item
from .kind_parts import retext
from .kinds import (
    Built,
    Computed,
    Grown,
    Kind,
    Poison,
    Sequence,
    describe,
    is_array,
    present,
    rank_of,
)
from .operations import apply
from .operators import binary
from .tree import AugmentedAssign, Binary, Expression, Name, Subscript
from .writes import check_write


def store(frame: Frame, target: Subscript, kind: Kind, span: Span) -> None:
    """`array[...] = value`, or an item of a list or dict."""
    base = present(expression(frame, target.value))
    if isinstance(base, Grown):
        set_item_of_grown(frame, base, index_kinds(frame, target.index), kind, span)
        return
    changeable = container_of(base)
    if changeable is not None:
        set_item(frame, changeable, index_kinds(frame, target.index), kind, target)
        return
    array = writable(frame, target.value, target, base)
    if array is None or isinstance(kind, Poison):
        return
    name, value = array
    key = key_of(frame, value, index_kinds(frame, target.index), target.index.span)
    if key is None:
        return
    if isinstance(kind, Sequence):
        fence.refuse(frame, "storing a tuple", span)
        return
    spans = [target.value.span, span, *([target.index.span] * len(key.numbers))]
    stored = apply(
        frame, REGISTRY["store"], [value, kind, *key.numbers], {}, span,
        into=name, key=key.pair(frame.g), spans=spans,
    )  # fmt: skip
    rebind(frame, name, value, stored)


def writable(
    frame: Frame, array: Expression, target: Expression, base: Kind | None = None
) -> tuple[str, Computed] | None:
    """The name and array that `target` writes to, None after a refusal; `base` is its kind."""
    value = present(expression(frame, array)) if base is None else base
    if isinstance(value, Poison):
        return None
    if isinstance(value, Computed) and value.memory is not None and value.memory.is_variable:
        return (value.text, value) if check_memory(frame, value, target) else None
    if isinstance(value, Computed) and not isinstance(array, Name) and is_place(frame, value):
        return (value.text, value) if check_memory(frame, value, target) else None
    if not isinstance(array, Name) or not isinstance(value, Computed):
        _refuse_write(frame, target, value)
        return None
    if value.type is None:
        frame.refuse(
            "depends-on-static",
            "whether this is an array depends on a build-time parameter",
            target.span,
        )
        return None
    if not is_array(value):
        frame.refuse("rank-mismatch", f"{describe(value)} has no elements to write to", target.span)
        return None
    if not check_memory(frame, value, target):
        return None
    return array.id, value


def _refuse_write(frame: Frame, target: Expression, value: Kind) -> None:
    """Refuse a write to what has no name of its own."""
    if not isinstance(value, Computed) or value.memory is None:
        fence.refuse(frame, f"writing to an element of {describe(value)}", target.span)
    elif value.memory.origin == "view":
        frame.refuse(
            "write-through-view",
            "this writes through a view",
            target.span,
            help="write to the array itself",
        )
    elif check_memory(frame, value, target):
        fence.refuse(
            frame, "writing to an array without a name", target.span, help="give it a name first"
        )  # fmt: skip


def check_memory(frame: Frame, array: Computed, target: Expression) -> bool:
    """Whether the array may be written to here; reports why not."""
    memory = array.memory
    assert memory is not None
    name = frame.code(getattr(target, "value", target).span)
    if memory.origin == "parameter":
        frame.refuse(
            "write-to-parameter",
            f"`{name}` is a parameter; writing to it would change the caller's array",
            target.span,
            help=f"write to a copy: `{name} = {name}.copy()`, or annotate it InOut[...]",
            edits=copied_parameter(frame, name)
            if name.isidentifier() and memory.what == f"the parameter `{name}`"
            else (),
        )
    elif memory.origin == "captured":
        own = memory.what == f"the array `{name}` of the module"
        what = "an array of the module" if own else memory.what
        frame.refuse(
            "captured-array",
            f"`{name}` is {what}; writing to it would change the module",
            target.span,
            help=f"write to a copy, `own = {name}.copy()`, or pass it as an InOut[...] parameter",
        )
    elif memory.origin == "view":
        frame.refuse(
            "write-through-view",
            f"`{name}` may share memory with {memory.bases[0].what}",
            target.span,
            help=f"write to the array itself, or to a copy: `{name} = {name}.copy()`",
        )
    elif memory.origin in ("path", "call"):
        frame.refuse(
            "ambiguous-write",
            f"which array this writes to is not certain: {memory.what}",
            target.span,
            help=f"write to a copy: `{name} = {name}.copy()`",
        )
    else:
        return check_write(frame, memory, target.span)
    return False


def rebind(frame: Frame, name: str, before: Computed, after: Kind) -> None:
    """Bind all names of the array that was written to; those of a variable show it as they are."""
    if before.memory is not None and before.memory.is_variable:
        return
    others = [
        other
        for other, kind in frame.environment.items()
        if other != name
        and isinstance(kind, Computed)
        and kind.memory is before.memory
        and other in frame.live_now
    ]
    if name in frame.environment:
        frame.bind(name, after)
    for other in others:
        frame.writer.line(f"{other} = {name}")
        frame.bind(other, retext(after, other))
    assert before.memory is not None
    for place in places_of(frame, before.memory):
        if place.text != name:
            frame.writer.line(f"{place.text} = {name}")


def augmented_array(
    frame: Frame, s: AugmentedAssign, value: Computed, operand: Kind, e: Binary
) -> None:
    """`array operator= value`, which keeps the array."""
    if isinstance(operand, Poison) or not check_memory(frame, value, s.target):
        return
    result = binary(frame, s.operator, (value, operand), e, None, (s.target.span, s.value.span))
    if isinstance(result, Poison):
        return
    stored = apply(
        frame, REGISTRY["store"], [value, result], {"inplace": Built("True", True)}, s.span,
        into=value.text, key=("...", f"{frame.g}.s_[...]"), spans=[s.target.span, s.value.span],
    )  # fmt: skip
    rebind(frame, value.text, value, stored)


def augmented_element(frame: Frame, s: AugmentedAssign, base: Kind) -> None:
    """`array[i] += value`: read, compute, write; object and index are evaluated once."""
    assert isinstance(s.target, Subscript)
    array = writable(frame, s.target.value, s.target, base)
    if array is None:
        return
    name, value = array
    key = key_of(frame, value, index_kinds(frame, s.target.index), s.target.index.span)
    if key is None:
        return
    operand = None
    if key.mask is not None and not _is_variable(value):
        operand = expression(frame, s.value)
        if _is_for_all(s, value, key.mask, operand):
            _augmented_masked(frame, s, value, key.mask, operand)
            return
    spans = [s.target.value.span, *([s.target.index.span] * len(key.numbers))]
    read = apply(
        frame,
        REGISTRY["index"],
        [value, *key.numbers],
        {},
        s.target.span,
        key=key.pair(frame.g),
        spans=spans,
    )
    if operand is None:
        operand = expression(frame, s.value)
    e = Binary(s.span, s.operator, s.target, s.value)
    result = binary(frame, s.operator, (read, operand), e, None, (s.target.span, s.value.span))
    if isinstance(result, Poison):
        return
    attributes: dict[str, Kind] = {}
    if is_array(read):
        attributes["inplace"] = Built("True", True)
    stored = apply(
        frame, REGISTRY["store"], [value, result, *key.numbers], attributes, s.span,
        into=name, key=key.pair(frame.g), spans=[s.target.value.span, s.value.span, *spans[1:]],
    )  # fmt: skip
    rebind(frame, name, value, stored)


def _is_variable(array: Computed) -> bool:
    """Whether the operand of a statement may change an array."""
    return array.memory is not None and array.memory.is_variable


def _is_for_all(s: AugmentedAssign, array: Computed, mask: Computed, operand: Kind) -> bool:
    """Whether what is computed under a mask may be so for all elements, which reads none apart.

    A value for each true element may not, and neither may `**`, which raises for some.
    """
    rank, masked, added = rank_of(array), rank_of(mask), rank_of(operand)
    if rank is None or masked is None or added is None or s.operator in ("**", "@"):
        return False
    return added <= rank - masked


def _augmented_masked(
    frame: Frame, s: AugmentedAssign, value: Computed, mask: Computed, operand: Kind
) -> None:
    """`array[mask] += value`: computed for all elements, written where the mask is true."""
    assert isinstance(s.target, Subscript)
    e = Binary(s.span, s.operator, s.target, s.value)
    result = binary(frame, s.operator, (value, operand), e, None, (s.target.span, s.value.span))
    if isinstance(result, Poison):
        return
    where: Kind = mask
    beyond = (rank_of(value) or 0) - (rank_of(mask) or 0)
    if beyond > 0:
        items = ", ".join(["...", *["None"] * beyond])
        key = (items, f"{frame.g}.s_[{items}]")
        where = apply(frame, REGISTRY["index"], [mask], {}, s.target.index.span, key=key)
    name = value.text
    stored = apply(
        frame, REGISTRY["copyto"], [value, result, where], {}, s.span,
        into=name, spans=[s.target.span, s.value.span, s.target.index.span],
    )  # fmt: skip
    rebind(frame, name, value, stored)
