"""Functions of each element."""

from __future__ import annotations

from typing import Any

import numpy as np

from dslc.ir.dtypes import is_float

from .function import elementwise, function

abs = elementwise("abs", np.absolute)
acos = elementwise("acos", np.arccos)
acosh = elementwise("acosh", np.arccosh)
add = elementwise("add", np.add, 2)
asin = elementwise("asin", np.arcsin)
asinh = elementwise("asinh", np.arcsinh)
atan = elementwise("atan", np.arctan)
atan2 = elementwise("atan2", np.arctan2, 2)
atanh = elementwise("atanh", np.arctanh)
bitwise_and = elementwise("bitwise_and", np.bitwise_and, 2)
bitwise_invert = elementwise("bitwise_invert", np.invert)
bitwise_left_shift = elementwise("bitwise_left_shift", np.left_shift, 2)
bitwise_or = elementwise("bitwise_or", np.bitwise_or, 2)
bitwise_right_shift = elementwise("bitwise_right_shift", np.right_shift, 2)
bitwise_xor = elementwise("bitwise_xor", np.bitwise_xor, 2)
conj = elementwise("conj", np.conjugate)
copysign = elementwise("copysign", np.copysign, 2)
cos = elementwise("cos", np.cos)
cosh = elementwise("cosh", np.cosh)
divide = elementwise("divide", np.divide, 2)
equal = elementwise("equal", np.equal, 2)
exp = elementwise("exp", np.exp)
expm1 = elementwise("expm1", np.expm1)
floor_divide = elementwise("floor_divide", np.floor_divide, 2)
greater = elementwise("greater", np.greater, 2)
greater_equal = elementwise("greater_equal", np.greater_equal, 2)
hypot = elementwise("hypot", np.hypot, 2)
imag = elementwise("imag", np.imag)
isfinite = elementwise("isfinite", np.isfinite)
isinf = elementwise("isinf", np.isinf)
isnan = elementwise("isnan", np.isnan)
less = elementwise("less", np.less, 2)
less_equal = elementwise("less_equal", np.less_equal, 2)
log = elementwise("log", np.log)
log1p = elementwise("log1p", np.log1p)
log2 = elementwise("log2", np.log2)
log10 = elementwise("log10", np.log10)
logaddexp = elementwise("logaddexp", np.logaddexp, 2)
logical_and = elementwise("logical_and", np.logical_and, 2)
logical_not = elementwise("logical_not", np.logical_not)
logical_or = elementwise("logical_or", np.logical_or, 2)
logical_xor = elementwise("logical_xor", np.logical_xor, 2)
maximum = elementwise("maximum", np.maximum, 2)
minimum = elementwise("minimum", np.minimum, 2)
multiply = elementwise("multiply", np.multiply, 2)
negative = elementwise("negative", np.negative)
nextafter = elementwise("nextafter", np.nextafter, 2)
not_equal = elementwise("not_equal", np.not_equal, 2)
positive = elementwise("positive", np.positive)
pow = elementwise("pow", np.power, 2)
real = elementwise("real", np.real)
reciprocal = elementwise("reciprocal", np.reciprocal)
remainder = elementwise("remainder", np.remainder, 2)
round = elementwise("round", np.round)
sign = elementwise("sign", np.sign)
signbit = elementwise("signbit", np.signbit)
sin = elementwise("sin", np.sin)
sinh = elementwise("sinh", np.sinh)
sqrt = elementwise("sqrt", np.sqrt)
square = elementwise("square", np.square)
subtract = elementwise("subtract", np.subtract, 2)
tan = elementwise("tan", np.tan)
tanh = elementwise("tanh", np.tanh)


@function
def ceil(x: Any, /) -> Any:
    """The least integer that is not below each element; integers stay as they are."""
    return np.ceil(x) if is_float(x.dtype) else np.positive(x)


@function
def floor(x: Any, /) -> Any:
    """The greatest integer that is not above each element; integers stay as they are."""
    return np.floor(x) if is_float(x.dtype) else np.positive(x)


@function
def trunc(x: Any, /) -> Any:
    """Each element without its fraction; integers stay as they are."""
    return np.trunc(x) if is_float(x.dtype) else np.positive(x)


@function
def clip(x: Any, /, min: Any = None, max: Any = None) -> Any:
    """Each element of `x`, but at least `min` and at most `max`, in the dtype of `x`."""
    if min is None or max is None:
        at_least = x if min is None else np.maximum(x, min)
        return at_least if max is None else np.minimum(at_least, max)
    return np.clip(x, min, max)
