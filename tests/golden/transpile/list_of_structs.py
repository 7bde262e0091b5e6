from dataclasses import dataclass

import numpy as np

from dslc import Tensor, dims, f32, graph

n, k, m = dims("n k m")


@dataclass
class Dense:
    w: Tensor[f32, k, m]
    b: Tensor[f32, m]

    def __call__(self, x):
        return x @ self.w + self.b


@dataclass
class Net:
    layers: list[Dense]
    gains: tuple[float, ...]

    def forward(self, x):
        for layer in self.layers[:-1]:
            x = np.maximum(layer(x), 0.0)
        return self.layers[-1](x)


@graph
def forward(net: Net, x: Tensor[f32, n, k]):
    return net.forward(x)


@graph
def scaled(net: Net):
    total = 0.0
    for i, layer in enumerate(net.layers):
        total = total + (i + 1) * np.sum(layer.w)
    for layer, gain in zip(net.layers, net.gains):
        total = total + gain * np.sum(layer.b)
    for i in range(len(net.layers)):
        total = total + np.max(net.layers[i].b)
    return total


@graph
def doubled(layers: list[Dense]) -> list[Dense]:
    return [Dense(layers[0].w * 2.0, layers[0].b), layers[1]]
# --- calls ---
#: forward(Net([Dense(np.float32([[1, -1]]), np.float32([0, 1])), Dense(np.float32([[1], [2]]), np.float32([3]))], ()), np.float32([[2], [-2]]))
#: forward(Net([Dense(np.float32([[1, -1]]), np.float32([0, 1]))], ()), np.float32([[2], [-2]]))
#: scaled(Net([Dense(np.float32([[1, -1]]), np.float32([0, 1])), Dense(np.float32([[1], [2]]), np.float32([3]))], (2.0, 0.5)))
#: doubled([Dense(np.float32([[1, -1]]), np.float32([0, 1])), Dense(np.float32([[1], [2]]), np.float32([3]))])
#? forward(Net([Dense(np.float32([[1, -1]]), np.float32([0, 1])), Dense(np.float32([[1]]), np.float32([3]))], ()), np.float32([[2], [-2]])) shape-assumption
# --- emitted ---
# Written by `dslc build` from list_of_structs.py: edit that file and build again.
from dataclasses import dataclass

import numpy as np

import dslc
from dslc import Tensor, dims, f32, graph

n, k, m = dims("n k m")


@dataclass
class Dense:
    w: Tensor[f32, k, m]
    b: Tensor[f32, m]

    def __call__(self, x):
        return x @ self.w + self.b


@dataclass
class Net:
    layers: list[Dense]
    gains: tuple[float, ...]

    def forward(self, x):
        for layer in self.layers[:-1]:
            x = np.maximum(layer(x), 0.0)
        return self.layers[-1](x)


def Dense_call(g, self, x):
    g.lines(16)

    g.at("return x @ self.w + self.b")
    result_matmul = g.matmul(x, self.w)                           # f32[n, *]
    result = g.add(result_matmul, self.b)                         # f32[n, *]
    return result


def Net_forward(g, self, x):
    g.lines(26, 27)

    for layer in self.layers[:-1]:
        g.at("x = np.maximum(layer(x), 0.0)")
        x_layer = Dense_call(g, layer, x)                         # f32[n, m]
        x = g.maximum(x_layer, 0.0)                               # f32[n, m]

    g.at("return self.layers[-1](x)")
    result = Dense_call(g, self.layers[-1], x)                    # f32[n, net_layers_1_m]
    return result


@dslc.builder("list_of_structs.py", captures=("Net.forward", "Dense.__call__"))
def forward(g, net: Net, x: Tensor[f32, n, k]):
    # require k == net_layers_0_k: return x @ self.w + self.b
    # require m == net_layers_1_k: return x @ self.w + self.b
    g.lines(32)

    g.at("return net.forward(x)")
    result = Net_forward(g, net, x)                               # f32[n, net_layers_1_m]
    return result


@dslc.builder("list_of_structs.py")
def scaled(g, net: Net):
    g.lines(39, 41, 42, 43)

    total = 0.0

    for i, layer in enumerate(net.layers):
        g.at("total = total + (i + 1) * np.sum(layer.w)")
        total_sum = g.sum(layer.w)                                # f32
        total_multiply = g.multiply(i + 1, total_sum)             # f32
        total = g.add(total, total_multiply)                      # f32

    for layer, gain in zip(net.layers, net.gains):
        g.at("total = total + gain * np.sum(layer.b)")
        total_sum = g.sum(layer.b)                                # f32
        total_multiply = g.multiply(gain, total_sum)              # f32
        total = g.add(total, total_multiply)                      # f32

    g.at("for i in range(len(net.layers)):")
    for i in range(len(net.layers)):
        g.at("total = total + np.max(net.layers[i].b)")
        total_max = g.max(net.layers[i].b)                        # f32
        total = g.add(total, total_max)                           # f32

    return total


@dslc.builder("list_of_structs.py")
def doubled(g, layers: list[Dense]) -> list[Dense]:
    g.lines(49)

    g.at("return [Dense(layers[0].w * 2.0, layers[0].b), layers[1]]")
    result_multiply = g.multiply(layers[0].w, 2.0)                # f32[k, m]
    return [Dense(result_multiply, layers[0].b), layers[1]]
