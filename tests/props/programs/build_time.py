"""Drawn statements that Python runs while the graph is built: `try`, and None before a loop."""

from __future__ import annotations

from .assignments import assign
from .context import Context
from .expressions import expression, leaf, literal, size
from .statements import MOST_TRIPS, some_shape, statement
from .types import INT, KEYS, array, scalar

_TRIED = [
    ("{table}[{key!r}]", "KeyError"),
    ("list({table}.values())[{number}]", "IndexError"),
    ("int({text!r})", "ValueError"),
    ("7 // {number}", "ZeroDivisionError"),
]
"""What may raise while building, and what it raises."""


@statement(1)
def _try(c: Context) -> None:
    """A number that is found while building, or another one."""
    c.count("try")
    name = c.new("k")
    text, error = c.one(_TRIED)
    tried = text.format(
        table="{'a': 3, 'b': -1}",
        key=c.one(KEYS[:4]),
        text=c.one(["12", "-3", "x"]),
        number=c.one(["0", "1", "2"]),
    )
    c.emit("try:")
    c.emit(f"    {name} = {tried}")
    c.emit(f"except {c.one([error, f'({error}, TypeError)', 'Exception'])}:")
    c.emit(f"    {name} = {literal(c, 'int')}")
    if c.chance(0.3):
        c.emit("else:")
        c.emit(f"    {name} = {name} + 1")
    if c.chance(0.3):
        c.emit("finally:")
        c.emit("    pass")
    c.know(name, INT)


@statement(1)
def _none_first(c: Context) -> None:
    """A name that is None until the first trip of a loop binds it for the next one."""
    if c.trips * 4 > MOST_TRIPS or not c.sizes:
        assign(c)
        return
    c.count("None before a loop")
    t = c.one([array("f32", *some_shape(c)), array("i64", *some_shape(c)), scalar("f32")])
    name, total, k = c.new("o"), c.new("a" if t.is_array else "s"), c.new("k")
    c.emit(f"{total} = {expression(c, t, 1)}{'.copy()' if t.is_array else ''}")
    c.emit(f"{name} = None")
    c.emit(f"{k} = 0")
    c.emit(f"while {k} < min({size(c, c.one(list(c.sizes)))}, 3):")
    c.emit(f"    {k} += 1")
    c.emit(f"    if {name} is None:")
    c.emit(f"        {total} = {total} * {literal(c, 'int')}")
    c.emit("    else:")
    c.emit(f"        {total} = {name} - {expression(c, t, 1)}")
    c.emit(f"    {name} = {c.one([f'{total} + {leaf(c, t)}', expression(c, t, 2)])}")
    c.know(total, t, c.frozen_array() if t.is_array else None)
