"""Drawn sizes with a name, and arrays whose size has none."""

from __future__ import annotations

from .context import Context, Variable
from .expressions import expression
from .size_expressions import derived, here, size_name
from .statements import statement
from .types import INT, SPELLED, array


@statement(0.4, sized=4)
def _derived(c: Context) -> None:
    """An array of a size that is made of others."""
    found = derived(c)
    if found is None:
        _sized(c)
        return
    name, text = found
    c.count("size made of others")
    if c.chance(0.4):
        number = c.new("size_")
        c.emit(f"{number} = {text}")
        c.state.names[number] = Variable(number, INT, fixed=True)
        text = number
    if not name.isdigit():
        c.spell(name, text)
    dtype, target = c.one(c.dtypes or ["f32", "f64", "i64", "i32"]), c.new("a")
    others = list(c.sizes)
    shape = (name, c.one(others)) if others and c.chance(0.2) else (name,)
    c.bind(target, array(dtype, *shape), expression(c, array(dtype, *shape), 3))
    if not name.isdigit():
        c.spell(name, f"len({target})", f"{target}.shape[0]")


@statement(0.5, sized=1.5)
def _at_index(c: Context) -> None:
    """An array whose size follows from the variable of a loop."""
    counters = c.variables(lambda v: v.fixed and v.type == INT and v.name[0] in "ik")
    vectors = c.variables(lambda v: len(v.type.shape) == 1)
    if not counters or not vectors:
        _sized(c)
        return
    v = c.recent(vectors)
    at = f"max({c.one(counters).name}, 0)"
    texts = [
        f"{v.name}[{at} : {at} + {c.one(['1', '2'])}]",
        f"{v.name}[: {at}]",
        f"{v.name}[{at} :]",
        f"np.concatenate(({v.name}, np.zeros({at}, {SPELLED[v.type.dtype]})))",
    ]
    c.count("array of the size of a loop's variable")
    target, own = c.new("a"), c.new("z")
    c.bind(target, array(v.type.dtype, own), c.one(texts))
    c.spell(own, f"len({target})", f"{target}.shape[0]")


@statement(0.2, sized=1.5)
def _split(c: Context) -> None:
    """The two parts of a vector."""
    vectors = c.variables(lambda v: len(v.type.shape) == 1)
    if not vectors:
        _sized(c)
        return
    v = c.recent(vectors)
    c.count("array split")
    first, second, (s,) = c.new("a"), c.new("a"), v.type.shape
    even = all(number % 2 == 0 for number in here(c, s))
    text = f"np.split({v.name}, {c.one(['2'] * 3 * even + ['[2]', f'[len({v.name}) // 2]'])})"
    if "[" not in text.partition(",")[2]:
        parts = f"({s}) // 2", f"({s}) // 2"
    elif "[2]" in text:
        parts = f"min({s}, 2)", f"max(({s}) - 2, 0)"
    else:
        parts = f"({s}) // 2", f"({s}) - ({s}) // 2"
    c.emit(f"{first}, {second} = {text}")
    for name, part in zip((first, second), parts, strict=True):
        own = size_name(c, part)
        if own is not None:
            c.know(name, array(v.type.dtype, own), c.frozen_array())
            if not own.isdigit():
                c.spell(own, f"len({name})")
    if v.memory is not None:
        c.freeze(v.memory)


@statement(0.1, sized=1.5)
def _reshaped(c: Context) -> None:
    """The elements of an array in a row, or of a row in groups."""
    arrays = c.variables(lambda v: len(v.type.shape) > 0)
    if not arrays:
        _sized(c)
        return
    v = c.recent(arrays)
    first, *rest = v.type.shape
    factor = c.one([2, 3, 4])
    name = c.new("a")
    shape: list[str | None] = [size_name(c, " * ".join(f"({s})" for s in v.type.shape))]
    text = c.one(["{0}.reshape(-1)", "np.ravel({0})", "{0}.reshape({0}.size)"]).format(v.name)
    if not rest and all(number % factor == 0 for number in here(c, first)):
        shape = [size_name(c, f"({first}) // {factor}"), str(factor)]
        text = c.one(["{0}.reshape(-1, {1})", "{0}.reshape(len({0}) // {1}, {1})"])
        text = text.format(v.name, factor)
    sizes = [each for each in shape if each is not None]
    if len(sizes) < len(shape):
        _sized(c)
        return
    c.count("array of another shape")
    c.bind(name, array(v.type.dtype, *sizes), text)
    if not sizes[0].isdigit():
        c.spell(sizes[0], f"{name}.shape[0]", f"len({name})")


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
        v
        for v in c.rebindable()
        if len(v.type.shape) == 1
        and v.type.shape[0].startswith("z")  # and no other size is made of it
        and [name for name in c.sizes if v.type.shape[0] in name] == [v.type.shape[0]]
        and sum(v.type.shape[0] in str(w.type.shape) for w in c.state.names.values()) == 1
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
