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


@graph(breaks=True)
def fit(
    x: Tensor[f64, n, m], labels: Tensor[f64, n], weights: InOut[f64, m], rate: float, steps: int
):
    """Fit `weights` to labels of 0 and 1; gives the losses that were logged."""
    assert len(labels) > 0, "there is nothing to fit to"
    losses = []
    for step in range(steps):
        score = x @ weights
        # The logarithm of 1 + exp(-score) for the label 1, without overflow.
        loss = np.mean(np.maximum(score, 0.0) - score * labels + np.log1p(np.exp(-np.abs(score))))
        guess = 1.0 / (1.0 + np.exp(-score))
        weights -= rate * ((guess - labels) @ x) / len(labels)
        if step % 4 == 0:
            LOG.info("step %d: loss %.4f", step, loss)
            losses.append(float(loss))
    return losses
