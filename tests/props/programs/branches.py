"""Drawn checks, exits and branches."""

from __future__ import annotations

from collections.abc import Callable

from .assignments import assign
from .context import Context, State, Variable
from .expressions import expression, leaf
from .numbers import condition, walrus
from .size_expressions import compares, size_test
from .statements import (
    PREFIX,
    block,
    give_back,
    some_type,
    statement,
)
from .types import FLOAT, INT, Type, scalar

OWN = "drawn: "
"""What the text of a drawn exception begins with."""

_ERRORS = ["ValueError", "IndexError", "TypeError", "ZeroDivisionError", "RuntimeError"]


@statement(0.5)
def _raise(c: Context) -> None:
    """A branch that raises."""
    if c.owes_refusal:
        assign(c)
        return
    c.count("raise")
    error = f'{c.one(_ERRORS)}("{OWN}{c.one(["too small", "not ready", "{x} is wrong"])}")'
    c.emit(f"if ({condition(c, 1)}) and {condition(c, 0)}:")
    c.emit(f"    raise {error}")


@statement(0.6)
def _assert(c: Context) -> None:
    if c.owes_refusal:
        assign(c)
        return
    c.count("assert")
    text = condition(c, 1)
    if c.chance(0.8):
        text = f"({text} or {c.one(['True', f'{leaf(c, INT)} < 6', f'{leaf(c, INT)} > -3'])})"
    c.emit(
        f"assert {text}"
        + (f', "{c.one(["too small", "not ready", "wrong {x}"])}"' if c.chance(0.6) else "")
    )


@statement(0.3, sized=2)
def _assert_size(c: Context) -> None:
    """`assert` or `dslc.assume` of a fact of sizes, which is known from there on."""
    if c.owes_refusal:
        assign(c)
        return
    test = size_test(c)
    if test is None or 2 * len(test[1]) < len(c.state.cases):
        _assert(c)
        return
    text, c.state.cases = test
    if c.chance(0.5) and compares(text):
        c.count("assumption")
        c.emit(f"dslc.assume({text})")
        return
    c.count("assert of a size")
    c.emit(f"assert {text}" + c.one(["", ', "the size"']))


@statement(3)
def _leave(c: Context) -> None:
    """A branch that ends in `break`, `continue` or `return`."""
    if c.owes_refusal:
        assign(c)
        return
    looping = 2 * bool(c.loops)
    way = c.weighted([(looping, "break"), (looping, "continue"), (1.2, "return")])
    c.count(f"{way} in a loop" if c.loops and way == "return" else way)
    c.emit(f"if {condition(c)}:")
    before = c.state.copy()
    with c.indented():
        if c.chance(0.5):
            block(c, c.random.randrange(1, 3))
        if c.chance(0.25):
            _leave(c)
        if way == "return":
            give_back(c)
        else:
            c.emit(way)
    left, c.state = c.state, before
    c.state.frozen |= left.frozen


@statement(4, nests=True)
def _if(c: Context) -> bool:
    """`if`, with `elif` and `else` or without; tells whether control goes on after it."""
    count = c.weighted([(3, 1), (3, 2), (1.5, 3)])
    first = walrus(c) if c.chance(0.1) else None
    rest = c.state.cases

    def head(number: int) -> None:
        nonlocal rest
        last = number > 0 and number == count - 1
        c.count("else" if last else "elif" if number else "if")
        c.state.cases = rest
        test, held = ("", rest) if last else (first, rest) if first and not number else _test(c)
        c.emit("else:" if last else f"{'elif' if number else 'if'} {test}:")
        c.state.cases = held
        if held != rest:
            rest = tuple(case for case in rest if case not in held)

    return _arms(c, count, head, whole=count > 1)


