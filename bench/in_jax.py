"""Workloads in JAX's words, where its tracer does not take the source as it stands."""

from types import SimpleNamespace
from typing import Any

import jax
import jax.numpy as jnp
from jax import lax

AS_THEY_ARE = frozenset(
    (
        *("small", "chain", "arithmetic", "softmax", "layer_norm", "rms_gate", "reductions"),
        *("embedding", "black_scholes", "hdiff", "atax", "bicg", "mvt", "gemver", "covariance"),
        *("correlation", "matmul", "matmul_transposed", "mlp", "transformer_block", "conv_block"),
    )
)
"""Those without loops or writes."""


def _normal_cdf(x: Any) -> Any:
    return 0.5 * jax.scipy.special.erfc(-x / 2**0.5)


def _layer_norm(x: Any, scale: Any) -> Any:
    centred = x - jnp.mean(x, axis=-1, keepdims=True)
    variance = jnp.mean(centred * centred, axis=-1, keepdims=True)
    return centred * lax.rsqrt(variance + jnp.float32(1e-5)) * scale


def _conv2d(x: Any, weight: Any, bias: Any, padding: int) -> Any:
    y = lax.conv_general_dilated(x, weight, (1, 1), [(padding, padding)] * 2)
    return y + bias[None, :, None, None]


NAMES: dict[str, Any] = {
    "np": jnp,
    "normal_cdf": _normal_cdf,
    "nn": SimpleNamespace(
        layer_norm=_layer_norm,
        softmax=jax.nn.softmax,
        gelu=lambda x: jax.nn.gelu(x, approximate=False),
        conv2d=_conv2d,
    ),
}


def branch(x: Any) -> Any:
    length = jnp.sqrt(jnp.sum(x * x))
    return lax.cond(length < 10, lambda: x / length, lambda: jnp.clip(x, -1, 1))


def power_iteration(a: Any, v: Any, tol: float, limit: int) -> Any:
    def going(state: Any) -> Any:
        _, value, before, step = state
        return (step < limit) & ((step == 0) | (jnp.abs(value - before) > tol * value))

    def body(state: Any) -> Any:
        v, value, _, step = state
        w = a @ v
        new = jnp.sqrt(jnp.sum(w * w))
        return w / new, new, value, step + 1

    return lax.while_loop(going, body, (v, jnp.float32(0), jnp.float32(0), 0))[1]


def newton(mean: Any, eccentricity: Any, tol: float) -> Any:
    def body(state: Any) -> Any:
        e, _ = state
        step = (e - eccentricity * jnp.sin(e) - mean) / (1.0 - eccentricity * jnp.cos(e))
        return e - step, jnp.max(jnp.abs(step))

    return lax.while_loop(lambda state: state[1] > tol, body, (mean, jnp.float64(1.0)))[0]


def jacobi_converged(given: Any, tol: float, limit: int) -> Any:
    def body(state: Any) -> Any:
        old, _, sweep = state
        inner = jnp.float32(0.25) * (
            old[:-2, 1:-1] + old[2:, 1:-1] + old[1:-1, :-2] + old[1:-1, 2:]
        )
        change = jnp.max(jnp.abs(inner - old[1:-1, 1:-1]))
        return old.at[1:-1, 1:-1].set(inner), change, sweep + 1

    start = (given, jnp.float32(tol + 1), 0)
    return lax.while_loop(lambda s: (s[1] > tol) & (s[2] < limit), body, start)[0]


def mandelbrot(height: int, width: int, limit: int) -> Any:
    re = -2.0 + jnp.arange(width) * (3.0 / width)
    im = -1.2 + jnp.arange(height)[:, None] * (2.4 / height)

    def body(_: Any, state: Any) -> Any:
        x, y, steps = state
        inside = x * x + y * y <= 4.0
        new_x, new_y = x * x - y * y + re, 2.0 * x * y + im
        return jnp.where(inside, new_x, x), jnp.where(inside, new_y, y), steps + inside

    zero = jnp.zeros((height, width))
    return lax.fori_loop(0, limit, body, (zero, zero, zero.astype(jnp.int32)))[2]


def n_body(position: Any, speed: Any, mass: Any, steps: int) -> Any:
    dt = jnp.float32(0.01)

    def body(_: Any, state: Any) -> Any:
        x, y, z, u, v, w = state
        dx, dy, dz = (each[None, :] - each[:, None] for each in (x, y, z))
        square = dx * dx + dy * dy + dz * dz + jnp.float32(0.01)
        pull = mass[None, :] / (square * jnp.sqrt(square))
        u, v, w = (s + dt * jnp.sum(d * pull, axis=1) for s, d in ((u, dx), (v, dy), (w, dz)))
        return x + dt * u, y + dt * v, z + dt * w, u, v, w

    return lax.fori_loop(0, steps, body, (*position.T, *speed.T))[:3]


def gru(xs: Any, h: Any, wi: Any, wh: Any, bi: Any, bh: Any) -> Any:
    def body(h: Any, x: Any) -> Any:
        gi, gh = x @ wi + bi, h @ wh + bh
        ri, zi, ci = jnp.split(gi, 3, axis=1)
        rh, zh, ch = jnp.split(gh, 3, axis=1)
        z = jax.nn.sigmoid(zi + zh)
        c = jnp.tanh(ci + jax.nn.sigmoid(ri + rh) * ch)
        return (1 - z) * c + z * h, None

    return lax.scan(body, h, xs)[0]


WRITTEN = {
    each.__name__: each
    for each in (branch, power_iteration, newton, jacobi_converged, mandelbrot, n_body, gru)
}

STATIC = {"mandelbrot": ("height", "width", "limit"), "n_body": ("steps",)}
"""Arguments that are sizes."""
