"""Softmax, its logarithm, and the linear layer; floats of 16 bits are computed with in f32."""

from __future__ import annotations

from typing import Any

import numpy as np

from dslc.ir.op import RuleError, op

from .operands import check_equal, check_rank, floats, of_floats, wide


@op(public="nn.softmax", expands=True)
@of_floats
def softmax(x: Any, *, axis: int = -1) -> Any:
    """Positive numbers along an axis that add up to 1, as the exponentials of the elements are.

    The greatest element is subtracted first, so that nothing overflows.

    >>> dslc.nn.softmax(np.array([1.0, 1.0, 1.0, 1.0]))
    array([0.25, 0.25, 0.25, 0.25])
    """
    shifted = np.exp(x - np.max(x, axis=axis, keepdims=True))
    return shifted / np.sum(shifted, axis=axis, keepdims=True)


@op(public="nn.log_softmax", expands=True)
@of_floats
def log_softmax(x: Any, *, axis: int = -1) -> Any:
    """The logarithm of `softmax` along an axis: `x - log(sum(exp(x)))`.

    The greatest element is subtracted first, so that nothing overflows.

    >>> dslc.nn.log_softmax(np.array([0.0, 0.0, -1000.0]))
    array([-6.93147181e-01, -6.93147181e-01, -1.00069315e+03])
    """
    shifted = x - np.max(x, axis=axis, keepdims=True)
    return shifted - np.log(np.sum(np.exp(shifted), axis=axis, keepdims=True))


@op(call="x, axis, keepdims", public="nn.logsumexp", expands=True)
@of_floats
def logsumexp(x: Any, *, axis: Any = None, keepdims: bool = False) -> Any:
    """`log(sum(exp(x)))` over axes, all by default, without overflow; -inf where all are -inf.

    >>> print(dslc.nn.logsumexp(np.array([1000.0, 1000.0])))
    1000.6931471805599
    """
    top = np.max(x, axis=axis, keepdims=True)
    # An infinite one is not subtracted: inf - inf is NaN.
    shift = np.where(np.abs(top) == np.inf, 0.0, top)
    total = np.log(np.sum(np.exp(x - shift), axis=axis, keepdims=keepdims))
    return total + np.reshape(shift, total.shape)


@op(public="nn.linear", expands=True)
@of_floats
def linear(x: Any, weight: Any, bias: Any = None) -> Any:
    """`x @ weight.T + bias`: x `[..., inputs]`, weight `[outputs, inputs]`, bias `[outputs]`.

    >>> dslc.nn.linear(np.array([1.0, 2.0]), np.array([[3.0, 4.0], [0.0, 1.0]]))
    array([11.,  2.])
    """
    weight = wide(floats(weight, "weight"))
    check_rank(weight, 2, "weight", "[outputs, inputs]")
    if not x.ndim:
        raise RuleError("rank-mismatch", "`x` has the axes [..., inputs], one at least")
    inputs = f"`x` has {x.shape[-1]} inputs, and `weight` takes {weight.shape[1]}"
    check_equal(x.shape[-1], weight.shape[1], inputs)
    y = x @ np.transpose(weight)
    if bias is None:
        return y
    check_rank(bias, 1, "bias", "[outputs]")
    outputs = f"`weight` gives {weight.shape[0]} outputs, and `bias` has {bias.shape[0]}"
    check_equal(bias.shape[0], weight.shape[0], outputs)
    return y + wide(floats(bias, "bias"))
