"""Losses: how far predictions are from what they should be.

`reduction` says what becomes of the losses of all samples: their "mean", their "sum", or "none".
Floats of 16 bits are computed with in f32.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from dslc.ir.op import RuleError, op

from . import attributes
from .classes import picked
from .create import cast
from .nn import log_softmax
from .operands import (
    check_same_shape,
    check_shape,
    choice,
    floats,
    integers,
    of_floats,
    shape_text,
    wide,
)

REDUCTIONS = ("mean", "sum", "none")


def reduced(losses: Any, reduction: str) -> Any:
    """What becomes of the losses of all samples."""
    choice(reduction, REDUCTIONS, "reduction")
    if reduction == "none":
        return losses
    return np.mean(losses) if reduction == "mean" else np.sum(losses)


def like(x: Any, target: Any, roles: tuple[str, str] = ("x", "target")) -> Any:
    """The target, which is of floats in the shape of `x`.

    Raises:
        RuleError: `dtype-mismatch`, `rank-mismatch` or `shape-mismatch`.
    """
    target = wide(floats(target, roles[1]))
    check_same_shape(x, target, roles)
    return target


# --- of numbers ---------------------------------------------------------------------------------


@op(public="nn.mse_loss", expands=True)
@of_floats
def mse_loss(x: Any, target: Any, *, reduction: str = "mean") -> Any:
    """Squares of the differences, `(x - target) ** 2`; both have one shape.

    >>> print(dslc.nn.mse_loss(np.array([1.0, 2.0]), np.array([1.0, 5.0])))
    4.5
    """
    target = like(x, target)
    difference = x - target
    return reduced(difference * difference, reduction)


@op(public="nn.l1_loss", expands=True)
@of_floats
def l1_loss(x: Any, target: Any, *, reduction: str = "mean") -> Any:
    """Sizes of the differences, `|x - target|`; both have one shape.

    >>> print(dslc.nn.l1_loss(np.array([1.0, 2.0]), np.array([1.0, 5.0])))
    1.5
    """
    target = like(x, target)
    return reduced(np.abs(x - target), reduction)


@op(public="nn.huber_loss", expands=True)
@of_floats
def huber_loss(x: Any, target: Any, *, delta: float = 1.0, reduction: str = "mean") -> Any:
    """Squares of small differences, sizes of those above `delta`. Huber, 1964.

    `d * d / 2` for a difference `d` of at most `delta`, else `delta * (|d| - delta / 2)`.

    >>> dslc.nn.huber_loss(np.array([1.0, 2.0]), np.array([1.5, 5.0]), reduction="none")
    array([0.125, 2.5  ])
    """
    target = like(x, target)
    size = np.abs(x - target)
    small = 0.5 * (size * size)
    return reduced(np.where(size <= delta, small, delta * (size - 0.5 * delta)), reduction)


@op(public="nn.smooth_l1_loss", expands=True)
@of_floats
def smooth_l1_loss(x: Any, target: Any, *, beta: float = 1.0, reduction: str = "mean") -> Any:
    """`huber_loss` divided by its `delta`: sizes of differences, rounded off below `beta`.

    `d * d / (2 * beta)` for a difference `d` below `beta`, else `|d| - beta / 2`. Girshick, 2015.

    >>> dslc.nn.smooth_l1_loss(np.array([1.0, 2.0]), np.array([1.5, 5.0]), reduction="none")
    array([0.125, 2.5  ])
    """
    target = like(x, target)
    size = np.abs(x - target)
    if beta == 0:
        return reduced(size, reduction)
    small = size * size * (0.5 / beta)
    return reduced(np.where(size < beta, small, size - 0.5 * beta), reduction)


@op(public="nn.cosine_similarity", expands=True)
@of_floats
def cosine_similarity(x: Any, y: Any, *, axis: int = -1, eps: float = 1e-8) -> Any:
    """Cosines of the angles between vectors along an axis; lengths below `eps` count as that.

    `sum(x * y) / (max(|x|, eps) * max(|y|, eps))`; both have one shape.

    >>> print(dslc.nn.cosine_similarity(np.array([1.0, 0.0]), np.array([3.0, 4.0])))
    0.6
    """
    y = like(x, y, ("x", "y"))
    lengths = [np.maximum(np.sqrt(np.sum(v * v, axis=axis)), eps) for v in (x, y)]
    return np.sum(x * y, axis=axis) / (lengths[0] * lengths[1])


# --- of probabilities ---------------------------------------------------------------------------


@op(public="nn.binary_cross_entropy_with_logits", expands=True)
@of_floats
def binary_cross_entropy_with_logits(
    logits: Any, target: Any, pos_weight: Any = None, *, reduction: str = "mean"
) -> Any:
    """`-target * log(p) - (1 - target) * log(1 - p)` with `p = sigmoid(logits)`, without overflow.

    Both have one shape. `pos_weight` is a factor of the first term that broadcasts to that shape.

    >>> x, target = np.array([0.0, 1000.0]), np.array([1.0, 0.0])
    >>> dslc.nn.binary_cross_entropy_with_logits(x, target, reduction="none")
    array([6.93147181e-01, 1.00000000e+03])
    """
    target = like(logits, target, ("logits", "target"))
    # -log(p) is `rest - min(x, 0)`, and -log(1 - p) is `rest + max(x, 0)`.
    rest = np.log1p(np.exp(-np.abs(logits)))
    if pos_weight is None:
        losses = np.maximum(logits, 0) - logits * target + rest
    else:
        positive = wide(floats(pos_weight, "pos_weight")) * target
        losses = positive * (rest - np.minimum(logits, 0))
        losses = losses + (1.0 - target) * (rest + np.maximum(logits, 0))
    return reduced(losses, reduction)


@op(public="nn.kl_div", expands=True)
@of_floats
def kl_div(x: Any, target: Any, *, log_target: bool = False, reduction: str = "mean") -> Any:
    """`target * (log(target) - x)`, the divergence of probabilities from those with logarithms `x`.

    Both have one shape; with `log_target` the target is logarithms too. A probability of 0 adds 0.
    The reduction "batchmean" is the sum divided by the size of the first axis. Kullback and
    Leibler, 1951.

    >>> x = np.log(np.array([0.5, 0.5]))
    >>> print(dslc.nn.kl_div(x, np.array([1.0, 0.0]), reduction="sum"))
    0.6931471805599453
    """
    target = like(x, target)
    choice(reduction, (*REDUCTIONS, "batchmean"), "reduction")
    if log_target:
        losses = np.exp(target) * (target - x)
    else:
        log = np.log(np.where(target > 0, target, 1.0))
        losses = np.where(target == 0, 0.0, target * (log - x))
    if reduction != "batchmean":
        return reduced(losses, reduction)
    if not x.ndim:
        raise RuleError("rank-mismatch", "a batch has an axis")
    return np.sum(np.sum(losses, axis=tuple(range(1, x.ndim))) / x.shape[0])


# --- of classes ---------------------------------------------------------------------------------


@op(public="nn.nll_loss", expands=True)
@of_floats
def nll_loss(
    log_probabilities: Any,
    labels: Any,
    weight: Any = None,
    *,
    axis: int = -1,
    ignore_index: int | None = None,
    reduction: str = "mean",
) -> Any:
    """Logarithms of the labels' probabilities, negated.

    The labels are integers, in the shape of `log_probabilities` without its axis `axis` of classes.
    IndexError for a label that is no class; a negative one counts from the end. Those that
    are `ignore_index` give 0 and do not count in the mean. `weight` has a factor for each class;
    the mean is then divided by the sum of the labels' factors.

    >>> log = np.log(np.array([[0.5, 0.5], [0.2, 0.8]]))
    >>> dslc.nn.nll_loss(log, np.array([0, 1]), reduction="none")
    array([0.69314718, 0.22314355])
    """
    x, labels = log_probabilities, integers(labels, "labels")
    number = _class_axis(x, labels, axis, "nll_loss")
    counts, labels = _counted(labels, ignore_index)
    losses, factors = -picked(x, labels, number), _factors(weight, labels, x.shape[number])
    losses = losses if factors is None else losses * factors
    return _reduced_counted(losses, counts, factors, reduction)


@op(public="nn.cross_entropy", expands=True)
@of_floats
def cross_entropy(
    logits: Any,
    labels: Any,
    weight: Any = None,
    *,
    axis: int = -1,
    label_smoothing: float = 0.0,
    ignore_index: int | None = None,
    reduction: str = "mean",
) -> Any:
    """`nll_loss` of `log_softmax`: how improbable the labels are for these logits.

    The labels are integers, in the shape of `logits` without its axis `axis` of classes. IndexError
    for a label that is no class; a negative one counts from the end. Those that are `ignore_index`
    give 0 and do not count in the mean. `weight` has a factor for each class; the mean is then
    divided by the sum of the labels' factors. With `label_smoothing` every class has that share of
    the target, divided by their number, and the label the rest. Szegedy and others, 2015.

    >>> x, labels = np.array([[0.0, 0.0], [0.0, 9.0]]), np.array([0, 1])
    >>> dslc.nn.cross_entropy(x, labels, reduction="none")
    array([6.93147181e-01, 1.23402190e-04])
    """
    labels = integers(labels, "labels")
    number = _class_axis(logits, labels, axis, "cross_entropy")
    log = log_softmax(logits, axis=number)
    counts, labels = _counted(labels, ignore_index)
    factors = _factors(weight, labels, log.shape[number])
    losses = -picked(log, labels, number)
    losses = losses if factors is None else losses * factors
    if label_smoothing:
        row = (slice(None), *(None,) * (log.ndim - 1 - number))
        weighted = log if factors is None else log * wide(floats(weight, "weight"))[row]
        spread = np.mean(weighted, axis=number)
        losses = (1.0 - label_smoothing) * losses - label_smoothing * spread
    return _reduced_counted(losses, counts, factors, reduction)


def _counted(labels: Any, ignore_index: int | None) -> tuple[Any, Any]:
    """Which labels count, None for all, and labels of which all are classes."""
    if ignore_index is None:
        return None, labels
    counts = labels != ignore_index
    return counts, np.where(counts, labels, 0)


def _factors(weight: Any, labels: Any, classes: Any) -> Any:
    """The factor of each label's class, None for 1."""
    if weight is None:
        return None
    weight = wide(floats(weight, "weight"))
    check_shape(weight, (classes,), f"`weight` has a number for each of {classes} classes")
    return np.take(weight, labels)


