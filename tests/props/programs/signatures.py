"""Parameters and results of drawn functions that are about sizes."""

from __future__ import annotations

from .context import Context
from .samples import opaque, plain
from .size_expressions import derived
from .types import BOOL, INT, Type, array, scalar

_SHAPES = [
    *(("n",), ("m",), ("n", "m"), ("m", "n"), ("2 * n",), ("n + m",), ("n + 1",), ("n", "2 * m")),
    *(("n // 2",), ("max(n - 2, 0)",), ("n * m",), ("n", "3"), ("4",), ("-n % 4", "m")),
    *(("min(n, m)",), ("3 * n + 1",), ("n", "n"), ("1", "n"), ("2", "n", "m")),
]


def sized_types(c: Context) -> list[Type]:
    """The types of the parameters: `n` and `m` can be found from them."""
    c.dtypes = dtypes = c.one([("f32",), ("f64",), ("f32", "i64"), ("f64", "i32")])
    first = array(dtypes[0], "n"), array(c.one(dtypes), *c.one([("m",), ("m", "n")]))
    count = c.random.randrange(1, 4)
    rest = [array(c.one(dtypes), *c.one(_SHAPES)) for _ in range(count)]
    for _ in rest:
        c.count("dim expression in an annotation")
    numbers = [c.one([INT, BOOL, scalar("f32"), scalar("i64")])] * c.chance(0.4)
    return [*first, *rest, *numbers]


def result_types(c: Context) -> tuple[Type, ...] | None:
    """The declared types of what is returned; sometimes with a size that it may not have."""
    types = [t for _, t in c.result]
    if not c.chance(0.6):
        return None
    names: dict[str, str] = {}  # of the sizes that only the results have
    declared = [_named(t, names) for t in types]
    places = [(i, j) for i, t in enumerate(declared) for j in range(len(t.shape))]
    if places and c.chance(0.4):
        c.count("declared result that may not be")
        i, j = c.one(places)
        other = derived(c)
        shape = declared[i].shape
        if other is not None and not opaque(other[0]):
            declared[i] = array(declared[i].dtype, *shape[:j], other[0], *shape[j + 1 :])
    c.count("declared result")
    return tuple(declared)


def _named(t: Type, names: dict[str, str]) -> Type:
    """A type whose sizes that are known only when the program runs have a name each."""
    if not t.is_array:
        return t
    shape = [names.setdefault(each, f"r{len(names)}") if opaque(each) else each for each in t.shape]
    return array(t.dtype, *shape)


def dim_text(size: str) -> str:
    """A size in an annotation."""
    plain_dim = size.isdigit() or size in ("n", "m")
    arithmetic = "(" not in size and "r" not in size
    return size if plain_dim or (arithmetic and len(size) % 2) else repr(plain(size))
