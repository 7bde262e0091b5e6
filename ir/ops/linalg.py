"""Products of matrices."""

from __future__ import annotations

from typing import Any

import numpy as np

from dslc.ir.dims import Size
from dslc.ir.facts import DimMismatch, Facts
from dslc.ir.op import RuleError, op
from dslc.ir.types import TensorType, Type

from .rules import broadcast, element, labels, loop_of, refuse_joined


@op(operator="@", numpy=("matmul", "linalg.matmul"), strong=False)
def matmul(x: Any, y: Any) -> Any:
    """Matrix product over the last two axes, the axes before them broadcast.

    An array of one axis is a row on the left and a column on the right, without that axis in the
    result: two of them give a NumPy scalar.

    >>> np.array([[1, 2], [3, 4]]) @ np.array([10, 1])
    array([12, 34])
    """
    return x @ y


@matmul.type
def _(facts: Facts, x: Type, y: Type) -> Type:
    types = (x, y)
    if not (isinstance(x, TensorType) and x.rank and isinstance(y, TensorType) and y.rank):
        raise RuleError("rank-mismatch", "`@` needs arrays with axes", labels(types))
    refuse_joined(types, "`@`")
    dtype = loop_of(np.matmul, types)[-1]
    inner = y.shape[-2] if y.rank > 1 else y.shape[0]
    try:
        facts.meet(x.shape[-1], inner)
    except DimMismatch as mismatch:
        message, never = "the inner dims of `@` must be equal", mismatch.comparison
        raise RuleError("shape-mismatch", message, labels(types), never=never) from None
    outer: tuple[Size, ...] = broadcast(facts, [_stack(x), _stack(y)])
    rows = x.shape[-2:-1] if x.rank > 1 else ()
    columns = y.shape[-1:] if y.rank > 1 else ()
    return element(dtype, (*outer, *rows, *columns))


def _stack(type_: TensorType) -> TensorType:
    """The axes before the last two."""
    return TensorType(type_.dtype, type_.shape[:-2])
