"""How each elementwise op is written on single elements.

On Python numbers alone an op means what it means in Python, else what it means in NumPy.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

from dslc.ir.graph import Node
from dslc.ir.ops.close import dtypes_of_closeness
from dslc.ir.ops.rules import loop_of
from dslc.ir.types import NumberType, TensorType, Type, default_dtype, shape_of

from .complex_forms import complex_form, has_complex
from .print_types import COMPLEX, FLOATS, dtype_text, element_text, literal_text


@dataclass(frozen=True, slots=True)
class Form:
    """An op's expression.

    Attributes:
        text: on the operands {0}, {1}, ...
        into: the C++ type that each operand is converted to; "" leaves it as it is.
        fails: the expression gives a `Result`, for `TRY`.
    """

    text: str
    into: tuple[str, ...]
    fails: bool = False


def form_of(
    op: str, types: Sequence[Type], result: Type, attributes: Mapping[str, Any] | None = None
) -> Form:
    """How an op on operands of these types is written."""
    if op in TRUTHS or op == "cast":
        into = "bool" if op in TRUTHS else element_text(result)
        return Form(TRUTHS.get(op, "{0}"), (into,) * len(types))
    if isinstance(result, NumberType) and all(isinstance(t, NumberType) for t in types):
        return _number_form(op, [element_text(t) for t in types], element_text(result))
    if has_complex(types):
        written = complex_form(op, types, element_text(result))
        if written is not None:
            return Form(written[0], (written[1],) * len(types))
    if op in COMPARISONS:
        return _comparison(op, types)
    if op in WITH_ATTRIBUTES:
        return WITH_ATTRIBUTES[op](element_text(result), types, attributes or {})
    return NUMPY[op](element_text(result), types)


# --- comparisons ----------------------------------------------------------------------------------

COMPARISONS = {
    "equal": ("{0} == {1}", "equal({0}, {1})"),
    "not_equal": ("{0} != {1}", "equal({0}, {1})"),
    "less": ("{0} < {1}", "less({0}, {1})"),
    "less_equal": ("{0} <= {1}", "less_equal({0}, {1})"),
    "greater": ("{0} > {1}", "less({1}, {0})"),
    "greater_equal": ("{0} >= {1}", "less_equal({1}, {0})"),
}
"""Each comparison as an operator, and as a function that compares two kinds of numbers exactly."""


def _operator(op: str, into: str) -> Form:
    return Form(COMPARISONS[op][0], (into, into))


def _exact(op: str, namespace: str, into: tuple[str, ...]) -> Form:
    inverted = "!" if op == "not_equal" else ""
    return Form(f"{inverted}{namespace}::{COMPARISONS[op][1]}", into)


def _comparison(op: str, types: Sequence[Type]) -> Form:
    dtypes = [default_dtype(t) for t in types]
    if all(dtype.kind in "iub" for dtype in dtypes):
        return _integer_comparison(op, dtypes)
    return _operator(op, dtype_text(loop_of(np.less, types)[0]))


def _integer_comparison(op: str, dtypes: list[np.dtype]) -> Form:
    """NumPy compares integers by value; Python's may lie outside of the other's dtype."""
    if dtypes[0] == dtypes[1]:
        return _operator(op, dtype_text(dtypes[0]))
    widest = np.dtype(np.uint64)
    if widest not in dtypes:
        return _operator(op, "i64")
    if all(dtype.kind in "ub" for dtype in dtypes):
        return _operator(op, "u64")
    return _exact(op, "np", tuple("u64" if dtype == widest else "i64" for dtype in dtypes))


# --- Python numbers -------------------------------------------------------------------------------


def _number_form(op: str, types: list[str], result: str) -> Form:
    if op in COMPARISONS:
        kinds = tuple("i64" if t == "bool" else t for t in types)
        return _operator(op, kinds[0]) if len(set(kinds)) == 1 else _exact(op, "py", kinds)
    if op in EXTREMES:
        return _extreme(op, len(types), result)
    # An int to a negative int is a float.
    integers = "f64" not in types and not (op == "pow" and result == "f64")
    text, fails = (_ON_INTEGERS if integers else _ON_FLOATS)[op]
    return Form(text, ("i64" if integers else "f64",) * len(types), fails)


EXTREMES = frozenset(("greatest", "least"))


def _extreme(op: str, count: int, result: str) -> Form:
    """The best of several numbers, the earlier ones first."""
    text = "{0}"
    for number in range(1, count):
        text = f"py::{op}<{result}>({text}, {{{number}}})"
    return Form(text, (result,) * count)


_ON_INTEGERS = {
    "add": ("py::add({0}, {1})", True),
    "subtract": ("py::subtract({0}, {1})", True),
    "multiply": ("py::multiply({0}, {1})", True),
    "divide": ("py::divide({0}, {1})", True),
    "floor_divide": ("py::floor_divide({0}, {1})", True),
    "remainder": ("py::remainder({0}, {1})", True),
    "pow": ("py::power({0}, {1})", True),
    "positive": ("{0}", False),
    "negative": ("py::negative({0})", True),
    "abs": ("py::absolute({0})", True),
    "bitwise_and": ("{0} & {1}", False),
    "bitwise_or": ("{0} | {1}", False),
    "bitwise_xor": ("{0} ^ {1}", False),
    "invert": ("~{0}", False),
    "left_shift": ("py::left_shift({0}, {1})", True),
    "right_shift": ("py::right_shift({0}, {1})", True),
}

_ON_FLOATS = {
    "add": ("{0} + {1}", False),
    "subtract": ("{0} - {1}", False),
    "multiply": ("{0} * {1}", False),
    "divide": ("py::divide({0}, {1})", True),
    "floor_divide": ("py::floor_divide({0}, {1})", True),
    "remainder": ("py::remainder({0}, {1})", True),
    "pow": ("py::power({0}, {1})", True),
    "positive": ("{0}", False),
    "negative": ("-{0}", False),
    "abs": ("np::absolute({0})", False),
}

# --- NumPy ----------------------------------------------------------------------------------------

Rule: TypeAlias = Callable[[str, Sequence[Type]], Form]


def _in_result(text: str) -> Rule:
    """All operands converted to the result's type."""
    return lambda result, types: Form(text, (result,) * len(types))


