"""Drawn expressions of a given type. Compound ones stand in parentheses."""

from __future__ import annotations

from collections.abc import Callable

from .context import Context, Variable
from .types import BOOL, DTYPES, FLOAT, INT, SPELLED, Type, array, operands, scalar

Draw = Callable[[Context, Type, int], str | None]
"""Draws an expression of a type from parts of a smaller depth; None where there is none."""

_CASTS = {
    "bool": ("i32", "i64", "f32", "f64"),
    "i32": ("bool", "i64"),
    "i64": ("bool", "i32"),
    "f32": ("bool", "i32", "f64"),
    "f64": ("bool", "i32", "i64", "f32"),
}
"""The dtypes whose conversion has a value for every value."""

INTS = ["0", "1", "2", "3", "-1", "-2", "5", "7"]
FLOATS = ["0.5", "1.0", "-1.5", "2.0", "0.25", "-0.0", "3.0", "-4.0"]


def expression(c: Context, t: Type, depth: int = 2) -> str:
    """An expression of this type."""
    for _ in range(6):
        if depth <= 0 or c.chance(0.2):
            break
        text = c.weighted(_TABLES[_table(t)])(c, t, depth - 1)
        if text is not None:
            return text
    return leaf(c, t)


def _table(t: Type) -> str:
    if t.is_array and not t.shape:
        return "array of rank 0"
    return t.dtype if t.form == "number" else t.form


def leaf(c: Context, t: Type) -> str:
    """A name or a literal of this type."""
    names = c.of_type(t)
    if names and (t.form != "number" or c.chance(0.7)):
        return c.recent(names)
    if t.form == "tuple":
        return (
            "(" + ", ".join(leaf(c, item) for item in t.items) + ("," * (len(t.items) == 1)) + ")"
        )
    if t.is_array:
        return _converted(c, t) or _new_array(c, t)
    if t.form == "scalar":
        return _converted(c, t) or f"{SPELLED[t.dtype]}({literal(c, t.dtype)})"
    return literal(c, t.dtype)


def _converted(c: Context, t: Type) -> str | None:
    """A name of another dtype, or an element of an array, as this type."""
    others = c.variables(
        lambda v: (
            v.type.form == t.form and v.type.shape == t.shape and v.type.dtype in _CASTS[t.dtype]
        )
    )
    if others and c.chance(0.6):
        c.count("cast")
        name = c.recent(others).name
        return f"{name}.astype({SPELLED[t.dtype]})" if t.is_array else f"{SPELLED[t.dtype]}({name})"
    return _element(c, t, 0) if t.form == "scalar" and c.chance(0.8) else None


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


# --- arithmetic -------------------------------------------------------------------------------


def _arithmetic(c: Context, t: Type, depth: int) -> str | None:
    """An operator on NumPy operands, or on these and Python numbers."""
    symbol = c.weighted([(4, "+"), (4, "-"), (4, "*"), (1.5, "/"), (0.5, "//"), (0.5, "%")])
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
    a, b = _shaped(c, t, (left, right))
    return f"({_operand(c, a, depth)} {symbol} {_operand(c, b, depth)})"


def _operand(c: Context, t: Type, depth: int) -> str:
    """An operand; a Python int stays small, so that it fits 32 bits more often than not."""
    if t == INT and c.chance(0.7):
        return leaf(c, t)
    return expression(c, t, depth)


def _shaped(c: Context, t: Type, pair: tuple[Type, Type]) -> tuple[Type, ...]:
    """Operand types for a result of the shape of `t`: at least one of them an array if it is one."""
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


def _squared(c: Context, t: Type, depth: int) -> str | None:
    if t.dtype == "bool":
        return None
    c.count("power")
    return f"({expression(c, t, min(depth, 1))} ** 2)"


