"""Drawn functions inside functions, lists that are changed, comprehensions, and `*`."""

from __future__ import annotations

from .assignments import assign
from .context import Context, Helper, Variable
from .expressions import draws, expression, literal
from .statements import statement
from .types import BOOL, FLOAT, INT, KEYS, Type, scalar

_SINGLE = [INT, INT, FLOAT, BOOL, scalar("f32"), scalar("i64")]


def _with(c: Context, names: dict[str, Type], t: Type) -> str:
    """An expression that may read these names besides."""
    before = c.state
    c.state = before.copy()
    for name, each in names.items():
        c.state.names.pop(name, None)
        c.state.names[name] = Variable(name, each, fixed=True)
    text = expression(c, t, 2)
    c.state = before
    return text


@statement(1.2)
def _inner(c: Context) -> None:
    """A lambda or a function of its own, which reads names around it when it is called."""
    if c.depth > 0:
        assign(c)
        return
    types = tuple(c.one(_SINGLE) for _ in range(c.random.randrange(1, 3)))
    result = c.one([t for t in types if t != BOOL] or [INT])
    names = {c.new("v"): t for t in types}
    name = c.new("f")
    if c.chance(0.5):
        c.count("lambda")
        c.emit(f"{name} = lambda {', '.join(names)}: {_with(c, names, result)}")
    else:
        c.count("nested function")
        c.emit(f"def {name}({', '.join(names)}):")
        local = c.new("y")
        c.emit(f"    {local} = {_with(c, names, result)}")
        names = {**names, local: result}
        if c.chance(0.4):
            c.emit(f"    if {_with(c, names, BOOL)}:")
            c.emit(f"        return {local}")
        c.emit(f"    return {_with(c, names, result)}")
    c.helpers = [*c.helpers, Helper(name, types, result, compiled=False, named=False)]


@statement(1)
def _grown_list(c: Context) -> None:
    """A list that is changed in place, under one name or two."""
    c.count("list changed in place")
    name, other, items = c.new("l"), c.new("q"), list[Type]()
    c.emit(f"{name} = []")
    c.emit(f"{other} = {name}")
    for _ in range(c.random.randrange(2, 5)):
        t, target = c.one(_SINGLE), c.one([name, other])
        text = expression(c, t, 1)
        kind = c.random.randrange(6)
        if kind == 0:
            c.emit(f"{target}.insert(0, {text})")
            items.insert(0, t)
        elif kind == 1 and c.chance(0.1):
            c.emit(f"{target} += [{text}]")
            items.append(t)
        elif kind == 2:
            c.emit(f"{target}.extend(({text}, {text}))")
            items += [t, t]
        elif kind == 3 and items:
            c.emit(f"{target}.pop()")
            items.pop()
        elif kind == 4 and items:
            c.emit(f"{target}[-1] = {text}")
            items[-1] = t
        else:
            c.emit(f"{target}.append({text})")
            items.append(t)
    if not items:
        c.emit(f"{other}.append({literal(c, 'int')})")
        items = [INT]
    c.know(name, Type("list", items=tuple(items)))


@statement(1)
def _comprehension(c: Context) -> None:
    t, name, i = c.one(_SINGLE), c.new("l"), c.new("j")
    length = c.random.randrange(1, 4)
    wholes = c.variables(lambda v: v.type.is_container and set(v.type.items) == {t})
    if wholes and c.chance(0.4):
        whole = c.one(wholes)
        length = len(whole.type.items)
        values = ".values()" * (whole.type.form == "dict")
        head, names = f"for {i} in {whole.name}{values}", {i: t}
    else:
        head, names = f"for {i} in range({length})", {i: INT}
    text = _with(c, names, t)
    if length <= len(KEYS) and head.endswith(")") and "range" in head and c.chance(0.3):
        c.count("dict comprehension")
        name = c.new("d")
        c.emit(f'{name} = {{"{"".join(KEYS)}"[{i}]: {text} {head}}}')
        c.know(name, Type("dict", items=(t,) * length))
        return
    c.count("list comprehension")
    c.emit(f"{name} = [{text} {head}]")
    c.know(name, Type("list", items=(t,) * length))


@draws(int=0.7, bool=0.5)
def _folded(c: Context, t: Type, depth: int) -> str | None:
    """A builtin on all items of a container."""
    wholes = c.variables(
        lambda v: (
            v.type.form in ("list", "tuple") and set(v.type.items) == {t} and t.form == "number"
        )
    )
    if not wholes:
        return None
    c.count("builtin of a container")
    name = c.one(wholes).name
    return f"{c.one(['sum', 'max', 'min'] if t == INT else ['any', 'all'])}({name})"


@statement(0.7)
def _starred(c: Context) -> None:
    """Names for some items, and a list of the others."""
    c.count("starred target")
    types = [c.one(_SINGLE) for _ in range(c.random.randrange(2, 5))]
    first, rest = c.new("u"), c.new("l")
    items = ", ".join(expression(c, t, 1) for t in types)
    if c.chance(0.5):
        c.emit(f"{first}, *{rest} = ({items})")
        c.know(first, types[0])
        c.know(rest, Type("list", items=tuple(types[1:])))
    else:
        c.emit(f"*{rest}, {first} = [{items}]")
        c.know(first, types[-1])
        c.know(rest, Type("list", items=tuple(types[:-1])))


@statement(0.6)
def _divided(c: Context) -> None:
    c.count("divmod")
    quotient, rest = c.new("k"), c.new("k")
    c.emit(f"{quotient}, {rest} = divmod({expression(c, INT, 2)}, {c.one(['3', '-2', '5'])})")
    c.know(quotient, INT)
    c.know(rest, INT)


@draws(tuple=0.5)
def _spread(c: Context, t: Type, depth: int) -> str | None:
    """A tuple with the items of another spread in it."""
    wholes = c.variables(lambda v: v.type.form in ("tuple", "list") and v.type.items == t.items[1:])
    if not wholes or len(t.items) < 2:
        return None
    c.count("items spread")
    return f"({expression(c, t.items[0], depth)}, *{c.one(wholes).name})"
