"""Activation functions, element by element, on floats; the result has the dtype of the operand.

They neither overflow nor lose digits where their value is an ordinary number. Floats of 16 bits are
computed with in f32.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from dslc.ir.dtypes import BOOL
from dslc.ir.op import RuleError, op

from . import attributes
from .operands import check_equal, choice, of_floats
from .special import erfc

SELU_ALPHA = 1.6732632423543772
SELU_SCALE = 1.0507009873554805


# --- rectifiers ---------------------------------------------------------------------------------


@op(public="nn.relu", expands=True)
def relu(x: Any) -> Any:
    """Each element, or 0 if it is negative: `max(x, 0)`; of integers too.

    >>> dslc.nn.relu(np.array([-1.0, 2.0]))
    array([0., 2.])
    """
    if getattr(x, "dtype", None) == BOOL:
        raise RuleError("dtype-mismatch", "`x` is of numbers, and this is bool_")
    return np.maximum(x, 0)


@op(public="nn.relu6", expands=True)
@of_floats
def relu6(x: Any) -> Any:
    """Each element, clipped to what lies between 0 and 6.

    >>> dslc.nn.relu6(np.array([-1.0, 2.0, 9.0]))
    array([0., 2., 6.])
    """
    return np.minimum(np.maximum(x, 0), 6)


@op(public="nn.leaky_relu", expands=True)
@of_floats
def leaky_relu(x: Any, *, negative_slope: float = 0.01) -> Any:
    """Each element, those below 0 times `negative_slope`.

    >>> dslc.nn.leaky_relu(np.array([-1.0, 2.0]))
    array([-0.01,  2.  ])
    """
    return np.where(x > 0, x, negative_slope * x)


@op(public="nn.elu", expands=True)
@of_floats
def elu(x: Any, *, alpha: float = 1.0) -> Any:
    """`x` above 0, below it `alpha * (exp(x) - 1)`. Clevert, Unterthiner and Hochreiter, 2015.

    >>> dslc.nn.elu(np.array([-1.0, 2.0]))
    array([-0.63212056,  2.        ])
    """
    return np.where(x > 0, x, alpha * np.expm1(np.minimum(x, 0)))


@op(public="nn.selu", expands=True)
@of_floats
def selu(x: Any) -> Any:
    """`elu` scaled to keep mean 0 and variance 1. Klambauer and others, 2017.

    >>> dslc.nn.selu(np.array([-1.0, 1.0]))
    array([-1.11133074,  1.05070099])
    """
    return SELU_SCALE * elu(x, alpha=SELU_ALPHA)


@op(public="nn.celu", expands=True)
@of_floats
def celu(x: Any, *, alpha: float = 1.0) -> Any:
    """`x` above 0, below it `alpha * (exp(x / alpha) - 1)`. Barron, 2017.

    >>> dslc.nn.celu(np.array([-1.0, 2.0]), alpha=2.0)
    array([-0.78693868,  2.        ])
    """
    return np.where(x > 0, x, alpha * np.expm1(np.minimum(x, 0) / alpha))


# --- sigmoids -----------------------------------------------------------------------------------


@op(public="nn.sigmoid", expands=True)
@of_floats
def sigmoid(x: Any) -> Any:
    """The logistic function `1 / (1 + exp(-x))`.

    >>> dslc.nn.sigmoid(np.array([0.0, -1000.0]))
    array([0.5, 0. ])
    """
    small = np.exp(-np.abs(x))
    return np.where(x >= 0, 1.0, small) / (1.0 + small)


@op(public="nn.log_sigmoid", expands=True)
@of_floats
def log_sigmoid(x: Any) -> Any:
    """The logarithm of `sigmoid`: `-log(1 + exp(-x))`.

    >>> dslc.nn.log_sigmoid(np.array([0.0, -1000.0]))
    array([-6.93147181e-01, -1.00000000e+03])
    """
    return np.minimum(x, 0) - np.log1p(np.exp(-np.abs(x)))


@op(public="nn.softplus", expands=True)
@of_floats
def softplus(x: Any, *, beta: float = 1.0) -> Any:
    """`log(1 + exp(beta * x)) / beta`.

    >>> dslc.nn.softplus(np.array([0.0, 1000.0]))
    array([6.93147181e-01, 1.00000000e+03])
    """
    scaled = beta * x
    return (np.maximum(scaled, 0) + np.log1p(np.exp(-np.abs(scaled)))) / beta


@op(public="nn.softsign", expands=True)
@of_floats
def softsign(x: Any) -> Any:
    """`x / (1 + |x|)`.

    >>> dslc.nn.softsign(np.array([-1.0, 3.0]))
    array([-0.5 ,  0.75])
    """
    return x / (1.0 + np.abs(x))


@op(public="nn.hard_sigmoid", expands=True)
@of_floats
def hard_sigmoid(x: Any) -> Any:
    """`sigmoid` in three straight pieces: `relu6(x + 3) / 6`.

    >>> dslc.nn.hard_sigmoid(np.array([-4.0, 0.0, 1.5]))
    array([0.  , 0.5 , 0.75])
    """
    return relu6(x + 3.0) / 6.0


@op(public="nn.hard_tanh", expands=True)
@of_floats
def hard_tanh(x: Any, *, min_val: float = -1.0, max_val: float = 1.0) -> Any:
    """Each element, clipped to what lies between `min_val` and `max_val`.

    >>> dslc.nn.hard_tanh(np.array([-4.0, 0.5]))
    array([-1. ,  0.5])
    """
    return np.minimum(np.maximum(x, min_val), max_val)


# --- gates --------------------------------------------------------------------------------------


@op(public="nn.silu", expands=True)
@of_floats
def silu(x: Any) -> Any:
    """`x * sigmoid(x)`, also called swish. Elfwing, Uchibe and Doya, 2017.

    >>> dslc.nn.silu(np.array([-1.0, 2.0]))
    array([-0.26894142,  1.76159416])
    """
    return x * sigmoid(x)


@op(public="nn.hard_swish", expands=True)
@of_floats
def hard_swish(x: Any) -> Any:
    """`x * relu6(x + 3) / 6`. Howard and others, MobileNetV3, 2019.

    >>> dslc.nn.hard_swish(np.array([-4.0, 1.5]))
    array([-0.   ,  1.125])
    """
    return x * hard_sigmoid(x)


@op(public="nn.mish", expands=True)
@of_floats
def mish(x: Any) -> Any:
    """`x * tanh(softplus(x))`. Misra, 2019.

    >>> dslc.nn.mish(np.array([-1.0, 2.0]))
    array([-0.30340146,  1.94395896])
    """
    return x * np.tanh(softplus(x))


@op(public="nn.gelu", expands=True)
@of_floats
def gelu(x: Any, *, approximate: str = "none") -> Any:
    """`x` times the normal distribution's probability below it. Hendrycks and Gimpel, 2016.

    With `approximate="tanh"` that is `(1 + tanh(sqrt(2 / pi) * (x + 0.044715 * x ** 3))) / 2`.

    >>> dslc.nn.gelu(np.array([-1.0, 2.0]))
    array([-0.15865525,  1.95449974])
    """
    choice(approximate, ("none", "tanh"), "approximate")
    if approximate == "none":
        return x * (0.5 * erfc(-math.sqrt(0.5) * x))
    # (1 + tanh(z)) / 2 is sigmoid(2 * z), which keeps its digits where tanh(z) is near -1.
    return x * sigmoid(math.sqrt(8.0 / math.pi) * (x + 0.044715 * (x * x * x)))


@op(public="nn.glu", expands=True)
@of_floats
def glu(x: Any, *, axis: int = -1) -> Any:
    """The first half along an axis, times `sigmoid` of the second. Dauphin and others, 2016.

    >>> dslc.nn.glu(np.array([1.0, 2.0, 0.0, 1000.0]))
    array([0.5, 2. ])
    """
    number = attributes.axis(axis, x.ndim, "`glu`")
    size = x.shape[number]
    half = size // 2
    check_equal(size, 2 * half, f"the axis is cut in two halves, and its size is {size}")
    halves: Any = np.reshape(x, (*x.shape[:number], 2, half, *x.shape[number + 1 :]))
    key = (slice(None),) * number
    return halves[(*key, 0)] * sigmoid(halves[(*key, 1)])
