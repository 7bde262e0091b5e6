"""A layer of experts: each token goes to the few that its gate likes best.

Look at: the weights of the chosen experts are gathered by an array of indices; `np.add.at` counts
how many tokens each expert has got, whatever repeats.
"""

from dataclasses import dataclass

import numpy as np

import dslc
from dslc import Static, Tensor, f32, graph, nn

tokens, width, hidden, experts = dslc.dims("tokens width hidden experts")


@dataclass
class Experts:
    """The gate, and a perceptron with one hidden layer for each expert."""

    gate: Tensor[f32, width, experts]
    up: Tensor[f32, experts, width, hidden]
    down: Tensor[f32, experts, hidden, width]

    def route(self, x, k):
        """The `k` best experts of each token, best first, and their weights, which sum to 1."""
        gates = nn.softmax(x @ self.gate)
        chosen = np.argsort(-gates, axis=-1, kind="stable")[:, :k]
        weights = np.take_along_axis(gates, chosen, axis=-1)
        return chosen, weights / np.sum(weights, axis=-1, keepdims=True)


@graph
def dense(x: Tensor[f32, tokens, width], layer: Experts, k: Static[int] = 2):
    """Every expert sees every token; what was not chosen counts zero."""
    chosen, weights = layer.route(x, k)
    combine = np.zeros((x.shape[0], layer.gate.shape[1]), np.float32)
    np.put_along_axis(combine, chosen, weights, axis=-1)
    h = nn.relu(np.einsum("tw,ewh->teh", x, layer.up))
    return np.einsum("te,teh,ehw->tw", combine, h, layer.down)


@graph
def routed(x: Tensor[f32, tokens, width], layer: Experts, k: Static[int] = 2):
    """Each token through its experts only; also how many tokens each expert has got."""
    chosen, weights = layer.route(x, k)
    load = np.zeros(layer.gate.shape[1], np.int64)
    np.add.at(load, chosen, 1)
    out = np.zeros_like(x)
    for t in range(x.shape[0]):
        for slot in range(k):
            e = chosen[t, slot]
            h = nn.relu(x[t] @ layer.up[e])
            out[t] += weights[t, slot] * (h @ layer.down[e])
    return out, load


@graph
def balance(x: Tensor[f32, tokens, width], layer: Experts):
    """The loss that spreads tokens over experts (Fedus and others, 2021): 1 when even."""
    gates = nn.softmax(x @ layer.gate)
    chosen = np.argmax(gates, axis=-1)
    load = np.zeros(gates.shape[1], np.float32)
    np.add.at(load, chosen, 1.0 / x.shape[0])
    return gates.shape[1] * np.sum(load * np.mean(gates, axis=0))