@statement(0.7, nests=True)
def _match(c: Context) -> bool:
    """`match` of a number by value; tells whether control goes on after it."""
    c.count("match")
    subject = expression(c, INT, 1)
    subject = f"({subject}) % 3" if c.chance(0.5) else subject
    name = c.new("k")
    patterns = c.random.sample(["0", "1 | 2", "-1", "3", "5 | 7 | 0", "2"], 2)
    last = c.one(["_", name, ""])
    c.emit(f"match {subject}:")
    c.depth += 1

    def head(number: int) -> None:
        if number == 2:
            c.emit(f"case {last}:")
            if last == name:
                c.count("match of any value")
                c.state.names[name] = Variable(name, INT, fixed=True)
            return
        guarded = c.chance(0.5)
        c.emit(f"case {patterns[number]}{f' if {condition(c)}' if guarded else ''}:")

    runs = _arms(c, 3 if last else 2, head, whole=bool(last))
    c.depth -= 1
    return runs


@statement(0.6, nests=True)
def _match_items(c: Context) -> bool:
    """`match` of numbers in a tuple, which patterns give names."""
    c.count("match of a sequence")
    t = c.one([INT, FLOAT, scalar("f32")])
    c.emit(f"match ({expression(c, INT, 1)}, {expression(c, t, 1)}):")
    c.depth += 1

    def named(t: Type) -> str:
        name = c.new(PREFIX[t.dtype] if t.form == "number" else "s")
        c.state.names[name] = Variable(name, t, fixed=True)
        return name

    def head(number: int) -> None:
        if number == 2:
            c.emit(f"case {c.one(['_', '[_, _]', '(_, *_)'])}:")
            return
        value = c.one(["0", "1 | 2", "-1", "(2 | 3) as {}", "{}"])
        value = value.format(named(INT)) if "{}" in value else value
        other = named(t) if c.chance(0.6) else "_"
        guard = f" if {condition(c)}" if number == 1 or value.isidentifier() else ""
        c.emit(f"case ({value}, {other}){guard}:")

    runs = _arms(c, 3, head, whole=True)
    c.depth -= 1
    return runs


def _arms(c: Context, count: int, head: Callable[[int], None], *, whole: bool) -> bool:
    """Blocks under heads, of which one runs, or none where these are not the `whole`."""
    before = c.state
    ends: list[tuple[State, bool]] = []
    shared = _shared(c) if whole and c.chance(0.5) else None
    for number in range(count):
        c.state = before.copy()
        head(number)
        with c.indented():
            runs = block(c, c.random.randrange(1, 4))
            if runs and number == 0 and whole and c.chance(0.12):
                runs = _exit(c)
            if runs and shared is not None:
                c.bind(shared[0], shared[1], expression(c, shared[1], 2))
        ends.append((c.state, runs))
    if not whole:
        ends.append((before, True))
    reaching = [state for state, runs in ends if runs]
    c.state = join(c, before, reaching or [before], shared)
    c.state.frozen |= set[int]().union(*(state.frozen for state, _ in ends))
    return bool(reaching)


def _test(c: Context) -> tuple[str, tuple[int, ...]]:
    """A condition, and the sample calls at which it may hold."""
    test = size_test(c) if c.chance(0.6 if c.sized else 0.1) else None
    if test is None or not test[1]:
        return condition(c), c.state.cases
    c.count("test of a size")
    return test


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


def join(c: Context, before: State, ends: list[State], shared: tuple[str, Type] | None) -> State:
    """The names after branches that end in these states."""
    names = list(before.names) + ([shared[0]] if shared else [])
    frozen = set[int]().union(*(end.frozen for end in ends))
    cases = tuple(case for case in before.cases if any(case in end.cases for end in ends))
    state = State(frozen=frozen, sizes=dict(before.sizes), cases=cases)
    memories = {name: _memories(name, ends) for name in names}
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


def _memories(name: str, ends: list[State]) -> set[int]:
    """The arrays that a name may refer to after the branches."""
    found = {end.names[name].memory for end in ends}
    return {memory for memory in found if memory is not None}
