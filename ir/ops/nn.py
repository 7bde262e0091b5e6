"""Functions of neural networks, made of other ops."""

from __future__ import annotations

from typing import Any

import numpy as np

from dslc.ir.op import op


@op(public="nn.softmax", expands=True)
def softmax(x: Any, *, axis: int = -1) -> Any:
    """Positive numbers along an axis that add up to 1, as the exponentials of the elements are.

    The greatest element is subtracted first, so that nothing overflows.

    >>> dslc.nn.softmax(np.array([1.0, 1.0, 1.0, 1.0]))
    array([0.25, 0.25, 0.25, 0.25])
    """
    shifted = np.exp(x - np.max(x, axis=axis, keepdims=True))
    return shifted / np.sum(shifted, axis=axis, keepdims=True)
