"""Cotangents: each of the type of what it belongs to, a Python float's of f64.

That of a complex number z is the complex d for which Re(d * dz) is how the differentiated changes;
so the rules of ops that have a complex derivative hold for complex numbers as they stand.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from dslc.ir.dims import Size
from dslc.ir.dtypes import is_complex
from dslc.ir.graph import Literal, Operand, type_of
from dslc.ir.op import REGISTRY
from dslc.ir.traced import Traced, traced_operand
from dslc.ir.types import ScalarType, TensorType, Type, default_dtype, shape_of

from .joint import Joint


def zero(joint: Joint, type_: Type) -> Traced:
    """A cotangent that is 0."""
    dtype = default_dtype(type_)
    if not isinstance(type_, TensorType):
        return Traced(Literal(dtype.type(0)))
    shape = {"shape": type_.shape, "dtype": dtype}
    return Traced(joint.emit(REGISTRY["zeros"], (), shape)[0])


def row(joint: Joint, array: Operand, place: Size, type_: Type) -> Operand:
    """What an array holds at a place of its first axis, as a value of this type."""
    is_element = isinstance(type_, TensorType) and not type_.shape
    # An element is a scalar, which nothing can be stored into; with an ellipsis it is an array.
    part = Traced(array)[place, ...] if is_element else Traced(array)[place]
    return joint.convert(None, traced_operand(part), type_)


def fitted(share: Any, operand: Operand) -> Any:
    """A share as the cotangent of an operand: summed along stretched axes, and cast.

    Of a complex share, an operand that is real takes the real part.
    """
    type_ = type_of(operand)
    if is_complex(share.dtype) and not is_complex(default_dtype(type_)):
        share = np.real(share)
    shape: Any = shape_of(type_)
    share = _unstretched(share, shape)
    if share.dtype != default_dtype(type_):
        share = share.astype(default_dtype(type_))
    if isinstance(type_, TensorType) and (share.shape != shape or _is_scalar(share)):
        share = np.broadcast_to(share, shape)
    elif not isinstance(type_, TensorType) and not _is_scalar(share):
        share = share[()]
    return share


def _unstretched(share: Any, shape: tuple[Any, ...]) -> Any:
    """The share summed along the axes that the operand lacks, or has with one element."""
    front = share.ndim - len(shape)
    if front > 0:
        share = np.sum(share, axis=tuple(range(front)))
    thin = tuple(
        axis
        for axis, size in enumerate(shape[max(-front, 0) :])
        if size == 1 and share.shape[axis] != 1
    )
    return np.sum(share, axis=thin, keepdims=True) if thin else share


def _is_scalar(share: Any) -> bool:
    return isinstance(share.type, ScalarType)
