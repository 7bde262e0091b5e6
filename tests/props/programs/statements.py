"""Drawn statements."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from .context import Context, Loop, State, Variable, names_in
from .expressions import condition, expression, index, leaf, literal, size
from .types import BOOL, DTYPES, FLOAT, INT, SPELLED, Type, array, operands, scalar

MOST_TRIPS = 250
"""Of all loops around a place, so that a program ends soon."""

DEEPEST = 4


def block(c: Context, length: int) -> bool:
    """Some statements; tells whether control reaches their end."""
    for _ in range(length):
        if c.left <= 0:
            break
        c.left -= 1
        draw = c.weighted(_STATEMENTS if c.depth < DEEPEST else _SIMPLE)
        if draw(c) is False:
            return False
    return True


def some_type(c: Context) -> Type:
    """The type of a new name."""
    kind = c.weighted([(5, "array"), (3, "scalar"), (4, "number")])
    if kind == "number":
        return c.weighted([(3, INT), (1.5, FLOAT), (1, BOOL)])
    dtype = c.weighted([(4, "f32"), (2, "f64"), (2, "i64"), (1, "i32"), (1, "bool")])
    if kind == "scalar":
        return scalar(dtype)
    if c.chance(0.05):
        c.count("array of rank 0")
        return array(dtype)
    return array(dtype, *some_shape(c))


def some_shape(c: Context) -> tuple[str, ...]:
    names = list(c.sizes) + ["3"] * c.chance(0.2)
    if len(names) > 1 and c.chance(0.2):
        return tuple(c.random.sample(names, 2))
    return (c.one(names),) if names else ("3",)


# --- assignments ------------------------------------------------------------------------------


def _assign(c: Context) -> None:
    c.count("assignment")
    t = some_type(c)
    c.bind(c.new(PREFIX[t.dtype if t.form == "number" else t.form]), t, expression(c, t, 3))


PREFIX = {"array": "a", "scalar": "s", "int": "k", "float": "t", "bool": "b", "tuple": "p"}


def _rebind(c: Context) -> None:
    names = c.rebindable()
    if not names:
        return _assign(c)
    c.count("rebinding")
    v = _target(c, names)
    c.bind(v.name, v.type, expression(c, v.type, 3))
    return None


def _target(c: Context, names: list[Variable]) -> Variable:
    """One to change: mostly what is returned, so that what was computed is seen."""
    returned = [v for v in names if v.name in dict(c.result)]
    return c.one(returned) if returned and c.chance(0.6) else c.one(names)


def _augmented(c: Context) -> None:
    """`x += ...`: a new value for a number, in place for an array."""
    names = [
        v for v in c.rebindable() if not v.type.is_array and v.type.form != "tuple"
    ] + c.writable()
    names = [v for v in names if v.type.dtype != "bool"]
    if not names:
        return _assign(c)
    v = _target(c, names)
    symbol = c.weighted([(4, "+"), (3, "-"), (2, "*")])
    if v.type.is_array:
        c.count("augmented assignment of an array")
        c.write(v)
        c.emit(f"{v.name} {symbol}= {_addend(c, v.type)}")
        return None
    c.count("augmented assignment")
    if v.type.form == "scalar":
        right = c.one([b for a, b in operands(symbol, v.type.dtype) if a == v.type])
    else:
        right = c.one([v.type, INT])
    text = literal(c, "int") if symbol == "*" else expression(c, right, 2)
    c.emit(f"{v.name} {symbol}= {text}")
    c.know(v.name, v.type)
    return None


def _addend(c: Context, t: Type) -> str:
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


def _alias(c: Context) -> None:
    arrays = c.variables(lambda v: v.memory is not None)
    if not arrays:
        return _assign(c)
    source = c.one(arrays)
    targets = [v for v in c.rebindable() if v.type == source.type and v.name != source.name]
    c.count("alias")
    name = c.one(targets).name if targets and c.chance(0.3) else c.new("a")
    c.bind(name, source.type, source.name)
    return None


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


# --- writing to arrays ------------------------------------------------------------------------


def _store(c: Context) -> None:
    arrays = c.writable()
    if not arrays:
        t = array(c.one(list(DTYPES)), *some_shape(c))
        name = c.new("a")
        c.bind(name, t, f"{expression(c, t, 2)}.copy()")
        arrays = [c.state.names[name]]
    v = _target(c, arrays)
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
        return _addend(c, part)
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


def _shift(c: Context) -> None:
    """Overlapping parts of one array: what is read is read before anything is written."""
    arrays = [v for v in c.writable() if len(v.type.shape) == 1]
    if not arrays:
        return _store(c)
    v = c.one(arrays)
    c.count("overlapping store")
    c.write(v)
    texts = [
        "{0}[1:] = {0}[:-1]", "{0}[:-1] = {0}[1:]", "{0}[:] = {0}[::-1]", "{0}[1:-1] = {0}[2:]",
    ] + ["{0}[1:] += {0}[:-1]", "{0}[1:-1] = ({0}[:-2] + {0}[2:]) * 2"] * (v.type.dtype != "bool")  # fmt: skip
    c.emit(c.one(texts).format(v.name))
    return None


# --- tuples -----------------------------------------------------------------------------------


def _pack(c: Context) -> None:
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
        c.state.frozen.add(memory)
    return text


def _repack(c: Context) -> None:
    tuples = [v for v in c.rebindable() if v.type.form == "tuple"]
    if not tuples:
        return _pack(c)
    v = c.one(tuples)
    items = [f"{v.name}[{i}]" for i in range(len(v.type.items))]
    parts = []
    for t in v.type.items:
        same = [text for text, other in zip(items, v.type.items, strict=True) if other == t]
        parts.append(c.one(same) if c.chance(0.5) else _item(c, t, 1))
    c.count("tuple bound again")
    c.emit(f"{v.name} = ({', '.join(parts)}{',' * (len(parts) == 1)})")
    c.know(v.name, v.type)
    return None


def _unpack(c: Context) -> None:
    tuples = c.variables(lambda v: v.type.form == "tuple")
    if not tuples:
        return _pack(c)
    v = c.one(tuples)
    names = [c.new("u") for _ in v.type.items]
    c.count("unpacking")
    c.emit(f"{', '.join(names)}{',' * (len(names) == 1)} = {v.name}")
    for name, t in zip(names, v.type.items, strict=True):
        c.know(name, t, c.frozen_array() if t.is_array else None)
    return None


def _swap(c: Context) -> None:
    """Two names exchanged, or bound at once."""
    names = c.rebindable()
    pairs = [(a, b) for a in names for b in names if a.name < b.name and a.type == b.type]
    pairs = [(a, b) for a, b in pairs if not c.written(a.name, b.name)]
    if not pairs:
        return _assign(c)
    a, b = c.one(pairs)
    c.count("swap")
    if a.type.is_array or c.chance(0.6):
        c.emit(f"{a.name}, {b.name} = {b.name}, {a.name}")
        _exchange(c, a, b)
        return None
    c.emit(f"{a.name}, {b.name} = {b.name}, {expression(c, a.type, 2)}")
    return None


def _exchange(c: Context, a: Variable, b: Variable) -> None:
    if a.memory is None or b.memory is None:
        return
    if c.loops:
        c.state.frozen |= {a.memory, b.memory}
        for loop in c.loops:
            loop.rebound |= {v.name: False for v in (a, b) if v.name in loop.outside}
    c.state.names[a.name] = Variable(a.name, a.type, b.memory)
    c.state.names[b.name] = Variable(b.name, b.type, a.memory)


# --- checks and exits -------------------------------------------------------------------------


def _assert(c: Context) -> None:
    c.count("assert")
    text = condition(c, 1)
    if c.chance(0.8):
        text = f"({text} or {c.one(['True', f'{leaf(c, INT)} < 6', f'{leaf(c, INT)} > -3'])})"
    c.emit(
        f"assert {text}"
        + (f', "{c.one(["too small", "not ready", "wrong {x}"])}"' if c.chance(0.6) else "")
    )


def give_back(c: Context) -> bool:
    """`return` of what the function returns."""
    items = [name if c.chance(0.8) else expression(c, t, 2) for name, t in c.result]
    c.emit(f"return {', '.join(items)}")
    return False


def start(c: Context, types: Iterable[Type]) -> None:
    """Bind the names that the function returns."""
    found = []
    for number, t in enumerate(types):
        name = f"r{number}"
        text = expression(c, t, 1)
        c.bind(name, t, f"{text}.copy()" if t.is_array and c.chance(0.7) else text)
        found.append((name, t))
    c.result = tuple(found)


def _leave(c: Context) -> None:
    """A branch that ends in `break`, `continue` or `return`."""
    way = c.weighted([(2 * bool(c.loops), "break"), (2 * bool(c.loops), "continue"), (1, "return")])
    c.count(f"{way} in a loop" if c.loops and way == "return" else way)
    c.emit(f"if {condition(c)}:")
    before = c.state.copy()
    with c.indented():
        if c.chance(0.5):
            block(c, c.random.randrange(1, 3))
        if way == "return":
            give_back(c)
        else:
            c.emit(way)
    left, c.state = c.state, before
    c.state.frozen |= left.frozen


# --- branches ---------------------------------------------------------------------------------


def _if(c: Context) -> bool:
    """`if`, with `elif` and `else` or without; tells whether control goes on after it."""
    before = c.state
    arms = c.weighted([(3, 1), (3, 2), (1.5, 3)])
    otherwise = arms > 1
    ends: list[tuple[State, bool]] = []
    shared = _shared(c) if otherwise and c.chance(0.5) else None
    for number in range(arms):
        last = number == arms - 1 and otherwise
        c.count("else" if last else "elif" if number else "if")
        c.state = before.copy()
        c.emit("else:" if last else f"{'elif' if number else 'if'} {condition(c)}:")
        with c.indented():
            runs = block(c, c.random.randrange(1, 4))
            if runs and number == 0 and otherwise and c.chance(0.12):
                runs = _exit(c)
            if runs and shared is not None:
                c.bind(shared[0], shared[1], expression(c, shared[1], 2))
        ends.append((c.state, runs))
    if not otherwise:
        ends.append((before, True))
    reaching = [state for state, runs in ends if runs]
    c.state = _join(c, before, reaching or [before], shared)
    c.state.frozen |= set[int]().union(*(state.frozen for state, _ in ends))
    return bool(reaching)


def _exit(c: Context) -> bool:
    way = c.one(["break", "continue", "return"]) if c.loops else "return"
    c.count("branch that leaves")
    if way == "return":
        return give_back(c)
    c.emit(way)
    return False


def _shared(c: Context) -> tuple[str, Type]:
    """A name that every branch binds."""
    c.count("bound in every branch")
    t = some_type(c)
    return c.new(PREFIX[t.dtype if t.form == "number" else t.form]), t


def _join(c: Context, before: State, ends: list[State], shared: tuple[str, Type] | None) -> State:
    """The names after branches that end in these states."""
    names = list(before.names) + ([shared[0]] if shared else [])
    state = State(frozen=set[int]().union(*(end.frozen for end in ends)), sizes=dict(before.sizes))
    memories = {name: {end.names[name].memory for end in ends} - {None} for name in names}
    for name in names:
        v = ends[0].names[name]
        memory = v.memory
        if len(memories[name]) > 1:
            memory = c.new_array()
            apart = all(
                memories[name].isdisjoint(memories[other]) for other in names if other != name
            )
            if not apart or memories[name] & state.frozen:
                state.frozen |= {memory, *memories[name]}
        state.names[name] = Variable(name, v.type, memory, v.fixed, v.below)
    return state


# --- loops ------------------------------------------------------------------------------------


def _loop(
    c: Context, header: str, trips: int, head: Callable[[Context], None], *, counter: Variable
) -> None:
    before = c.state
    groups = [
        v
        for v in before.names.values()
        if v.memory is not None and len(before.sharing(v.memory)) > 1
    ]
    loop = Loop(dict(before.names), frozenset(v.name for v in groups))
    c.loops.append(loop)
    c.trips *= trips
    c.emit(header)
    c.state = before.copy()
    c.state.names[counter.name] = counter
    with c.indented():
        head(c)
        block(c, c.random.randrange(2, 6))
    c.trips //= trips
    c.loops.pop()
    c.state = _after(c, before, c.state, loop)


def _after(c: Context, before: State, end: State, loop: Loop) -> State:
    """The names after a loop: those before it, bound again or not."""
    state = State(dict(before.names), before.frozen | end.frozen, dict(before.sizes))
    for name, fresh in loop.rebound.items():
        v = before.names[name]
        memory = c.new_array()
        if not fresh or v.memory in state.frozen:
            state.frozen.add(memory)
        state.names[name] = Variable(name, v.type, memory)
    return state


def _while(c: Context) -> None:
    if c.trips * 4 > MOST_TRIPS:
        return _assign(c)
    c.count("while" if not c.loops else "nested loop")
    name = c.new("k")
    bound = c.one(["2", "3", "4"])
    counter = Variable(name, INT, fixed=True)
    c.emit(f"{name} = 0")
    form = c.random.randrange(5)

    def head(c: Context) -> None:
        c.emit(c.one([f"{name} += 1", f"{name} = {name} + 1"]))
        if form in (2, 4):
            c.emit(f"if {name} > {bound}:")
            c.emit("    break")

    tests = [
        f"{name} < {bound}",
        f"{name} < {bound} and {condition(c)}",
        condition(c),
        f"{condition(c)} and {name} < {bound}",
        "True",
    ]
    if form == 4:
        c.count("while True")
    c.state.names[name] = counter
    _loop(c, f"while {tests[form]}:", 4, head, counter=counter)
    c.state.names[name] = counter
    return None


def _for(c: Context) -> None:
    trips = 7
    if c.trips * trips > MOST_TRIPS:
        return _assign(c)
    c.count("for" if not c.loops else "nested loop")
    name = c.new("i")
    axis = c.one(list(c.sizes)) if c.sizes and c.chance(0.7) else None
    below = None
    if axis is not None:
        text = size(c, axis)
        bounds, inside = c.one([
            (text, True), (text, True), (f"1, {text}", True), (f"{text} - 1, -1, -1", True), (f"0, {text}, 2", True),
            (f"{text} // 2", True), (f"2 * {text}", False), (f"{text} - 1", True), (f"-1, {text}", False),
        ])  # fmt: skip
        below = axis if inside else None
    else:
        bounds = c.one(
            ["3", "1, 4", "4, 0, -1", f"min({leaf(c, INT)}, 5)", "0", f"{leaf(c, INT)} % 5"]
        )
    known = c.chance(0.2)
    if known:  # so that the variable can be read after the loop
        c.count("loop variable read after the loop")
        c.emit(f"{name} = {literal(c, 'int')}")
    counter = Variable(name, INT, fixed=True, below=below)
    _loop(c, f"for {name} in range({bounds}):", trips, lambda c: None, counter=counter)
    if known:
        c.state.names[name] = Variable(name, INT)
    return None


def _staged(c: Context) -> None:
    """A short loop whose variable indexes a tuple."""
    tuples = c.variables(lambda v: v.type.form == "tuple" and len(set(v.type.items)) == 1)
    constants = [
        (name, t) for name, t in c.constants.items() if t.form == "tuple" and len(set(t.items)) == 1
    ]
    choices = [(v.name, v.type) for v in tuples] + constants
    if not choices or c.trips * 3 > MOST_TRIPS:
        return _pack(c)
    name, t = c.one(choices)
    item = t.items[0]
    result = item if item.form != "number" or item == BOOL else FLOAT if item == FLOAT else INT
    sums = [v for v in c.rebindable() if v.type == result and result.dtype != "bool"]
    if not sums:
        return _unpack(c)
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
    return None


# --- sizes of their own -----------------------------------------------------------------------


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
        return _sized(c)
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
    return None


def _accumulated(c: Context) -> None:
    """A Python number that becomes a NumPy scalar in a loop or a branch, and is only added after it."""
    vectors = c.variables(
        lambda v: len(v.type.shape) == 1 and v.type.dtype in ("f32", "f64", "i64")
    )
    if not vectors or c.trips * 7 > MOST_TRIPS:
        return _assign(c)
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
    return None


_SIMPLE: list[tuple[float, Callable[[Context], bool | None]]] = [
    (5, _assign), (5, _rebind), (3, _augmented), (2, _alias), (0.5, _annotated), (5, _store), (1, _shift),
    (1, _pack), (0.8, _repack), (0.8, _unpack), (1, _swap), (0.6, _assert), (2, _leave), (0.8, _staged),
    (0.6, _sized), (0.5, _resized), (0.6, _accumulated),
]  # fmt: skip
_STATEMENTS = [*_SIMPLE, (4, _if), (2.5, _while), (3.5, _for)]
