"""Drawn statements: their registry, blocks of them, and what a function returns."""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable, Iterable

from .context import Context, Variable
from .expressions import expression, place
from .types import BOOL, FLOAT, INT, Type, array, scalar

Draw = Callable[[Context], bool | None]
"""Writes a statement; False where control does not go on after it."""

MOST_TRIPS = 250
"""Of all loops around a place, so that a program ends soon."""

DEEPEST = 4
"""Blocks inside each other that may hold further ones."""

PREFIX = {"array": "a", "scalar": "s", "int": "k", "float": "t", "bool": "b", "tuple": "p"}
PREFIX |= {"list": "l", "dict": "d"}
"""What names of a type begin with."""

_Table = list[tuple[float, Draw]]

_SIMPLE: dict[bool, _Table] = {False: [], True: []}
_NESTING: dict[bool, _Table] = {False: [], True: []}


def statement(
    weight: float, *, sized: float | None = None, nests: bool = False
) -> Callable[[Draw], Draw]:
    """Decorator: draws statements, as often as the weight says; `nests` where they hold blocks.

    `sized` is the weight in functions that are about sizes, by default a third.
    """

    def register(draw: Draw) -> Draw:
        table = _NESTING if nests else _SIMPLE
        insort(table[False], (weight, draw), key=place)
        insort(table[True], (weight / 3 if sized is None else sized, draw), key=place)
        return draw

    return register


def block(c: Context, length: int) -> bool:
    """Some statements; tells whether control reaches their end."""
    for _ in range(length):
        if c.left <= 0:
            break
        c.left -= 1
        draw = c.weighted(_SIMPLE[c.sized] + _NESTING[c.sized] * (c.depth < DEEPEST))
        if draw(c) is False:
            return False
    return True


def some_type(c: Context) -> Type:
    """The type of a new name."""
    kind = c.weighted([(5, "array"), (3, "scalar"), (4, "number")])
    if kind == "number":
        return c.weighted([(3, INT), (1.5, FLOAT), (1, BOOL)])
    if c.sized and c.chance(0.7):
        return array(c.one(c.dtypes), *some_shape(c))
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


def target(c: Context, names: list[Variable]) -> Variable:
    """One to change: mostly what is returned, so that what was computed is seen."""
    returned = [v for v in names if v.name in dict(c.result)]
    return c.one(returned) if returned and c.chance(0.6) else c.one(names)


def start(c: Context, types: Iterable[Type]) -> None:
    """Bind the names that the function returns."""
    found = []
    for number, t in enumerate(types):
        name = f"r{number}"
        text = expression(c, t, 1)
        c.bind(name, t, f"{text}.copy()" if t.is_array and c.chance(0.7) else text)
        found.append((name, t))
    c.result = tuple(found)


def give_back(c: Context) -> bool:
    """`return` of what the function returns."""
    if not c.settled and c.depth == 0:
        c.result += tuple((v.name, v.type) for v in _shown(c))
    c.settled = True
    items = [
        name if t.form == "opaque" or c.chance(0.8) else expression(c, t, 2) for name, t in c.result
    ]
    c.emit(f"return {', '.join(items)}")
    return False


def _shown(c: Context) -> list[Variable]:
    """What a program returns besides, so that it is seen."""
    returned = {name for name, _ in c.result}
    names = c.variables(lambda v: v.name not in returned and v.name.isidentifier())
    if c.sized:
        return [v for v in names if v.name.startswith("a")][-2:]
    return c.random.sample(names, min(len(names), c.random.randrange(5)))
