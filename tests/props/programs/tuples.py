"""Drawn statements on tuples."""

from __future__ import annotations

from .assignments import assign
from .context import Context, Variable, names_in
from .expressions import expression
from .statements import (
    MOST_TRIPS,
    some_type,
    statement,
)
from .types import BOOL, FLOAT, INT, Type


@statement(1)
def pack(c: Context) -> None:
    c.count("tuple")
    types = tuple(some_type(c) for _ in range(c.random.randrange(1, 4)))
    items = [_item(c, t, 2) for t in types]
    name = c.new("p")
    t = Type("tuple", items=types)
    c.emit(f"{name} = ({', '.join(items)}{',' * (len(items) == 1)})")
    c.know(name, t)


def _item(c: Context, t: Type, depth: int) -> str:
    """An item of a tuple; its array is not written to from here on."""
    text = expression(c, t, depth)
    if not t.is_array:
        return text
    text, memory = c.array_of("", t, text)
    if c.written(*names_in(text)):
        return f"{text}.copy()"
    if memory is not None:
        c.freeze(memory)
    return text


@statement(0.8)
def _repack(c: Context) -> None:
    tuples = [v for v in c.rebindable() if v.type.form == "tuple"]
    if not tuples:
        pack(c)
        return
    v = c.one(tuples)
    items = [f"{v.name}[{i}]" for i in range(len(v.type.items))]
    parts = []
    for t in v.type.items:
        same = [text for text, other in zip(items, v.type.items, strict=True) if other == t]
        parts.append(c.one(same) if c.chance(0.5) else _item(c, t, 1))
    c.count("tuple bound again")
    c.emit(f"{v.name} = ({', '.join(parts)}{',' * (len(parts) == 1)})")
    c.know(v.name, v.type)


@statement(0.8)
def unpack(c: Context) -> None:
    tuples = c.variables(lambda v: v.type.form == "tuple")
    if not tuples:
        pack(c)
        return
    v = c.one(tuples)
    names = [c.new("u") for _ in v.type.items]
    c.count("unpacking")
    c.emit(f"{', '.join(names)}{',' * (len(names) == 1)} = {v.name}")
    for name, t in zip(names, v.type.items, strict=True):
        c.know(name, t, c.frozen_array() if t.is_array else None)


@statement(1)
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


@statement(0.8)
def _staged(c: Context) -> None:
    """A short loop whose variable indexes a tuple."""
    tuples = c.variables(lambda v: v.type.form == "tuple" and len(set(v.type.items)) == 1)
    constants = [
        (name, t) for name, t in c.constants.items() if t.form == "tuple" and len(set(t.items)) == 1
    ]
    choices = [(v.name, v.type) for v in tuples] + constants
    if not choices or c.trips * 3 > MOST_TRIPS:
        pack(c)
        return
    name, t = c.one(choices)
    item = t.items[0]
    result = item if item.form != "number" or item == BOOL else FLOAT if item == FLOAT else INT
    sums = [v for v in c.rebindable() if v.type == result and result.dtype != "bool"]
    if not sums:
        unpack(c)
        return
    v = c.one(sums)
    c.count("loop over a tuple")
    i = c.new("j")
    if c.chance(0.5):
        c.emit(f"for {i} in range({len(t.items)}):")
        c.emit(f"    {v.name} = {v.name} {c.one(['+', '-', '*'])} {name}[{i}]")
    else:
        c.emit(f"for {i} in {name}:")
        c.emit(f"    {v.name} = {v.name} {c.one(['+', '-', '*'])} {i}")
    c.know(v.name, v.type, c.frozen_array() if v.type.is_array else None)