def _extremum(c: Context, t: Type, depth: int) -> str | None:
    if t.dtype == "bool":
        return None
    c.count("np.maximum")
    name = c.one(["maximum", "minimum"])
    if c.chance(0.4):
        return f"np.{name}({expression(c, t, depth)}, {literal(c, t.dtype)})"
    a, b = _shaped(c, t, (scalar(t.dtype), scalar(t.dtype)))
    return f"np.{name}({expression(c, a, depth)}, {expression(c, b, depth)})"


def _unary(c: Context, t: Type, depth: int) -> str | None:
    if t.dtype == "bool":
        return None
    c.count("unary")
    return c.one(["(-{})", "abs({})", "np.abs({})"]).format(expression(c, t, depth))


def _math(c: Context, t: Type, depth: int) -> str | None:
    if not t.is_float or c.exact:
        return None
    c.count("math function")
    name = c.one(["sqrt", "exp", "tanh", "log", "sin", "cos"])
    c.inexact |= name != "sqrt"
    return f"np.{name}({expression(c, t, depth)})"


def _floor(c: Context, t: Type, depth: int) -> str | None:
    if not t.is_float:
        return None
    c.count("math function")
    return f"np.floor({expression(c, t, depth)})"


def _conditional(c: Context, t: Type, depth: int) -> str:
    c.count("conditional expression")
    then, otherwise = expression(c, t, depth), expression(c, t, depth)
    return f"({then} if {condition(c, depth)} else {otherwise})"


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
    elif c.chance(0.3):
        c.count("keyword argument")
        arguments[-1] = f"x{len(arguments) - 1}={arguments[-1]}"
    return f"{helper.name}({', '.join(arguments)})"


# --- arrays -----------------------------------------------------------------------------------


def _where(c: Context, t: Type, depth: int) -> str:
    c.count("np.where")
    a, b = _shaped(c, t, (scalar(t.dtype), scalar(t.dtype)))
    test = expression(c, array("bool", *t.shape), depth)
    return f"np.where({test}, {expression(c, a, depth)}, {expression(c, b, depth)})"


def _cast(c: Context, t: Type, depth: int) -> str:
    """A conversion that has a value for every value: never of a float to an integer."""
    c.count("cast")
    source = c.one([t.dtype, *_CASTS[t.dtype]])
    if t.is_array:
        return f"{expression(c, array(source, *t.shape), depth)}.astype({SPELLED[t.dtype]})"
    return f"{SPELLED[t.dtype]}({expression(c, scalar(source), depth)})"


def _axis_reduction(c: Context, t: Type, depth: int) -> str | None:
    if len(t.shape) != 1:
        return None
    others = [name for name in c.sizes if name != t.shape[0]]
    if not others:
        return None
    axis = c.random.randrange(2)
    whole = (c.one(others), *t.shape) if axis == 0 else (*t.shape, c.one(others))
    call = _reduction(c, t.dtype, array(t.dtype, *whole), depth, f"axis={axis}")
    return call


def _outer(c: Context, t: Type, depth: int) -> str | None:
    if len(t.shape) != 2 or t.dtype == "bool":
        return None
    c.count("broadcast")
    column = expression(c, array(t.dtype, t.shape[0]), depth - 1)
    row = expression(c, array(t.dtype, t.shape[1]), depth - 1)
    column = f"{column}[:, None]" if c.chance(0.6) else f"{column}.reshape(-1, 1)"
    return f"({column} {c.one(['+', '-', '*'])} {row})"


def _transposed(c: Context, t: Type, depth: int) -> str | None:
    if len(t.shape) != 2:
        return None
    c.count("transpose")
    return f"{expression(c, array(t.dtype, *reversed(t.shape)), depth)}.T"


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


def _reversed(c: Context, t: Type, depth: int) -> str | None:
    if len(t.shape) != 1:
        return None
    c.count("slice")
    return f"{expression(c, t, depth)}[{c.one(['::-1', ':', '...'])}]"


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


def _point_where(c: Context, t: Type, depth: int) -> str | None:
    c.count("np.where")
    a, b = expression(c, scalar(t.dtype), depth), expression(c, scalar(t.dtype), depth)
    test = c.of_type(scalar("bool"))
    return f"np.where({c.one(test)}, {a}, {b})" if test else None


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


