# Written by `dslc build` from ode_fit.py: edit that file and build again.
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


def slope_inlined(g, rates, y):
    g.lines(21, 22, 23)

    g.at("prey, predators = y[0], y[1]")
    prey_index = g.index(y, g.s_[0])                              # f64
    predators_index = g.index(y, g.s_[1])                         # f64
    prey, predators = prey_index, predators_index

    g.at("meetings = prey * predators")
    meetings = g.multiply(prey, predators)                        # f64

    g.at("return np.array([rates[0] * prey - rates[1] * meetings, rates[2] * meetings - rates[3...")
    result_index = g.index(rates, g.s_[0])                        # f64
    result_multiply = g.multiply(result_index, prey)              # f64
    result_index_2 = g.index(rates, g.s_[1])                      # f64
    result_multiply_2 = g.multiply(result_index_2, meetings)      # f64
    result_subtract = g.subtract(result_multiply, result_multiply_2)  # f64
    result_index_3 = g.index(rates, g.s_[2])                      # f64
    result_multiply_3 = g.multiply(result_index_3, meetings)      # f64
    result_index_4 = g.index(rates, g.s_[3])                      # f64
    result_multiply_4 = g.multiply(result_index_4, predators)     # f64
    result_subtract_2 = g.subtract(result_multiply_3, result_multiply_4)  # f64
    result = g.array(result_subtract, result_subtract_2)          # f64[2]
    return result


def runge_kutta_inlined(g, rates, y, h):
    g.lines(30, 31, 32, 33, 34)

    g.at("k1 = slope(rates, y)")
    k1 = slope_inlined(g, rates, y)                               # f64[2]

    g.at("k2 = slope(rates, y + 0.5 * h * k1)")
    k2_multiply = g.multiply(0.5, h)                              # f64
    k2_multiply_2 = g.multiply(k2_multiply, k1)                   # f64[2]
    k2_add = g.add(y, k2_multiply_2)                              # f64[2]
    k2 = slope_inlined(g, rates, k2_add)                          # f64[2]

    g.at("k3 = slope(rates, y + 0.5 * h * k2)")
    k3_multiply = g.multiply(0.5, h)                              # f64
    k3_multiply_2 = g.multiply(k3_multiply, k2)                   # f64[2]
    k3_add = g.add(y, k3_multiply_2)                              # f64[2]
    k3 = slope_inlined(g, rates, k3_add)                          # f64[2]

    g.at("k4 = slope(rates, y + h * k3)")
    k4_multiply = g.multiply(h, k3)                               # f64[2]
    k4_add = g.add(y, k4_multiply)                                # f64[2]
    k4 = slope_inlined(g, rates, k4_add)                          # f64[2]

    g.at("return y + h / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4)")
    result_divide = g.divide(h, 6.0)                              # f64
    result_multiply = g.multiply(2.0, k2)                         # f64[2]
    result_add = g.add(k1, result_multiply)                       # f64[2]
    result_multiply_2 = g.multiply(2.0, k3)                       # f64[2]
    result_add_2 = g.add(result_add, result_multiply_2)           # f64[2]
    result_add_3 = g.add(result_add_2, k4)                        # f64[2]
    result_multiply_3 = g.multiply(result_divide, result_add_3)   # f64[2]
    result = g.add(y, result_multiply_3)                          # f64[2]
    return result


def integrate_inlined(g, rates, y, t, end):
    g.lines(39, 40, 41, 42)

    g.at("while t < end - 1e-9:")

    def loop1_test(y, t):                                         # f64[2], f64
        test_subtract = g.subtract(end, 1e-9)                     # f64
        test = g.less(t, test_subtract)                           # bool_
        return test

    def loop1_body(y, t):                                         # f64[2], f64
        g.at("h = np.minimum(0.05, end - t)")
        h_subtract = g.subtract(end, t)                           # f64
        h = g.minimum(0.05, h_subtract)                           # f64

        g.at("y = runge_kutta(rates, y, h)")
        y = runge_kutta_inlined(g, rates, y, h)                   # f64[2]

        g.at("t = t + h")
        t = g.add(t, h)                                           # f64
        return y, t

    y, t = g.while_(loop1_test, loop1_body, (y, t))               # f64[2], f64

    return y, t


