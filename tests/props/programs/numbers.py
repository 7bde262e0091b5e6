"""Drawn Python numbers and conditions."""

from __future__ import annotations

from .context import Context
from .expressions import INTS, draws, expression, leaf, relation, size
from .types import BOOL, FLOAT, INT, Type, array, scalar


@draws(int=6)
def _int(c: Context, t: Type, depth: int) -> str:
    a = expression(c, INT, depth)
    kind = c.random.randrange(10)
    c.count("integer arithmetic")
    if kind < 4:
        return f"({a} {c.one(['+', '-'])} {expression(c, INT, depth)})"
    if kind == 4:
        return f"({c.one(INTS[:5])} * {a})" if c.chance(0.5) else f"({a} % 5 * {leaf(c, INT)})"
    if kind == 5:
        divisor = c.one(["2", "3", "(-2)", *_run_time(c, INT)])
        return f"({a} {c.one(['//', '%'])} {divisor})"
    if kind == 6:
        c.count("builtin")
        return f"{c.one(['min', 'max'])}({a}, {expression(c, INT, depth)})"
    if kind == 7:
        c.count("builtin")
        return f"abs({a})" if c.chance(0.6) else f"(-{a})"
    if kind == 8:
        c.count("value of and/or")
        return f"({a} {c.one(['or', 'and'])} {expression(c, INT, depth)})"
    if c.chance(0.4):
        c.count("bits")
        return f"({a} {c.one(['&', '|', '^'])} {expression(c, INT, depth)})"
    return f"({a} + {expression(c, BOOL, depth)})" if c.chance(0.3) else f"({a} + 1)"


def _run_time(c: Context, t: Type) -> list[str]:
    """The names of this type that may be zero only when the program runs."""
    return [v.name for v in c.variables(lambda v: v.type == t)]


_SIZES = [
    *("{0}", "(2 * {0})", "({0} // 2)", "({0} - 1)", "({0} % 3)", "(-(-{0} // 4))", "(-{0} % 8)"),
    *("min({0}, {1})", "max({0}, {1})", "({0} - {1})", "({0} * {1} % 7)", "({0} // 2 * 2)"),
]


@draws(int=2.5)
def _size(c: Context, t: Type, depth: int) -> str | None:
    if not c.sizes:
        return None
    c.count("shape arithmetic")
    text = size(c, c.one(list(c.sizes)))
    other = size(c, c.one(list(c.sizes)))
    return c.one(_SIZES).format(text, other)


@draws(int=0.8)
def _to_int(c: Context, t: Type, depth: int) -> str:
    c.count("builtin")
    return f"int({expression(c, scalar(c.one(['i32', 'i64', 'bool'])), depth)})"


@draws(float=6)
def _float(c: Context, t: Type, depth: int) -> str:
    c.count("float arithmetic")
    a, b = expression(c, FLOAT, depth), expression(c, c.one([FLOAT, FLOAT, INT]), depth)
    if c.chance(0.5):
        a, b = b, a
    kind = c.random.randrange(8)
    if kind < 5:
        return f"({a} {c.one(['+', '-', '*'])} {b})"
    if kind == 5 and not c.exact:
        return f"({a} / {c.one(['4.0', '-0.5', *_run_time(c, FLOAT), *_run_time(c, INT)])})"
    if kind == 6:
        return f"abs({expression(c, FLOAT, depth)})"
    c.count("builtin")
    a, b = expression(c, FLOAT, depth), expression(c, FLOAT, depth)
    return f"{c.one(['min', 'max'])}({a}, {b})"


@draws(float=1.2)
def _to_float(c: Context, t: Type, depth: int) -> str:
    c.count("builtin")
    source = c.one([INT, BOOL, scalar("f32"), scalar("f64"), scalar("i64"), array("f32")])
    return f"float({expression(c, source, depth)})"


@draws(bool=6)
def _bool(c: Context, t: Type, depth: int) -> str:
    kind = c.random.randrange(8)
    if kind == 0:
        c.count("not")
        return f"(not {condition(c, depth)})"
    if kind <= 2:
        c.count("and/or")
        return f"({expression(c, BOOL, depth)} {c.one(['and', 'or'])} {expression(c, BOOL, depth)})"
    if kind == 3:
        c.count("chained comparison")
        t = c.one([INT, FLOAT])
        parts = [expression(c, t, min(depth, 1)) for _ in range(3)]
        return f"({parts[0]} {relation(c)} {parts[1]} {relation(c)} {parts[2]})"
    if kind == 4:
        return f"bool({expression(c, c.one([INT, FLOAT, scalar('f32'), scalar('bool')]), depth)})"
    c.count("comparison")
    t = c.one([INT, INT, FLOAT])
    return f"({expression(c, t, depth)} {relation(c)} {expression(c, t, depth)})"


def condition(c: Context, depth: int = 2) -> str:
    """Anything that has a truth value."""
    kind = c.random.randrange(12)
    if kind < 4:
        return expression(c, BOOL, depth)
    if kind < 7:
        return expression(c, scalar("bool"), depth)
    if kind < 9 and depth > 0:
        c.count("short circuit")
        parts = [condition(c, depth - 1) for _ in range(c.random.randrange(2, 4))]
        return f"({(' and ' if c.chance(0.5) else ' or ').join(parts)})"
    if kind == 9:
        c.count("chained comparison")
        t = c.one([scalar("f32"), scalar("i64"), scalar("f64")])
        parts = [expression(c, c.one([t, t, INT]), min(depth, 1)) for _ in range(2)]
        return f"({parts[0]} {relation(c)} {expression(c, t, 1)} {relation(c)} {parts[1]})"
    if kind == 10:
        c.count("truth of a number")
        return expression(c, c.one([INT, FLOAT, scalar("f32"), scalar("i64")]), min(depth, 1))
    c.count("comparison")
    t = c.one([scalar("f32"), scalar("i64"), scalar("f64"), scalar("i32")])
    return f"({expression(c, t, depth)} {relation(c)} {expression(c, c.one([t, INT]), depth)})"


def walrus(c: Context) -> str:
    """A comparison that binds a name."""
    c.count("walrus")
    t = c.one([INT, FLOAT, scalar("f32"), scalar("i64")])
    name = c.new("v")
    text = f"({name} := {expression(c, t, 2)}) {relation(c)} {expression(c, t, 1)}"
    c.know(name, t)
    return text
