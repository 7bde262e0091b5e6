"""Drawn sizes made of others, tests of sizes, and arrays cut, joined and folded to a size."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from .context import Context, Variable
from .expressions import draws, size
from .samples import MOST, plain
from .types import SPELLED, Type, array

_UNARY = [
    *("{a} // 2", "{a} - {a} // 2", "-(-{a} // 2)", "({a} + 3) // 4", "2 * {a}", "{a} + 1"),
    *("max({a} - 1, 0)", "max({a} - 2, 0)", "min({a}, 4)", "{a} % 3", "-{a} % 4"),
    *("{a} // 3 * 3", "-(-{a} // 4) * 4", "({a} + 2 - 3) // 2 + 1", "{a} + -{a} % 2"),
]
_BINARY = ["{a} + {b}", "min({a}, {b})", "max({a}, {b})", "{a} * {b}", "max({a} - {b}, 0)"]

Sized = tuple[str, str]
"""The name of a size, and how it is written in the program."""


def derived(c: Context) -> Sized | None:
    """A size made of one or two known ones; the name of an equal one where there is one."""
    names = list(c.sizes)
    if not names:
        return None
    a, b = c.recent(names), c.one(names)
    form = c.one(_UNARY if a == b or c.chance(0.7) else _BINARY)
    name = size_name(c, form.format(a=f"({a})", b=f"({b})"))
    if name is None:
        return None
    return name, f"({form.format(a=size(c, a), b=size(c, b))})"


def size_name(c: Context, text: str) -> str | None:
    """The name of a size given over names; None where it is negative or large somewhere."""
    values = here(c, text)
    if not values or min(values) < 0 or max(values) > MOST:
        return None
    equal = [name for name in c.sizes if here(c, name) == values]
    if equal:
        return equal[0]
    return str(values[0]) if len(set(values)) == 1 else plain(text)


def here(c: Context, text: str) -> list[int]:
    """What a size is at the sample calls that come to this place."""
    values = c.samples.of(text)
    return [values[case] for case in c.state.cases]


_TESTS = [
    *("{a} > 1", "{a} >= 3", "{a} % 2 == 0", "{a} <= {b}", "{a} < {b}", "{a} == {b}", "{a} > 64"),
    *("{a} != {b}", "{a}", "{a} * {b} < 40", "{a} // 2 >= 2", "1 <= {a} < 9", "{a} % 4 != 3"),
]


def size_test(c: Context) -> tuple[str, tuple[int, ...]] | None:
    """A test of sizes, as text, and the sample calls of this place at which it holds."""
    names = list(c.sizes)
    if not names:
        return None
    a, b = c.one(names), c.one(names)
    form = c.one(_TESTS)
    if a == b and "{b}" in form:
        return None
    truths = c.samples.of(form.format(a=f"({a})", b=f"({b})"))
    text = form.format(a=size(c, a), b=size(c, b))
    return text, tuple(case for case in c.state.cases if truths[case])


def compares(text: str) -> bool:
    """Whether a test is a comparison, not the truth of a number."""
    return isinstance(ast.parse(text, mode="eval").body, ast.Compare)


def unnamed(c: Context, name: str, dtype: str, memory: int) -> None:
    """A name is bound to a vector of a size that has no name yet."""
    own = c.new("z")
    c.know(name, array(dtype, own), memory)
    c.spell(own, f"len({name})", f"{name}.shape[0]")


# --- arrays of a wanted size ------------------------------------------------------------------

_CUTS = {
    "{v}[1:]": "max({s} - 1, 0)",
    "{v}[:-1]": "max({s} - 1, 0)",
    "{v}[1:-1]": "max({s} - 2, 0)",
    "{v}[2:]": "max({s} - 2, 0)",
    "{v}[::2]": "({s} + 1) // 2",
    "{v}[1::2]": "{s} // 2",
    "{v}[:4]": "min({s}, 4)",
    "{v}[::-1]": "{s}",
    "{v}[len({v}) // 2:]": "{s} - {s} // 2",
    "{v}[:len({v}) // 2]": "{s} // 2",
    "{v}[2:][1:]": "max({s} - 3, 0)",
    "{v}[:{t}]": "min({s}, {t})",
    "{v}[{d}:]": "min({s}, {t})",
    "{v}[1:][:{t}]": "min(max({s} - 1, 0), {t})",
}
"""What is cut from a vector, and its size: `s` is the vector's, `t` is wanted, `d` is `s - t`."""


