"""Drawn tuples, lists and dicts."""

from __future__ import annotations

from .assignments import assign
from .context import Context, Variable, names_in
from .expressions import display, draws, expression, leaf
from .statements import (
    MOST_TRIPS,
    PREFIX,
    some_type,
    statement,
)
from .types import BOOL, FLOAT, INT, KEYS, Type


@statement(4)
def pack(c: Context) -> None:
    form = c.weighted([(3, "tuple"), (3, "list"), (2, "dict")])
    c.count(form)
    types = tuple(some_type(c) for _ in range(c.random.randrange(1, 4)))
    if c.chance(0.6):
        types = types[:1] * c.random.randrange(2, 5)
    parts = _same_form(c, form)
    if parts and c.chance(0.4):
        types = c.one(parts)
    name = c.new(PREFIX[form])
    t = Type(form, items=types)
    if c.chance(0.5):
        c.bind(name, t, expression(c, t, 3))
        return
    items = [_item(c, item, 2) for item in types]
    c.emit(f"{name} = {display(t, items)}")
    c.know(name, t)


def _same_form(c: Context, form: str) -> list[tuple[Type, ...]]:
    """Types of items that a part of a container of the same form has."""
    wholes = [v.type.items for v in c.variables(lambda v: v.type.form == form)]
    return [items if form == "dict" else items[len(items) // 2 :] for items in wholes]


def _item(c: Context, t: Type, depth: int) -> str:
    """An item of a container; its array is not written to from here on."""
    text = expression(c, t, depth)
    if not t.is_array:
        return text
    text, memory = c.array_of("", t, text)
    if c.written(*names_in(text)):
        return f"{text}.copy()"
    if memory is not None:
        c.freeze(memory)
    return text


@draws(tuple=3, list=4, dict=4)
def _displayed(c: Context, t: Type, depth: int) -> str:
    c.count(f"display of a {t.form}")
    return display(t, [expression(c, item, min(depth, 1)) for item in t.items])


@draws(tuple=2, list=3)
def _joined(c: Context, t: Type, depth: int) -> str | None:
    """Two tuples or lists one after the other, or one so many times."""
    if len(t.items) < 2:
        return None
    c.count("containers joined")
    if len(set(t.items)) == 1 and c.chance(0.4):
        return f"{display(t, [leaf(c, t.items[0])])} * {len(t.items)}"
    k = c.random.randrange(1, len(t.items))
    parts = Type(t.form, items=t.items[:k]), Type(t.form, items=t.items[k:])
    return f"({leaf(c, parts[0])} + {leaf(c, parts[1])})"


@draws(tuple=3, list=5)
def _sliced(c: Context, t: Type, depth: int) -> str | None:
    """Items of a tuple or list that are one after the other."""
    wholes = c.variables(lambda v: v.type.form == t.form and len(v.type.items) >= len(t.items))
    for v in c.random.sample(wholes, len(wholes)):
        for start in range(len(v.type.items) - len(t.items) + 1):
            if v.type.items[start : start + len(t.items)] == t.items:
                c.count("slice of a container")
                stop = start + len(t.items)
                return f"{v.name}[{start or ''}:{stop if stop < len(v.type.items) else ''}]"
        if v.type.items == tuple(reversed(t.items)):
            return f"{v.name}[::-1]"
    return None


@draws(dict=8)
def _merged(c: Context, t: Type, depth: int) -> str | None:
    same = c.variables(lambda v: v.type == t)
    if not same:
        return None
    c.count("dict merged")
    number = c.random.randrange(len(t.items))
    item = expression(c, t.items[number], depth)
    new = f"{{{KEYS[number]!r}: {item}}}"
    if c.chance(0.4):
        return f"({c.one(same).name} | {new})"
    return f"{{**{c.one(same).name}, {new[1:]}"


@draws(array=2.5, scalar=2, int=2, float=2, bool=1.5)
def _picked(c: Context, t: Type, depth: int) -> str | None:
    """An item of a container."""
    wholes = c.variables(lambda v: t in v.type.items)
    if not wholes:
        return None
    v = c.recent(wholes)
    number = c.one([i for i, item in enumerate(v.type.items) if item == t])
    c.count(f"item of a {v.type.form}")
    if v.type.form == "dict":
        return f"{v.name}[{KEYS[number]!r}]"
    return f"{v.name}[{c.one([number, number - len(v.type.items)])}]"


@draws(int=0.8, bool=1)
def _counted(c: Context, t: Type, depth: int) -> str | None:
    """The length of a container, or whether a dict has a key."""
    wholes = c.variables(lambda v: v.type.is_container)
    if not wholes:
        return None
    v = c.one(wholes)
    if t == INT:
        c.count("length of a container")
        return f"len({v.name})"
    if v.type.form != "dict":
        return None
    c.count("key in a dict")
    return f"({c.one(KEYS)!r} {c.one(['in', 'not in'])} {v.name})"


@statement(2)
def _repack(c: Context) -> None:
    """A container bound again to one with items of the old."""
    wholes = [v for v in c.rebindable() if v.type.is_container]
    if not wholes:
        pack(c)
        return
    v = c.one(wholes)
    merged = _merged(c, v.type, 1) if v.type.form == "dict" and c.chance(0.6) else None
    if merged is not None:
        c.bind(v.name, v.type, merged)
        return
    keys = map(repr, KEYS) if v.type.form == "dict" else map(str, range(len(v.type.items)))
    items = [f"{v.name}[{key}]" for key, _ in zip(keys, v.type.items, strict=False)]
    parts = []
    for t in v.type.items:
        same = [text for text, other in zip(items, v.type.items, strict=True) if other == t]
        parts.append(c.one(same) if c.chance(0.5) else _item(c, t, 1))
    c.count("container bound again")
    c.emit(f"{v.name} = {display(v.type, parts)}")
    c.know(v.name, v.type)


@statement(2)
def unpack(c: Context) -> None:
    forms = ["tuple", "list"] + ["dict"] * c.chance(0.2)
    wholes = c.variables(lambda v: v.type.form in forms)
    if not wholes:
        pack(c)
        return
    v = c.one(wholes)
    names = [c.new("u") for _ in v.type.items]
    c.count("unpacking")
    values = ".values()" * (v.type.form == "dict")
    c.emit(f"{', '.join(names)}{',' * (len(names) == 1)} = {v.name}{values}")
    for name, t in zip(names, v.type.items, strict=True):
        c.know(name, t, c.frozen_array() if t.is_array else None)


@statement(2)
def _swap(c: Context) -> None:
    """Two names exchanged, or bound at once."""
    names = c.rebindable()
    pairs = [(a, b) for a in names for b in names if a.name < b.name and a.type == b.type]
    pairs = [(a, b) for a, b in pairs if not c.written(a.name, b.name)]
    if not pairs:
        assign(c)
        return
    a, b = c.one(pairs)
    c.count("swap")
    if a.type.is_array or c.chance(0.6):
        c.emit(f"{a.name}, {b.name} = {b.name}, {a.name}")
        _exchange(c, a, b)
        return
    c.emit(f"{a.name}, {b.name} = {b.name}, {expression(c, a.type, 2)}")


def _exchange(c: Context, a: Variable, b: Variable) -> None:
    if a.memory is None or b.memory is None:
        return
    if c.loops:
        c.freeze(a.memory, b.memory)
        for loop in c.loops:
            loop.rebound |= {v.name: False for v in (a, b) if v.name in loop.outside}
    c.state.names[a.name] = Variable(a.name, a.type, b.memory)
    c.state.names[b.name] = Variable(b.name, b.type, a.memory)


_HEADS = {
    "for {i} in range({length}):": "{name}[{i}]",
    "for {i} in {name}:": "{i}",
    "for {i}, {v} in enumerate({name}):": "{v}",
    "for {i}, {v} in zip({name}, range({length})):": "{i}",
    "for {i} in reversed({name}):": "{i}",
    "for {i}, {v} in zip({name}, {name}[::-1]):": "{v}",
}
_DICT_HEADS = {
    "for {i} in {name}:": "{name}[{i}]",
    "for {i}, {v} in {name}.items():": "{v}",
    "for {i} in {name}.values():": "{i}",
}
"""Loops over a container, and an item of it in their body."""


@statement(3.5)
def _staged(c: Context) -> None:
    """A short loop over a container."""
    alike = c.variables(lambda v: v.type.is_container and len(set(v.type.items)) == 1)
    choices = [(v.name, v.type) for v in alike]
    choices += [(n, t) for n, t in c.constants.items() if t.items and len(set(t.items)) == 1]
    if not choices or c.trips * 4 > MOST_TRIPS:
        pack(c)
        return
    forms = sorted({t.form for _, t in choices})
    form = c.weighted([(3 if each == "dict" else 1, each) for each in forms])  # dicts are rare
    name, t = c.one([choice for choice in choices if choice[1].form == form])
    item = t.items[0]
    result = item if item.form != "number" or item == BOOL else FLOAT if item == FLOAT else INT
    sums = [v for v in c.rebindable() if v.type == result and result.dtype != "bool"]
    if not sums:
        unpack(c)
        return
    total = c.one(sums)
    c.count(f"loop over a {t.form}")
    names = {"name": name, "length": str(len(t.items)), "i": c.new("j"), "v": c.new("j")}
    heads = list((_DICT_HEADS if t.form == "dict" else _HEADS).items())
    head, text = c.one(heads[:2] if name in c.constants else heads)
    c.emit(head.format(**names))
    added = f"{c.one(['+', '-', '*'])} {text.format(**names)}"
    c.emit(f"    {total.name} = {total.name} {added}")
    c.know(total.name, total.type, c.frozen_array() if total.type.is_array else None)
