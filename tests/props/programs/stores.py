"""Drawn writes to parts of arrays."""

from __future__ import annotations

from .assignments import addend
from .context import Context, Variable
from .expressions import expression, index, indices, literal, size
from .statements import (
    some_shape,
    statement,
    target,
)
from .types import BOOL, DTYPES, FLOAT, INT, Type, array, scalar


@statement(5)
def store(c: Context) -> None:
    arrays = c.writable()
    if not arrays:
        t = array(c.one(list(DTYPES)), *some_shape(c))
        name = c.new("a")
        c.bind(name, t, f"{expression(c, t, 2)}.copy()")
        arrays = [c.state.names[name]]
    v = target(c, arrays)
    key, shape = _key(c, v)
    part = array(v.type.dtype, *shape) if shape else scalar(v.type.dtype)
    c.write(v)
    if c.chance(0.35) and v.type.dtype != "bool":
        c.count("augmented store")
        text = _stored(c, part)
        if c.chance(0.3):
            text = literal(c, v.type.dtype)
        c.emit(f"{v.name}[{key}] {c.one(['+', '-', '*'])}= {text}")
        return
    c.count("slice store" if ":" in key or shape else "element store")
    c.emit(f"{v.name}[{key}] = {_stored(c, part)}")


def _stored(c: Context, part: Type) -> str:
    """A value for a part of an array; a single one where the part's size has no name."""
    if part.is_array and "~" not in part.shape:
        return addend(c, part)
    one = scalar(part.dtype)
    number = {"bool": BOOL, "f32": FLOAT, "f64": FLOAT, "i64": INT, "i32": one}[part.dtype]
    return expression(c, c.one([one, number]), 2)


def _key(c: Context, v: Variable) -> tuple[str, tuple[str, ...]]:
    """An index to write to, and the shape of what it is; "~" is a size without a name."""
    if not v.type.shape:
        return c.one(["()", "..."]), ()
    first = v.type.shape[0]
    kind = c.random.randrange(6 if len(v.type.shape) == 1 else 4)
    if len(v.type.shape) == 2:
        row, column = v.type.shape
        if kind == 0:
            return index(c, row, 1), (column,)
        if kind == 1:
            return f":, {index(c, column, 1)}", (row,)
        return f"{index(c, row, 1)}, {index(c, column, 1)}", ()
    if kind < 3:
        return index(c, first, 1), ()
    if kind == 3:
        return ":", (first,)
    bound = f"max({expression(c, INT, 1)}, 0)"
    return c.one(["1:", ":-1", "::2", f":{bound}", f"{bound}:", f"1:{size(c, first)}"]), ("~",)


_SHIFTS = [
    "{0}[1:] = {0}[:-1]",
    "{0}[:-1] = {0}[1:]",
    "{0}[:] = {0}[::-1]",
    "{0}[1:-1] = {0}[2:]",
]
_SHIFTED_SUMS = ["{0}[1:] += {0}[:-1]", "{0}[1:-1] = ({0}[:-2] + {0}[2:]) * 2"]


@statement(1)
def _shift(c: Context) -> None:
    """Overlapping parts of one array: what is read is read before anything is written."""
    arrays = [v for v in c.writable() if len(v.type.shape) == 1]
    if not arrays:
        store(c)
        return
    v = c.one(arrays)
    c.count("overlapping store")
    c.write(v)
    texts = _SHIFTS + _SHIFTED_SUMS * (v.type.dtype != "bool")
    c.emit(c.one(texts).format(v.name))


@statement(2)
def _many(c: Context) -> None:
    """Writes to the elements that a mask or an array of indices names, one of them often twice."""
    arrays = [v for v in c.writable() if len(v.type.shape) == 1 and v.type.dtype != "bool"]
    if not arrays:
        store(c)
        return
    v = target(c, arrays)
    (length,) = v.type.shape
    masked = c.chance(0.4)
    mask = expression(c, array("bool", length), 1)
    key = mask if masked else indices(c, length, length, 1)
    one = expression(c, scalar(v.type.dtype), 1)
    value = one if masked or c.chance(0.3) else expression(c, v.type, 1)
    c.write(v)
    c.count("masked store" if masked else "scatter")
    if not masked and c.chance(0.4):
        c.emit(f"np.{c.one(['add', 'subtract', 'multiply'])}.at({v.name}, {key}, {value})")
        return
    c.emit(f"{v.name}[{key}] {c.one(['', '', '+', '-', '*'])}= {value}")
