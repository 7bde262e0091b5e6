"""Stencils of PolyBench and NPBench: slices of arrays, a loop over time."""

import numpy as np

import dslc
from dslc import InOut, Tensor, f32, f64, graph

n, m, k, k1 = dslc.dims("n m k k1")


@graph
def jacobi_1d(steps: int, given: Tensor[f64, n]):
    """Averages of three neighbours, again and again."""
    a = given.copy()
    b = given.copy()
    for _ in range(steps):
        b[1:-1] = 0.33333 * (a[:-2] + a[1:-1] + a[2:])
        a[1:-1] = 0.33333 * (b[:-2] + b[1:-1] + b[2:])
    return a


@graph
def jacobi_2d(steps: int, given: Tensor[f64, n, n]):
    """Averages of five neighbours."""
    a = given.copy()
    b = given.copy()
    for _ in range(steps):
        b[1:-1, 1:-1] = 0.2 * (
            a[1:-1, 1:-1] + a[1:-1, :-2] + a[1:-1, 2:] + a[2:, 1:-1] + a[:-2, 1:-1]
        )
        a[1:-1, 1:-1] = 0.2 * (
            b[1:-1, 1:-1] + b[1:-1, :-2] + b[1:-1, 2:] + b[2:, 1:-1] + b[:-2, 1:-1]
        )
    return a


@graph
def jacobi_converged(given: Tensor[f32, n, n], tol: float, limit: int):
    """Laplace's equation to a tolerance."""
    old = given.copy()
    change = np.float32(tol + 1.0)
    sweep = 0
    while change > tol and sweep < limit:
        new = old.copy()
        new[1:-1, 1:-1] = np.float32(0.25) * (
            old[:-2, 1:-1] + old[2:, 1:-1] + old[1:-1, :-2] + old[1:-1, 2:]
        )
        change = np.max(np.abs(new - old))
        old = new
        sweep += 1
    return old


@graph
def heat_3d(steps: int, given: Tensor[f64, n, n, n]):
    """The heat equation in a cube."""
    a = given.copy()
    b = given.copy()
    for _ in range(steps):
        b[1:-1, 1:-1, 1:-1] = (
            0.125 * (a[2:, 1:-1, 1:-1] - 2.0 * a[1:-1, 1:-1, 1:-1] + a[:-2, 1:-1, 1:-1])
            + 0.125 * (a[1:-1, 2:, 1:-1] - 2.0 * a[1:-1, 1:-1, 1:-1] + a[1:-1, :-2, 1:-1])
            + 0.125 * (a[1:-1, 1:-1, 2:] - 2.0 * a[1:-1, 1:-1, 1:-1] + a[1:-1, 1:-1, :-2])
            + a[1:-1, 1:-1, 1:-1]
        )
        a[1:-1, 1:-1, 1:-1] = (
            0.125 * (b[2:, 1:-1, 1:-1] - 2.0 * b[1:-1, 1:-1, 1:-1] + b[:-2, 1:-1, 1:-1])
            + 0.125 * (b[1:-1, 2:, 1:-1] - 2.0 * b[1:-1, 1:-1, 1:-1] + b[1:-1, :-2, 1:-1])
            + 0.125 * (b[1:-1, 1:-1, 2:] - 2.0 * b[1:-1, 1:-1, 1:-1] + b[1:-1, 1:-1, :-2])
            + b[1:-1, 1:-1, 1:-1]
        )
    return a


@graph
def fdtd_2d(
    ex: InOut[f64, n, m], ey: InOut[f64, n, m], hz: InOut[f64, n, m], fict: Tensor[f64, k]
) -> None:
    """Maxwell's equations in the plane, by finite differences in time."""
    for t in range(fict.shape[0]):
        ey[0, :] = fict[t]
        ey[1:, :] -= 0.5 * (hz[1:, :] - hz[:-1, :])
        ex[:, 1:] -= 0.5 * (hz[:, 1:] - hz[:, :-1])
        hz[:-1, :-1] -= 0.7 * (ex[:-1, 1:] - ex[:-1, :-1] + ey[1:, :-1] - ey[:-1, :-1])


