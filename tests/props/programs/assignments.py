"""Drawn assignments to names."""

from __future__ import annotations

from .context import Context
from .expressions import expression, literal, size
from .numbers import condition
from .statements import (
    MOST_TRIPS,
    PREFIX,
    some_shape,
    some_type,
    statement,
    target,
)
from .types import BOOL, FLOAT, INT, Type, array, operands, scalar


@statement(5)
def assign(c: Context) -> None:
    c.count("assignment")
    t = some_type(c)
    c.bind(c.new(PREFIX[t.dtype if t.form == "number" else t.form]), t, expression(c, t, 3))


@statement(5)
def _rebind(c: Context) -> None:
    names = c.rebindable()
    if not names:
        assign(c)
        return
    c.count("rebinding")
    v = target(c, names)
    c.bind(v.name, v.type, expression(c, v.type, 3))


@statement(3)
def _augmented(c: Context) -> None:
    """`x += ...`: a new value for a number, in place for an array."""
    names = [
        v for v in c.rebindable() if not v.type.is_array and not v.type.is_container
    ] + c.writable()
    names = [v for v in names if v.type.dtype != "bool"]
    if not names:
        assign(c)
        return
    v = target(c, names)
    symbol = c.weighted([(4, "+"), (3, "-"), (2, "*")])
    if v.type.is_array:
        c.count("augmented assignment of an array")
        c.write(v)
        c.emit(f"{v.name} {symbol}= {addend(c, v.type)}")
        return
    c.count("augmented assignment")
    if v.type.form == "scalar":
        right = c.one([b for a, b in operands(symbol, v.type.dtype) if a == v.type])
    else:
        right = c.one([v.type, INT])
    text = literal(c, "int") if symbol == "*" else expression(c, right, 2)
    c.emit(f"{v.name} {symbol}= {text}")
    c.know(v.name, v.type)


def addend(c: Context, t: Type) -> str:
    """The right side of an operator in place, or of a store: it converts to the array's dtype."""
    dtypes = (
        ["f32", "f64", "i64", "i32"]
        if t.is_float
        else ["i64", "i32"]
        if t.dtype != "bool"
        else ["bool"]
    )
    dtype = t.dtype if c.chance(0.6) else c.one(dtypes)
    if c.chance(0.4):
        number = {"bool": BOOL}.get(t.dtype, FLOAT if t.is_float else INT)
        return expression(
            c, c.one([scalar(dtype), number if t.dtype != "i32" else scalar(dtype)]), 2
        )
    return expression(c, array(dtype, *t.shape), 2)


@statement(2)
def _alias(c: Context) -> None:
    arrays = c.variables(lambda v: v.memory is not None)
    if not arrays:
        assign(c)
        return
    source = c.one(arrays)
    targets = [v for v in c.rebindable() if v.type == source.type and v.name != source.name]
    c.count("alias")
    name = c.one(targets).name if targets and c.chance(0.3) else c.new("a")
    c.bind(name, source.type, source.name)


@statement(0.5)
def _annotated(c: Context) -> None:
    """`k: int = 0` and `a = b = 1`."""
    c.count("chained or annotated assignment")
    if c.chance(0.3):
        t = array(c.one(["f32", "i64"]), *some_shape(c))
        first, second = c.new("a"), c.new("a")
        c.bind(f"{first} = {second}", t, f"{expression(c, t, 2)}.copy()")
        made = c.state.names.pop(f"{first} = {second}")
        c.know(first, t, made.memory)
        c.know(second, t, made.memory)
        return
    t = c.one([INT, FLOAT, BOOL])
    text = expression(c, t, 2)
    name = c.new(PREFIX[t.dtype])
    if c.chance(0.5):
        c.emit(f"{name}: {t.dtype} = {text}")
    else:
        other = c.new(PREFIX[t.dtype])
        c.emit(f"{name} = {other} = {text}")
        c.know(other, t)
    c.know(name, t)


@statement(0.6)
def _accumulated(c: Context) -> None:
    """A Python number that becomes a NumPy scalar on a path, and is only added afterwards."""
    vectors = c.variables(
        lambda v: len(v.type.shape) == 1 and v.type.dtype in ("f32", "f64", "i64")
    )
    if not vectors or c.trips * 7 > MOST_TRIPS:
        assign(c)
        return
    v = c.one(vectors)
    t = scalar(v.type.dtype)
    total, name = c.new("w"), c.new("s")
    c.count("number that becomes a scalar")
    c.emit(f"{total} = {c.one(['0.0', '1.0'] if t.is_float else ['0', '1'])}")
    if c.chance(0.6):
        i = c.new("i")
        c.emit(f"for {i} in range({size(c, v.type.shape[0])}):")
        c.emit(f"    {total} {c.one(['+=', '-='])} {v.name}[{i}]")
        c.inexact |= t.is_float and not c.exact
    else:
        c.emit(f"if {condition(c)}:")
        c.emit(f"    {total} = {expression(c, t, 2)}")
    c.bind(name, t, f"{expression(c, t, 1)} {c.one(['+', '-'])} {total}")
