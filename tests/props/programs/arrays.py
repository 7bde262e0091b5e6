"""Drawn expressions that make, reshape, index and reduce arrays."""

from __future__ import annotations

from .arithmetic import shaped
from .context import Context
from .expressions import CASTS, draws, expression, index, indices
from .types import SPELLED, Type, array, scalar


@draws(array=1.5)
def _where(c: Context, t: Type, depth: int) -> str:
    c.count("np.where")
    a, b = shaped(c, t, (scalar(t.dtype), scalar(t.dtype)))
    test = expression(c, array("bool", *t.shape), depth)
    return f"np.where({test}, {expression(c, a, depth)}, {expression(c, b, depth)})"


@draws(point=1)
def _point_where(c: Context, t: Type, depth: int) -> str | None:
    c.count("np.where")
    a, b = expression(c, scalar(t.dtype), depth), expression(c, scalar(t.dtype), depth)
    test = c.of_type(scalar("bool"))
    return f"np.where({c.one(test)}, {a}, {b})" if test else None


@draws(array=1, point=1, scalar=0.8)
def _cast(c: Context, t: Type, depth: int) -> str:
    """A conversion that has a value for every value: never of a float to an integer."""
    c.count("cast")
    source = c.one([t.dtype, *CASTS[t.dtype]])
    if t.is_array:
        return f"{expression(c, array(source, *t.shape), depth)}.astype({SPELLED[t.dtype]})"
    return f"{SPELLED[t.dtype]}({expression(c, scalar(source), depth)})"


@draws(array=0.4, point=1)
def _copied(c: Context, t: Type, depth: int) -> str:
    c.count("copy")
    return f"{expression(c, t, depth)}.copy()"


@draws(array=0.8)
def _outer(c: Context, t: Type, depth: int) -> str | None:
    if len(t.shape) != 2 or t.dtype == "bool":
        return None
    c.count("broadcast")
    column = expression(c, array(t.dtype, t.shape[0]), depth - 1)
    row = expression(c, array(t.dtype, t.shape[1]), depth - 1)
    column = f"{column}[:, None]" if c.chance(0.6) else f"{column}.reshape(-1, 1)"
    return f"({column} {c.one(['+', '-', '*'])} {row})"


@draws(array=1.5)
def _transposed(c: Context, t: Type, depth: int) -> str | None:
    if len(t.shape) != 2:
        return None
    c.count("transpose")
    return f"{expression(c, array(t.dtype, *reversed(t.shape)), depth)}.T"


@draws(array=3)
def _row(c: Context, t: Type, depth: int) -> str | None:
    """A row or a column of a matrix."""
    if len(t.shape) != 1:
        return None
    matrices = c.variables(
        lambda v: v.type.dtype == t.dtype and len(v.type.shape) == 2 and t.shape[0] in v.type.shape
    )
    if not matrices:
        return None
    c.count("row")
    matrix = c.one(matrices)
    rows, columns = matrix.type.shape
    if columns == t.shape[0]:
        return f"{matrix.name}[{index(c, rows, depth)}{c.one(['', ', :', ', ...'])}]"
    return f"{matrix.name}[:, {index(c, columns, depth)}]"


@draws(array=0.8)
def _picked(c: Context, t: Type, depth: int) -> str | None:
    """Elements that an array of indices names."""
    if len(t.shape) != 1 or not c.sizes:
        return None
    c.count("index array")
    source = c.one(list(c.sizes))
    whole = expression(c, array(t.dtype, source), depth - 1)
    return f"{whole}[{indices(c, t.shape[0], source, depth - 1)}]"


@draws(array=0.5)
def _reversed(c: Context, t: Type, depth: int) -> str | None:
    if len(t.shape) != 1:
        return None
    c.count("slice")
    return f"{expression(c, t, depth)}[{c.one(['::-1', ':', '...'])}]"


@draws(array=1.5)
def _kept(c: Context, t: Type, depth: int) -> str | None:
    """A matrix and its reduction along an axis that is kept."""
    if len(t.shape) != 2 or t.dtype == "bool":
        return None
    c.count("keepdims")
    name = c.one(["max", "min"]) if c.exact else c.one(["sum", "max", "min"])
    if name == "sum" and t.dtype == "i32":
        return None
    c.inexact |= name == "sum" and t.is_float
    a, b = expression(c, t, depth), expression(c, t, depth)
    return f"({a} {c.one(['+', '-'])} {b}.{name}(axis={c.random.randrange(2)}, keepdims=True))"


@draws(array=0.5)
def _matmul(c: Context, t: Type, depth: int) -> str | None:
    if t.dtype == "bool" or not c.sizes or (c.exact and t.is_float):
        return None
    inner = c.one(list(c.sizes))
    c.inexact |= t.is_float
    c.count("matmul")
    if len(t.shape) == 1:
        sides = array(t.dtype, *t.shape, inner), array(t.dtype, inner)
    else:
        sides = array(t.dtype, t.shape[0], inner), array(t.dtype, inner, t.shape[1])
    return f"({expression(c, sides[0], depth - 1)} @ {expression(c, sides[1], depth - 1)})"


@draws(array=0.6)
def _axis_reduction(c: Context, t: Type, depth: int) -> str | None:
    if len(t.shape) != 1:
        return None
    others = [name for name in c.sizes if name != t.shape[0]]
    if not others:
        return None
    axis = c.random.randrange(2)
    whole = (c.one(others), *t.shape) if axis == 0 else (*t.shape, c.one(others))
    return _reduction(c, t.dtype, array(t.dtype, *whole), depth, f"axis={axis}")


@draws(scalar=2.5)
def _reduced(c: Context, t: Type, depth: int) -> str | None:
    shapes = [(name,) for name in c.sizes] + [(a, b) for a in c.sizes for b in c.sizes if a != b]
    return _reduction(c, t.dtype, array(t.dtype, *c.one(shapes)), depth, "") if shapes else None


def _reduction(c: Context, dtype: str, source: Type, depth: int, axis: str) -> str | None:
    name = c.one(["any", "all"]) if dtype == "bool" else c.one(["sum", "sum", "max", "min", "mean"])
    if name == "mean" and ((dtype != "f64" and dtype != "f32") or c.exact):
        return None
    if name == "sum" and dtype == "i32":
        return None
    if name == "sum" and dtype == "i64":
        source = Type("array", c.one(["i64", "i32", "bool"]), source.shape)
    c.count(f"np.{name}")
    operand = expression(c, source, depth)
    if source.is_float and name in ("sum", "mean"):
        if c.exact:  # so that every order of summation gives the same bits
            operand = f"np.floor(np.minimum(np.maximum({operand}, -64.0), 64.0))"
        else:
            c.inexact = True
    if c.chance(0.3):
        return f"{operand}.{name}({axis})"
    return f"np.{name}({operand}{', ' * bool(axis)}{axis})"
