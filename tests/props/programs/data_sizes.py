"""Drawn arrays whose size the data decides: masks, indices of what is not zero, sets, counts."""

from __future__ import annotations

from .assignments import assign
from .context import Context, Variable
from .expressions import expression, size
from .size_expressions import unnamed
from .statements import MOST_TRIPS, statement
from .types import INT, array, scalar


@statement(0.3, sized=2.5)
def _picked(c: Context) -> None:
    """The elements of a vector that pass a test, and what goes with them."""
    v = _vector(c)
    if v is None:
        return
    (s,) = v.type.shape
    c.count("mask that picks")
    mask = expression(c, array("bool", s), 2)
    if c.chance(0.4):
        name = c.new("a")
        c.bind(name, array("bool", s), f"{mask}.copy()")
        mask = name
    first = _new(c, v.type.dtype, f"{v.name}[{mask}]")
    others = c.variables(lambda w: w.type.shape == v.type.shape and w.name != v.name)
    if mask.isidentifier() and others and c.chance(0.7):
        other = c.one(others)  # picked alike, so of one size
        target = c.new("a")
        own = c.state.names[first].type.shape[0]
        c.bind(target, array(other.type.dtype, own), f"{other.name}[{mask}]")
    elif c.chance(0.3):
        _new(c, v.type.dtype, f"{v.name}[np.logical_not({mask})]")


@statement(0.2, sized=1.5)
def _places(c: Context) -> None:
    """Where a vector is not zero, and what stands there."""
    v = _vector(c)
    if v is None:
        return
    c.count("places of what is not zero")
    text = c.one(["np.flatnonzero({})", "np.nonzero({})[0]", "np.argwhere({})[:, 0]"])
    places = _new(c, "i64", text.format(v.name))
    alike = c.variables(lambda w: w.type.shape == v.type.shape)
    target, other = c.new("a"), c.one(alike)
    own = c.state.names[places].type.shape[0]
    c.bind(target, array(other.type.dtype, own), f"{other.name}[{places}]")


@statement(0.2, sized=1)
def _set(c: Context) -> None:
    """The values of an array, each once, and how often each is there."""
    vectors = c.variables(lambda v: v.type.is_array and v.type.dtype in ("i64", "i32"))
    if not vectors:
        assign(c)
        return
    v = c.one(vectors)
    c.count("set of values")
    if c.chance(0.5):
        _new(c, v.type.dtype, f"np.unique({v.name})")
        return
    values, counts, own = c.new("a"), c.new("a"), c.new("z")
    c.emit(f"{values}, {counts} = np.unique({v.name}, return_counts=True)")
    for name, dtype in ((values, v.type.dtype), (counts, "i64")):
        c.know(name, array(dtype, own), c.frozen_array())
    c.spell(own, f"len({values})", f"{counts}.shape[0]")
    if len(v.type.shape) == 1 and c.chance(0.5):
        target = c.new("a")
        c.bind(target, v.type, f"np.repeat({values}, {counts})[:{size(c, v.type.shape[0])}]")


@statement(0.2, sized=1)
def _repeated(c: Context) -> None:
    """The elements of a vector, each as often as another vector says."""
    v = _vector(c)
    if v is None:
        return
    c.count("repeated by counts")
    counts = expression(c, array("i64", *v.type.shape), 1)
    _new(c, v.type.dtype, f"np.repeat({v.name}, ({counts}) % 3)")


@statement(0.3, sized=2)
def _cut_anywhere(c: Context) -> None:
    """A slice at integers of the run, of any sign."""
    v = _vector(c)
    if v is None:
        return
    c.count("slice at any integer")
    a, b = (expression(c, c.one([INT, INT, scalar("i64")]), 1) for _ in range(2))
    key = c.one(["{a}:", ":{a}", "{a}:{b}", "{a}:{a} + 2", "-{a}:", "{a}:{b}:2", "{a}::-1"])
    _new(c, v.type.dtype, f"{v.name}[{key.format(a=f'({a})', b=f'({b})')}]")


@statement(0.2, sized=1)
def _filtered(c: Context) -> None:
    """An array that loses elements from trip to trip."""
    v = _vector(c)
    if v is None or c.trips * 3 > MOST_TRIPS or v.type.dtype == "bool":
        assign(c)
        return
    c.count("filtered in a loop")
    name, i = c.new("a"), c.new("i")
    c.emit(f"{name} = {v.name}.copy()")
    c.emit(f"for {i} in range(3):")
    c.emit(f"    {name} = {name}[{name} {c.one(['>', '!=', '<='])} {i}]")
    unnamed(c, name, v.type.dtype, c.frozen_array())


def _vector(c: Context) -> Variable | None:
    """A vector; without one another statement is drawn."""
    vectors = c.variables(lambda v: len(v.type.shape) == 1 and v.type.dtype != "bool")
    if not vectors:
        assign(c)
        return None
    return c.recent(vectors)


def _new(c: Context, dtype: str, text: str) -> str:
    """Bind a new name to an array of a size without a name."""
    name = c.new("a")
    own = c.new("z")
    c.bind(name, array(dtype, own), text)
    c.spell(own, f"len({name})", f"{name}.shape[0]")
    return name
