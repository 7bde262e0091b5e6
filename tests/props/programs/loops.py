"""Drawn loops."""

from __future__ import annotations

from collections.abc import Callable

from .assignments import assign
from .branches import join
from .context import Context, Loop, State, Variable
from .expressions import leaf, literal, size
from .numbers import condition, walrus
from .statements import (
    MOST_TRIPS,
    block,
    statement,
)
from .types import INT


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
    if c.chance(0.2):
        _otherwise(c)


def _otherwise(c: Context) -> None:
    """The `else` of a loop."""
    c.count("else of a loop")
    before = c.state
    c.state = before.copy()
    c.emit("else:")
    with c.indented():
        runs = block(c, c.random.randrange(1, 4))
    end = c.state
    c.state = join(c, before, [before, end] if runs else [before], None)
    c.state.frozen |= end.frozen


def _after(c: Context, before: State, end: State, loop: Loop) -> State:
    """The names after a loop: those before it, bound again or not."""
    state = State(dict(before.names), before.frozen | end.frozen, dict(before.sizes), before.cases)
    for name, fresh in loop.rebound.items():
        v = before.names[name]
        memory = c.new_array()
        if not fresh or v.memory in state.frozen:
            state.frozen.add(memory)
        state.names[name] = Variable(name, v.type, memory)
    return state


@statement(2.5, nests=True)
def _while(c: Context) -> None:
    if c.trips * 4 > MOST_TRIPS:
        assign(c)
        return
    c.count("while" if not c.loops else "nested loop")
    name = c.new("k")
    bound = c.one(["2", "3", "4"])
    counter = Variable(name, INT, fixed=True)
    c.emit(f"{name} = 0")
    form = c.random.randrange(6)

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
        f"{walrus(c)} and {name} < {bound}" if form == 5 else "",
    ]
    if form == 4:
        c.count("while True")
    c.state.names[name] = counter
    _loop(c, f"while {tests[form]}:", 4, head, counter=counter)
    c.state.names[name] = counter


_BOUNDS = [
    *(("{}", True), ("{}", True), ("1, {}", True), ("{} - 1, -1, -1", True), ("0, {}, 2", True)),
    *(("{} // 2", True), ("2 * {}", False), ("{} - 1", True), ("-1, {}", False)),
]
"""What `range` takes, and whether every index is inside an axis of that size."""


@statement(3.5, nests=True)
def _for(c: Context) -> None:
    axis = c.one(list(c.sizes)) if c.sizes and c.chance(0.7) else None
    trips = 70 if axis is not None and c.sized else 7
    if c.trips * trips > MOST_TRIPS:
        assign(c)
        return
    c.count("for" if not c.loops else "nested loop")
    name = c.new("i")
    below = None
    if axis is not None:
        text = size(c, axis)
        bounds, inside = c.one(_BOUNDS)
        bounds = bounds.format(text)
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