@draws(array=1, resized=1)
def _cut(c: Context, t: Type, depth: int) -> str | None:
    """A part of an array, along its first axis."""
    if not t.shape:
        return None
    whole, fits = _others(c, t), []
    for v in whole:
        s = v.type.shape[0]
        for text, formula in _CUTS.items():
            if "{d}" in text and min(here(c, f"({s}) - ({t.shape[0]})")) < 0:
                continue
            made = formula.format(s=f"({s})", t=f"({t.shape[0]})")
            if here(c, made) == here(c, t.shape[0]):
                wanted = size(c, t.shape[0])
                fits.append(text.format(v=v.name, t=wanted, d=f"len({v.name}) - {wanted}"))
    if fits:
        c.count("part of a size")
    return c.one(fits) if fits else None


@draws(array=1, resized=1)
def _same(c: Context, t: Type, depth: int) -> str | None:
    """An array whose size goes by another name and is the same here."""
    found = [v.name for v in _others(c, t) if here(c, v.type.shape[0]) == here(c, t.shape[0])]
    return c.one(found) if found else None


def _others(c: Context, t: Type) -> list[Variable]:
    """Arrays with another first axis than `t`, and otherwise alike."""
    return c.variables(
        lambda v: (
            v.type.is_array
            and v.type.dtype == t.dtype
            and len(v.type.shape) == len(t.shape) > 0
            and v.type.shape != t.shape
            and v.type.shape[1:] == t.shape[1:]
        )
    )


@draws(array=1, resized=1)
def _joined(c: Context, t: Type, depth: int) -> str | None:
    """Arrays one after the other, or one that is filled up."""
    if not t.shape:
        return None
    wanted, (first, *rest) = here(c, t.shape[0]), t.shape
    parts = [*_others(c, t), *c.variables(lambda v: v.type == t)]
    fits = list(_pairs(c, parts, wanted))
    for v in parts:
        s = v.type.shape[0]
        if min(here(c, f"({first}) - ({s})")) >= 0 and t.dtype != "bool":
            missing = f"{size(c, first)} - {size(c, s) if s in c.sizes else f'len({v.name})'}"
            if not rest:
                fits.append(f"np.pad({v.name}, (0, {missing}))")
                filler = f"np.zeros({missing}, {SPELLED[t.dtype]})"
                fits.append(f"np.concatenate(({v.name}, {filler}))")
    if fits:
        c.count("arrays joined to a size")
    return c.one(fits) if fits else None


def _pairs(c: Context, parts: list[Variable], wanted: list[int]) -> Iterator[str]:
    for v in parts:
        for w in parts:
            if here(c, f"({v.type.shape[0]}) + ({w.type.shape[0]})") == wanted:
                yield f"np.concatenate(({v.name}, {w.name}))"
                if v == w and len(v.type.shape) == 1:
                    yield from (f"np.tile({v.name}, 2)", f"np.repeat({v.name}, 2)")


@draws(array=1, resized=1)
def _folded(c: Context, t: Type, depth: int) -> str | None:
    """The elements of an array in another shape."""
    if not t.shape:
        return None
    wanted = here(c, _product(t.shape))
    found = c.variables(
        lambda v: (
            v.type.is_array
            and v.type.dtype == t.dtype
            and v.type.shape not in ((), t.shape)
            and here(c, _product(v.type.shape)) == wanted
        )
    )
    if not found:
        return None
    c.count("array of another shape")
    sizes = [size(c, each) for each in t.shape]
    if c.chance(0.5):
        sizes[c.random.randrange(len(sizes))] = "-1"
    v = c.one(found)
    if len(v.type.shape) == 2 and sizes == ["-1"] and c.chance(0.3):
        return f"{v.name}.ravel().copy()"
    return f"{v.name}.reshape({', '.join(sizes)})"


def _product(shape: Iterable[str]) -> str:
    return " * ".join(f"({each})" for each in shape)
