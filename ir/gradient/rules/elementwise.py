"""Gradients of ops on elements."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import log, pi, sqrt
from typing import Any

import numpy as np

from dslc.ir.dtypes import is_complex
from dslc.ir.graph import Literal
from dslc.ir.ops.floats import copysign
from dslc.ir.types import default_dtype

from ..rule import READS, RULES, Share, gradient_of, reads_nothing

SLOPES: dict[str, Callable[[Any, Any, Any], Any]] = {
    "negative": lambda x, y, d: -d,
    "positive": lambda x, y, d: d,
    "abs": lambda x, y, d: d * _direction(x, y),
    "fabs": lambda x, y, d: d * np.sign(x),
    "square": lambda x, y, d: d * (2.0 * x),
    "reciprocal": lambda x, y, d: -d * (y * y),
    "sqrt": lambda x, y, d: d * 0.5 / y,
    "cbrt": lambda x, y, d: d / (3.0 * (y * y)),
    "exp": lambda x, y, d: d * y,
    "exp2": lambda x, y, d: d * (y * log(2.0)),
    "expm1": lambda x, y, d: d * (y + 1.0),
    "log": lambda x, y, d: d / x,
    "log2": lambda x, y, d: d * (1.0 / log(2.0)) / x,
    "log10": lambda x, y, d: d * (1.0 / log(10.0)) / x,
    "log1p": lambda x, y, d: d / (1.0 + x),
    "sin": lambda x, y, d: d * np.cos(x),
    "cos": lambda x, y, d: -d * np.sin(x),
    "tan": lambda x, y, d: d * (1.0 + y * y),
    "arcsin": lambda x, y, d: d / np.sqrt(1.0 - x * x),
    "arccos": lambda x, y, d: -d / np.sqrt(1.0 - x * x),
    "arctan": lambda x, y, d: d / (1.0 + x * x),
    "sinh": lambda x, y, d: d * np.cosh(x),
    "cosh": lambda x, y, d: d * np.sinh(x),
    "tanh": lambda x, y, d: d * (1.0 - y * y),
    "arcsinh": lambda x, y, d: d / np.sqrt(x * x + 1.0),
    "arccosh": lambda x, y, d: d / np.sqrt(x * x - 1.0),
    "arctanh": lambda x, y, d: d / (1.0 - x * x),
    "deg2rad": lambda x, y, d: d * (pi / 180.0),
    "radians": lambda x, y, d: d * (pi / 180.0),
    "rad2deg": lambda x, y, d: d * (180.0 / pi),
    "degrees": lambda x, y, d: d * (180.0 / pi),
    "sigmoid": lambda x, y, d: d * (y * (1.0 - y)),
    "sinc": lambda x, y, d: np.where(x == 0, 0.0, d * (np.cos(pi * x) - y) / _not_0(x)),
    "erf": lambda x, y, d: d * (2.0 / sqrt(pi)) * np.exp(-(x * x)),
    "erfc": lambda x, y, d: d * (-2.0 / sqrt(pi)) * np.exp(-(x * x)),
    "nan_to_num": lambda x, y, d: np.where(np.isfinite(x), d, 0.0),
    "portable_log": lambda x, y, d: d / x,
    "normal_quantile": lambda x, y, d: d * sqrt(2.0 * pi) * np.exp(0.5 * (y * y)),
    "cast": lambda x, y, d: d,
    "as_scalar": lambda x, y, d: d,
    "copy": lambda x, y, d: d,
    "real": lambda x, y, d: d,
    "imag": lambda x, y, d: d * -1j if is_complex(x.dtype) else 0.0 * d,
    "conj": lambda x, y, d: np.conj(d) if is_complex(x.dtype) else d,
}
"""The share of the operand `x` by the name of the op, from the result `y` and its cotangent `d`."""


def _direction(x: Any, y: Any) -> Any:
    """The sign; of complex numbers the conjugate of the number of absolute value 1."""
    return np.conj(x) / _not_0(y) if is_complex(default_dtype(x.type)) else np.sign(x)


def _not_0(x: Any) -> Any:
    return np.where(x == 0, 1.0, x)


def _of_one(slope: Callable[[Any, Any, Any], Any]) -> Callable[..., list[Share]]:
    def rule(x: Any, *, y: Any, d: Any, **attributes: Any) -> list[Share]:
        return [lambda: slope(x, y, d)]

    return rule


RULES.update((name, _of_one(slope)) for name, slope in SLOPES.items())
reads_nothing(
    "negative", "positive", "deg2rad", "radians", "rad2deg", "degrees", "cast", "as_scalar",
    "copy", "real", "imag", "conj", "add", "subtract",
)  # fmt: skip

for _name in (
    "reciprocal", "sqrt", "cbrt", "exp", "exp2", "expm1", "tan", "tanh", "sigmoid",
    "normal_quantile",
):  # fmt: skip
    READS[_name] = lambda node, active: node.results
for _name in (
    "fabs", "square", "log", "log2", "log10", "log1p", "sin", "cos", "arcsin", "arccos", "arctan",
    "sinh", "cosh", "arcsinh", "arccosh", "arctanh", "erf", "erfc", "nan_to_num", "portable_log",
    "maximum", "fmax", "minimum", "fmin", "clip", "arctan2", "fmod", "remainder", "copysign",
    "ldexp",
):  # fmt: skip
    READS[_name] = lambda node, active: node.operands
READS["divide"] = lambda node, active: [
    node.operands[1], *(node.results if node.operands[1] in active else ())
]  # fmt: skip

# --- of two operands ------------------------------------------------------------------------------


@gradient_of("add")
def _(a: Any, b: Any, *, y: Any, d: Any) -> list[Share]:
    return [lambda: d, lambda: d]


@gradient_of("subtract")
def _(a: Any, b: Any, *, y: Any, d: Any) -> list[Share]:
    return [lambda: d, lambda: -d]


@gradient_of("multiply")
def _(a: Any, b: Any, *, y: Any, d: Any) -> list[Share]:
    return [lambda: d * b, lambda: d * a]


@gradient_of("divide")
def _(a: Any, b: Any, *, y: Any, d: Any) -> list[Share]:
    return [lambda: d / b, lambda: -(d * y) / b]


@gradient_of("fmod")
def _(a: Any, b: Any, *, y: Any, d: Any) -> list[Share]:
    return [lambda: d, lambda: -d * np.trunc(a / b)]


@gradient_of("remainder")
def _(a: Any, b: Any, *, y: Any, d: Any) -> list[Share]:
    return [lambda: d, lambda: -d * np.floor(a / b)]


def _chosen(better: Any, equal: Any, d: Any) -> Any:
    """The share of an operand that is chosen where it is better, and half where both are equal."""
    return np.where(better, d, np.where(equal, 0.5 * d, 0.0))


@gradient_of("maximum", "fmax")
def _(a: Any, b: Any, *, y: Any, d: Any) -> list[Share]:
    return [
        lambda: _chosen((a > b) | np.isnan(b), a == b, d),
        lambda: _chosen((b > a) | np.isnan(a), a == b, d),
    ]


@gradient_of("minimum", "fmin")
def _(a: Any, b: Any, *, y: Any, d: Any) -> list[Share]:
    return [
        lambda: _chosen((a < b) | np.isnan(b), a == b, d),
        lambda: _chosen((b < a) | np.isnan(a), a == b, d),
    ]


@gradient_of("arctan2")
def _(a: Any, b: Any, *, y: Any, d: Any) -> list[Share]:
    return [lambda: d * b / (a * a + b * b), lambda: -d * a / (a * a + b * b)]


@gradient_of("hypot")
def _(a: Any, b: Any, *, y: Any, d: Any) -> list[Share]:
    return [lambda: d * a / y, lambda: d * b / y]


@gradient_of("logaddexp")
def _(a: Any, b: Any, *, y: Any, d: Any) -> list[Share]:
    return [lambda: d * np.exp(a - y), lambda: d * np.exp(b - y)]


@gradient_of("logaddexp2")
def _(a: Any, b: Any, *, y: Any, d: Any) -> list[Share]:
    return [lambda: d * np.exp2(a - y), lambda: d * np.exp2(b - y)]


@gradient_of("copysign")
def _(a: Any, b: Any, *, y: Any, d: Any) -> list[Share]:
    return [lambda: d * copysign(1.0, a) * copysign(1.0, b), None]


@gradient_of("ldexp")
def _(a: Any, b: Any, *, y: Any, d: Any) -> list[Share]:
    return [lambda: np.ldexp(d, b), None]


@gradient_of("power", "pow", "float_power")
def _(a: Any, b: Any, *, y: Any, d: Any) -> list[Share]:
    return [partial(_of_base, a, b, d), lambda: d * y * _log_of_base(a, y)]


def _log_of_base(a: Any, y: Any) -> Any:
    """The logarithm, 0 where there is none."""
    if is_complex(default_dtype(y.type)):
        return np.log(np.where(a == 0, 1.0, a) * y.dtype.type(1))
    return np.log(np.where(a > 0, a, 1.0))


def _of_base(a: Any, b: Any, d: Any) -> Any:
    exponent: Any = b.operand.value if isinstance(b.operand, Literal) else None
    if exponent is None:
        return np.where(b == 0, 0.0, d * b * np.power(a, b - 1.0))
    if exponent in (0, 1, 2):
        return d * (exponent, 1.0, 2.0 * a)[int(exponent.real)]
    number = complex(exponent) if np.iscomplexobj(exponent) else float(exponent)
    return d * (number * np.power(a, number - 1.0))


# --- choices --------------------------------------------------------------------------------------


@gradient_of("where")
def _(condition: Any, a: Any, b: Any, *, y: Any, d: Any) -> list[Share]:
    return [None, lambda: np.where(condition, d, 0.0), lambda: np.where(condition, 0.0, d)]


@gradient_of("clip")
def _(x: Any, low: Any, high: Any, *, y: Any, d: Any) -> list[Share]:
    return [
        lambda: np.where((x >= low) & (x <= high), d, 0.0),
        lambda: np.where((x < low) & (low <= high), d, 0.0),
        lambda: np.where((x > high) | (low > high), d, 0.0),
    ]


@gradient_of("greatest", "least")
def _(*numbers: Any, y: Any, d: Any) -> list[Share]:
    def share(number: int) -> Any:
        chosen = numbers[number] == y
        for earlier in numbers[:number]:
            chosen = chosen & (earlier != y)
        return np.where(chosen, d, 0.0)

    return [partial(share, number) for number in range(len(numbers))]


POINTWISE = (
    *SLOPES, "add", "subtract", "multiply", "divide", "fmod", "remainder", "maximum", "fmax",
    "minimum", "fmin", "arctan2", "hypot", "logaddexp", "logaddexp2", "copysign", "ldexp", "power",
    "pow", "float_power", "where", "clip", "greatest", "least", "math",
)  # fmt: skip
"""Ops whose every element depends on elements of the operands at its own place alone."""

# --- functions of Python's math -------------------------------------------------------------------

_MATH = {
    **{name: name for name in (
        "sqrt", "cbrt", "exp", "exp2", "expm1", "log", "log1p", "log2", "log10", "sin", "cos",
        "tan", "sinh", "cosh", "tanh", "erf", "erfc", "fabs",
    )},
    "asin": "arcsin", "acos": "arccos", "atan": "arctan", "asinh": "arcsinh", "acosh": "arccosh",
    "atanh": "arctanh", "radians": "deg2rad", "degrees": "rad2deg",
}  # fmt: skip

_MATH_OF_TWO = {
    "pow": "power", "atan2": "arctan2", "hypot": "hypot", "fmod": "fmod", "copysign": "copysign",
}  # fmt: skip


@gradient_of("math")
def _(x: Any, *others: Any, y: Any, d: Any, function: str) -> list[Share]:
    if function in _MATH_OF_TWO:
        return list(RULES[_MATH_OF_TWO[function]](x, *others, y=y, d=d))
    if function == "log" and others:
        log_of_base = np.log(others[0])
        return [
            lambda: d / (x * log_of_base),
            lambda: -d * y / (others[0] * log_of_base),
        ]
    if function in _MATH:
        return [lambda: SLOPES[_MATH[function]](x, y, d)]
    return [None for _ in (x, *others)]