def _function(name: str) -> Rule:
    """A function of `np` on operands of the result's type, named where a literal hides it."""

    def form(result: str, types: Sequence[Type]) -> Form:
        operands = ", ".join(f"{{{number}}}" for number in range(len(types)))
        chosen = "" if result in FLOATS else f"<{result}>"
        return Form(f"np::{name}{chosen}({operands})", (result,) * len(types))

    return form


def _in(into: str, text: str) -> Rule:
    return lambda result, types: Form(text, (into,) * len(types))


def _power(result: str, types: Sequence[Type]) -> Form:
    if result not in FLOATS:
        return Form(f"np::integer_power<{result}>({{0}}, {{1}})", (result, result), fails=True)
    single = all(size == 1 for size in shape_of(types[1]))
    function = "power_to" if single and result in ("f32", "f64") else "power"
    return Form(f"np::{function}({{0}}, {{1}})", (result, result))


def _pow(result: str, types: Sequence[Type]) -> Form:
    """The operator; of a scalar in NumPy it has no short cuts, of f16 only to a Python number."""
    is_array = isinstance(types[0], TensorType)
    if result == "f16" and is_array and isinstance(types[1], NumberType):
        return Form("np::power_to({0}, {1})", (result, result))
    if is_array or result not in FLOATS:
        return _power(result, types)
    return Form("np::power({0}, {1})", (result, result))


def _of_float(ufunc: np.ufunc, text: str, otherwise: str) -> Rule:
    """A property of a float; of integers it is always the same."""

    def form(result: str, types: Sequence[Type]) -> Form:
        into = dtype_text(loop_of(ufunc, types)[0])
        return Form(text if into in FLOATS else otherwise, (into,))

    return form


def _signbit(result: str, types: Sequence[Type]) -> Form:
    into = element_text(types[0])
    return Form("np::signbit({0})" if into in FLOATS else "{0} < 0", (into,))


def _ldexp(result: str, types: Sequence[Type]) -> Form:
    return Form("np::ldexp({0}, {1})", (result, dtype_text(loop_of(np.ldexp, types)[1])))


def _bitwise_count(result: str, types: Sequence[Type]) -> Form:
    into = dtype_text(loop_of(np.bitwise_count, types)[0])
    return Form(f"np::bitwise_count<{into}>({{0}})", (into,))


def _invert(result: str, types: Sequence[Type]) -> Form:
    return Form("!{0}" if result == "bool" else "~{0}", (result,))


def _clip(result: str, types: Sequence[Type]) -> Form:
    single = all(size == 1 for type_ in types[1:] for size in shape_of(type_))
    function = "clip_all" if single else "clip"
    return Form(f"np::{function}<{result}>({{0}}, {{1}}, {{2}})", (result,) * 3)


def _imag(result: str, types: Sequence[Type]) -> Form:
    return Form(literal_text(0, result), (result,))


def _where(result: str, types: Sequence[Type]) -> Form:
    return Form("{0} ? {1} : {2}", ("bool", result, result))


FUNCTIONS = (
    *("maximum", "minimum", "fmax", "fmin", "sign", "fmod"),
    *("sqrt", "cbrt", "exp", "exp2", "expm1", "log", "log2", "log10", "log1p"),
    *("logaddexp", "logaddexp2", "hypot", "i0"),
    *("sin", "cos", "tan", "arcsin", "arccos", "arctan", "arctan2", "sinc"),
    *("sinh", "cosh", "tanh", "arcsinh", "arccosh", "arctanh"),
    *("floor", "ceil", "trunc", "rint"),
    *("copysign", "nextafter", "spacing", "heaviside"),
    *("left_shift", "right_shift", "gcd", "lcm"),
)
"""Ops that are functions of the same name in `rt/`, on operands of the result's type."""