@graph
def adi(steps: int, given: Tensor[f64, n, n]):
    """Heat in the plane by alternating directions."""
    u = given.copy()
    size = u.shape[0]
    v = np.zeros_like(u)
    p = np.zeros_like(u)
    q = np.zeros_like(u)
    dx = 1.0 / size
    dt = 1.0 / steps
    mul1 = 2.0 * dt / (dx * dx)
    mul2 = dt / (dx * dx)
    a = -mul1 / 2.0
    b = 1.0 + mul1
    d = -mul2 / 2.0
    e = 1.0 + mul2
    for _ in range(steps):
        v[0, 1:-1] = 1.0
        p[1:-1, 0] = 0.0
        q[1:-1, 0] = v[0, 1:-1]
        for j in range(1, size - 1):
            p[1:-1, j] = -a / (a * p[1:-1, j - 1] + b)
            q[1:-1, j] = (
                -d * u[j, :-2] + (1.0 + 2.0 * d) * u[j, 1:-1] - d * u[j, 2:] - a * q[1:-1, j - 1]
            ) / (a * p[1:-1, j - 1] + b)
        v[-1, 1:-1] = 1.0
        for back in range(size - 2):
            j = size - 2 - back
            v[j, 1:-1] = p[1:-1, j] * v[j + 1, 1:-1] + q[1:-1, j]
        u[1:-1, 0] = 1.0
        p[1:-1, 0] = 0.0
        q[1:-1, 0] = u[1:-1, 0]
        for j in range(1, size - 1):
            p[1:-1, j] = -d / (d * p[1:-1, j - 1] + e)
            q[1:-1, j] = (
                -a * v[:-2, j] + (1.0 + 2.0 * a) * v[1:-1, j] - a * v[2:, j] - d * q[1:-1, j - 1]
            ) / (d * p[1:-1, j - 1] + e)
        u[1:-1, -1] = 1.0
        for back in range(size - 2):
            j = size - 2 - back
            u[1:-1, j] = p[1:-1, j] * u[1:-1, j + 1] + q[1:-1, j]
    return u


@graph
def hdiff(field: Tensor[f64, n, m, k], coefficients: Tensor[f64, n, m, k]):
    """Horizontal diffusion of a weather model, with its limiter."""
    lap = 4.0 * field[1:-1, 1:-1] - (
        field[2:, 1:-1] + field[:-2, 1:-1] + field[1:-1, 2:] + field[1:-1, :-2]
    )
    flow_x = lap[1:, 1:-1] - lap[:-1, 1:-1]
    flow_x = np.where(flow_x * (field[2:-1, 2:-2] - field[1:-2, 2:-2]) > 0.0, 0.0, flow_x)
    flow_y = lap[1:-1, 1:] - lap[1:-1, :-1]
    flow_y = np.where(flow_y * (field[2:-2, 2:-1] - field[2:-2, 1:-2]) > 0.0, 0.0, flow_y)
    return field[2:-2, 2:-2] - coefficients[2:-2, 2:-2] * (
        flow_x[1:] - flow_x[:-1] + flow_y[:, 1:] - flow_y[:, :-1]
    )


@graph
def deriche(image: Tensor[f32, n, m], alpha: float):
    """The horizontal half of an edge detector: two recursive filters over rows."""
    grow = np.float32(np.exp(-alpha))
    gain = (1.0 - grow) * (1.0 - grow) / (1.0 + 2.0 * np.float32(alpha) * grow - grow * grow)
    forward = np.zeros_like(image)
    backward = np.zeros_like(image)
    width = image.shape[1]
    b1 = 2.0 * grow
    b2 = -grow * grow
    for i in range(image.shape[0]):
        y1 = np.float32(0.0)
        y2 = np.float32(0.0)
        x1 = np.float32(0.0)
        for j in range(width):
            y = gain * image[i, j] + gain * grow * x1 + b1 * y1 + b2 * y2
            forward[i, j] = y
            x1 = image[i, j]
            y2 = y1
            y1 = y
        y1 = np.float32(0.0)
        y2 = np.float32(0.0)
        x1 = np.float32(0.0)
        x2 = np.float32(0.0)
        for back in range(width):
            j = width - 1 - back
            y = gain * grow * x1 - gain * grow * x2 + b1 * y1 + b2 * y2
            backward[i, j] = y
            x2 = x1
            x1 = image[i, j]
            y2 = y1
            y1 = y
    return forward + backward
