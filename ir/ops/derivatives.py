"""Ops that only a gradient sees."""

from __future__ import annotations

from typing import Any

from dslc.ir.op import op


@op(public="stop_gradient", expands=True)
def stop_gradient(x: Any) -> Any:
    """The value of `x`, which a gradient takes for a constant.

    >>> dslc.stop_gradient(np.array([1.0, 2.0]))
    array([1., 2.])
    """
    return +x
