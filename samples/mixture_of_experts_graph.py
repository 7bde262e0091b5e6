# Written by `dslc build` from mixture_of_experts.py: edit that file and build again.
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


def Experts_route(g, self, x, k):
    g.lines(27, 28, 29, 30)

    g.at("gates = nn.softmax(x @ self.gate)")
    gates_matmul = g.matmul(x, self.gate)                         # f32[tokens, experts]
    gates = g.softmax(gates_matmul)                               # f32[tokens, experts]

    g.at('chosen = np.argsort(-gates, axis=-1, kind="stable")[:, :k]')
    chosen_negative = g.negative(gates)                           # f32[tokens, experts]
    chosen_argsort = g.argsort(chosen_negative, axis=-1, kind="stable")  # i64[tokens, experts]
    chosen = g.index(chosen_argsort, g.s_[:, :k])                 # i64[tokens, min(experts, 2)]

    g.at("weights = np.take_along_axis(gates, chosen, axis=-1)")
    weights = g.take_along_axis(gates, chosen, axis=-1)           # f32[tokens, min(experts, 2)]

    g.at("return chosen, weights / np.sum(weights, axis=-1, keepdims=True)")
    result_sum = g.sum(weights, axis=-1, keepdims=True)           # f32[tokens, 1]
    result_divide = g.divide(weights, result_sum)                 # f32[tokens, min(experts, 2)]
    return chosen, result_divide


@dslc.builder("mixture_of_experts.py", captures=("Experts.route",))
def dense(g, x: Tensor[f32, tokens, width], layer: Experts, k: Static[int] = 2):
    """Every expert sees every token; what was not chosen counts zero."""
    # require layer_width == width: gates = nn.softmax(x @ self.gate)
    g.lines(36, 37, 38, 39, 40)

    g.at("chosen, weights = layer.route(x, k)")
    chosen, weights = Experts_route(g, layer, x, k)               # i64[tokens, min(experts, 2)], f32[tokens, min(experts, 2)]

    g.at("combine = np.zeros((x.shape[0], layer.gate.shape[1]), np.float32)")
    combine = g.zeros((x.shape[0], layer.gate.shape[1]), np.float32)  # f32[tokens, experts]

    g.at("np.put_along_axis(combine, chosen, weights, axis=-1)")
    combine = g.put_along_axis(combine, chosen, weights, -1)      # f32[tokens, experts]

    g.at('h = nn.relu(np.einsum("tw,ewh->teh", x, layer.up))')
    h_einsum = g.einsum("tw,ewh->teh", x, layer.up)               # f32[tokens, experts, hidden]
    h = g.relu(h_einsum)                                          # f32[tokens, experts, hidden]

    g.at('return np.einsum("te,teh,ehw->tw", combine, h, layer.down)')
    result = g.einsum("te,teh,ehw->tw", combine, h, layer.down)   # f32[tokens, width]
    return result


@dslc.builder("mixture_of_experts.py", captures=("Experts.route",))
def routed(g, x: Tensor[f32, tokens, width], layer: Experts, k: Static[int] = 2):
    """Each token through its experts only; also how many tokens each expert has got."""
    # require layer_width == width: gates = nn.softmax(x @ self.gate)
    g.lines(46, 47, 48, 49, 50, 51, 52, 53, 54)

    g.at("chosen, weights = layer.route(x, k)")
    chosen, weights = Experts_route(g, layer, x, k)               # i64[tokens, min(experts, 2)], f32[tokens, min(experts, 2)]

    g.at("load = np.zeros(layer.gate.shape[1], np.int64)")
    load = g.zeros(layer.gate.shape[1], np.int64)                 # i64[experts]

    g.at("np.add.at(load, chosen, 1)")
    load = g.add_at(load, g.s_[chosen], 1)                        # i64[experts]

    g.at("out = np.zeros_like(x)")
    out = g.zeros_like(x)                                         # f32[tokens, width]

    g.at("for t in range(x.shape[0]):")

    def loop1_body(t, out):                                       # int, f32[tokens, width]
        g.at("for slot in range(k):")

        def loop2_body(slot, out):                                # int, f32[tokens, width]
            g.at("e = chosen[t, slot]")
            e = g.index(chosen, g.s_[t, slot])                    # i64

            g.at("h = nn.relu(x[t] @ layer.up[e])")
            h_index = g.index(x, g.s_[t])                         # f32[width]
            h_index_2 = g.index(layer.up, g.s_[e])                # f32[width, hidden]
            h_matmul = g.matmul(h_index, h_index_2)               # f32[hidden]
            h = g.relu(h_matmul)                                  # f32[hidden]

            g.at("out[t] += weights[t, slot] * (h @ layer.down[e])")
            out_index = g.index(out, g.s_[t])                     # f32[width]
            out_index_2 = g.index(weights, g.s_[t, slot])         # f32
            out_index_3 = g.index(layer.down, g.s_[e])            # f32[hidden, width]
            out_matmul = g.matmul(h, out_index_3)                 # f32[width]
            out_multiply = g.multiply(out_index_2, out_matmul)    # f32[width]
            out_add = g.add(out_index, out_multiply)              # f32[width]
            out = g.store(out, g.s_[t], out_add, inplace=True)    # f32[tokens, width]
            return out

        out = g.for_(g.range(k), loop2_body, (out,))              # f32[tokens, width]
        return out

    out = g.for_(g.range(x.shape[0]), loop1_body, (out,))         # f32[tokens, width]

    return out, load


@dslc.builder("mixture_of_experts.py")
def balance(g, x: Tensor[f32, tokens, width], layer: Experts):
    """The loss that spreads tokens over experts (Fedus and others, 2021): 1 when even."""
    # require layer_width == width: gates = nn.softmax(x @ layer.gate)
    g.lines(61, 62, 63, 64, 65)

    g.at("gates = nn.softmax(x @ layer.gate)")
    gates_matmul = g.matmul(x, layer.gate)                        # f32[tokens, experts]
    gates = g.softmax(gates_matmul)                               # f32[tokens, experts]

    g.at("chosen = np.argmax(gates, axis=-1)")
    chosen = g.argmax(gates, axis=-1)                             # i64[tokens]

    g.at("load = np.zeros(gates.shape[1], np.float32)")
    load = g.zeros(gates.shape[1], np.float32)                    # f32[experts]

    g.at("np.add.at(load, chosen, 1.0 / x.shape[0])")
    load_divide = g.divide(1.0, x.shape[0])                       # float
    load = g.add_at(load, g.s_[chosen], load_divide)              # f32[experts]

    g.at("return gates.shape[1] * np.sum(load * np.mean(gates, axis=0))")
    result_mean = g.mean(gates, axis=0)                           # f32[experts]
    result_multiply = g.multiply(load, result_mean)               # f32[experts]
    result_sum = g.sum(result_multiply)                           # f32
    result = g.multiply(gates.shape[1], result_sum)               # f32
    return result
