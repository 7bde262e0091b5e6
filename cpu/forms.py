"""How each elementwise op is written on single elements.

On Python numbers alone an op means what it means in Python, else what it means in NumPy.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from dslc.ir.graph import Node
from dslc.ir.ops.rules import loop_of
from dslc.ir.types import NumberType, TensorType, Type, default_dtype, shape_of

from .print_types import dtype_text, element_text


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


def form_of(op: str, types: Sequence[Type], result: Type) -> Form:
    """How an op on operands of these types is written."""
    if op in TRUTHS or op == "cast":
        into = "bool" if op in TRUTHS else element_text(result)
        return Form(TRUTHS.get(op, "{0}"), (into,) * len(types))
    if isinstance(result, NumberType) and all(isinstance(t, NumberType) for t in types):
        return _number_form(op, [element_text(t) for t in types], element_text(result))
    if op in COMPARISONS:
        return _comparison(op, types)
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
    # An int to a negative int is a float.
    integers = "f64" not in types and not (op == "pow" and result == "f64")
    text, fails = (_ON_INTEGERS if integers else _ON_FLOATS)[op]
    return Form(text, ("i64" if integers else "f64",) * len(types), fails)


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
        chosen = "" if result in ("f32", "f64") else f"<{result}>"
        return Form(f"np::{name}{chosen}({operands})", (result,) * len(types))

    return form


def _in(into: str, text: str) -> Rule:
    return lambda result, types: Form(text, (into,) * len(types))


def _power(result: str, types: Sequence[Type]) -> Form:
    if result not in ("f32", "f64"):
        return Form(f"np::integer_power<{result}>({{0}}, {{1}})", (result, result), fails=True)
    single = all(size == 1 for size in shape_of(types[1]))
    function = "power_to" if single else "power"
    return Form(f"np::{function}({{0}}, {{1}})", (result, result))


def _pow(result: str, types: Sequence[Type]) -> Form:
    """The operator; of a scalar in NumPy it has no short cuts."""
    if isinstance(types[0], TensorType) or result not in ("f32", "f64"):
        return _power(result, types)
    return Form("np::power({0}, {1})", (result, result))


def _isnan(result: str, types: Sequence[Type]) -> Form:
    return Form("{0} != {0}", (dtype_text(loop_of(np.isnan, types)[0]),))


def _where(result: str, types: Sequence[Type]) -> Form:
    return Form("{0} ? {1} : {2}", ("bool", result, result))


NUMPY: dict[str, Rule] = {
    "add": _in_result("{0} + {1}"),
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
    "maximum": _function("maximum"),
    "minimum": _function("minimum"),
    "sqrt": _function("sqrt"),
    "exp": _function("exp"),
    "log": _function("log"),
    "tanh": _function("tanh"),
    "sin": _function("sin"),
    "cos": _function("cos"),
    "floor": _function("floor"),
    "portable_log": _in("f64", "np::portable_log({0})"),
    "normal_quantile": _in("f64", "np::normal_quantile({0})"),
    "erf": _function("erf"),
    "erfc": _function("erfc"),
    "where": _where,
    "logical_and": _in("bool", "{0} && {1}"),
    "logical_or": _in("bool", "{0} || {1}"),
    "logical_not": _in("bool", "!{0}"),
    "isnan": _isnan,
}

TRUTHS = {"and": "{0} && {1}", "or": "{0} || {1}", "not": "!{0}"}
"""Python's `and`, `or` and `not` on truths that are known."""


def is_elementwise(node: Node) -> bool:
    """Whether a node computes every element of its result from one element of each operand."""
    return node.op.name in ELEMENTWISE


ELEMENTWISE = frozenset((*NUMPY, *COMPARISONS, *TRUTHS))