def _copied(c: Context, t: Type, depth: int) -> str:
    c.count("copy")
    return f"{expression(c, t, depth)}.copy()"


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
        return f"np.isnan({expression(c, Type(t.form, c.one(['f32', 'f64']), t.shape), depth)})"
    dtype = c.one(list(DTYPES))
    left, right = Type(t.form, dtype, t.shape), Type(t.form, dtype, t.shape)
    a = expression(c, left, depth)
    b = literal(c, dtype) if c.chance(0.5) and dtype != "bool" else expression(c, right, depth)
    c.count("comparison")
    return f"({a} {_relation(c)} {b})"


# --- scalars ----------------------------------------------------------------------------------


def _relation(c: Context) -> str:
    return c.one(["<", "<=", ">", ">=", "==", "!="])


def _reduced(c: Context, t: Type, depth: int) -> str | None:
    shapes = [(name,) for name in c.sizes] + [(a, b) for a in c.sizes for b in c.sizes if a != b]
    return _reduction(c, t.dtype, array(t.dtype, *c.one(shapes)), depth, "") if shapes else None


def _reduction(c: Context, dtype: str, source: Type, depth: int, axis: str) -> str | None:
    name = c.one(["any", "all"]) if dtype == "bool" else c.one(["sum", "sum", "max", "min", "mean"])
    if name == "mean" and (dtype != "f64" and dtype != "f32" or c.exact):
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


def _element(c: Context, t: Type, depth: int) -> str | None:
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


# --- Python numbers ---------------------------------------------------------------------------


def _int(c: Context, t: Type, depth: int) -> str:
    a = expression(c, INT, depth)
    kind = c.random.randrange(10)
    c.count("integer arithmetic")
    if kind < 4:
        return f"({a} {c.one(['+', '-'])} {expression(c, INT, depth)})"
    if kind == 4:
        return f"({c.one(INTS[:5])} * {a})" if c.chance(0.5) else f"({a} % 5 * {leaf(c, INT)})"
    if kind == 5:
        divisor = c.one(["2", "3", "(-2)", *_run_time(c, INT)])
        return f"({a} {c.one(['//', '%'])} {divisor})"
    if kind == 6:
        c.count("builtin")
        return f"{c.one(['min', 'max'])}({a}, {expression(c, INT, depth)})"
    if kind == 7:
        c.count("builtin")
        return f"abs({a})" if c.chance(0.6) else f"(-{a})"
    if kind == 8:
        c.count("value of and/or")
        return f"({a} {c.one(['or', 'and'])} {expression(c, INT, depth)})"
    return f"({a} + {expression(c, BOOL, depth)})" if c.chance(0.3) else f"({a} + 1)"


def _run_time(c: Context, t: Type) -> list[str]:
    """The names of this type that may be zero only when the program runs."""
    return [v.name for v in c.variables(lambda v: v.type == t)]


def _size(c: Context, t: Type, depth: int) -> str | None:
    if not c.sizes:
        return None
    c.count("shape arithmetic")
    text = size(c, c.one(list(c.sizes)))
    return c.one(["{}", "(2 * {})", "({} // 2)", "({} - 1)", "({} % 3)"]).format(text)


def _to_int(c: Context, t: Type, depth: int) -> str:
    c.count("builtin")
    return f"int({expression(c, scalar(c.one(['i32', 'i64', 'bool'])), depth)})"


def _float(c: Context, t: Type, depth: int) -> str:
    c.count("float arithmetic")
    a, b = expression(c, FLOAT, depth), expression(c, c.one([FLOAT, FLOAT, INT]), depth)
    if c.chance(0.5):
        a, b = b, a
    kind = c.random.randrange(8)
    if kind < 5:
        return f"({a} {c.one(['+', '-', '*'])} {b})"
    if kind == 5 and not c.exact:
        return f"({a} / {c.one(['4.0', '-0.5', *_run_time(c, FLOAT), *_run_time(c, INT)])})"
    if kind == 6:
        return f"abs({expression(c, FLOAT, depth)})"
    c.count("builtin")
    a, b = expression(c, FLOAT, depth), expression(c, FLOAT, depth)
    return f"{c.one(['min', 'max'])}({a}, {b})"


