"""Drawn arrays whose size has no name."""

from __future__ import annotations

from .context import Context
from .expressions import expression
from .statements import (
    statement,
)
from .types import INT, SPELLED, array


@statement(0.8)
def _sized(c: Context) -> None:
    """An array whose size has no name yet."""
    vectors = c.variables(lambda v: len(v.type.shape) == 1)
    matrices = c.variables(lambda v: len(v.type.shape) == 2)
    name, dtype = c.new("a"), c.one(["f32", "f64", "i64", "i32"])
    texts = [f"np.zeros(abs({expression(c, INT, 1)}) % 5, {SPELLED[dtype]})"]
    if vectors:
        v, dtype = c.one(vectors), c.one(vectors).type.dtype
        v = c.one([each for each in vectors if each.type.dtype == dtype])
        same = c.one([each for each in vectors if each.type.dtype == dtype])
        bound = f"max({expression(c, INT, 1)}, 0)"
        texts = [
            f"{v.name}[{c.one(['1:', ':-1', '::2', f':{bound}', f'{bound}:'])}]",
            f"np.concatenate(({v.name}, {same.name}))",
        ]
    elif matrices:
        v = c.one(matrices)
        dtype, texts = v.type.dtype, [f"{v.name}.reshape(-1)"]
    c.count("array of a new size")
    own = c.new("z")
    c.bind(name, array(dtype, own), c.one(texts))
    c.spell(own, f"len({name})", f"{name}.shape[0]")


@statement(1.2)
def _resized(c: Context) -> None:
    """A name bound to an array of another size."""
    names = [
        v for v in c.rebindable() if len(v.type.shape) == 1 and v.type.shape[0].startswith("z")
    ]
    names = [
        v
        for v in names
        if sum(v.type.shape[0] in other.type.shape for other in c.state.names.values()) == 1
    ]
    if not names:
        _sized(c)
        return
    v = c.one(names)
    c.count("array bound again with another size")
    text = c.one(
        [
            "np.concatenate(({0}, {0}[:1]))",
            "{0}[1:]",
            "{0}[::2]",
            "np.concatenate(({0}[1:], {0}[:1]))",
        ]
    )
    c.bind(v.name, v.type, text.format(v.name))
