"""What the types of library calls share: calls of LAPACK and of FFTs, each one node.

Which dtypes a library takes and gives is NumPy's to say: it is asked on matrices of one element.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import numpy as np

from dslc.ir.dims import Size
from dslc.ir.dtypes import BY_NAME, is_complex
from dslc.ir.facts import DimMismatch, Facts
from dslc.ir.op import RuleError
from dslc.ir.types import TensorType, Type

from .operands import count
from .rules import array, refuse_joined

BF16 = BY_NAME["bf16"]

LIBRARY = frozenset(
    (
        *("cholesky", "qr", "svd", "eigh", "eigvalsh", "eig", "eigvals"),
        *("solve", "inv", "det", "slogdet", "pinv", "lstsq", "cond", "matrix_rank"),
        *("poly", "polyfit"),
        *("fft", "ifft", "rfft", "irfft"),
    )
)
"""Ops that are library calls on every backend."""


def matrices(type_: Type, what: str, number: int = 0) -> TensorType:
    """The type of a stack of matrices, which the last two axes are.

    Raises:
        RuleError: `rank-mismatch` for fewer axes; `joined-arithmetic`.
    """
    refuse_joined((type_,), what)
    found = array(type_, what, number)
    if found.rank < 2:
        message = f"{what} needs a matrix, and this has {count(found.rank, 'axis', 'axes')}"
        raise RuleError("rank-mismatch", message, {number: f"this is {type_}"})
    return found


def square(facts: Facts, type_: Type, what: str) -> TensorType:
    """The type of a stack of square matrices, whose sizes are then known to be equal.

    Raises:
        RuleError: `rank-mismatch` or `shape-mismatch`.
    """
    found = matrices(type_, what)
    met(facts, found.shape[-2], found.shape[-1], f"{what} needs a square matrix", {0: found})
    return found


def met(facts: Facts, size: Size, other: Size, message: str, shown: dict[int, Type]) -> Size:
    """One size for two that must be equal.

    Raises:
        RuleError: `shape-mismatch` with this message where they never are.
    """
    try:
        return facts.meet(size, other)
    except DimMismatch as mismatch:
        labels = {number: f"this is {type_}" for number, type_ in shown.items()}
        never = mismatch.comparison
        raise RuleError("shape-mismatch", message, labels, never=never) from None


def library_dtypes(
    run: Callable[..., Any], types: Sequence[TensorType], what: str, **attributes: Any
) -> Any:
    """The dtypes of what a library call gives for arrays of these types, in the results' order.

    Raises:
        RuleError: `dtype-mismatch` where it takes none such.
    """
    found = _asked(run, *(type_.dtype for type_ in types), **attributes)
    if found is None:
        shown = {number: f"this is {type_}" for number, type_ in enumerate(types)}
        is_whole = any(is_complex(type_.dtype) for type_ in types)
        help_ = "take its `.real`" if is_whole else "cast it, as in `x.astype(np.float32)`"
        raise RuleError("dtype-mismatch", f"{what} is not defined for this dtype", shown, help_)
    return found


@cache
def _asked(
    run: Callable[..., Any], *dtypes: np.dtype, **attributes: Any
) -> tuple[np.dtype, ...] | None:
    if BF16 in dtypes:
        return None
    try:
        results = run(*(np.ones((1, 1), dtype) for dtype in dtypes), **attributes)
    except TypeError:
        return None
    results = results if isinstance(results, tuple) else (results,)
    return tuple(result.dtype for result in results)
