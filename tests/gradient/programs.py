"""Functions whose gradient goes through control flow, stores and calls, with arguments."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

import dslc
from dslc import InOut, Scalar, Tensor, f64, graph, i64

n, m, k = dslc.dims("n m k")


@dataclass
class Layer:
    w: Tensor[f64, n, m]
    b: Tensor[f64, m]


@graph
def mlp(x: Tensor[f64, n, m], w: Tensor[f64, m, k], b: Tensor[f64, k]):
    h = np.maximum(x @ w + b, 0.0)
    z = h - np.max(h, axis=1, keepdims=True)
    p = z - np.log(np.sum(np.exp(z), axis=1, keepdims=True))
    return -np.mean(p[:, 0])


@graph
def branches(x: Tensor[f64, n], t: float):
    if t > 0.5:
        y = np.sqrt(x)
    elif t > 0.0:
        y = x * t
        y[0] = t
    else:
        y = x * x
    return np.sum(y)


@graph
def lone_parts(x: Tensor[f64, 4]):
    """Lists of one part."""
    (whole,) = np.split(x, 1)
    (same,) = np.split(whole * x, [])
    (grid,) = np.meshgrid(same)
    (row,) = np.array_split(grid * x, 1)
    return np.sum(row * row)


@graph
def only_the_taken_branch(x: Tensor[f64, n]):
    y = np.log(x[0]) if x[0] > 0.0 else x[0] * 2.0
    return y + x[1]


@graph
def recurrent(xs: Tensor[f64, n, m], w: Tensor[f64, m, m]):
    h = np.zeros(xs.shape[1])
    s = 0.0
    for t in range(xs.shape[0]):
        h = np.tanh(w @ h + xs[t])
        s = s + np.sum(h * h)
    return s


@graph
def gated(xs: Tensor[f64, k, n, m], wx: Tensor[f64, m, 2 * m], wh: Tensor[f64, m, 2 * m]):
    """Weights that are read in every trip, some of them otherwise too."""
    h = np.zeros((xs.shape[1], xs.shape[2]))
    for t in range(len(xs)):
        x_gate, x_new = np.split(xs[t] @ wx, 2, axis=-1)
        h_gate, h_new = np.split(np.tanh(h) @ wh, 2, axis=1)
        gate = dslc.nn.sigmoid(x_gate + h_gate)
        h = gate * np.tanh(x_new + h_new) + (1.0 - gate) * h * wh[0, 0]
    return np.sum(h * h)


@graph
def products(x: Tensor[f64, n, m], w: Tensor[f64, m, m], v: Tensor[f64, m], steps: int):
    """Products in a loop of every form, in parts of a range and until the run says so."""
    y, u = x, v
    for i in range(1, steps):
        y = np.sin(y @ w)
        u = np.cos(w @ u) + u @ w
        y = y + (w @ w)[0] * np.sum(x[i % 2 : i % 2 + 1] @ w.T)
        if y[0, 0] > 0.0:
            y = y @ w
        if np.sum(u) > 50.0:
            break
    trips = 0
    while np.sum(y * y) < 20.0 and trips < steps:
        y = y @ (w * 2.0) + y
        trips += 1
    return np.sum(y * u)


@graph
def inner_products(x: Tensor[f64, n, m], w: Tensor[f64, m, m]):
    """A loop in a loop, and rows of which only some are read."""
    s = 0.0
    for i in range(len(x)):
        h = x[i]
        for j in range(i + 1):
            h = np.tanh(h @ w)
            s = s + np.sum(x[j] @ w)
        s = s + np.sum(dslc.nn.softmax(w @ h) ** 2)
    return s


@graph
def newton(a: float):
    x = 1.0
    while abs(x * x - a) > 1e-14:
        x = 0.5 * (x + a / x)
    return x


@graph
def breaks(x: Tensor[f64, n]):
    s = 1.0
    for i in range(x.shape[0]):
        if s > 3.0:
            break
        if x[i] > 0.9:
            continue
        s = s * (1.0 + x[i])
    return s


@graph
def returns_early(x: Tensor[f64, n], t: float):
    s = 0.0
    for i in range(x.shape[0]):
        s += x[i] * x[i] * t
        if s > 2.0:
            return s * x[0]
    return s


@graph
def stores(x: Tensor[f64, n]):
    y = np.zeros(x.shape[0])
    y[0] = x[0]
    for i in range(1, x.shape[0]):
        y[i] = y[i - 1] * 0.5 + np.sin(x[i])
    y[1:3] *= 2.0
    y[[0, 0]] = x[1:3]
    return np.sum(y * y)


@graph
def downwards(x: Tensor[f64, n]):
    s = 1.0
    for i in range(x.shape[0] - 1, -1, -2):
        s = s * x[i] + x[0]
    return s


@graph
def nested(x: Tensor[f64, n, m]):
    s = 0.0
    for i in range(x.shape[0]):
        p = 1.0
        for j in range(x.shape[1]):
            p = p * np.cos(x[i, j])
            while p > 0.8:
                p = p * p
        s = s + p * p
    return s


@graph
def grows(x: Tensor[f64, n]):
    y = x
    trips = 0
    while np.sum(y * y) < 100.0:
        y = y * 1.5 + x * x
        trips += 1
    return np.sum(y) * trips


@graph
def chosen(x: Tensor[f64, n]):
    return np.sum(x[x > 0.5] ** 2)


@graph
def gathers(x: Tensor[f64, n], at: Tensor[i64, m]):
    y = x[at]
    return np.sum(y * y * np.arange(y.shape[0]))


@graph
def scatters(x: Tensor[f64, n], v: Tensor[f64, m], at: Tensor[i64, m]):
    y = x * 2.0
    np.add.at(y, at, v * v)
    return np.sum(y * y)


@graph
def squared(x: Tensor[f64, n]) -> Scalar[f64]:
    return np.sum(x * x)


@graph
def calls(x: Tensor[f64, n], y: Tensor[f64, m]):
    return squared(np.sin(x)) * squared(y) + squared(x * 3.0)


@graph
def structs(p: Layer, x: Tensor[f64, k, n]) -> Scalar[f64]:
    return np.sum(np.tanh(x @ p.w + p.b) ** 2)


@graph
def checked(x: Tensor[f64, n]):
    total = np.sum(x * x)
    assert total < 1000.0, f"too much: {total}"
    print("once")
    if total > 900.0:
        raise ValueError("much")
    return np.sqrt(total)


@graph
def networks(x: Tensor[f64, 2, 4, 7, 8], w: Tensor[f64, 6, 2, 3, 3], b: Tensor[f64, 6]):
    y = dslc.nn.conv2d(x, w, b, stride=2, padding=1, groups=2)
    most = np.sum(dslc.nn.max_pool2d(np.sin(y), 2))
    return most + np.sum(dslc.nn.avg_pool2d(y, 2, stride=1) ** 2)


@graph
def normalized(x: Tensor[f64, n, m], scale: Tensor[f64, m], shift: Tensor[f64, m]):
    y = dslc.nn.layer_norm(x, scale, shift)
    return np.sum(dslc.nn.softmax(y, axis=-1)[:, 0] ** 2)


@graph
def writes(x: InOut[f64, n], y: Tensor[f64, m]):
    before = np.sum(x * x)
    for i in range(x.shape[0]):
        for j in range(y.shape[0]):
            x[i] += y[j] * x[i]
    return before + np.sum(x * x)


@graph
def recurrence(x: Tensor[f64, n]):
    y = np.zeros(len(x))
    y[0] = x[0]
    for i in range(1, len(x)):
        y[i] = y[i - 1] * y[i - 1] * 0.5 + np.sin(x[i])
    return np.sum(y)


@graph
def rows_of_a_table(x: Tensor[f64, n, m], at: Tensor[i64, n]):
    y = x * 1.0
    for i in range(len(x)):
        k = at[i]
        y[k] = np.sin(y[k]) * y[k - 1]
        y[[i, k], 0] += y[i, 1] * y[i, 1]
    return np.sum(y)


@graph
def fills_until(x: Tensor[f64, n]):
    y = x * 1.0
    i = 0
    while i < len(x) - 1 and y[i] < 3.0:
        y[i + 1] = y[i] * y[i + 1] + 1.0
        i += 1
    return np.sum(y * y)


@graph
def tests_what_it_carries(x: Tensor[f64, n]):
    r = x[0]
    for i in range(len(x)):
        if x[i] > 0.9:
            r = r * 0.75
        elif x[i] / r > 0.5:
            r = r + x[i] * r if r < 2.0 else r
    return r * r


@graph
def sizes_in_a_branch(x: Tensor[f64, n], times: Tensor[i64, n]):
    s = 0.0
    if x[0] > 0.0:
        y = np.repeat(x, times)
        s = np.sum(y * y) + np.sum(np.full(len(y), 0.5) * x[0])
    return s


@graph
def of_rank_0(x: Tensor[f64, ()], y: Tensor[f64, n]):
    a = x * 1.0 + np.zeros(())
    b = np.zeros(())
    for i in range(len(y)):
        b[()] = a * y[i] + x + b * b
        for j in range(2):
            b *= np.sin(b + j)
    c = b.copy()
    return float(np.sum(c * b + c))


@graph
def constant_in_part(x: Tensor[f64, n]):
    return np.sum(x * dslc.stop_gradient(x))


@graph
def lists(x: Tensor[f64, n, m]):
    """Lists whose items later trips read, and lists of each trip."""
    states, sums = [x[0]], []
    for i in range(1, len(x)):
        inner, last = [], states[-1]
        for j in range(i):
            y = np.sin(x[j])
            inner.append(y * last)
        states.append(np.sum(np.stack(inner), axis=0))
        sums.append(np.sum(states[0] * states[-1]))
    return np.sum(np.stack(states) ** 2) * np.sum(np.array(sums))


@graph
def listed_until(x: Tensor[f64, n]):
    """How many there are only the run knows."""
    rows, h = [x], x
    while np.sum(h * h) > 0.01:
        h = 0.5 * np.sin(h)
        rows.append(h * x)
    return np.sum(np.stack(rows) ** 2)


def halved(x, a, limit):
    count = 0
    s = np.sum(x)
    while True:
        count += 1
        if count > 2:
            break
        if s > limit:
            s = s * 0.5
        else:
            return a - 3, x * s
    return 7, x


@graph
def returns_a_number_too(x: Tensor[f64, n], a: int, limit: float):
    count, y = halved(x, a, limit)
    return np.sum(y * y) * count


def arguments() -> list[tuple[Any, list[Any]]]:
    """The functions with arguments to differentiate at."""
    rng = np.random.default_rng(3)
    normal = rng.standard_normal
    near = np.array([0.9, 0.3, 0.7, 0.1, 0.95, 0.6])
    return [
        (mlp, [normal((3, 4)), normal((4, 5)), normal(5)]),
        (branches, [near, 0.7]),
        (branches, [near, 0.3]),
        (branches, [near, -1.0]),
        (only_the_taken_branch, [np.array([-1.0, 2.0])]),
        (recurrent, [normal((5, 3)), normal((3, 3))]),
        (recurrent, [normal((0, 3)), normal((3, 3))]),
        (gated, [normal((4, 2, 3)), normal((3, 6)), normal((3, 6))]),
        (gated, [normal((0, 2, 3)), normal((3, 6)), normal((3, 6))]),
        (products, [normal((2, 3)), 0.5 * normal((3, 3)), normal(3), 5]),
        (products, [normal((2, 3)), 0.5 * normal((3, 3)), normal(3), 0]),
        (inner_products, [normal((3, 2)), normal((2, 2))]),
        (newton, [2.0]),
        (breaks, [near * 0.99]),
        (breaks, [np.zeros(0)]),
        (returns_early, [normal(6), 1.1]),
        (returns_early, [normal(6) * 0.1, 1.1]),
        (returns_a_number_too, [near, 5, 1.0]),
        (returns_a_number_too, [near, 5, 2.0]),
        (stores, [normal(6)]),
        (downwards, [normal(7)]),
        (nested, [normal((3, 4))]),
        (grows, [normal(4)]),
        (chosen, [normal(6)]),
        (gathers, [normal(4), np.array([1, 1, 3, 0, 1])]),
        (scatters, [normal(4), normal(5), np.array([1, 1, 3, 0, -1])]),
        (calls, [normal(3), normal(2)]),
        (checked, [normal(4)]),
        (writes, [normal(3), normal(2)]),
        (recurrence, [normal(6)]),
        (rows_of_a_table, [normal((4, 3)), np.array([1, 0, -1, 1])]),
        (fills_until, [near * 3.0]),
        (tests_what_it_carries, [near * 0.99]),
        (of_rank_0, [np.array(1.3), near]),
        (sizes_in_a_branch, [near, np.array([1, 0, 2, 3, 0, 1])]),
        (networks, [normal((2, 4, 7, 8)), normal((6, 2, 3, 3)), normal(6)]),
        (normalized, [normal((3, 4)), normal(4), normal(4)]),
        (lists, [normal((4, 3))]),
        (listed_until, [near]),
        (lone_parts, [normal(4)]),
    ]