@op(public="nn.soft_cross_entropy", expands=True)
@of_floats
def soft_cross_entropy(
    logits: Any, probabilities: Any, *, axis: int = -1, reduction: str = "mean"
) -> Any:
    """`cross_entropy` with a target of probabilities, in the shape of the logits.

    `-sum(probabilities * log_softmax(logits))` along the axis of classes.

    >>> x, target = np.array([[0.0, 0.0], [0.0, 9.0]]), np.array([[0.5, 0.5], [0.0, 1.0]])
    >>> dslc.nn.soft_cross_entropy(x, target, reduction="none")
    array([6.93147181e-01, 1.23402190e-04])
    """
    target = like(logits, probabilities, ("logits", "probabilities"))
    log = log_softmax(logits, axis=attributes.axis(axis, logits.ndim, "`soft_cross_entropy`"))
    # A class without any probability adds 0, also where its logarithm is -inf.
    return reduced(-np.sum(np.where(target == 0, 0.0, target * log), axis=axis), reduction)


def _class_axis(x: Any, labels: Any, axis: int, name: str) -> int:
    """The axis of the classes, counted from the front; the labels have the other axes."""
    number = attributes.axis(axis, x.ndim, f"`{name}`")
    others = [size for each, size in enumerate(x.shape) if each != number]
    message = f"the labels have the shape {shape_text(others)}, without the classes"
    check_shape(labels, others, message)
    return number


def _reduced_counted(losses: Any, counts: Any, factors: Any, reduction: str) -> Any:
    """The reduction of losses of which only some count, and some more than others."""
    if counts is None and (factors is None or reduction != "mean"):
        return reduced(losses, reduction)
    kept = losses if counts is None else np.where(counts, losses, 0.0)
    if reduction != "mean":
        return reduced(kept, reduction)
    if factors is not None:
        return np.sum(kept) / np.sum(factors if counts is None else np.where(counts, factors, 0.0))
    assert counts is not None
    return np.sum(kept) / cast(np.sum(counts), dtype=losses.dtype)