def _to_float(c: Context, t: Type, depth: int) -> str:
    c.count("builtin")
    source = c.one([INT, BOOL, scalar("f32"), scalar("f64"), scalar("i64"), array("f32")])
    return f"float({expression(c, source, depth)})"


def _bool(c: Context, t: Type, depth: int) -> str:
    kind = c.random.randrange(8)
    if kind == 0:
        c.count("not")
        return f"(not {condition(c, depth)})"
    if kind <= 2:
        c.count("and/or")
        return f"({expression(c, BOOL, depth)} {c.one(['and', 'or'])} {expression(c, BOOL, depth)})"
    if kind == 3:
        c.count("chained comparison")
        t = c.one([INT, FLOAT])
        parts = [expression(c, t, min(depth, 1)) for _ in range(3)]
        return f"({parts[0]} {_relation(c)} {parts[1]} {_relation(c)} {parts[2]})"
    if kind == 4:
        return f"bool({expression(c, c.one([INT, FLOAT, scalar('f32'), scalar('bool')]), depth)})"
    c.count("comparison")
    t = c.one([INT, INT, FLOAT])
    return f"({expression(c, t, depth)} {_relation(c)} {expression(c, t, depth)})"


def condition(c: Context, depth: int = 2) -> str:
    """Anything that has a truth value."""
    kind = c.random.randrange(12)
    if kind < 4:
        return expression(c, BOOL, depth)
    if kind < 7:
        return expression(c, scalar("bool"), depth)
    if kind < 9 and depth > 0:
        c.count("short circuit")
        parts = [condition(c, depth - 1) for _ in range(c.random.randrange(2, 4))]
        return f"({(' and ' if c.chance(0.5) else ' or ').join(parts)})"
    if kind == 9:
        c.count("chained comparison")
        t = c.one([scalar("f32"), scalar("i64"), scalar("f64")])
        parts = [expression(c, c.one([t, t, INT]), min(depth, 1)) for _ in range(2)]
        return f"({parts[0]} {_relation(c)} {expression(c, t, 1)} {_relation(c)} {parts[1]})"
    if kind == 10:
        c.count("truth of a number")
        return expression(c, c.one([INT, FLOAT, scalar("f32"), scalar("i64")]), min(depth, 1))
    c.count("comparison")
    t = c.one([scalar("f32"), scalar("i64"), scalar("f64"), scalar("i32")])
    return f"({expression(c, t, depth)} {_relation(c)} {expression(c, c.one([t, INT]), depth)})"


_TABLES: dict[str, list[tuple[float, Draw]]] = {
    "array": [
        (8, _arithmetic), (2, _extremum), (2, _unary), (1, _math), (0.4, _floor), (1.5, _where), (1, _cast),
        (0.6, _axis_reduction), (0.8, _outer), (0.5, _transposed), (1, _row), (0.5, _matmul), (0.4, _copied),
        (0.5, _conditional), (1, _called), (6, _compared),
        (0.5, _reversed), (0.4, _kept), (0.5, _squared),
    ],
    "array of rank 0": [(1, _cast), (1, _copied), (1, _point_where)],
    "scalar": [
        (7, _arithmetic), (1, _extremum), (1, _unary), (1, _math), (0.4, _floor), (0.7, _conditional), (0.8, _cast),
        (2.5, _reduced), (3, _element), (1, _called), (5, _compared), (0.4, _squared),
    ],
    "int": [(6, _int), (0.3, _squared), (2.5, _size), (0.8, _to_int), (0.7, _conditional), (1, _called)],
    "float": [(6, _float), (1.2, _to_float), (0.7, _conditional), (1, _called)],
    "bool": [(6, _bool), (0.5, _conditional)],
    "tuple": [(1, _conditional), (2, _called)],
}  # fmt: skip