@dslc.builder("ode_fit.py", captures=("integrate", "runge_kutta", "slope"))
def miss(
    g,
    rates: Tensor[f64, 4],
    start: Tensor[f64, 2],
    times: Tensor[f64, count],
    seen: Tensor[f64, count, 2],
) -> Scalar[f64]:
    """The mean square of what a solution with these rates is away from what was seen."""
    g.lines(57, 58, 59, 60, 61)

    y = start
    t = np.float64(0.0)
    total = np.float64(0.0)

    g.at("for k in range(len(times)):")

    def loop1_body(k, y, t, total):                               # int, f64[2], f64, f64
        g.at("y, t = integrate(rates, y, t, times[k])")
        y_t_index = g.index(times, g.s_[k])                       # f64
        y, t = integrate_inlined(g, rates, y, t, y_t_index)       # f64[2], f64

        g.at("away = y - seen[k]")
        away_index = g.index(seen, g.s_[k])                       # f64[2]
        away = g.subtract(y, away_index)                          # f64[2]

        g.at("total = total + np.sum(away * away)")
        total_multiply = g.multiply(away, away)                   # f64[2]
        total_sum = g.sum(total_multiply)                         # f64
        total = g.add(total, total_sum)                           # f64
        return y, t, total

    y, t, total = g.for_(g.range(times.shape[0]), loop1_body, (y, t, total))  # f64[2], f64, f64

    g.at("return total / (2 * len(times))")
    result = g.divide(total, 2 * times.shape[0])                  # f64
    return result


@dslc.builder("ode_fit.py", captures=("adam.init", "miss", "adam.update"))
def fit(
    g,
    rates: Tensor[f64, 4],
    start: Tensor[f64, 2],
    times: Tensor[f64, count],
    seen: Tensor[f64, count, 2],
    steps: int = 200,
) -> tuple[Tensor[f64, 4], Tensor[f64, steps]]:
    """Better rates, and the loss before each step."""
    g.lines(73, 74, 75, 76, 77, 78, 79, 80, 81)

    g.at("state = adam.init(rates)")
    state = g.call(adam.init, rates)                              # AdamState

    g.at("losses = np.zeros(steps)")
    losses = g.zeros(steps)                                       # f64[steps]

    g.at("for step in range(steps):")

    def loop1_body(step, rates, state, losses):                   # int, f64[4], AdamState, f64[steps]
        g.at("loss, gradient = dslc.value_and_grad(miss, memory=8)(rates, start, times, seen)")
        loss, gradient = g.call(                                  # f64, f64[4]
            dslc.value_and_grad(miss, memory=8),
            rates,
            start,
            times,
            seen,
        )

        g.at("rates, state = adam.update(rates, gradient, state)")
        rates, state = g.call(adam.update, rates, gradient, state)  # f64[4], AdamState

        g.at("losses[step] = loss")
        losses = g.store(losses, g.s_[step], loss)                # f64[steps]

        g.at("if step % 10 == 9:")
        test = g.equal(step % 10, 9)                              # bool

        def if1_then():
            g.at('print(f"\\rstep {step + 1} of {steps}: loss {loss:.6f}", end="", flush=True)')
            g.print(
                g.format("\rstep {} of {}: loss {:.6f}", step + 1, steps, loss),
                end="",
                flush=True,
            )
            return ()

        def if1_else():
            return ()

        g.if_(test, if1_then, if1_else)
        return rates, state, losses

    rates, state, losses = g.for_(g.range(steps), loop1_body, (rates, state, losses))  # f64[4], AdamState, f64[steps]

    g.at("print()")
    g.print()

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
