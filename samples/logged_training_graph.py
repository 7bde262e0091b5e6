# Written by `dslc build` from logged_training.py: edit that file and build again.
"""Logistic regression by gradient descent, with a log, which no graph can write.

Look at: `fit` stays Python and calls a subgraph for each step; a comment tells why each break is
there. `dslc check` lists the breaks with what they cost.
"""

import logging

import numpy as np

import dslc
from dslc import InOut, Tensor, f64, graph

n, m = dslc.dims("n m")
LOG = logging.getLogger(__name__)


@dslc.subgraph("logged_training.py")
def fit_1(g, x: Tensor[f64, n, m], labels: Tensor[f64, n], weights: InOut[f64, m], rate: float):
    # updates weights
    g.lines(26, 28, 29, 30)

    g.at("score = x @ weights")
    score = g.matmul(x, weights)                                  # f64[n]

    # The logarithm of 1 + exp(-score) for the label 1, without overflow.
    g.at("loss = np.mean(np.maximum(score, 0.0) - score * labels + np.log1p(np.exp(-np.abs(scor...")
    loss_maximum = g.maximum(score, 0.0)                          # f64[n]
    loss_multiply = g.multiply(score, labels)                     # f64[n]
    loss_subtract = g.subtract(loss_maximum, loss_multiply)       # f64[n]
    loss_abs = g.abs(score)                                       # f64[n]
    loss_negative = g.negative(loss_abs)                          # f64[n]
    loss_exp = g.exp(loss_negative)                               # f64[n]
    loss_log1p = g.log1p(loss_exp)                                # f64[n]
    loss_add = g.add(loss_subtract, loss_log1p)                   # f64[n]
    loss = g.mean(loss_add)                                       # f64

    g.at("guess = 1.0 / (1.0 + np.exp(-score))")
    guess_negative = g.negative(score)                            # f64[n]
    guess_exp = g.exp(guess_negative)                             # f64[n]
    guess_add = g.add(1.0, guess_exp)                             # f64[n]
    guess = g.divide(1.0, guess_add)                              # f64[n]

    g.at("weights -= rate * ((guess - labels) @ x) / len(labels)")
    weights_subtract = g.subtract(guess, labels)                  # f64[n]
    weights_matmul = g.matmul(weights_subtract, x)                # f64[m]
    weights_multiply = g.multiply(rate, weights_matmul)           # f64[m]
    weights_divide = g.divide(weights_multiply, labels.shape[0])  # f64[m]
    weights_subtract_2 = g.subtract(weights, weights_divide)      # f64[m]
    g.write(weights, g.s_[...], weights_subtract_2, inplace=True)  # f64[m]
    return loss


# breaks at lines 32
@dslc.driver(fit_1)
def fit(
    x: Tensor[f64, n, m], labels: Tensor[f64, n], weights: InOut[f64, m], rate: float, steps: int
):
    """Fit `weights` to labels of 0 and 1; gives the losses that were logged."""
    assert len(labels) > 0, "there is nothing to fit to"
    losses = []
    for step in range(steps):
        loss = fit_1(x, labels, weights, rate)
        if step % 4 == 0:
            # break 1: `LOG.info` is not part of the language [unknown-function]
            LOG.info("step %d: loss %.4f", step, loss)
            # break 1: `losses` comes out of Python, and nothing declares its type [graph-break]
            losses.append(float(loss))
    return losses
