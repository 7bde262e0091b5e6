from dataclasses import dataclass

import numpy as np

from dslc import InOut, Static, Tensor, dims, f32, graph, i64

n, k = dims("n k")


@dataclass
class Norm:
    scale: Tensor[f32, k]
    mean: InOut[f32, k]
    steps: InOut[i64, ()]

    def __call__(self, x, training):
        if not training:
            return (x - self.mean) * self.scale
        mean = np.mean(x, axis=0)
        self.mean[...] = 0.5 * self.mean + 0.5 * mean
        self.steps += 1
        return (x - mean) * self.scale


@dataclass
class Net:
    first: Norm
    norms: list[Norm]
    named: dict[str, Norm]


@graph(
    check=[
        dict(training=True, net=Net(Norm(None, None, None), [Norm(None, None, None)] * 2, {})),
        dict(training=False, net=Net(Norm(None, None, None), [Norm(None, None, None)] * 2, {})),
    ]
)
def forward(net: Net, x: Tensor[f32, n, k], training: Static[bool]) -> Tensor[f32, n, k]:
    x = net.first(x, training)
    for norm in (net.first, net.norms[0]):
        norm.steps[...] += 10
    for norm in net.norms:
        x = norm(x, training)
        while norm.steps < 3:
            norm.steps += 1
    for name, norm in net.named.items():
        if np.max(x) > 0.0:
            x = norm(x, training)
    return x
# --- calls ---
#: forward(Net(Norm(np.float32([1, 2]), np.float32([0, 0]), np.array(0)), [Norm(np.float32([2, 2]), np.float32([1, 0]), np.array(4)), Norm(np.float32([2, 2]), np.float32([1, 0]), np.array(-4))], {}), np.float32([[1, 2], [3, 4]]), True)
#: forward(Net(Norm(np.float32([1, 2]), np.float32([0, 0]), np.array(0)), [Norm(np.float32([2, 2]), np.float32([1, 0]), np.array(4))], {"a": Norm(np.float32([2, 2]), np.float32([1, 0]), np.array(4)), "b": Norm(np.float32([2, 2]), np.float32([1, 0]), np.array(4))}), np.float32([[1, 2], [3, 4]]), True)
#: forward(Net(Norm(np.float32([1, 2]), np.float32([0, 0]), np.array(0)), [Norm(np.float32([2, 2]), np.float32([1, 0]), np.array(4))], {"a": Norm(np.float32([2, 2]), np.float32([1, 0]), np.array(4))}), np.float32([[1, 2], [3, 4]]), False)
# --- emitted ---
# Written by `dslc build` from inout_fields.py: edit that file and build again.
from dataclasses import dataclass

import numpy as np

import dslc
from dslc import InOut, Static, Tensor, dims, f32, graph, i64

n, k = dims("n k")


@dataclass
class Norm:
    scale: Tensor[f32, k]
    mean: InOut[f32, k]
    steps: InOut[i64, ()]

    def __call__(self, x, training):
        if not training:
            return (x - self.mean) * self.scale
        mean = np.mean(x, axis=0)
        self.mean[...] = 0.5 * self.mean + 0.5 * mean
        self.steps += 1
        return (x - mean) * self.scale


@dataclass
class Net:
    first: Norm
    norms: list[Norm]
    named: dict[str, Norm]


def Norm_call(g, self, x, training):
    g.lines(18, 19, 20, 21, 22)

    if not training:
        g.at("return (x - self.mean) * self.scale")
        result_subtract = g.subtract(x, self.mean)                # f32[n, k]
        result = g.multiply(result_subtract, self.scale)          # f32[n, k]
        return result

    g.at("mean = np.mean(x, axis=0)")
    mean = g.mean(x, axis=0)                                      # f32[k]

    g.at("self.mean[...] = 0.5 * self.mean + 0.5 * mean")
    mean_multiply = g.multiply(0.5, self.mean)                    # f32[k]
    mean_multiply_2 = g.multiply(0.5, mean)                       # f32[k]
    mean_add = g.add(mean_multiply, mean_multiply_2)              # f32[k]
    g.write(self.mean, g.s_[...], mean_add)                       # f32[*]

    g.at("self.steps += 1")
    steps_add = g.add(self.steps, 1)                              # i64
    g.write(self.steps, g.s_[...], steps_add, inplace=True)       # i64[]

    g.at("return (x - mean) * self.scale")
    result_subtract = g.subtract(x, mean)                         # f32[n, k]
    result = g.multiply(result_subtract, self.scale)              # f32[n, k]
    return result


@dslc.builder("inout_fields.py", captures=("Norm.__call__",))
def forward(g, net: Net, x: Tensor[f32, n, k], training: Static[bool]) -> Tensor[f32, n, k]:
    # updates net.first.mean, net.first.steps, net.norms[...].mean, net.norms[...].steps
    # require k == net_first_k: self.mean[...] = 0.5 * self.mean + 0.5 * mean
    # require k == net_norms_0_k: self.mean[...] = 0.5 * self.mean + 0.5 * mean
    # require k == net_norms_1_k: self.mean[...] = 0.5 * self.mean + 0.5 * mean
    g.lines(39, 41, 43, 44, 45, 47, 48)

    g.at("x = net.first(x, training)")
    x = Norm_call(g, net.first, x, training)                      # f32[n, k]

    for norm in (net.first, net.norms[0]):
        g.at("norm.steps[...] += 10")
        steps_index = g.index(norm.steps, g.s_[...])              # i64[]
        steps_add = g.add(steps_index, 10)                        # i64
        g.write(norm.steps, g.s_[...], steps_add, inplace=True)   # i64[]

    for norm in net.norms:
        g.at("x = norm(x, training)")
        x = Norm_call(g, norm, x, training)                       # f32[n, k]

        g.at("while norm.steps < 3:")

        def loop1_test():                                         # f32[net_norms_0_k], i64[], f32[net_norms_1_k], i64[]
            test = g.less(norm.steps, 3)                          # bool_
            return test

        def loop1_body():                                         # f32[net_norms_0_k], i64[], f32[net_norms_1_k], i64[]
            g.at("norm.steps += 1")
            steps_add = g.add(norm.steps, 1)                      # i64
            g.write(norm.steps, g.s_[...], steps_add, inplace=True)  # i64[]
            return ()

        g.while_(loop1_test, loop1_body, (), writes=(net.norms, norm.steps))  # f32[net_norms_0_k], i64[], f32[net_norms_1_k], i64[]

    for name, norm in net.named.items():
        g.at("if np.max(x) > 0.0:")
        test_max = g.max(x)
        test = g.greater(test_max, 0.0)

        def if1_then(x):
            g.at("x = norm(x, training)")
            x = Norm_call(g, norm, x, training)
            return x

        def if1_else(x):
            return x

        x = g.if_(test, if1_then, if1_else, (x,), writes=(net.named, norm.mean, norm.steps))

    return x
