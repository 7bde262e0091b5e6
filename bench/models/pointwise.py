"""Chains of elementwise ops, rows, reductions."""

import math

import numpy as np

import dslc
from dslc import Tensor, f32, f64, graph, i64, special

m, n = dslc.dims("m n")


@graph
def small(x: Tensor[f32, n]):
    """Nearly nothing: what is measured is the call."""
    return np.maximum(x * np.float32(2.0) + np.float32(1.0), np.float32(0.0))


@graph
def chain(x: Tensor[f32, n]):
    """Twelve ops."""
    y = x * x + np.float32(0.5)
    y = np.tanh(y) * x + np.float32(1.0)
    y = np.exp(-y) + np.sqrt(np.abs(x))
    return np.maximum(y * np.float32(0.1) - x, np.float32(0.0))


@graph
def arithmetic(x: Tensor[f32, n], y: Tensor[f32, n]):
    """Ops that cost nothing beside memory."""
    return np.maximum(x * y + x, y) * np.float32(0.5)


@graph
def softmax(x: Tensor[f32, m, n]):
    """Over rows."""
    e = np.exp(x - np.max(x, axis=1)[:, None])
    return e / np.sum(e, axis=1)[:, None]


@graph
def layer_norm(x: Tensor[f32, m, n], scale: Tensor[f32, n], shift: Tensor[f32, n]):
    """Over rows."""
    size = np.float32(x.shape[1])
    centred = x - (np.sum(x, axis=1) / size)[:, None]
    variance = np.sum(centred * centred, axis=1) / size
    return centred / np.sqrt(variance + np.float32(1e-5))[:, None] * scale + shift


@graph
def rms_gate(x: Tensor[f32, m, n], gate: Tensor[f32, m, n], scale: Tensor[f32, n]):
    """A norm, and a gate."""
    size = np.float32(x.shape[1])
    root = np.sqrt(np.sum(x * x, axis=1) / size + np.float32(1e-6))
    return x / root[:, None] * scale * (gate / (np.float32(1.0) + np.exp(-gate)))


@graph
def reductions(x: Tensor[f32, m, n]):
    """Sum, mean and maximum over both axes."""
    return (
        np.sum(x, axis=0),
        np.sum(x, axis=1),
        np.sum(x, axis=1) / np.float32(x.shape[1]),
        np.max(x, axis=0),
        np.max(x, axis=1),
    )


def normal_cdf(x):
    """The normal distribution."""
    return 0.5 * special.erfc(-x / math.sqrt(2.0))


@graph
def black_scholes(spot: Tensor[f64, n], strike: Tensor[f64, n], years: Tensor[f64, n]):
    """Prices of calls and puts."""
    spread = 0.25 * np.sqrt(years)
    d1 = (np.log(spot / strike) + 0.05125 * years) / spread
    d2 = d1 - spread
    discount = strike * np.exp(-0.02 * years)
    call = spot * normal_cdf(d1) - discount * normal_cdf(d2)
    return call, call - spot + discount


@graph
def newton(mean: Tensor[f64, n], eccentricity: Tensor[f64, n], tol: float):
    """Kepler's equation, until every element has converged."""
    e = mean.copy()
    error = 1.0
    while error > tol:
        step = (e - eccentricity * np.sin(e) - mean) / (1.0 - eccentricity * np.cos(e))
        e = e - step
        error = float(np.max(np.abs(step)))
    return e


@graph
def n_body(position: Tensor[f32, n, 3], speed: Tensor[f32, n, 3], mass: Tensor[f32, n], steps: int):
    """Bodies that attract each other."""
    x, y, z = position[:, 0].copy(), position[:, 1].copy(), position[:, 2].copy()
    u, v, w = speed[:, 0].copy(), speed[:, 1].copy(), speed[:, 2].copy()
    dt = np.float32(0.01)
    for _ in range(steps):
        dx = x[None, :] - x[:, None]
        dy = y[None, :] - y[:, None]
        dz = z[None, :] - z[:, None]
        square = dx * dx + dy * dy + dz * dz + np.float32(0.01)
        pull = mass[None, :] / (square * np.sqrt(square))
        u = u + dt * np.sum(dx * pull, axis=1)
        v = v + dt * np.sum(dy * pull, axis=1)
        w = w + dt * np.sum(dz * pull, axis=1)
        x = x + dt * u
        y = y + dt * v
        z = z + dt * w
    return x, y, z


@graph
def embedding(table: Tensor[f32, m, n], rows: Tensor[i64, dslc.dims("count")]):
    """The mean of rows of a table."""
    return np.sum(table[rows], axis=0) / np.float32(rows.shape[0])


@graph
def branch(x: Tensor[f32, n]):
    """A choice by a norm."""
    length = np.sqrt(np.sum(x * x))
    if length < np.float32(10.0):
        return x / length
    return np.minimum(np.maximum(x, np.float32(-1.0)), np.float32(1.0))
