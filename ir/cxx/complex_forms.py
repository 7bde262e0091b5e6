"""How elementwise ops are written on complex numbers, and which nodes kernels have of them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from dslc.ir.dtypes import is_complex
from dslc.ir.graph import Node
from dslc.ir.ops.library import LIBRARY
from dslc.ir.ops.rules import loop_of
from dslc.ir.types import NumberType, ScalarType, TensorType, Type, default_dtype

from .print_types import dtype_text

IN_RESULT = {
    "add": "{0} + {1}",
    "subtract": "{0} - {1}",
    "multiply": "{0} * {1}",
    "divide": "{0} / {1}",
    "positive": "{0}",
    "negative": "-{0}",
    "square": "{0} * {0}",
    **dict.fromkeys(("pow", "power", "float_power"), "np::power({0}, {1})"),
    **{
        name: f"np::{name}({{0}})"
        for name in (
            *("conj", "reciprocal", "sign", "sqrt", "rint", "sinc"),
            *("exp", "exp2", "expm1", "log", "log2", "log10", "log1p"),
            *("sin", "cos", "tan", "sinh", "cosh", "tanh"),
            *("arcsin", "arccos", "arctan", "arcsinh", "arccosh", "arctanh"),
        )
    },
}
"""Ops whose operands are converted to the dtype of the result."""

_SHORT: dict[complex, str] = {2: "{0} * {0}", 0.5: "np::sqrt({0})", -1: "np::reciprocal({0})"}
"""Powers for which the operator has short cuts."""

OF_ITSELF = {
    "real": "{0}.real",
    "imag": "{0}.imag",
    "abs": "np::absolute({0})",
    "isnan": "np::isnan({0})",
    "isinf": "np::isinf({0})",
    "isfinite": "np::isfinite({0})",
}
"""Ops of one complex number that give something else."""

OTHERS = frozenset(
    (
        *("and", "or", "not", "logical_and", "logical_or", "logical_xor", "logical_not"),
        *("equal", "not_equal", "where", "cast", "as_scalar", "copy", "full", "full_like"),
        *("zeros", "zeros_like", "ones", "ones_like", "index", "store", "take", "concat", "append"),
        *("reshape", "expand_dims", "squeeze", "transpose", "broadcast_to", "diagonal", "diag"),
        *("sum", "mean", "prod", "any", "all", "matmul", "csr_matmul", "coo_matmul"),
        *("cumsum", "cumprod", "add_accumulate", "multiply_accumulate"),
        *("sort", "argsort", "searchsorted", "argmax", "argmin", "nonzero", "flatnonzero"),
        *("copyto", "put_along_axis", "fill_diagonal", "segment_sum", "segment_repeat", "clip"),
        *("array_equal", "isclose", "allclose", "nan_to_num", "round"),
        *("if", "while", "for", "call", "depend", "take_along_axis", "require", "as_dim"),
    )
)
"""Ops that are written on complex numbers as on others."""


def has_complex(types: Sequence[Type]) -> bool:
    """Whether one of these is complex."""
    return any(
        isinstance(type_, TensorType | ScalarType | NumberType) and is_complex(default_dtype(type_))
        for type_ in types
    )


def is_supported(node: Node) -> bool:
    """Whether kernels have a node with complex operands or results."""
    name = node.op.name
    if name in ("pow", "power") and not hasattr(node.results[0].type, "dtype"):
        return False
    return name in IN_RESULT or name in OF_ITSELF or name in OTHERS or name in LIBRARY


def complex_form(op: str, types: Sequence[Type], result: str) -> tuple[str, str] | None:
    """The expression of an op, and what its operands are converted to; None for `OTHERS`."""
    if op == "pow" and isinstance(types[0], TensorType) and isinstance(types[1], NumberType):
        constant = types[1].constant
        if constant in _SHORT:
            return _SHORT[constant], result
    if op in IN_RESULT:
        return IN_RESULT[op], result
    if op in OF_ITSELF:
        return OF_ITSELF[op], ""
    if op in ("equal", "not_equal"):
        symbol = "==" if op == "equal" else "!="
        return f"{{0}} {symbol} {{1}}", dtype_text(loop_of(np.equal, types)[0])
    return None
