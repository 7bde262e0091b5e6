"""Drawn arithmetic, comparisons and calls on NumPy values."""

from __future__ import annotations

from .context import Context
from .expressions import draws, expression, leaf, literal, relation
from .numbers import condition
from .types import DTYPES, INT, Type, array, operands, scalar


@draws(array=8, scalar=7)
def _arithmetic(c: Context, t: Type, depth: int) -> str | None:
    """An operator on NumPy operands, or on these and Python numbers."""
    symbol = c.weighted([(4, "+"), (4, "-"), (4, "*"), (1.5, "/"), (0.5, "//"), (0.5, "%")])
    if not t.is_float and c.chance(0.2):
        symbol = c.one(["&", "|", "^", "<<", ">>"])
    pairs = operands(symbol, t.dtype)
    if not pairs or (symbol == "/" and c.exact):
        return None
    alike = [pair for pair in pairs if {p.dtype for p in pair} == {t.dtype}]
    weak = [
        p
        for p in pairs
        if "number" in (p[0].form, p[1].form) and t.dtype in (p[0].dtype, p[1].dtype)
    ]
    left, right = c.one(c.weighted([(5, alike or pairs), (3, weak or pairs), (2, pairs)]))
    if t.dtype == "i32" or symbol in ("*", "//", "%"):
        depth = min(depth, 1)
    c.count("mixed dtypes" if left.dtype != right.dtype else "arithmetic")
    a, b = shaped(c, t, (left, right))
    return f"({_operand(c, a, depth)} {symbol} {_operand(c, b, depth)})"


def _operand(c: Context, t: Type, depth: int) -> str:
    """An operand; a Python int stays small, so that it fits 32 bits more often than not."""
    if t == INT and c.chance(0.7):
        return leaf(c, t)
    return expression(c, t, depth)


def shaped(c: Context, t: Type, pair: tuple[Type, Type]) -> tuple[Type, ...]:
    """Operand types for a result of the shape of `t`: an array, if it is one, has an array."""
    if not t.is_array:
        points = {v.type for v in c.variables(lambda v: v.type.is_array and not v.type.shape)}
        return tuple(
            array(p.dtype) if array(p.dtype) in points and c.chance(0.4) else p for p in pair
        )
    strong = [i for i, p in enumerate(pair) if p.form == "scalar"]
    whole = c.one(strong)
    return tuple(
        p
        if p.form != "scalar" or (i != whole and c.chance(0.4))
        else array(p.dtype, *_shape(c, t, i, whole))
        for i, p in enumerate(pair)
    )


def _shape(c: Context, t: Type, number: int, whole: int) -> tuple[str, ...]:
    """The shape of one operand: all of the result's, or only its last axis."""
    if number != whole and len(t.shape) == 2 and c.chance(0.3):
        c.count("broadcast")
        return t.shape[1:]
    return t.shape


@draws(array=0.5, scalar=0.4, int=0.3)
def _squared(c: Context, t: Type, depth: int) -> str | None:
    if t.dtype == "bool":
        return None
    c.count("power")
    return f"({expression(c, t, min(depth, 1))} ** 2)"


@draws(array=2, scalar=1)
def _extremum(c: Context, t: Type, depth: int) -> str | None:
    if t.dtype == "bool":
        return None
    c.count("np.maximum")
    if c.chance(0.25) and not (t.is_float and c.exact):
        c.inexact |= t.is_float  # of zeros either one
        return f"np.clip({expression(c, t, depth)}, {literal(c, t.dtype)}, {literal(c, t.dtype)})"
    name = c.one(["maximum", "minimum"])
    if c.chance(0.4):
        return f"np.{name}({expression(c, t, depth)}, {literal(c, t.dtype)})"
    a, b = shaped(c, t, (scalar(t.dtype), scalar(t.dtype)))
    return f"np.{name}({expression(c, a, depth)}, {expression(c, b, depth)})"


@draws(array=2, scalar=1)
def _unary(c: Context, t: Type, depth: int) -> str | None:
    if t.dtype == "bool":
        return None
    c.count("unary")
    return c.one(["(-{})", "abs({})", "np.abs({})", "np.sign({})", "np.square({})"]).format(
        expression(c, t, depth)
    )


@draws(array=1, scalar=1)
def _math(c: Context, t: Type, depth: int) -> str | None:
    if not t.is_float or c.exact:
        return None
    c.count("math function")
    name = c.one(["sqrt", "exp", "tanh", "log", "sin", "cos", "log1p", "arctan", "cosh", "cbrt"])
    c.inexact |= name != "sqrt"
    return f"np.{name}({expression(c, t, depth)})"


@draws(array=0.4, scalar=0.4)
def _floor(c: Context, t: Type, depth: int) -> str | None:
    if not t.is_float:
        return None
    c.count("math function")
    return f"np.{c.one(['floor', 'ceil', 'trunc', 'rint', 'round'])}({expression(c, t, depth)})"


@draws(array=6, scalar=5)
def _compared(c: Context, t: Type, depth: int) -> str | None:
    """A comparison or logic of arrays or of NumPy scalars."""
    if t.dtype != "bool":
        return None
    kind = c.random.randrange(8)
    if kind == 0:
        return f"np.logical_not({expression(c, t, depth)})"
    if kind == 1:
        name = c.one(["logical_and", "logical_or"])
        return f"np.{name}({expression(c, t, depth)}, {expression(c, t, depth)})"
    if kind == 2:
        name = c.one(["isnan", "isinf", "isfinite", "signbit"])
        return f"np.{name}({expression(c, Type(t.form, c.one(['f32', 'f64']), t.shape), depth)})"
    dtype = c.one(list(DTYPES))
    left, right = Type(t.form, dtype, t.shape), Type(t.form, dtype, t.shape)
    a = expression(c, left, depth)
    b = literal(c, dtype) if c.chance(0.5) and dtype != "bool" else expression(c, right, depth)
    c.count("comparison")
    return f"({a} {relation(c)} {b})"


@draws(array=0.5, scalar=0.7, int=0.7, float=0.7, bool=0.5, tuple=1, list=0.5, dict=0.5)
def _conditional(c: Context, t: Type, depth: int) -> str:
    c.count("conditional expression")
    then, otherwise = expression(c, t, depth), expression(c, t, depth)
    return f"({then} if {condition(c, depth)} else {otherwise})"


@draws(array=3, scalar=3, int=2, float=2, tuple=4)
def _called(c: Context, t: Type, depth: int) -> str | None:
    helpers = [h for h in c.helpers if h.result == t]
    if not helpers:
        return None
    helper = c.one(helpers)
    c.count("call of a @graph function" if helper.compiled else "call of a plain function")
    arguments = [expression(c, p, depth - 1) for p in helper.parameters]
    if helper.default and c.chance(0.5):
        c.count("default argument")
        arguments.pop()
    elif helper.named and c.chance(0.3):
        c.count("keyword argument")
        arguments[-1] = f"x{len(arguments) - 1}={arguments[-1]}"
    return f"{helper.name}({', '.join(arguments)})"
