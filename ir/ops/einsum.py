"""Einstein's notation by transposes, reshapes and products of matrices.

Axes are called by letters, those that `...` stands for by numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any, TypeAlias

import numpy as np

from dslc.ir.op import RuleError

from .operands import check_equal

Labels: TypeAlias = "tuple[str | int, ...]"
"""What the axes of an operand are called."""


def parse(subscripts: str, ranks: Sequence[int]) -> tuple[list[Labels], Labels]:
    """The labels of each operand and of the result.

    Raises:
        RuleError: `argument-mismatch`, `rank-mismatch`.
    """
    text = subscripts.replace(" ", "")
    left, arrow, right = text.partition("->")
    terms = left.split(",")
    if len(terms) != len(ranks):
        message = f"`einsum` has {len(terms)} terms for {len(ranks)} operands"
        raise RuleError("argument-mismatch", message)
    inputs = [_labels(term, rank) for term, rank in zip(terms, ranks, strict=True)]
    every = [label for labels in inputs for label in labels]
    spread = tuple(sorted({label for label in every if isinstance(label, int)}))
    if arrow:
        letters = _split(right)
        if letters is None or len(set(right)) < len(right.replace("...", ".")):
            raise RuleError("argument-mismatch", f"`{right}` is no result of `einsum`")
        before, dots, after = letters
        if spread and not dots:
            raise RuleError("argument-mismatch", "the result of `einsum` has no `...`")
        output: Labels = (*before, *spread, *after) if dots else tuple(before)
    else:
        once = sorted(c for c in set(every) if isinstance(c, str) and every.count(c) == 1)
        output = (*spread, *once)
    unknown = [label for label in output if label not in every]
    if unknown:
        raise RuleError("argument-mismatch", f"no operand of `einsum` has an axis `{unknown[0]}`")
    return inputs, output


def _split(term: str) -> tuple[str, str, str] | None:
    """The letters before and after the `...` of a term, None where it has others."""
    before, dots, after = term.partition("...")
    return (before, dots, after) if (before + after).isalpha() or not before + after else None


def _labels(term: str, rank: int) -> Labels:
    letters = _split(term)
    if letters is None:
        raise RuleError("argument-mismatch", f"`{term}` is no term of `einsum`")
    before, dots, after = letters
    rest = rank - len(before) - len(after)
    if rest < 0 or (rest and not dots):
        message = f"the term `{term}` of `einsum` is for another rank than {rank}"
        raise RuleError("rank-mismatch", message)
    if len(set(before + after)) < len(before + after):
        message = f"a letter stands twice in the term `{term}`"
        raise RuleError("unsupported-construct", message, help="take the diagonal before")
    # Axes that broadcast are counted from the last, so that they are aligned at the end.
    return (*before, *range(-rest, 0), *after)


def _check_sizes(operands: Sequence[Any], inputs: Sequence[Labels]) -> None:
    """Let the axes of one letter have one size."""
    sizes: dict[str | int, Any] = {}
    for operand, labels in zip(operands, inputs, strict=True):
        for label, size in zip(labels, operand.shape, strict=True):
            if isinstance(label, int):
                continue  # broadcast by the products
            known = sizes.setdefault(label, size)
            message = f"the axes `{label}` of `einsum` differ in size: {known} is never {size}"
            check_equal(known, size, message)


def contract(operands: list[Any], inputs: list[Labels], output: Labels) -> Any:
    """The sum of products, operands multiplied from left to right."""
    _check_sizes(operands, inputs)
    result, labels = operands[0], inputs[0]
    for number, (other, others) in enumerate(zip(operands[1:], inputs[1:], strict=True), start=2):
        needed = {*output, *(label for rest in inputs[number:] for label in rest)}
        result, labels = _multiply(result, labels, other, others, needed)
    summed = tuple(n for n, label in enumerate(labels) if label not in output)
    if summed:
        result = np.sum(result, axis=summed, dtype=result.dtype)
        labels = tuple(label for label in labels if label in output)
    order = tuple(labels.index(label) for label in output)
    return np.transpose(result, order) if order != tuple(range(len(order))) else result


def _multiply(
    a: Any, a_labels: Labels, b: Any, b_labels: Labels, needed: set[Any]
) -> tuple[Any, Labels]:
    """One product of matrices, or of elements where nothing is summed over."""
    stacked = [label for label in a_labels if label in b_labels and label in needed]
    inside = [label for label in a_labels if label in b_labels and label not in needed]
    rows = [label for label in a_labels if label not in b_labels]
    columns = [label for label in b_labels if label not in a_labels]
    labels: Labels = (*stacked, *rows, *columns)
    left = np.transpose(a, _order(a_labels, [*stacked, *rows, *inside]))
    right = np.transpose(b, _order(b_labels, [*stacked, *inside, *columns]))
    cut, end = len(stacked), len(stacked) + len(rows)
    outer = left.shape[:end]
    if not inside or any(isinstance(label, int) for label in stacked):
        return _by_elements(left, right, cut, end, len(inside)), labels
    first = np.reshape(left, (*left.shape[:cut], _product(outer[cut:]), _product(left.shape[end:])))
    middle = cut + len(inside)
    second = np.reshape(
        right,
        (*right.shape[:cut], _product(right.shape[cut:middle]), _product(right.shape[middle:])),
    )
    return np.reshape(first @ second, (*outer, *right.shape[middle:])), labels


def _by_elements(left: Any, right: Any, cut: int, end: int, inside: int) -> Any:
    """All products, then the sums; axes that broadcast may be of size 1 in either."""
    rows, columns = end - cut, right.ndim - cut - inside
    spread = np.reshape(left, (*left.shape[:end], *(1,) * columns, *left.shape[end:]))
    turned = np.moveaxis(right, tuple(range(cut, cut + inside)), tuple(range(-inside, 0)))
    other = np.reshape(turned, (*right.shape[:cut], *(1,) * rows, *turned.shape[cut:]))
    products = spread * other
    summed = tuple(range(end + columns, end + columns + inside))
    return np.sum(products, axis=summed, dtype=products.dtype) if inside else products


def _order(labels: Labels, wanted: Sequence[str | int]) -> tuple[int, ...]:
    return tuple(labels.index(label) for label in wanted)


def _product(sizes: Sequence[Any]) -> Any:
    return prod(sizes, start=1)
