"""Lists that grow in loops of the graph: their items are the rows of one array.

    ys = []                        ys = g.zeros((0, x.shape[1]), np.float32)
    for row in x:
        if np.sum(row) > 0:        def loop1_body(row_index, ys): ...
            ys.append(row)             ys = g.append(ys, row)

An item is what it was: a Python number, a NumPy scalar or an array. All are of one type, and arrays
of one shape. Which arrays the items are is not certain, so none of them may be written to.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Literal

from dslc.ir.diagnostics import Span
from dslc.ir.op import REGISTRY
from dslc.ir.types import (
    BOOL_NUMBER,
    CLASSES,
    FLOAT,
    INT,
    UNSET,
    NumberType,
    ScalarType,
    TensorType,
    Type,
    default_dtype,
    shape_of,
)

from . import fence
from .frame import Frame
from .identities import changed, check_change, identified, identities
from .indexing import index
from .kinds import (
    POISON,
    Built,
    Computed,
    Grown,
    Kind,
    Poison,
    Record,
    Sequence,
    Sized,
    describe,
    opened,
    type_of_kind,
)
from .memory import Memory
from .operations import apply
from .texts import text_of
from .tree import AugmentedAssign, Call, Name, Subscript

# --- what items are ---------------------------------------------------------------------------


def form_of_item(frame: Frame, kind: Kind, span: Span) -> Type | None:
    """The type of an item that the array of a list can hold; None after a refusal."""
    type_ = opened(type_of_kind(kind))
    if isinstance(kind, Poison):
        return None
    fits = isinstance(kind, Built | Sized | Computed) and type_ is not None
    if not fits or getattr(type_, "joined", False) or type_ == NumberType("complex"):
        fence.refuse(
            frame, f"{describe(kind)} in a list that grows in a loop of the graph", span,
            help="let its items be numbers, or arrays, all of one type",
        )  # fmt: skip
        return None
    return type_


def rows_type(item: Type, count: Any) -> TensorType:
    """The type of an array of so many items."""
    shape = item.shape if isinstance(item, TensorType) else ()
    return TensorType(default_dtype(item), (count, *shape))


def item_type(kind: Grown) -> Type:
    """The type of each item."""
    assert kind.rows is not None and isinstance(kind.rows.type, TensorType)
    whole = kind.rows.type
    if kind.form == "array":
        return TensorType(whole.dtype, whole.shape[1:])
    if kind.form == "scalar":
        return ScalarType(whole.dtype)
    numbers = (INT, FLOAT, BOOL_NUMBER)
    return next(number for number in numbers if default_dtype(number) == whole.dtype)


def with_rows(kind: Grown, item: Type, rows: Computed, *, certain: bool) -> Grown:
    """A list whose items are now the rows of this array."""
    form: Literal["number", "scalar", "array"]
    form = "array" if isinstance(item, TensorType) else "scalar"
    if isinstance(item, NumberType):
        form = "number"
    return replace(kind, form=form, rows=rows, certain=certain)


def alike(a: Type, b: Type) -> bool:
    """Whether two items are of one type, but for the sizes of arrays."""
    if isinstance(a, TensorType) and isinstance(b, TensorType):
        return (a.dtype, a.rank) == (b.dtype, b.rank)
    return a == b


# --- changes ----------------------------------------------------------------------------------


def change_grown(
    frame: Frame, kind: Grown, name: str, arguments: list[Kind], e: Call, into: str | None
) -> Kind:
    """`rows.append(x)` and the like."""
    if any(isinstance(argument, Poison) for argument in arguments):
        return POISON
    if not may_change(frame, kind, e.span):
        return POISON
    if name == "append":
        return extend(frame, kind, tuple(arguments), e.span)
    if name == "extend" and isinstance(arguments[0], Sequence):
        return extend(frame, kind, arguments[0].items, e.span)
    if name == "pop" and not arguments:
        return _popped(frame, kind, e, into)
    return fence.refuse(
        frame, f"`.{name}` of a list that grows in a loop of the graph", e.span,
        help="store the values into an array",
    )  # fmt: skip


def extend(frame: Frame, kind: Grown, items: tuple[Kind, ...], span: Span) -> Kind:
    """Append these items."""
    new: Kind = kind
    for item in items:
        assert isinstance(new, Grown)
        new = _appended(frame, new, item, span)
        if not isinstance(new, Grown):
            return new
    assert isinstance(new, Grown)
    rebind(frame, kind, new)
    return Built("None", None)


def extend_grown(frame: Frame, s: AugmentedAssign, kind: Grown, operand: Kind) -> None:
    """`rows += others`."""
    if isinstance(operand, Poison) or not may_change(frame, kind, s.span):
        return
    if s.operator == "+" and isinstance(operand, Sequence):
        extend(frame, kind, operand.items, s.span)
        return
    said = f"`{s.operator}=` of a list that grows in a loop of the graph"
    fence.refuse(frame, said, s.span, help="append the items one by one")


def set_item_of_grown(frame: Frame, kind: Grown, position: Kind, value: Kind, span: Span) -> None:
    """`rows[i] = value`."""
    if isinstance(position, Poison) or isinstance(value, Poison) or kind.rows is None:
        return
    place = _place(frame, position, span)
    if isinstance(place, Poison) or not may_change(frame, kind, span):
        return
    type_, item = form_of_item(frame, value, span), item_type(kind)
    if type_ is None:
        return
    if not alike(item, type_) or not _same_shape(frame, item, type_):
        frame.refuse(
            "branch-mismatch", f"the items of `{kind.text}` are {item}, this one is {type_}", span,
            help="let all items be of one type",
        )  # fmt: skip
        return
    _check_place(frame, kind, place, span, "list assignment index out of range")
    key = "_", f"{frame.g}.s_[{text_of(place)}]"
    operands = [kind.rows, value, place]
    rows = apply(frame, REGISTRY["store"], operands, {}, span, into=kind.text, key=key)
    if isinstance(rows, Computed):
        rows = replace(rows, memory=item_memory(kind.rows, value))
        rebind(frame, kind, replace(kind, rows=rows))


def _same_shape(frame: Frame, a: Type, b: Type) -> bool:
    pairs = zip(shape_of(a), shape_of(b), strict=True)
    return all(frame.facts.equal(m, n) is True for m, n in pairs)


def _popped(frame: Frame, kind: Grown, e: Call, into: str | None) -> Kind:
    """`rows.pop()`: the last item, without which the list goes on."""
    if kind.rows is None:
        return Computed("...", UNSET)
    name = into or frame.names.temporary(frame.base, "pop")
    _check_place(frame, kind, Built("-1", -1), e.span, "pop from empty list")
    last = row_at(frame, kind, Built("-1", -1), e.span, name)
    parts: dict[str, Kind] = {"start": Built("", None), "stop": Built("-1", -1)}
    but_last = Record("", slice, {**parts, "step": Built("", None)})
    place = Subscript(e.span, Name(e.span, kind.text), Name(e.span, kind.text))
    rows = index(frame, kind.rows, but_last, place, kind.text)
    if not isinstance(rows, Computed):
        return POISON
    rows = replace(rows, memory=item_memory(kind.rows))
    rebind(frame, kind, replace(kind, rows=rows, certain=False))
    return last


def _appended(frame: Frame, kind: Grown, item: Kind, span: Span) -> Kind:
    """`rows.append(item)`; gives the list as it is then, which has its name already."""
    type_ = form_of_item(frame, item, span)
    if type_ is None:
        return POISON
    name = kind.text
    if kind.rows is None:
        assert kind.found is not None
        if type_ != UNSET:
            kind.found.append(type_)
        return kind
    before = item_type(kind)
    if not alike(before, type_):
        return frame.refuse(
            "branch-mismatch", f"the items of `{name}` are {before}, this one is {type_}", span,
            help="let all items be of one type",
        )  # fmt: skip
    grown = apply(frame, REGISTRY["append"], [kind.rows, item], {}, span, into=name)
    if not isinstance(grown, Computed):
        return grown
    grown = replace(grown, memory=item_memory(kind.rows, item))
    return with_rows(kind, type_, grown, certain=True)


def item_memory(*kinds: Kind) -> Memory:
    """The memory of an array whose rows may be these arrays."""
    memories = [kind.memory for kind in kinds if isinstance(kind, Computed)]
    bases = tuple(memory for memory in memories if memory is not None)
    return Memory("path", "an item of a list", bases)


def rebind(frame: Frame, kind: Grown, new: Grown) -> None:
    """Let a list be `new`, under all its names; the text has bound the first of them."""
    others = [name for name, other in frame.environment.items() if _is(other, kind, name)]
    changed(frame, kind, new)
    for name in others:
        if name in frame.live_now:
            frame.writer.line(f"{name} = {kind.text}")


def _is(other: Kind, kind: Grown, name: str) -> bool:
    same = isinstance(other, Grown) and other.identity is kind.identity
    return same and name != kind.text


def may_change(frame: Frame, kind: Grown, span: Span) -> bool:
    """Whether a list may be changed here, under all its names; reports why not."""
    if not check_change(frame, kind, span):
        return False
    inside = [
        name
        for name, other in frame.environment.items()
        if not isinstance(other, Grown) and kind.identity in list(identities(other))
    ]
    if kind.text.isidentifier() and not inside:
        return True
    fence.refuse(
        frame, "changing a list that grows in a loop of the graph, in another list or dict,", span,
        help="let it have a name alone",
    )  # fmt: skip
    return False


# --- reading ----------------------------------------------------------------------------------


def length(kind: Grown) -> Kind:
    """`len(rows)`."""
    size = kind.rows.type.shape[0] if kind.rows and isinstance(kind.rows.type, TensorType) else None
    return POISON if size is None else Sized(f"{kind.text}.shape[0]", size)


def is_filled(frame: Frame, kind: Grown, span: Span) -> Kind:
    """The truth of a list: whether it has items."""
    count = length(kind)
    if isinstance(count, Poison):
        return count
    return apply(frame, REGISTRY["greater"], [count, Built("0", 0)], {}, span)


def item_at(frame: Frame, kind: Grown, position: Kind, e: Subscript, into: str | None) -> Kind:
    """`rows[i]`, where the place is a Python or NumPy integer; of a slice a new list."""
    if isinstance(position, Poison):
        return POISON
    if kind.rows is None:
        return Computed("...", UNSET)
    if isinstance(position, Record) and position.cls is slice:
        part = index(frame, kind.rows, position, e, into)
        if not isinstance(part, Computed):
            return part
        part = replace(part, memory=item_memory(kind.rows))
        return identified(frame, replace(kind, text=part.text, rows=part, certain=False))
    place = _place(frame, position, e.span)
    if isinstance(place, Poison):
        return place
    _check_place(frame, kind, place, e.span, "list index out of range")
    return row_at(frame, kind, place, e.span, into)


def _check_place(frame: Frame, kind: Grown, place: Kind, span: Span, message: str) -> None:
    """Raise an IndexError where a list has no item at a place."""
    count = length(kind)
    value = place.value if isinstance(place, Built) and type(place.value) is int else None
    if value in (0, -1) and kind.certain:
        return
    if not isinstance(count, Sized):
        return
    if value is not None:
        least = value if value >= 0 else -value - 1
        fits = apply(frame, REGISTRY["greater"], [count, Built(str(least), least)], {}, span)
    else:
        first = Sized(f"-{count.text}", -count.size, tight=2)
        within = frame.facts.less
        if isinstance(place, Sized) and within(place.size, count.size) and within(-1, place.size):
            return
        above = apply(frame, REGISTRY["less_equal"], [first, place], {}, span)
        below = apply(frame, REGISTRY["less"], [place, count], {}, span)
        fits = apply(frame, REGISTRY["and"], [above, below], {}, span)
    raised(frame, fits, message, "IndexError", span)


def raised(frame: Frame, holds: Kind, message: str, error: str, span: Span) -> None:
    """Raise an exception where something does not hold."""
    given: dict[str, Kind] = {
        "message": Built(f'"{message}"', message),
        "error": Built(f'"{error}"', error),
    }
    apply(frame, REGISTRY["check"], [holds], given, span, into=frame.names.fresh("checked"))


def _place(frame: Frame, position: Kind, span: Span) -> Kind:
    """A place in a list: an integer of Python's or NumPy's, or an array of one."""
    type_ = opened(type_of_kind(position))
    whole = isinstance(type_, ScalarType | TensorType) and type_.dtype.kind in "iu"
    if type_ is None or not (type_ == INT or (whole and not shape_of(type_))):
        said = f"a list is indexed by an integer, not {describe(position)}"
        return frame.refuse("dtype-mismatch", said, span)
    if isinstance(type_, TensorType):
        given: dict[str, Kind] = {"dtype": Built("int", int)}
        return apply(frame, REGISTRY["cast"], [position], given, span)
    return position


def row_at(frame: Frame, kind: Grown, position: Kind, span: Span, into: str | None) -> Kind:
    """The item at a place, as what it was."""
    assert kind.rows is not None
    type_ = item_type(kind)
    last = into if isinstance(type_, TensorType | ScalarType) else None
    form = "_, ..." if type_ == TensorType(default_dtype(type_), ()) else "_"
    key = form, f"{frame.g}.s_[{form.replace('_', text_of(position))}]"
    read = apply(frame, REGISTRY["index"], [kind.rows, position], {}, span, into=last, key=key)
    if isinstance(read, Poison) or not isinstance(type_, NumberType):
        if isinstance(read, Computed) and read.memory is not None:
            return replace(read, memory=item_memory(kind.rows))
        return read
    cls = CLASSES[type_.kind]
    return apply(
        frame, REGISTRY["cast"], [read], {"dtype": Built(cls.__name__, cls)}, span, into=into
    )
