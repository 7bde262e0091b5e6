"""Drawn arrays whose size depends on a branch, or changes from trip to trip."""

from __future__ import annotations

from .assignments import assign
from .context import Context
from .expressions import expression, size
from .size_expressions import here, size_test, unnamed
from .statements import MOST_TRIPS, statement
from .types import Type, array


@statement(0.2, sized=2.5)
def _chosen(c: Context) -> None:
    """An array that has one size or another."""
    test, sizes = size_test(c), list(c.sizes)
    if test is None or len(sizes) < 2:
        assign(c)
        return
    text, cases = test
    c.count("size chosen by a branch")
    dtype, name, before = _dtype(c), c.new("a"), c.state
    arms = [(f"if {text}:", cases)]
    arms.append(("else:", tuple(case for case in before.cases if case not in cases)))
    c.state = before.copy()
    if c.chance(0.4):  # one branch leaves it as it is
        c.emit(f"{name} = {_part(c, array(dtype, c.one(sizes)))}")
        arms.pop()
    for header, held in arms:
        c.state = before.copy()
        c.state.cases = held or before.cases
        c.emit(header)
        with c.indented():
            c.emit(f"{name} = {_part(c, array(dtype, c.one(sizes)))}")
    c.state = before
    unnamed(c, name, dtype, c.new_array())


_GROWS = [
    "np.concatenate(({0}, {0}[:1]))",
    "np.concatenate(({0}, {1}[:2]))",
    "np.concatenate(({0}, {1}))",
    "{0}[1:]",
    "{0}[::2]",
    "{0}[:len({0}) // 2]",
    "{0}[:-1]",
]
_SHRINKS = ["{0}[::2]", "{0}[:{0}.shape[0] // 2]", "{0}[1:]", "{0}[:-1]", "{0}[len({0}) - 1:]"]


@statement(0.2, sized=2)
def _grown(c: Context) -> None:
    """An array that grows or shrinks in a `for`."""
    if c.trips * 7 > MOST_TRIPS or not c.sizes:
        assign(c)
        return
    c.count("size changed in a for")
    t = array(_dtype(c), c.one(list(c.sizes)))
    name, i = c.new("a"), c.new("i")
    other = expression(c, t, 0)
    c.emit(f"{name} = {_part(c, t)}")
    trips = c.one(["3", "2", f"min({size(c, c.one(list(c.sizes)))}, 5)"])
    c.emit(f"for {i} in range({trips}):")
    c.emit(f"    {name} = {c.one(_GROWS).format(name, other)}")
    unnamed(c, name, t.dtype, c.frozen_array())


@statement(0.2, sized=2)
def _halved(c: Context) -> None:
    """An array that is halved or doubled until it has some size."""
    if c.trips * 70 > MOST_TRIPS or not c.sizes:
        assign(c)
        return
    c.count("size changed in a while")
    t = array(_dtype(c), c.one(list(c.sizes)))
    name = c.new("a")
    c.emit(f"{name} = {_part(c, t)}")
    if c.chance(0.3):
        c.emit(f"while 0 < len({name}) < {c.one(['9', '20'])}:")
        c.emit(f"    {name} = np.concatenate(({name}, {name}))")
    else:
        least = c.one(["1", "2", f"max({size(c, t.shape[0])} // 2, 1)"])
        c.emit(f"while len({name}) > {least}:")
        c.emit(f"    {name} = {c.one(_SHRINKS).format(name)}")
    unnamed(c, name, t.dtype, c.frozen_array())


_KNOWN = {
    "{s} == {t}": "{v} + {w}",
    "{s} <= {t}": "{v} + {w}[:{s}]",
    "{s} >= {t} and {t} > 0": "{v} - {v}[:{t}].max()",
    "{s} % 2 == 0": "np.concatenate(({v}[:{s} // 2], {v}[{s} // 2:]))",
    "{s} % 4 == 0": "{v}.reshape(-1, 4).reshape({s})",
    "0 == {s} % 3": "np.tile({v}[:{s} // 3], 3)",
    "{s} == 2 * {t}": "{v} + np.repeat({w}, 2)",
    "{s} >= 2": "np.concatenate(({v}[:{s} - 2], {v}[:2]))",
    "not {s} < 3 and {s} != 4": "np.concatenate(({v}[3:], {v}[:3]))",
}
"""Tests of sizes, and what is as long as `v` where they hold."""


@statement(0.1, sized=2)
def _known(c: Context) -> None:
    """An operation whose sizes agree where a test holds."""
    vectors = c.variables(lambda v: len(v.type.shape) == 1 and v.type.dtype != "bool")
    pairs = [(v, w) for v in vectors for w in vectors if v.type.dtype == w.type.dtype and v != w]
    if not pairs:
        assign(c)
        return
    v, w = c.one(pairs)
    test, text = c.one(list(_KNOWN.items()))
    (s,), (t,), name = v.type.shape, w.type.shape, c.new("a")
    if not any(here(c, test.format(s=f"({s})", t=f"({t})"))):
        assign(c)
        return
    c.count("equal where a test of sizes holds")
    texts = {"v": name, "w": w.name, "s": f"{name}.shape[0]", "t": size(c, t)}
    c.bind(name, array(v.type.dtype, s), f"{v.name}.copy()")
    c.emit(f"if {test.format(**texts)}:")
    c.emit(f"    {name} = {text.format(**texts)}")
    c.freeze(c.state.names[name].memory or 0)


def _dtype(c: Context) -> str:
    return c.one(c.dtypes or ["f32", "f64", "i64", "i32"])


def _part(c: Context, t: Type) -> str:
    return f"{expression(c, t, 2)}.copy()"
