"""Optimizers of structs of parameters: `adam = dslc.optim.adam(Mlp, rate=1e-3)`.

Each gives an `Optimizer`, whose `init` and `update` are called on arrays and in graph functions.
Its parameters are a struct, an annotation such as `Tensor[f32, n]`, or a list, tuple or dict of
these, of arrays and scalars of floats. A rate is a float, or a schedule such as `cosine(...)`.
`max_norm` scales gradients down whose norm, taken over all arrays together, is greater.
`show_curve(losses)` draws what a training gave.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from .curves import show_curve
from .gradients import Differentiable
from .lbfgs import Lbfgs
from .optimizing import Leaf, Method, Optimizer, Rate
from .schedules import Cosine as cosine
from .schedules import Exponential as exponential
from .schedules import Linear as linear
from .schedules import Schedule

__all__ = [
    "Lbfgs", "Optimizer", "Schedule", "adagrad", "adam", "adamw", "cosine", "exponential", "lbfgs",
    "linear", "rmsprop", "sgd", "show_curve",
]  # fmt: skip


def sgd(
    params: Any,
    rate: Rate,
    *,
    momentum: float = 0.0,
    nesterov: bool = False,
    weight_decay: float = 0.0,
    max_norm: float | None = None,
) -> Optimizer:
    """Gradient descent, with momentum or Nesterov's (Sutskever et al., ICML 2013).

    Args:
        params: the form of the parameters.
        rate: how far a step goes.
        momentum: how much of the last step is in the next one.
        nesterov: whether the gradient is taken for that of where momentum leads.
        weight_decay: times the parameters is added to the gradient.
        max_norm: of all gradients together; None for any.
    """

    def formula(leaf: Leaf) -> Sequence[Any]:
        gradient = _with_decay(leaf, weight_decay)
        if not momentum:
            return (_moved(leaf, gradient),)
        leaf.at(f"velocity = {momentum} * velocity + gradient")
        velocity = leaf.named("velocity", momentum * leaf.kept[0] + gradient)
        if not nesterov:
            return _moved(leaf, velocity), velocity
        leaf.at(f"ahead = gradient + {momentum} * velocity")
        return _moved(leaf, leaf.named("ahead", gradient + momentum * velocity)), velocity

    keeps = ("velocity",) if momentum else ()
    return Optimizer(params, Method("sgd", keeps, formula, rate, max_norm))


def adam(
    params: Any,
    rate: Rate = 1e-3,
    *,
    beta1: float = 0.9,
    beta2: float = 0.999,
    eps: float = 1e-8,
    weight_decay: float = 0.0,
    max_norm: float | None = None,
) -> Optimizer:
    """Adam (Kingma and Ba, ICLR 2015).

    Args:
        params: the form of the parameters.
        rate: how far a step goes.
        beta1: how much of the mean gradient stays in each step.
        beta2: how much of the mean square stays in each step.
        eps: added to the root of the mean square.
        weight_decay: times the parameters is added to the gradient.
        max_norm: of all gradients together; None for any.
    """

    def formula(leaf: Leaf) -> Sequence[Any]:
        return _adam(leaf, leaf.value, _with_decay(leaf, weight_decay), beta1, beta2, eps)

    return Optimizer(params, Method("adam", ("mean", "square"), formula, rate, max_norm))


def adamw(
    params: Any,
    rate: Rate = 1e-3,
    *,
    beta1: float = 0.9,
    beta2: float = 0.999,
    eps: float = 1e-8,
    weight_decay: float = 0.01,
    max_norm: float | None = None,
) -> Optimizer:
    """Adam whose weight decay does not go through the gradient (Loshchilov, Hutter, ICLR 2019).

    Args:
        params: the form of the parameters.
        rate: how far a step goes.
        beta1: how much of the mean gradient stays in each step.
        beta2: how much of the mean square stays in each step.
        eps: added to the root of the mean square.
        weight_decay: times the rate, the part by which parameters shrink.
        max_norm: of all gradients together; None for any.
    """

    def formula(leaf: Leaf) -> Sequence[Any]:
        leaf.at(f"shrunk = value - rate * {weight_decay} * value")
        shrunk = leaf.named("shrunk", leaf.value - leaf.own(leaf.rate * weight_decay) * leaf.value)
        return _adam(leaf, shrunk, leaf.gradient, beta1, beta2, eps)

    return Optimizer(params, Method("adamw", ("mean", "square"), formula, rate, max_norm))


def rmsprop(
    params: Any,
    rate: Rate = 1e-2,
    *,
    decay: float = 0.99,
    eps: float = 1e-8,
    weight_decay: float = 0.0,
    max_norm: float | None = None,
) -> Optimizer:
    """The gradient over the root of its mean square (Tieleman and Hinton, 2012).

    Args:
        params: the form of the parameters.
        rate: how far a step goes.
        decay: how much of the mean square stays in each step.
        eps: added to the root of the mean square.
        weight_decay: times the parameters is added to the gradient.
        max_norm: of all gradients together; None for any.
    """

    def formula(leaf: Leaf) -> Sequence[Any]:
        gradient = _with_decay(leaf, weight_decay)
        square = _mean_square(leaf, gradient, decay, leaf.kept[0])
        return _over_root(leaf, gradient, square, eps), square

    return Optimizer(params, Method("rmsprop", ("square",), formula, rate, max_norm))


def adagrad(
    params: Any,
    rate: Rate = 1e-2,
    *,
    eps: float = 1e-10,
    weight_decay: float = 0.0,
    max_norm: float | None = None,
) -> Optimizer:
    """The gradient over the root of the sum of its squares (Duchi et al., JMLR 2011).

    Args:
        params: the form of the parameters.
        rate: how far a step goes.
        eps: added to the root of the sum.
        weight_decay: times the parameters is added to the gradient.
        max_norm: of all gradients together; None for any.
    """

    def formula(leaf: Leaf) -> Sequence[Any]:
        gradient = _with_decay(leaf, weight_decay)
        leaf.at("square = square + gradient * gradient")
        square = leaf.named("square", leaf.kept[0] + gradient * gradient)
        return _over_root(leaf, gradient, square, eps), square

    return Optimizer(params, Method("adagrad", ("square",), formula, rate, max_norm))


def lbfgs(loss: Differentiable, *, history: int = 10, trials: int = 20) -> Lbfgs:
    """L-BFGS, for a loss without noise: far fewer steps, each with a search along a line.

    `init` takes what the loss takes, `update` that and the state. The loss is computed for the same
    data in every step, as the state keeps its value and gradient.

    Args:
        loss: a function as `dslc.grad` takes; its first parameter are the parameters, of floats.
        history: the changes of how many steps tell the next direction.
        trials: how often one search computes the loss and its gradient, at most.
    """
    return Lbfgs(loss, history, trials)


# --- parts of formulas ----------------------------------------------------------------------------


def _with_decay(leaf: Leaf, weight_decay: float) -> Any:
    if not weight_decay:
        return leaf.gradient
    leaf.at(f"gradient = gradient + {weight_decay} * value")
    return leaf.named("gradient", leaf.gradient + weight_decay * leaf.value)


def _moved(leaf: Leaf, step: Any) -> Any:
    leaf.at("value = value - rate * step")
    return leaf.named("value", leaf.value - leaf.own(leaf.rate) * step)


def _mean_square(leaf: Leaf, gradient: Any, decay: float, before: Any) -> Any:
    leaf.at(f"square = {decay} * square + (1 - {decay}) * gradient * gradient")
    return leaf.named("square", decay * before + (1.0 - decay) * gradient * gradient)


def _over_root(leaf: Leaf, gradient: Any, square: Any, eps: float) -> Any:
    leaf.at(f"value = value - rate * gradient / (np.sqrt(square) + {eps})")
    step = leaf.own(leaf.rate) * gradient / (np.sqrt(square) + eps)
    return leaf.named("value", leaf.value - step)


def _adam(
    leaf: Leaf, value: Any, gradient: Any, beta1: float, beta2: float, eps: float
) -> Sequence[Any]:
    leaf.at(f"mean = {beta1} * mean + (1 - {beta1}) * gradient")
    mean = leaf.named("mean", beta1 * leaf.kept[0] + (1.0 - beta1) * gradient)
    square = _mean_square(leaf, gradient, beta2, leaf.kept[1])
    by_mean, by_square = leaf.decayed(beta1), leaf.decayed(beta2)
    leaf.at(f"value = value - rate * (mean / decayed) / (np.sqrt(square / decayed) + {eps})")
    step = leaf.own(leaf.rate) * (mean / by_mean) / (np.sqrt(square / by_square) + eps)
    return leaf.named("value", value - step), mean, square