NUMPY: dict[str, Rule] = {
    "add": lambda result, types: Form(
        "{0} || {1}" if result == "bool" else "{0} + {1}", (result, result)
    ),
    "subtract": _in_result("{0} - {1}"),
    "multiply": _in_result("{0} * {1}"),
    "divide": _in_result("{0} / {1}"),
    "floor_divide": _function("floor_divide"),
    "remainder": _function("remainder"),
    "power": _power,
    "pow": _pow,
    "positive": _in_result("{0}"),
    "negative": _in_result("-{0}"),
    "abs": _function("absolute"),
    "portable_log": _in("f64", "np::portable_log({0})"),
    "normal_quantile": _in("f64", "np::normal_quantile({0})"),
    "erf": _function("erf"),
    "erfc": _function("erfc"),
    **dict.fromkeys(("conj", "real"), _in_result("{0}")),
    "imag": _imag,
    "fabs": _function("absolute"),
    "square": _in_result("{0} * {0}"),
    "reciprocal": _in_result("1 / {0}"),
    **dict.fromkeys(("deg2rad", "radians"), _function("deg2rad")),
    **dict.fromkeys(("rad2deg", "degrees"), _function("rad2deg")),
    "float_power": _in_result("np::power({0}, {1})"),
    "clip": _clip,
    **{name: _function(name) for name in FUNCTIONS},
    "where": _where,
    "logical_and": _in("bool", "{0} && {1}"),
    "logical_or": _in("bool", "{0} || {1}"),
    "logical_xor": _in("bool", "{0} != {1}"),
    "logical_not": _in("bool", "!{0}"),
    "isnan": _of_float(np.isnan, "{0} != {0}", "false"),
    "isinf": _of_float(np.isinf, "np::isinf({0})", "false"),
    "isposinf": _of_float(np.isinf, "np::isinf({0}) && {0} > 0", "false"),
    "isneginf": _of_float(np.isinf, "np::isinf({0}) && {0} < 0", "false"),
    "isfinite": _of_float(np.isfinite, "np::isfinite({0})", "true"),
    "signbit": _signbit,
    "ldexp": _ldexp,
    "bitwise_and": _in_result("{0} & {1}"),
    "bitwise_or": _in_result("{0} | {1}"),
    "bitwise_xor": _in_result("{0} ^ {1}"),
    "invert": _invert,
    "bitwise_count": _bitwise_count,
}

# --- with attributes ------------------------------------------------------------------------------


def _round(result: str, types: Sequence[Type], given: Mapping[str, Any]) -> Form:
    decimals = given["decimals"]
    if result not in (*FLOATS, *COMPLEX):
        return Form("{0}", (result,))
    if decimals == 0:
        return Form("np::rint({0})", (result,))
    function = "round_decimals" if decimals > 0 else "round_tens"
    power = literal_text(10.0 ** abs(decimals), result)
    return Form(f"np::{function}<{result}>({{0}}, {power})", (result,))


def _nan_to_num(result: str, types: Sequence[Type], given: Mapping[str, Any]) -> Form:
    if result not in (*FLOATS, *COMPLEX) or result == "bf16":  # which is no float to NumPy
        return Form("{0}", (result,))
    limits = np.finfo(default_dtype(types[0]))
    greatest = limits.max if given["posinf"] is None else given["posinf"]
    least = limits.min if given["neginf"] is None else given["neginf"]
    numbers = ", ".join(literal_text(n, result) for n in (given["nan"], greatest, least))
    return Form(f"np::nan_to_num<{result}>({{0}}, {numbers})", (result,))


def equality(types: Sequence[Type], *, equal_nan: bool) -> Form:
    """Whether two elements are equal, or both NaN."""
    if has_complex(types):
        form = _operator("equal", dtype_text(loop_of(np.equal, types)[0]))
    else:
        form = _comparison("equal", types)
    if not equal_nan or form.into[0] not in (*FLOATS, *COMPLEX):
        return form
    return Form(f"{form.text} || ({{0}} != {{0}} && {{1}} != {{1}})", form.into)


def closeness(types: Sequence[Type], given: Mapping[str, Any]) -> Form:
    """Whether two elements are close."""
    difference, tolerance = map(dtype_text, dtypes_of_closeness(types))
    numbers = ", ".join(literal_text(given[name], tolerance) for name in ("rtol", "atol"))
    nan = literal_text(given["equal_nan"], "bool")
    text = f"np::isclose<{difference}, {tolerance}>({{0}}, {{1}}, {numbers}, {nan})"
    return Form(text, (difference, tolerance))


WITH_ATTRIBUTES: dict[str, Callable[[str, Sequence[Type], Mapping[str, Any]], Form]] = {
    "round": _round,
    "nan_to_num": _nan_to_num,
    "isclose": lambda result, types, given: closeness(types, given),
}

TRUTHS = {"and": "{0} && {1}", "or": "{0} || {1}", "not": "!{0}"}
"""Python's `and`, `or` and `not` on truths that are known."""


def is_elementwise(node: Node) -> bool:
    """Whether a node computes every element of its result from one element of each operand."""
    return node.op.name in ELEMENTWISE


ELEMENTWISE = frozenset((*NUMPY, *WITH_ATTRIBUTES, *COMPARISONS, *EXTREMES, *TRUTHS))
