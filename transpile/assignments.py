"""Assignment: binding names. What is written to elements of arrays goes to `stores`.

A name is a variable of the emitted function. `b = a` makes two names for one array.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from dslc.ir.diagnostics import Edit, Span
from dslc.ir.types import TensorType

from . import fence
from .access import attribute
from .augmented_items import augmented_item, augmented_list, augmented_row
from .closures import is_textless
from .containers import anew
from .edits import after
from .expressions import expression
from .frame import Frame
from .generators import made_of
from .identities import identities, is_changeable, owned
from .item_stores import container_of
from .kind_parts import map_leaves, retext
from .kinds import (
    ATOM,
    CONTAINERS,
    POISON,
    Built,
    Closure,
    Computed,
    Grown,
    Kind,
    Poison,
    Record,
    Repeated,
    Sequence,
    Sized,
    Table,
    Template,
    describe,
    is_array,
    present,
)
from .live import targets_in
from .operators import binary
from .stores import augmented_array, augmented_element, check_memory, store
from .structs import as_sequence, is_assignable
from .texts import text_of
from .tree import (
    Assign,
    Attribute,
    AugmentedAssign,
    Binary,
    Constant,
    Expression,
    List,
    Name,
    Starred,
    Subscript,
    Tuple,
)
from .unpacking import gathered, rows, unpack_call


def assign(frame: Frame, s: Assign) -> None:
    """`target = ... = value`."""
    only = s.targets[0] if len(s.targets) == 1 else None
    into = only.id if isinstance(only, Name) else None
    kind = _value(frame, s, into)
    if isinstance(s.targets[0], Tuple | List):
        kind = made_of(frame, s.value, kind)
    if len(s.targets) > 1:
        kind = _kept(frame, kind, s.targets[:-1], s.value.span)
    if only is not None and unpack_call(frame, only, s.value, kind):
        return
    for target in s.targets:
        bind_target(frame, target, kind, s.value.span)
        if isinstance(target, Name) and isinstance(kind, CONTAINERS | Grown):
            kind = frame.environment[target.id]  # the next target is the same list


def _value(frame: Frame, s: Assign, into: str | None) -> Kind:
    target, value = s.targets[0], s.value
    match target, value:
        case Tuple(items=parts), Tuple(items=items) if _pairs(parts, items):
            return _values(frame, parts, items)
    frame.base = _base_of(target)
    return expression(frame, value, into)


def _pairs(targets: tuple[Expression, ...], values: tuple[Expression, ...]) -> bool:
    """Whether each target has the value at its place."""
    starred = any(isinstance(part, Starred) for part in (*targets, *values))
    return len(targets) == len(values) and not starred


def _values(frame: Frame, targets: tuple[Expression, ...], values: tuple[Expression, ...]) -> Kind:
    """As many values as targets, each with temporaries called after its own."""
    kinds = []
    for target, value in zip(targets, values, strict=True):
        frame.base = _base_of(target)
        kinds.append(expression(frame, value))
    return POISON if any(isinstance(kind, Poison) for kind in kinds) else Sequence("", tuple(kinds))


def _base_of(target: Expression) -> str:
    """What temporaries of a statement are called after."""
    if isinstance(target, Name):
        return target.id if target.id.strip("_") else ""
    if isinstance(target, Tuple | List):
        return "_".join(filter(None, map(_base_of, target.items)))
    if isinstance(target, Attribute):
        return target.name
    return _base_of(target.value) if isinstance(target, Subscript) else ""


def bind_target(frame: Frame, target: Expression, kind: Kind, span: Span) -> None:
    """Give a target its value."""
    match target:
        case Name():
            _bind_name(frame, target.id, kind, span)
        case Tuple() | List():
            unpack(frame, target, kind, span)
        case Starred():
            bind_target(frame, target.value, kind, span)
        case Subscript():
            store(frame, target, kind, target.span)
        case _:
            fence.refuse(frame, "assigning to an attribute", target.span)


def _bind_name(frame: Frame, name: str, kind: Kind, span: Span) -> None:
    """Bind a name; a line is written unless the value already has that name."""
    if isinstance(kind, Poison):
        frame.bind(name, POISON)
        return
    if is_textless(kind):
        if frame.in_built_branch and name in frame.live_now:
            frame.writer.line(f"{name} = {text_of(kind)}")
        frame.bind(name, kind)
        return
    if not isinstance(kind, Built | Sized | Computed | Template | Closure | Grown | CONTAINERS):
        frame.bind(
            name, frame.refuse("unsupported-construct", f"`{name}` cannot be bound to this", span)
        )
        return
    if _is_iterator(kind):
        # What is taken from it in a region is taken once, not at every trip.
        kind = fence.refuse(frame, "a name for an iterator", span)
        frame.bind(name, kind)
        return
    text, kind = text_of(kind), owned(frame, kind)
    if text != name:
        frame.writer.line(f"{name} = {text}")
    named = retext(kind, name)
    if isinstance(named, Computed) and named.span is None:
        named = replace(named, span=span)
    if isinstance(named, Built) and named.tight != ATOM:
        named = Built(name, named.value, type=named.type)
    frame.bind(name, named)


def _is_iterator(kind: Kind) -> bool:
    if isinstance(kind, Repeated):
        return kind.form == "iterator"
    return isinstance(kind, Built) and isinstance(kind.value, Iterator)


def unpack(frame: Frame, target: Tuple | List, kind: Kind, span: Span) -> None:
    """`a, b = value`: the whole right side first, then the names."""
    parts = _unpacked(frame, target, kind, span)
    plain = [item.value if isinstance(item, Starred) else item for item in target.items]
    names = [item.id for item in plain if isinstance(item, Name)]
    if isinstance(parts, Poison):
        for item in target.items:
            bind_target(frame, item, POISON, span)
    elif len(names) == len(plain) and (plain == list(target.items) or not _named(names, parts)):
        _unpack_names(frame, names, parts)
    else:
        kept = [_kept(frame, part, target.items[:i], span) for i, part in enumerate(parts.items)]
        for item, part in zip(target.items, kept, strict=True):
            bind_target(frame, item, part, span)


def _named(names: list[str], kinds: Sequence) -> bool:
    """Whether one of these is in the text under its name already."""
    return any(text_of(kind) == name for name, kind in zip(names, kinds.items, strict=True))


def _writes(frame: Frame, target: Expression) -> bool:
    """Whether a target writes to an array."""
    if isinstance(target, Subscript):
        return not is_changeable(_base(frame, target.value))
    items = target.items if isinstance(target, Tuple | List) else ()
    return any(_writes(frame, item) for item in items)


def _base(frame: Frame, e: Expression) -> Kind:
    """What a target sets an item of, where that can be told without a line of text."""
    if isinstance(e, Name):
        return frame.environment.get(e.id, POISON)
    if isinstance(e, Subscript) and isinstance(e.index, Constant):
        whole = _base(frame, e.value)
        if isinstance(whole, Repeated):
            return whole.item
        items: dict[Any, Kind] = {}
        if isinstance(whole, Sequence):
            items = dict(enumerate(whole.items))
        elif isinstance(whole, Table):
            items = whole.items
        return items.get(e.index.value, POISON)
    return POISON


def _kept(frame: Frame, kind: Kind, targets: tuple[Expression, ...], span: Span) -> Kind:
    """A value that stays what it is while these targets are bound."""
    names = {name for target in targets for name in targets_in(target)}
    if any(isinstance(target, Subscript) and not _writes(frame, target) for target in targets):
        kinds = frame.environment.items()  # any of these may be the list that is changed
        names |= {name for name, kind in kinds if next(identities(kind), None) is not None}
    writing = any(_writes(frame, target) for target in targets)

    def keep(leaf: Kind) -> Kind:
        read = re.findall(r"\w+", text_of(leaf))
        if isinstance(leaf, Computed) and leaf.memory and leaf.memory.bases and writing:
            # The write may show in this array, which is not bound anew.
            return fence.refuse(
                frame, "a write beside a name for a view", span, help="assign one by one"
            )
        if isinstance(leaf, Poison) or names.isdisjoint(read):
            return leaf
        if is_array(leaf) and writing:
            # The write may be to this array, under a name that is bound on the way.
            return fence.refuse(
                frame, "a write beside names that trade arrays", span, help="assign one by one"
            )
        name = frame.names.fresh(f"{read[0]}_before")
        frame.writer.line(f"{name} = {text_of(leaf)}")
        return retext(leaf, name)

    return map_leaves(kind, keep)


def _counted_by_python(frame: Frame, target: Tuple | List, kind: Kind) -> Sequence | None:
    """What only building can count, where each item has a name: Python counts it."""
    if not all(isinstance(item, Name) for item in target.items):
        return None
    if isinstance(kind, Built) and not kind.known and kind.type is None:
        return Sequence(kind.text, tuple(Built("") for _ in target.items))
    if isinstance(kind, Repeated) and kind.form in ("list", "tuple") and kind.text:
        return Sequence(kind.text, tuple(anew(frame, kind.item) for _ in target.items))
    return None


def _unpacked(frame: Frame, target: Tuple | List, kind: Kind, span: Span) -> Sequence | Poison:
    """A value as a sequence with as many items as the target has, or a refusal."""
    kind = as_sequence(kind)
    if isinstance(kind, Poison):
        return kind
    if isinstance(kind, Built) and kind.known and isinstance(kind.value, tuple | list):
        values = [Built(f"{kind.text}[{i}]", v) for i, v in enumerate(kind.value)]
        kind = Sequence(kind.text, tuple(values))
    if isinstance(kind, Repeated) and kind.items is not None and not kind.text.isidentifier():
        kind = Sequence(kind.text, kind.items)
    by_python = _counted_by_python(frame, target, kind)
    if by_python is not None:
        return by_python
    if isinstance(kind, Computed) and isinstance(kind.type, TensorType):
        kind = rows(frame, kind, kind.type, target, span)
    if isinstance(kind, Poison):
        return kind
    if not isinstance(kind, Sequence):
        return frame.refuse("argument-mismatch", f"{describe(kind)} does not unpack", span)
    if any(isinstance(item, Starred) for item in target.items):
        return gathered(frame, target, kind, span)
    if len(kind.items) != len(target.items):
        return frame.refuse(
            "argument-mismatch", f"{len(kind.items)} values for {len(target.items)} names", span
        )
    return kind


def _unpack_names(frame: Frame, names: list[str], kind: Sequence) -> None:
    """One line, so that `a, b = b, a` swaps."""
    if any(isinstance(item, Poison) for item in kind.items):
        for name, item in zip(names, kind.items, strict=True):
            frame.bind(name, item if isinstance(item, Poison) else retext(item, name))
        return
    text = kind.text or ", ".join(text_of(item) for item in kind.items)
    if names and text != ", ".join(names):
        left = f"{names[0]}," if len(names) == 1 else ", ".join(names)
        right = f"{text}," if len(names) == 1 and not kind.text else text
        frame.writer.line(f"{left} = {right}")
    for name, item in zip(names, kind.items, strict=True):
        frame.bind(name, retext(owned(frame, item), name))


def augmented(frame: Frame, s: AugmentedAssign) -> None:
    """`target operator= value`: in place for an array, a new binding for anything else."""
    frame.base = _base_of(s.target)
    if isinstance(s.target, Subscript):
        base = present(expression(frame, s.target.value))
        kind = container_of(base)
        if isinstance(base, Grown):
            augmented_row(frame, s, base)
        elif kind is None:
            augmented_element(frame, s, base)
        else:
            augmented_item(frame, s, kind)
        return
    if isinstance(s.target, Attribute):
        _augmented_field(frame, s, s.target)
        return
    if not isinstance(s.target, Name):
        fence.refuse(frame, "this target of an augmented assignment", s.target.span)
        return
    value = expression(frame, s.target)
    operand = expression(frame, s.value)
    e = Binary(s.span, s.operator, s.target, s.value)
    spans = (s.target.span, s.value.span)
    if isinstance(value, Computed) and value.type is None:
        frame.refuse(
            "depends-on-static",
            "whether this is an array depends on a build-time parameter",
            s.span,
        )
    elif isinstance(value, Computed) and is_array(value):
        augmented_array(frame, s, value, operand, e)
    elif is_changeable(value):
        frame.held_at_call = 0  # it is read here to be changed, whatever the operand calls
        augmented_list(frame, s, value, operand)
    elif isinstance(getattr(value, "value", None), list | dict | set):
        fence.refuse(frame, f"changing {_a(value)} in place", s.span)
    else:
        into = s.target.id
        _bind_name(frame, into, binary(frame, s.operator, (value, operand), e, into, spans), s.span)


def _a(kind: Kind) -> str:
    said = describe(kind)
    return said if said.startswith("a ") else f"a {said}"


def _augmented_field(frame: Frame, s: AugmentedAssign, target: Attribute) -> None:
    """`struct.field += value`: writes to the array, and assigns that same array to the field."""
    owner = present(expression(frame, target.value))
    if not isinstance(owner, Record):
        if not isinstance(owner, Poison):
            fence.refuse(frame, "assigning to an attribute", target.span)
        return
    value = present(attribute(frame, owner, target, None))
    if isinstance(value, Poison):
        return
    if not isinstance(value, Computed) or not is_array(value) or target.name not in owner.fields:
        fence.refuse(frame, "assigning to an attribute", target.span)
    elif not is_assignable(owner.cls):
        fence.refuse(
            frame, f"an augmented assignment to a field of a frozen `{owner.cls.__name__}`",
            target.span, help=f"write to its elements: `{frame.code(target.span)}[...] += ...`",
            edits=(Edit(after(target.span), "[...]"),),
        )  # fmt: skip
    elif value.memory is not None and not value.memory.is_variable:
        if check_memory(frame, value, target):
            fence.refuse(frame, "writing to an array in a struct made here", target.span)
    else:
        operand = expression(frame, s.value)
        augmented_array(frame, s, value, operand, Binary(s.span, s.operator, s.target, s.value))
