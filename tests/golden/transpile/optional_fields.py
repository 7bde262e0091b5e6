from dataclasses import dataclass

import numpy as np

from dslc import Tensor, dims, f32, graph

n, k, m = dims("n k m")


@dataclass
class Dense:
    w: Tensor[f32, k, m]
    b: Tensor[f32, m] | None

    def __call__(self, x):
        y = x @ self.w
        return y if self.b is None else y + self.b


@dataclass
class Net:
    first: Dense
    second: Dense | None
    scales: list[Tensor[f32, n]] | None

    def forward(self, x):
        x = self.first(x)
        if self.second is not None:
            x = np.maximum(self.second(x), 0.0) + self.second.w[0, 0]
        if self.scales is None:
            return x
        for scale in self.scales:
            x = x * scale[:, None]
        return x


@graph
def forward(net: Net, x: Tensor[f32, n, k]):
    return net.forward(x)
# --- calls ---
#: forward(Net(Dense(np.float32([[1, -1]]), None), None, None), np.float32([[2], [-2]]))
#: forward(Net(Dense(np.float32([[1, -1]]), np.float32([1, 2])), Dense(np.float32([[1, -1], [2, 3]]), None), [np.float32([2, 3])]), np.float32([[2], [-2]]))
# --- emitted ---
# Written by `dslc build` from optional_fields.py: edit that file and build again.
from dataclasses import dataclass

import numpy as np

import dslc
from dslc import Tensor, dims, f32, graph

n, k, m = dims("n k m")


@dataclass
class Dense:
    w: Tensor[f32, k, m]
    b: Tensor[f32, m] | None

    def __call__(self, x):
        y = x @ self.w
        return y if self.b is None else y + self.b


@dataclass
class Net:
    first: Dense
    second: Dense | None
    scales: list[Tensor[f32, n]] | None

    def forward(self, x):
        x = self.first(x)
        if self.second is not None:
            x = np.maximum(self.second(x), 0.0) + self.second.w[0, 0]
        if self.scales is None:
            return x
        for scale in self.scales:
            x = x * scale[:, None]
        return x


def Dense_call(g, self, x):
    g.lines(16, 17)

    g.at("y = x @ self.w")
    y = g.matmul(x, self.w)                                       # f32[n, *]

    g.at("return y if self.b is None else y + self.b")
    if self.b is None:
        result = y
    else:
        result = g.add(y, self.b)
    return result


def Net_forward(g, self, x):
    g.lines(27, 29, 33)

    g.at("x = self.first(x)")
    x = Dense_call(g, self.first, x)                              # f32[n, m]

    if self.second is not None:
        g.at("x = np.maximum(self.second(x), 0.0) + self.second.w[0, 0]")
        x_second = Dense_call(g, self.second, x)                  # f32[n, net_second_m]
        x_maximum = g.maximum(x_second, 0.0)                      # f32[n, net_second_m]
        x_index = g.index(self.second.w, g.s_[0, 0])              # f32
        x = g.add(x_maximum, x_index)                             # f32[n, net_second_m]

    if self.scales is None:
        return x

    for scale in self.scales:
        g.at("x = x * scale[:, None]")
        x_index = g.index(scale, g.s_[:, None])                   # f32[n, 1]
        x = g.multiply(x, x_index)                                # f32[n, net_second_m]

    return x


@dslc.builder("optional_fields.py", captures=("Net.forward", "Dense.__call__"))
def forward(g, net: Net, x: Tensor[f32, n, k]):
    # require k == net_first_k: y = x @ self.w
    # require m == net_second_k: y = x @ self.w
    # require n == net_n: x = x * scale[:, None]
    g.lines(39)

    g.at("return net.forward(x)")
    result = Net_forward(g, net, x)                               # f32[n, *]
    return result
