"""What kernels compute in a wider dtype than the operands': products, and sums of 16 bits.

NumPy does the same: a product of unlike dtypes is one of the dtype that both become, and floats of
16 bits are added and multiplied in f32 as long as elements lie side by side. So such an op is made
of casts and of the op in the wider dtype, of which kernels have a fast form.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import prod
from typing import Any

import numpy as np

from dslc.ir.dims import Size
from dslc.ir.dtypes import BY_NAME, is_float
from dslc.ir.expansion import Body
from dslc.ir.graph import Node, type_of
from dslc.ir.op import REGISTRY
from dslc.ir.ops.operands import HALVES
from dslc.ir.ops.rules import loop_of
from dslc.ir.types import TensorType, default_dtype, shape_of

F16, F32, F64 = (BY_NAME[name] for name in ("f16", "f32", "f64"))


def in_wider_dtypes(node: Node) -> Body | None:
    """What a node is made of in a wider dtype; None where it is computed in its own."""
    found = _WIDER.get(node.op.name)
    return None if found is None else found(node)


def _cast(x: Any, dtype: np.dtype) -> Any:
    return x if x.dtype == dtype else x.astype(dtype)


def _product(node: Node) -> Body | None:
    types = [type_of(operand) for operand in node.operands]
    result = node.results[0].dtype
    wide = F32 if result == F16 else loop_of(np.matmul, types)[0]
    if not is_float(wide) or all(default_dtype(type_) == wide for type_ in types):
        return None
    return lambda x, y: _cast(_cast(x, wide) @ _cast(y, wide), result)


def _windows(node: Node) -> Body | None:
    """A convolution, or sums of windows."""
    dtype, op = node.results[0].dtype, node.op
    if dtype not in HALVES or node.attributes.get("kind") == "max":
        return None
    return lambda *operands, **attributes: _cast(
        op(*(_cast(each, F32) for each in operands), **attributes), dtype
    )


def _mean(node: Node) -> Body | None:
    """Of f16 in f32; a sum of bf16 is rounded at each step, and divided by an exact number."""
    dtype = node.results[0].dtype
    if dtype == F16:
        return _in_f32(node.op.name)
    if dtype not in HALVES:
        return None
    shape = shape_of(type_of(node.operands[0]))
    count = prod((shape[axis] for axis in node.attributes["axis"]), start=1)

    def mean(x: Any, where: Any = None, **attributes: Any) -> Any:
        chosen: Mapping[str, Any] = {} if where is None else {"where": where}
        total = np.sum(x, **chosen, **attributes)
        over = {name: attributes[name] for name in ("axis", "keepdims")}
        parts = count if where is None else np.sum(np.broadcast_to(where, x.shape), **over)
        return _cast(_cast(total, F64) / parts, dtype)

    return mean


def _total(node: Node) -> Body | None:
    """A sum or product of f16 over elements that lie side by side."""
    operand = type_of(node.operands[0])
    if node.results[0].dtype != F16 or not isinstance(operand, TensorType):
        return None
    is_dense = _lie_side_by_side(operand.shape, node.attributes["axis"])
    return _in_f32(node.op.name) if is_dense else None


def _lie_side_by_side(shape: tuple[Size, ...], axes: tuple[int, ...]) -> bool:
    """Whether these are the last axes, besides those of size 1."""
    kept = [axis for axis, size in enumerate(shape) if size != 1 and axis not in axes]
    return not kept or all(axis > kept[-1] for axis in axes if shape[axis] != 1)


def _in_f32(name: str) -> Body:
    def total(x: Any, where: Any = None, *, dtype: Any, **attributes: Any) -> Any:
        chosen: Mapping[str, Any] = {} if where is None else {"where": where}
        if "initial" in attributes:
            attributes["initial"] = float(np.float16(attributes["initial"]))
        wide = _cast(_cast(x, F16), F32)
        return _cast(REGISTRY[name](wide, **chosen, dtype=F32, **attributes), F16)

    return total


_WIDER: dict[str, Callable[[Node], Body | None]] = {
    "conv": _windows,
    "matmul": _product,
    "mean": _mean,
    "pool": _windows,
    "prod": _total,
    "sum": _total,
}
