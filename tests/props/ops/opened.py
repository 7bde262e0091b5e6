"""Open sizes of results, with the numbers that a run gave them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from dslc.ir.dims import evaluate, substitute
from dslc.ir.openings import Opening
from dslc.ir.types import TensorType, Type


def settled(
    types: Sequence[Type],
    opened: Sequence[Opening],
    results: Sequence[Any],
    operands: Sequence[Any],
    sizes: Mapping[str, int] | None = None,
) -> tuple[Type, ...]:
    """The types with numbers for their open sizes, which lie within their bounds.

    Args:
        types: those of a rule.
        opened: the sizes that it opened.
        results: what the op gives.
        operands: what it is given: of them a size may be a count.
        sizes: the numbers of other symbols.
    """
    numbers: dict[str, int] = {}
    for opening in opened:
        number = next(
            int(extent)
            for type_, result in zip(types, results, strict=True)
            if isinstance(type_, TensorType)
            for size, extent in zip(type_.shape, np.shape(result), strict=True)
            if size is opening.dim
        )
        known = {**(sizes or {}), **numbers}
        assert evaluate(opening.low, known) <= number <= evaluate(opening.high, known)
        if opening.counts is not None:
            assert number == np.count_nonzero(operands[opening.counts])
        numbers[str(opening.dim)] = number
    return tuple(
        replace(type_, shape=tuple(substitute(size, numbers) for size in type_.shape))
        if isinstance(type_, TensorType)
        else type_
        for type_ in types
    )
