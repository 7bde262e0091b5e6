"""Losses of pairs, of rankings and of distributions, besides those of `losses`.

Floats of 16 bits are computed with in f32; `reduction` is as there.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from dslc.ir.op import op

from . import attributes
from .losses import cosine_similarity, like, reduced
from .operands import check_same_shape, floats, of_floats, wide

# --- of probabilities ---------------------------------------------------------------------------


@op(public="nn.binary_cross_entropy", expands=True)
@of_floats
def binary_cross_entropy(probabilities: Any, target: Any, *, reduction: str = "mean") -> Any:
    """`-target * log(p) - (1 - target) * log(1 - p)`; logarithms are -100 at least.

    Both have one shape. With logits, `binary_cross_entropy_with_logits` is exact.

    >>> x, target = np.array([0.5, 1.0]), np.array([1.0, 0.0])
    >>> dslc.nn.binary_cross_entropy(x, target, reduction="none")
    array([  0.69314718, 100.        ])
    """
    target = like(probabilities, target, ("probabilities", "target"))
    yes, no = (np.maximum(np.log(p), -100.0) for p in (probabilities, 1.0 - probabilities))
    return reduced(-(target * yes + (1.0 - target) * no), reduction)


@op(public="nn.poisson_nll_loss", expands=True)
@of_floats
def poisson_nll_loss(
    x: Any, target: Any, *, log_input: bool = True, eps: float = 1e-8, reduction: str = "mean"
) -> Any:
    """How improbable counts are for Poisson's distribution of the mean `exp(x)`.

    `exp(x) - target * x`, but for a constant; without `log_input` the mean is x itself,
    `x - target * log(x + eps)`.

    >>> print(dslc.nn.poisson_nll_loss(np.array([0.0]), np.array([2.0])))
    1.0
    """
    target = like(x, target)
    if attributes.flag(log_input, "`log_input`"):
        return reduced(np.exp(x) - target * x, reduction)
    return reduced(x - target * np.log(x + eps), reduction)


@op(public="nn.gaussian_nll_loss", expands=True)
@of_floats
def gaussian_nll_loss(
    x: Any, target: Any, var: Any, *, full: bool = False, eps: float = 1e-6, reduction: str = "mean"
) -> Any:
    """How improbable the target is for normal distributions of the means `x` and variances `var`.

    `(log(var) + (x - target)**2 / var) / 2`, a variance being `eps` at least; with `full` and
    `log(2 * pi) / 2` more. All have one shape.

    >>> print(dslc.nn.gaussian_nll_loss(np.array([1.0]), np.array([3.0]), np.array([1.0])))
    2.0
    """
    target, var = like(x, target), like(x, var, ("x", "var"))
    var = np.maximum(var, eps)
    difference = x - target
    losses = 0.5 * (np.log(var) + difference * difference / var)
    if attributes.flag(full, "`full`"):
        losses = losses + 0.5 * math.log(2.0 * math.pi)
    return reduced(losses, reduction)


# --- of pairs and signs -------------------------------------------------------------------------


@op(public="nn.soft_margin_loss", expands=True)
@of_floats
def soft_margin_loss(x: Any, target: Any, *, reduction: str = "mean") -> Any:
    """`log(1 + exp(-target * x))` for targets 1 and -1, without overflow; both have one shape.

    >>> dslc.nn.soft_margin_loss(np.array([0.0, -9.0]), np.array([1.0, -1.0]), reduction="none")
    array([6.93147181e-01, 1.23402190e-04])
    """
    score = -like(x, target) * x
    return reduced(np.maximum(score, 0) + np.log1p(np.exp(-np.abs(score))), reduction)


@op(public="nn.hinge_embedding_loss", expands=True)
@of_floats
def hinge_embedding_loss(
    x: Any, target: Any, *, margin: float = 1.0, reduction: str = "mean"
) -> Any:
    """Distances `x` of pairs that are alike (target 1), `max(margin - x, 0)` of others (-1).

    >>> x, target = np.array([0.25, 0.25]), np.array([1.0, -1.0])
    >>> dslc.nn.hinge_embedding_loss(x, target, reduction="none")
    array([0.25, 0.75])
    """
    target = like(x, target)
    return reduced(np.where(target > 0, x, np.maximum(margin - x, 0)), reduction)


@op(public="nn.margin_ranking_loss", expands=True)
@of_floats
def margin_ranking_loss(
    x: Any, y: Any, target: Any, *, margin: float = 0.0, reduction: str = "mean"
) -> Any:
    """`max(margin - target * (x - y), 0)`: x should be above y for the target 1, below for -1.

    >>> x, y = np.array([3.0, 1.0]), np.array([1.0, 3.0])
    >>> dslc.nn.margin_ranking_loss(x, y, np.array([1.0, 1.0]), reduction="none")
    array([0., 2.])
    """
    y, target = like(x, y, ("x", "y")), like(x, target)
    return reduced(np.maximum(margin - target * (x - y), 0), reduction)


@op(public="nn.cosine_embedding_loss", expands=True)
@of_floats
def cosine_embedding_loss(
    x: Any, y: Any, target: Any, *, margin: float = 0.0, reduction: str = "mean"
) -> Any:
    """1 - cosine of vectors that are alike (target 1), `max(cosine - margin, 0)` of others (-1).

    The vectors are along the last axis of x and y, and the target is without that axis.

    >>> x, y = np.array([[1.0, 0.0]]), np.array([[3.0, 4.0]])
    >>> print(dslc.nn.cosine_embedding_loss(x, y, np.array([-1.0])))
    0.6
    """
    cosine = cosine_similarity(x, like(x, y, ("x", "y")))
    target = wide(floats(target, "target"))
    check_same_shape(cosine, target, ("cosines", "target"))
    losses = np.where(target > 0, 1.0 - cosine, np.maximum(cosine - margin, 0))
    return reduced(losses, reduction)


@op(public="nn.triplet_margin_loss", expands=True)
@of_floats
def triplet_margin_loss(
    anchor: Any,
    positive: Any,
    negative: Any,
    *,
    margin: float = 1.0,
    eps: float = 1e-6,
    reduction: str = "mean",
) -> Any:
    """`max(|anchor - positive| - |anchor - negative| + margin, 0)` of vectors along the last axis.

    The lengths are Euclid's, with `eps` added to each difference. Schroff and others, 2015.

    >>> a, p, n = np.array([[0.0]]), np.array([[1.0]]), np.array([[3.0]])
    >>> print(round(float(dslc.nn.triplet_margin_loss(a, p, n, margin=4.0)), 3))
    2.0
    """
    lengths = []
    for other, role in ((positive, "positive"), (negative, "negative")):
        difference = anchor - like(anchor, other, ("anchor", role)) + eps
        lengths.append(np.sqrt(np.sum(difference * difference, axis=-1)))
    return reduced(np.maximum(lengths[0] - lengths[1] + margin, 0), reduction)
