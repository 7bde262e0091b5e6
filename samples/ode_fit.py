"""The rates of prey and predators, found from a few counts of them.

Look at: the gradient goes through the integrator, a `while` inside a `for`. It keeps 8 states of
each loop at most, whatever the number of steps, and computes the others again.

    python samples/ode_fit_graph.py
"""

import numpy as np

import dslc
from dslc import Scalar, Tensor, f64, graph, optim

count, steps = dslc.dims("count steps")

adam = optim.adam(Tensor[f64, 4], optim.cosine(0.1, steps=200, warmup=5))


def slope(rates, y):
    """How fast prey and predators grow (Lotka, 1925; Volterra, 1926)."""
    prey, predators = y[0], y[1]
    meetings = prey * predators
    return np.array(
        [rates[0] * prey - rates[1] * meetings, rates[2] * meetings - rates[3] * predators]
    )


def runge_kutta(rates, y, h):
    """A step of the classic method of order 4."""
    k1 = slope(rates, y)
    k2 = slope(rates, y + 0.5 * h * k1)
    k3 = slope(rates, y + 0.5 * h * k2)
    k4 = slope(rates, y + h * k3)
    return y + h / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4)


def integrate(rates, y, t, end):
    """The state at `end` and that time, from the state at `t`."""
    while t < end - 1e-9:
        h = np.minimum(0.05, end - t)
        y = runge_kutta(rates, y, h)
        t = t + h
    return y, t


@graph
def miss(
    rates: Tensor[f64, 4],
    start: Tensor[f64, 2],
    times: Tensor[f64, count],
    seen: Tensor[f64, count, 2],
) -> Scalar[f64]:
    """The mean square of what a solution with these rates is away from what was seen."""
    y = start
    t = np.float64(0.0)
    total = np.float64(0.0)
    for k in range(len(times)):
        y, t = integrate(rates, y, t, times[k])
        away = y - seen[k]
        total = total + np.sum(away * away)
    return total / (2 * len(times))


@graph
def fit(
    rates: Tensor[f64, 4],
    start: Tensor[f64, 2],
    times: Tensor[f64, count],
    seen: Tensor[f64, count, 2],
    steps: int = 200,
) -> tuple[Tensor[f64, 4], Tensor[f64, steps]]:
    """Better rates, and the loss before each step."""
    state = adam.init(rates)
    losses = np.zeros(steps)
    for step in range(steps):
        loss, gradient = dslc.value_and_grad(miss, memory=8)(rates, start, times, seen)
        rates, state = adam.update(rates, gradient, state)
        losses[step] = loss
        if step % 10 == 9:
            print(f"\rstep {step + 1} of {steps}: loss {loss:.6f}", end="", flush=True)
    print()
    return rates, losses


def counted(rates, start, times):
    """What is counted at these times: a solution in small steps, with noise of 2 percent."""
    noise = np.random.default_rng(0)
    rows, y, t = [], start, 0.0
    for time in times:
        while t < time - 1e-9:
            h = min(0.01, time - t)
            y, t = runge_kutta(rates, y, h), t + h
        rows.append(y * (1.0 + 0.02 * noise.standard_normal(2)))
    return np.array(rows)


def main():
    """Find rates from ten counts."""
    rates, start = np.array([1.5, 1.0, 0.8, 2.0]), np.array([1.0, 0.6])
    times = np.linspace(0.5, 5.0, 10)
    found, losses = fit(np.ones(4), start, times, counted(rates, start, times))
    optim.show_curve(losses, png="ode_fit.png")
    print(f"the rates are {rates}, found {np.round(found, 2)}")


if __name__ == "__main__":
    main()
