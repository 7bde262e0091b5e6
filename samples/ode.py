"""An adaptive Runge-Kutta solver (Bogacki and Shampine, 1989) for two systems of equations.

Look at: the solver is a plain function of the right-hand side, emitted once for each; a step that
is refused goes through the same loop, and only the branch that accepts it moves the state.

    dslc run samples/ode.py:populations --compare --arg y=[2,1]
"""

import numpy as np

from dslc import Tensor, f64, graph


def lotka_volterra(t, y):
    """Prey grow and are eaten, predators eat and starve."""
    prey, predators = y
    return np.array([1.5 * prey - prey * predators, prey * predators - 3.0 * predators])


def lorenz(t, y):
    """Convection, with the parameters of Lorenz (1963)."""
    a, b, c = y
    return np.array([10.0 * (b - a), a * (28.0 - c) - b, a * b - 8.0 / 3.0 * c])


def attempt(f, t, y, h, k1):
    """A step of size `h` where the slope is `k1`: the next state, its error, the slope there."""
    k2 = f(t + h / 2, y + h * k1 / 2)
    k3 = f(t + 3 * h / 4, y + 3 * h * k2 / 4)
    new = y + h * (2 * k1 + 3 * k2 + 4 * k3) / 9
    k4 = f(t + h, new)
    error = h * (-5 * k1 + 6 * k2 + 8 * k3 - 9 * k4) / 72
    return new, error, k4


def solve(f, y, end, rtol, atol, max_steps):
    """The state at `end`, the time reached, and the steps that were taken and refused."""
    t = np.float64(0.0)
    h = np.float64(0.01 * end)
    slope = f(t, y)
    taken = refused = 0
    while t < end and taken + refused < max_steps:
        h = min(h, end - t)
        new, error, new_slope = attempt(f, t, y, h, slope)
        scale = atol + rtol * np.maximum(np.abs(y), np.abs(new))
        norm = np.sqrt(np.mean((error / scale) ** 2))
        if norm <= 1.0:
            t += h
            y, slope = new, new_slope
            taken += 1
        else:
            refused += 1
        # The error grows with the cube of the step.
        h *= min(5.0, max(0.2, 0.9 * norm ** (-1 / 3)))
    return y, t, taken, refused


@graph
def populations(y: Tensor[f64, 2], end: float = 4.0, rtol: float = 1e-6, max_steps: int = 1000):
    """Prey and predators at `end`."""
    return solve(lotka_volterra, y, end, rtol, 1e-9, max_steps)


@graph
def convection(y: Tensor[f64, 3], end: float = 1.0, rtol: float = 1e-6, max_steps: int = 1000):
    """The state of Lorenz's system at `end`."""
    return solve(lorenz, y, end, rtol, 1e-9, max_steps)
