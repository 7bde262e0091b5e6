"""Lists, tuples and dicts: their items, their methods, and what loops over them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Literal

from dslc.ir.diagnostics import Span
from dslc.ir.dims import Size, interval, substitute, symbol_dims
from dslc.ir.types import BOOL_NUMBER, INT, NumberType, type_of_python

from . import fence
from .binding import Argument, is_simple
from .chosen import every
from .edits import in_order
from .frame import Frame, NeedsBuild
from .identities import identified
from .kind_parts import is_run, key_text, map_sizes, retext
from .kinds import (
    POISON,
    UNKNOWN,
    Built,
    Computed,
    Grown,
    ItemsMethod,
    Kind,
    Poison,
    Record,
    Repeated,
    Sequence,
    Table,
    describe,
    is_number,
    loop_of,
    opened,
    present,
)
from .passed_over import pass_over, taken
from .python_paths import merge
from .ranges import MOST_COUNTED
from .structs import as_sequence
from .texts import atom, item_of_built, text_of
from .tree import Call, Dict, Expression, List, Name, Starred, Subscript, Tuple
from .unpacking import gathered


def anew(frame: Frame, item: Kind) -> Kind:
    """An item of a `Repeated`, whose sizes are its own."""
    sizes: dict[str, Size] = {}

    def fresh(size: Size) -> Size:
        for dim in symbol_dims(size):
            name = str(dim)
            if name not in sizes:
                sizes[name] = frame.wild(interval(dim)[0]) if name.startswith("?") else dim
        return substitute(size, sizes)

    return map_sizes(item, fresh)


def repeated(frame: Frame, kind: Kind, span: Span) -> Repeated | Poison:
    """What a loop over a kind goes through."""
    kind = as_sequence(present(kind))
    match kind:
        case Repeated(form="dict"):
            return Repeated(kind.text, Built(""), "iterator", kind.certain)
        case Repeated():
            return kind
        case Table():
            keys = _keys(kind)
            return Repeated(text_of(kind), Built(""), "iterator", bool(keys), keys)
        case Sequence(items=items):
            item = _common(frame, kind, span)
            return Repeated(text_of(kind), item, "iterator", bool(items), items)
        case Built(value=set() | frozenset()):
            edits = in_order(frame, span, kind.value)
            return fence.refuse(frame, "a loop over a set", span, edits=edits)
        case Built():
            known = kind.known and isinstance(kind.value, tuple | list | str | dict | range)
            certain = known and len(kind.value) > 0
            item = every(frame, kind.value) or Built("", type=item_type(kind.value))
            return Repeated(kind.text, item, "iterator", certain, _built_items(kind))
        case Poison():
            return kind
    return fence.refuse(
        frame, f"a loop over {describe(kind)}", span, help="loop over `range(len(...))` and index"
    )


def _keys(kind: Table) -> tuple[Kind, ...]:
    return tuple(Built(key_text(key), key) for key in kind.items)


def _built_items(kind: Built) -> tuple[Kind, ...] | None:
    """The items of what is known while building, unless they are many."""
    value = kind.value
    if not isinstance(value, tuple | list | str | dict | range) or len(value) > MOST_COUNTED:
        return None
    return tuple(
        Built(key_text(each), each)
        if isinstance(value, dict) or is_simple(each)
        else item_of_built(kind, number, each)
        for number, each in enumerate(value)
    )


def _common(frame: Frame, kind: Sequence, span: Span) -> Kind:
    """What all items of a tuple or list are."""
    if not kind.items:
        return Built("")
    item = kind.items[0]
    for other in kind.items[1:]:
        item = merge(frame, item, other, "item", span)
    return item


def item_type(container: object) -> NumberType | None:
    """The type that all items of a tuple or list of numbers have."""
    if isinstance(container, range):
        return INT
    if not isinstance(container, tuple | list) or not all(map(is_number, container)):
        return None
    types = {opened(type_of_python(item)) for item in container}
    only = types.pop() if len(types) == 1 else None
    return only if isinstance(only, NumberType) else None


# --- items ------------------------------------------------------------------------------------


def item_of_repeated(frame: Frame, kind: Repeated, position: Kind, e: Subscript) -> Kind:
    """`layers[i]`, `layers[1:]` or `params["w"]`, where building decides how many there are."""
    if isinstance(position, Poison):
        return position
    loop = loop_of(position)
    if loop is not None:
        raise NeedsBuild(loop, e.index.span)
    if kind.form == "iterator":
        return fence.refuse(frame, "indexing an iterator", e.span, help="loop over it")
    chosen = built_slice(position)
    if isinstance(position, Record) and isinstance(chosen, Built) and kind.form != "dict":
        part = Repeated(f"{kind.text}[{chosen.text}]", kind.item, kind.form)
        return identified(frame, part)
    if isinstance(position, Built):
        return retext(anew(frame, kind.item), f"{kind.text}[{position.text}]")
    return _not_built(frame, kind, position, e)


def built_slice(position: Kind) -> Kind:
    """A slice between build-time values as one such value; any other index as it is."""
    if not (isinstance(position, Record) and position.cls is slice):
        return position
    parts = [position.fields[name] for name in ("start", "stop", "step")]
    built = [part for part in parts if isinstance(part, Built)]
    if len(built) < len(parts):
        return position
    texts = ["" if part.value is None else text_of(part) for part in built]
    text = ":".join(texts[: 3 if texts[2] else 2])
    known = all(part.known for part in built)
    return Built(text, slice(*(part.value for part in built)) if known else UNKNOWN)


def item_of_table(frame: Frame, kind: Table, position: Kind, e: Subscript) -> Kind:
    """`params["w"]` of a dict whose keys are known."""
    if isinstance(position, Poison):
        return position
    if not isinstance(position, Built):
        return _not_built(frame, kind, position, e)
    if position.known:
        if _has(kind, position.value):
            return taken(frame, kind, kind.items[position.value])
        return frame.refuse(
            "index-out-of-range", f"the dict has no key {key_text(position.value)}", e.span
        )
    whole = _values(frame, kind, e.span)
    if isinstance(whole, Poison) or (not kind.text and is_run(kind)):
        return frame.refuse(
            "depends-on-static", "which item this is depends on a build-time parameter", e.span
        )
    return retext(whole, f"{text_of(kind)}[{position.text}]")


def _has(kind: Table, key: Any) -> bool:
    try:
        return key in kind.items
    except TypeError:  # it has no hash
        return False


def _not_built(frame: Frame, kind: Kind, position: Kind, e: Subscript) -> Kind:
    with in_python_loop(frame, position, e):
        return indexed_by_run(frame, kind, position, e)


def indexed_by_run(frame: Frame, kind: Kind, position: Kind, e: Subscript) -> Kind:
    """Refuse a place that only the run knows."""
    return frame.refuse(
        "depends-on-run",
        f"{describe(kind)} is indexed while the graph is built",
        e.index.span,
        label=f"this is {describe(position)}",
        help="stack the values into one array, and index that",
    )


@contextmanager
def in_python_loop(frame: Frame, position: Kind, e: Subscript) -> Iterator[None]:
    """Refuse an index of the run only where no Python loop makes it one of build values.

    Raises:
        NeedsBuild: in a loop of the graph.
    """
    reported = len(frame.session.diagnostics)
    yield
    if frame.graph_loops and isinstance(position, Computed):
        said = tuple(frame.session.diagnostics[reported:])
        del frame.session.diagnostics[reported:]
        raise NeedsBuild(position.text, e.index.span, said)


def _values(frame: Frame, kind: Table | Repeated, span: Span) -> Kind:
    """What all values of a dict are."""
    if isinstance(kind, Repeated):
        return kind.item
    return _common(frame, Sequence("", tuple(kind.items.values())), span)


def contains(operator: str, key: Built, kind: Table | Repeated) -> Kind:
    """`key in params`."""
    if isinstance(kind, Table) and key.known:
        found = _has(kind, key.value) == (operator == "in")
        return Built(repr(found), found)
    return Built(f"{atom(key)} {operator} {text_of(kind)}", tight=0, type=BOOL_NUMBER)


# --- displays and methods ---------------------------------------------------------------------


def dict_display(frame: Frame, e: Dict, keys: list[Kind | None], values: list[Kind]) -> Kind:
    """`{"w": w, **others}`, its keys known."""
    items: dict[Any, Kind] = {}
    for place, key, value in zip(e.values, keys, values, strict=True):
        if isinstance(value, Poison) or isinstance(key, Poison):
            return POISON
        if key is None and isinstance(value, Table):
            new = value.items
        elif key is None and isinstance(value, Built) and isinstance(value.value, dict):
            new = {k: item_of_built(value, k, v) for k, v in value.value.items()}
        elif isinstance(key, Built) and key.known and isinstance(key.value, str | int):
            new = {key.value: value}
        else:
            return fence.refuse(
                frame, "a dict whose keys are not written in it", place.span,
                help='write its keys as literals, as in `{"w": w}`',
            )  # fmt: skip
        for name in new:
            pass_over(frame, items.get(name, new[name]), new[name])
        items.update(new)
    return Table("", items)


def call_items(
    frame: Frame,
    method: ItemsMethod,
    arguments: list[Argument],
    keywords: Mapping[str, Argument],
    e: Call,
) -> Kind:
    """`params.items()`, `.keys()`, `.values()` or `.get(key)`."""
    kind = method.object
    assert not isinstance(kind, Grown)
    if method.name == "get" and isinstance(kind, Table) and not keywords:
        return _get(frame, kind, arguments, e)
    if isinstance(kind, Sequence) or method.name == "get" or arguments or keywords:
        return fence.refuse(frame, f"`.{method.name}` with these arguments", e.span)
    text, certain = text_of(kind), kind.certain if isinstance(kind, Repeated) else bool(kind.items)
    item: Kind = Built("")
    if method.name != "keys":
        item = _values(frame, kind, e.span)
    if method.name == "items":
        item = Sequence("", (Built(""), item))
    items = _listed(kind, method.name) if isinstance(kind, Table) else None
    return Repeated(f"{text}.{method.name}()", item, "iterator", certain, items)


def _listed(kind: Table, method: str) -> tuple[Kind, ...]:
    """What a method of a dict goes through."""
    keys, values = _keys(kind), tuple(kind.items.values())
    if method == "items":
        return tuple(Sequence("", pair) for pair in zip(keys, values, strict=True))
    return keys if method == "keys" else values


def _get(frame: Frame, kind: Table, arguments: list[Argument], e: Call) -> Kind:
    key = arguments[0].kind if 1 <= len(arguments) <= 2 else None
    if not isinstance(key, Built) or not key.known:
        return fence.refuse(frame, "`.get` with these arguments", e.span)
    default = arguments[1].kind if len(arguments) == 2 else Built("None", None)
    found = kind.items[key.value] if _has(kind, key.value) else default
    pass_over(frame, default, found)
    return taken(frame, kind, found)


ITERATORS = (enumerate, list, reversed, tuple, zip)
"""Functions that make one iterable of others."""


def call_iterator(
    frame: Frame,
    function: Any,
    arguments: list[Argument],
    keywords: Mapping[str, Argument],
    e: Call,
) -> Kind:
    """A call of one of `ITERATORS` on containers."""
    options = {name: text_of(a.kind) for name, a in keywords.items()}
    if function is enumerate and len(arguments) == 2 and isinstance(arguments[1].kind, Built):
        options["start"] = text_of(arguments.pop().kind)
    known = {enumerate: "start", zip: "strict"}.get(function)
    if not arguments or (function is not zip and len(arguments) > 1) or options.keys() - {known}:
        return fence.refuse(frame, f"`{function.__name__}` with these arguments", e.span)
    first = as_sequence(arguments[0].kind)
    if isinstance(first, Repeated) and first.form == "iterator" and first.items is not None:
        first = Sequence("", first.items) if function in (list, tuple) else first
    if isinstance(first, Sequence) and function in (list, tuple, reversed):
        items = first.items[::-1] if function is reversed else first.items
        return Sequence("", items, function is list)
    parts: list[Repeated] = []
    for argument in arguments:
        part = repeated(frame, argument.kind, argument.span)
        if isinstance(part, Poison):
            return part
        parts.append(part)
    texts = [part.text for part in parts] + [f"{name}={text}" for name, text in options.items()]
    text = f"{function.__name__}({', '.join(texts)})"
    certain = all(part.certain for part in parts)
    item = parts[0].item
    if function is zip:
        item = Sequence("", tuple(part.item for part in parts))
    elif function is enumerate:
        item = Sequence("", (Built("", type=INT), item))
    forms: dict[Any, Literal["list", "tuple"]] = {list: "list", tuple: "tuple"}
    if function in forms:
        return identified(frame, Repeated(text, item, forms[function], certain))
    return Repeated(text, item, "iterator", certain, _iterated(function, parts, options))


def _iterated(
    function: Any, parts: list[Repeated], options: Mapping[str, str]
) -> tuple[Kind, ...] | None:
    """What `enumerate`, `reversed` or `zip` goes through, where it is known one by one."""
    known = [part.items for part in parts if part.items is not None]
    if len(known) < len(parts) or options:
        return None
    if function is zip:
        return tuple(Sequence("", together) for together in zip(*known, strict=False))
    if function is reversed:
        return known[0][::-1]
    numbers = [Built(repr(n), n) for n in range(len(known[0]))]
    return tuple(Sequence("", pair) for pair in zip(numbers, known[0], strict=True))


def targets(
    frame: Frame, target: Expression, item: Kind, *, named: bool = True
) -> dict[str, Kind] | None:
    """The names that a target of a loop binds; None after a refusal.

    Where the text does not bind them (`named` is False) they have the text of the item.
    """
    if isinstance(target, Starred):
        return targets(frame, target.value, item, named=named)
    if isinstance(target, Name):
        return {target.id: retext(item, target.id) if named else item}
    parts = getattr(target, "items", ())
    item = as_sequence(item)
    if isinstance(item, Built):  # what it unpacks into is for Python to find
        item = Sequence("", tuple(Built("") for _ in parts))
    elif isinstance(item, Sequence) and any(isinstance(part, Starred) for part in parts):
        assert isinstance(target, Tuple | List)
        item = gathered(frame, target, item, target.span)
    if isinstance(item, Poison):
        return None
    if not isinstance(item, Sequence) or len(parts) != len(item.items):
        frame.refuse(
            "argument-mismatch",
            f"{describe(item)} does not unpack into {len(parts)} names",
            target.span,
        )
        return None
    names: dict[str, Kind] = {}
    for part, kind in zip(parts, item.items, strict=True):
        inner = targets(frame, part, kind, named=named)
        if inner is None:
            return None
        names.update(inner)
    return names
