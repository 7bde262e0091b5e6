"""Drawn expressions of a given type: names, literals, and the registry of compound ones."""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable

from .context import Context, Variable
from .types import INT, KEYS, SPELLED, Type

Draw = Callable[[Context, Type, int], str | None]
"""Draws an expression of a type from parts of a smaller depth; None where there is none."""

_DRAWS: dict[str, list[tuple[float, Draw]]] = {}


def place(entry: tuple[float, Callable[..., object]]) -> tuple[str, str]:
    """Where an entry of a registry stands, whatever is imported first: so a seed is a program."""
    return entry[1].__module__, entry[1].__qualname__


def draws(**weights: float) -> Callable[[Draw], Draw]:
    """Decorator: draws expressions of these forms, as often as the weights say.

    The forms are those of `Type` for NumPy values, "point" for an array of rank 0, "resized" for an
    array that is made of one with another size, and the class of a Python number.
    """

    def register(draw: Draw) -> Draw:
        for form, weight in weights.items():
            insort(_DRAWS.setdefault(form, []), (weight, draw), key=place)
        return draw

    return register


INTS = ["0", "1", "2", "3", "-1", "-2", "5", "7"]
FLOATS = ["0.5", "1.0", "-1.5", "2.0", "0.25", "-0.0", "3.0", "-4.0"]

CASTS = {
    "bool": ("i32", "i64", "f32", "f64"),
    "i32": ("bool", "i64"),
    "i64": ("bool", "i32"),
    "f32": ("bool", "i32", "f64"),
    "f64": ("bool", "i32", "i64", "f32"),
}
"""The dtypes whose conversion has a value for every value."""


def expression(c: Context, t: Type, depth: int = 2) -> str:
    """An expression of this type."""
    for _ in range(6):
        if depth <= 0 or c.chance(0.2):
            break
        text = c.weighted(_DRAWS[_form(t)])(c, t, depth - 1)
        if text is not None:
            return text
    return leaf(c, t)


def _form(t: Type) -> str:
    if t.is_array and not t.shape:
        return "point"
    return t.dtype if t.form == "number" else t.form


def leaf(c: Context, t: Type) -> str:
    """A name or a literal of this type."""
    names = c.of_type(t)
    if names and (t.form != "number" or c.chance(0.7)):
        return c.recent(names)
    if t.is_container:
        return display(t, [leaf(c, item) for item in t.items])
    if t.is_array:
        return (_resized(c, t) if c.sized else None) or _converted(c, t) or _new_array(c, t)
    if t.form == "scalar":
        return _converted(c, t) or f"{SPELLED[t.dtype]}({literal(c, t.dtype)})"
    return literal(c, t.dtype)


def display(t: Type, items: list[str]) -> str:
    """A container of these items."""
    if t.form == "dict":
        pairs = zip(KEYS, items, strict=False)
        return f"{{{', '.join(f'{key!r}: {item}' for key, item in pairs)}}}"
    text = ", ".join(items)
    return f"[{text}]" if t.form == "list" else f"({text}{',' * (len(items) == 1)})"


def _resized(c: Context, t: Type) -> str | None:
    """An array of another size made to this one."""
    found = (draw(c, t, 0) for _, draw in c.random.sample(_DRAWS["resized"], 3))
    return next((text for text in found if text is not None), None) if c.chance(0.7) else None


def _converted(c: Context, t: Type) -> str | None:
    """A name of another dtype, or an element of an array, as this type."""
    others = c.variables(
        lambda v: (
            v.type.form == t.form and v.type.shape == t.shape and v.type.dtype in CASTS[t.dtype]
        )
    )
    if others and c.chance(0.6):
        c.count("cast")
        name = c.recent(others).name
        return f"{name}.astype({SPELLED[t.dtype]})" if t.is_array else f"{SPELLED[t.dtype]}({name})"
    return element(c, t, 0) if t.form == "scalar" and c.chance(0.8) else None


def literal(c: Context, dtype: str) -> str:
    """A number that every type of this kind holds exactly."""
    if dtype == "bool":
        return c.one(["True", "False"])
    text = c.one(FLOATS if dtype in ("f32", "f64", "float") else INTS)
    return f"({text})" if text.startswith("-") else text


def size(c: Context, name: str) -> str:
    """An expression for a size."""
    return name if name.isdigit() else c.one(c.sizes[name])


def shape(c: Context, t: Type) -> str:
    sizes = [size(c, each) for each in t.shape]
    return (
        f"({', '.join(sizes)}{',' * (len(sizes) == 1)})"
        if len(sizes) != 1 or c.chance(0.3)
        else sizes[0]
    )


def _new_array(c: Context, t: Type) -> str:
    c.count("new array")
    alike = c.variables(lambda v: v.type.is_array and v.type.shape == t.shape)
    if alike and c.chance(0.4):
        return _new_array_like(c, c.one(alike), t)
    kind = c.random.randrange(4)
    if kind == 0 and t.dtype != "bool":
        return f"np.full({shape(c, t)}, {literal(c, t.dtype)}, {SPELLED[t.dtype]})"
    if kind == 1 and len(t.shape) == 1 and t.dtype in ("i32", "i64"):
        return f"np.arange({size(c, t.shape[0])}, dtype={SPELLED[t.dtype]})"
    return f"np.{c.one(['zeros', 'ones'])}({shape(c, t)}, {SPELLED[t.dtype]})"


def _new_array_like(c: Context, v: Variable, t: Type) -> str:
    c.count("new array like another")
    dtype = "" if v.type.dtype == t.dtype else f", dtype={SPELLED[t.dtype]}"
    if c.chance(0.3) and not dtype:
        return f"np.{c.one(['zeros', 'ones'])}({v.name}.shape, {v.name}.dtype)"
    if c.chance(0.5):
        return f"np.full_like({v.name}, {literal(c, t.dtype)}{dtype})"
    return f"np.{c.one(['zeros', 'ones'])}_like({v.name}{dtype})"


@draws(scalar=3)
def element(c: Context, t: Type, depth: int) -> str | None:
    arrays = c.variables(lambda v: v.type.is_array and v.type.dtype == t.dtype)
    if not arrays:
        return None
    c.count("element")
    v = c.recent(arrays)
    return f"{v.name}[{', '.join(index(c, each, depth - 1) for each in v.type.shape) or '()'}]"


def index(c: Context, axis: str, depth: int) -> str:
    """An index of an axis of this size; mostly inside it."""
    inside = [v.name for v in c.variables(lambda v: v.below == axis)]
    kind = c.weighted([(6 * bool(inside), 0), (1, 1), (1, 2), (3, 3), (0.3, 4)])
    if kind == 0:
        return c.one(inside)
    if kind == 1:
        return "0"
    if kind == 2:
        return "-1"
    if kind == 3:
        return f"({expression(c, INT, min(depth, 1))} % {size(c, axis)})"
    return expression(c, INT, min(depth, 1))


def indices(c: Context, length: str, axis: str, depth: int) -> str:
    """So many indices of an axis of this size, inside it unless it is 0."""
    drawn = expression(c, Type("array", "i64", (length,)), depth)
    return f"({drawn}) % max({size(c, axis)}, 1)"


def relation(c: Context) -> str:
    return c.one(["<", "<=", ">", ">=", "==", "!="])
