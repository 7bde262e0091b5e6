# Written by `dslc build` from ode.py: edit that file and build again.
"""An adaptive Runge-Kutta solver (Bogacki and Shampine, 1989) for two systems of equations.

Look at: the solver is a plain function of the right-hand side, emitted once for each; a step that
is refused goes through the same loop, and only the branch that accepts it moves the state.

    dslc run samples/ode.py:populations --compare --arg y=[2,1]
"""

import numpy as np

import dslc
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


def lotka_volterra_inlined(g, t, y):
    g.lines(16, 17)

    g.at("prey, predators = y")
    prey = g.index(y, g.s_[0])                                    # f64
    predators = g.index(y, g.s_[1])                               # f64

    g.at("return np.array([1.5 * prey - prey * predators, prey * predators - 3.0 * predators])")
    result_multiply = g.multiply(1.5, prey)                       # f64
    result_multiply_2 = g.multiply(prey, predators)               # f64
    result_subtract = g.subtract(result_multiply, result_multiply_2)  # f64
    result_multiply_3 = g.multiply(prey, predators)               # f64
    result_multiply_4 = g.multiply(3.0, predators)                # f64
    result_subtract_2 = g.subtract(result_multiply_3, result_multiply_4)  # f64
    result = g.array(result_subtract, result_subtract_2)          # f64[2]
    return result


def attempt_inlined(g, f, t, y, h, k1):
    g.lines(28, 29, 30, 31, 32)

    g.at("k2 = f(t + h / 2, y + h * k1 / 2)")
    k2_divide = g.divide(h, 2)                                    # f64
    k2_add = g.add(t, k2_divide)                                  # f64
    k2_multiply = g.multiply(h, k1)                               # f64[2]
    k2_divide_2 = g.divide(k2_multiply, 2)                        # f64[2]
    k2_add_2 = g.add(y, k2_divide_2)                              # f64[2]
    k2 = lotka_volterra_inlined(g, k2_add, k2_add_2)              # f64[2]

    g.at("k3 = f(t + 3 * h / 4, y + 3 * h * k2 / 4)")
    k3_multiply = g.multiply(3, h)                                # f64
    k3_divide = g.divide(k3_multiply, 4)                          # f64
    k3_add = g.add(t, k3_divide)                                  # f64
    k3_multiply_2 = g.multiply(3, h)                              # f64
    k3_multiply_3 = g.multiply(k3_multiply_2, k2)                 # f64[2]
    k3_divide_2 = g.divide(k3_multiply_3, 4)                      # f64[2]
    k3_add_2 = g.add(y, k3_divide_2)                              # f64[2]
    k3 = lotka_volterra_inlined(g, k3_add, k3_add_2)              # f64[2]

    g.at("new = y + h * (2 * k1 + 3 * k2 + 4 * k3) / 9")
    new_multiply = g.multiply(2, k1)                              # f64[2]
    new_multiply_2 = g.multiply(3, k2)                            # f64[2]
    new_add = g.add(new_multiply, new_multiply_2)                 # f64[2]
    new_multiply_3 = g.multiply(4, k3)                            # f64[2]
    new_add_2 = g.add(new_add, new_multiply_3)                    # f64[2]
    new_multiply_4 = g.multiply(h, new_add_2)                     # f64[2]
    new_divide = g.divide(new_multiply_4, 9)                      # f64[2]
    new = g.add(y, new_divide)                                    # f64[2]

    g.at("k4 = f(t + h, new)")
    k4_add = g.add(t, h)                                          # f64
    k4 = lotka_volterra_inlined(g, k4_add, new)                   # f64[2]

    g.at("error = h * (-5 * k1 + 6 * k2 + 8 * k3 - 9 * k4) / 72")
    error_multiply = g.multiply(-5, k1)                           # f64[2]
    error_multiply_2 = g.multiply(6, k2)                          # f64[2]
    error_add = g.add(error_multiply, error_multiply_2)           # f64[2]
    error_multiply_3 = g.multiply(8, k3)                          # f64[2]
    error_add_2 = g.add(error_add, error_multiply_3)              # f64[2]
    error_multiply_4 = g.multiply(9, k4)                          # f64[2]
    error_subtract = g.subtract(error_add_2, error_multiply_4)    # f64[2]
    error_multiply_5 = g.multiply(h, error_subtract)              # f64[2]
    error = g.divide(error_multiply_5, 72)                        # f64[2]

    return new, error, k4


def solve_inlined(g, f, y, end, rtol, atol, max_steps):
    g.lines(39, 40, 42, 43, 44, 45, 46, 47, 48, 50, 52, 54)

    t = np.float64(0.0)

    g.at("h = np.float64(0.01 * end)")
    h_multiply = g.multiply(0.01, end)                            # float
    h = g.cast(h_multiply, np.float64)                            # f64

    g.at("slope = f(t, y)")
    slope = lotka_volterra_inlined(g, t, y)                       # f64[2]

    taken = 0
    refused = 0

    g.at("while t < end and taken + refused < max_steps:")

    def loop1_test(y, t, h, slope, taken, refused):               # f64[2], f64, f64, f64[2], int, int
        test_less = g.less(t, end)                                # bool_

        def if1_then():
            test_add = g.add(taken, refused)                      # int
            test_less_2 = g.less(test_add, max_steps)             # bool
            return test_less_2

        def if1_else():
            return False

        test = g.if_(test_less, if1_then, if1_else)               # bool
        return test

    def loop1_body(y, t, h, slope, taken, refused):               # f64[2], f64, f64, f64[2], int, int
        g.at("h = min(h, end - t)")
        h_subtract = g.subtract(end, t)                           # f64
        h_less = g.less(h_subtract, h)                            # bool_

        def if2_then():
            return h_subtract

        def if2_else():
            return h

        h = g.if_(h_less, if2_then, if2_else)                     # f64

        g.at("new, error, new_slope = attempt(f, t, y, h, slope)")
        new, error, new_slope = attempt_inlined(g, f, t, y, h, slope)  # f64[2], f64[2], f64[2]

        g.at("scale = atol + rtol * np.maximum(np.abs(y), np.abs(new))")
        scale_abs = g.abs(y)                                      # f64[2]
        scale_abs_2 = g.abs(new)                                  # f64[2]
        scale_maximum = g.maximum(scale_abs, scale_abs_2)         # f64[2]
        scale_multiply = g.multiply(rtol, scale_maximum)          # f64[2]
        scale = g.add(atol, scale_multiply)                       # f64[2]

        g.at("norm = np.sqrt(np.mean((error / scale) ** 2))")
        norm_divide = g.divide(error, scale)                      # f64[2]
        norm_pow = g.pow(norm_divide, 2)                          # f64[2]
        norm_mean = g.mean(norm_pow)                              # f64
        norm = g.sqrt(norm_mean)                                  # f64

        g.at("if norm <= 1.0:")
        test = g.less_equal(norm, 1.0)                            # bool_

        def if3_then(t, taken, refused):                          # f64, int, int
            g.at("t += h")
            t = g.add(t, h)                                       # f64

            y, slope = new, new_slope

            g.at("taken += 1")
            taken = g.add(taken, 1)                               # int
            return y, t, slope, taken, refused

        def if3_else(t, taken, refused):                          # f64, int, int
            g.at("refused += 1")
            refused = g.add(refused, 1)                           # int
            return y, t, slope, taken, refused

        y, t, slope, taken, refused = g.if_(test, if3_then, if3_else, (t, taken, refused))  # f64[2], f64, f64[2], int, int

        # The error grows with the cube of the step.
        g.at("h *= min(5.0, max(0.2, 0.9 * norm ** (-1 / 3)))")
        h_pow = g.pow(norm, (-1) / 3)                             # f64
        h_multiply = g.multiply(0.9, h_pow)                       # f64
        h_greater = g.greater(h_multiply, 0.2)                    # bool_

        def if4_then():
            return h_multiply

        def if4_else():
            return 0.2

        h_if = g.if_(h_greater, if4_then, if4_else)               # f64?
        h_less = g.less(h_if, 5.0)                                # bool_?

        def if5_then():
            return h_if

        def if5_else():
            return 5.0

        h_if_2 = g.if_(h_less, if5_then, if5_else)                # f64?
        h = g.multiply(h, h_if_2)                                 # f64
        return y, t, h, slope, taken, refused

    y, t, h, slope, taken, refused = g.while_(                    # f64[2], f64, f64, f64[2], int, int
        loop1_test,
        loop1_body,
        (y, t, h, slope, taken, refused),
    )

    return y, t, taken, refused


@dslc.builder("ode.py", captures=("solve", "lotka_volterra", "attempt"))
def populations(g, y: Tensor[f64, 2], end: float = 4.0, rtol: float = 1e-6, max_steps: int = 1000):
    """Prey and predators at `end`."""
    g.lines(61)

    g.at("return solve(lotka_volterra, y, end, rtol, 1e-9, max_steps)")
    result = solve_inlined(g, lotka_volterra, y, end, rtol, 1e-9, max_steps)  # f64[2], f64, int, int
    return result


def lorenz_inlined(g, t, y):
    g.lines(22, 23)

    g.at("a, b, c = y")
    a = g.index(y, g.s_[0])                                       # f64
    b = g.index(y, g.s_[1])                                       # f64
    c = g.index(y, g.s_[2])                                       # f64

    g.at("return np.array([10.0 * (b - a), a * (28.0 - c) - b, a * b - 8.0 / 3.0 * c])")
    result_subtract = g.subtract(b, a)                            # f64
    result_multiply = g.multiply(10.0, result_subtract)           # f64
    result_subtract_2 = g.subtract(28.0, c)                       # f64
    result_multiply_2 = g.multiply(a, result_subtract_2)          # f64
    result_subtract_3 = g.subtract(result_multiply_2, b)          # f64
    result_multiply_3 = g.multiply(a, b)                          # f64
    result_multiply_4 = g.multiply(8.0 / 3.0, c)                  # f64
    result_subtract_4 = g.subtract(result_multiply_3, result_multiply_4)  # f64
    result = g.array(result_multiply, result_subtract_3, result_subtract_4)  # f64[3]
    return result


def attempt_inlined_2(g, f, t, y, h, k1):
    g.lines(28, 29, 30, 31, 32)

    g.at("k2 = f(t + h / 2, y + h * k1 / 2)")
    k2_divide = g.divide(h, 2)                                    # f64
    k2_add = g.add(t, k2_divide)                                  # f64
    k2_multiply = g.multiply(h, k1)                               # f64[3]
    k2_divide_2 = g.divide(k2_multiply, 2)                        # f64[3]
    k2_add_2 = g.add(y, k2_divide_2)                              # f64[3]
    k2 = lorenz_inlined(g, k2_add, k2_add_2)                      # f64[3]

    g.at("k3 = f(t + 3 * h / 4, y + 3 * h * k2 / 4)")
    k3_multiply = g.multiply(3, h)                                # f64
    k3_divide = g.divide(k3_multiply, 4)                          # f64
    k3_add = g.add(t, k3_divide)                                  # f64
    k3_multiply_2 = g.multiply(3, h)                              # f64
    k3_multiply_3 = g.multiply(k3_multiply_2, k2)                 # f64[3]
    k3_divide_2 = g.divide(k3_multiply_3, 4)                      # f64[3]
    k3_add_2 = g.add(y, k3_divide_2)                              # f64[3]
    k3 = lorenz_inlined(g, k3_add, k3_add_2)                      # f64[3]

    g.at("new = y + h * (2 * k1 + 3 * k2 + 4 * k3) / 9")
    new_multiply = g.multiply(2, k1)                              # f64[3]
    new_multiply_2 = g.multiply(3, k2)                            # f64[3]
    new_add = g.add(new_multiply, new_multiply_2)                 # f64[3]
    new_multiply_3 = g.multiply(4, k3)                            # f64[3]
    new_add_2 = g.add(new_add, new_multiply_3)                    # f64[3]
    new_multiply_4 = g.multiply(h, new_add_2)                     # f64[3]
    new_divide = g.divide(new_multiply_4, 9)                      # f64[3]
    new = g.add(y, new_divide)                                    # f64[3]

    g.at("k4 = f(t + h, new)")
    k4_add = g.add(t, h)                                          # f64
    k4 = lorenz_inlined(g, k4_add, new)                           # f64[3]

    g.at("error = h * (-5 * k1 + 6 * k2 + 8 * k3 - 9 * k4) / 72")
    error_multiply = g.multiply(-5, k1)                           # f64[3]
    error_multiply_2 = g.multiply(6, k2)                          # f64[3]
    error_add = g.add(error_multiply, error_multiply_2)           # f64[3]
    error_multiply_3 = g.multiply(8, k3)                          # f64[3]
    error_add_2 = g.add(error_add, error_multiply_3)              # f64[3]
    error_multiply_4 = g.multiply(9, k4)                          # f64[3]
    error_subtract = g.subtract(error_add_2, error_multiply_4)    # f64[3]
    error_multiply_5 = g.multiply(h, error_subtract)              # f64[3]
    error = g.divide(error_multiply_5, 72)                        # f64[3]

    return new, error, k4


def solve_inlined_2(g, f, y, end, rtol, atol, max_steps):
    g.lines(39, 40, 42, 43, 44, 45, 46, 47, 48, 50, 52, 54)

    t = np.float64(0.0)

    g.at("h = np.float64(0.01 * end)")
    h_multiply = g.multiply(0.01, end)                            # float
    h = g.cast(h_multiply, np.float64)                            # f64

    g.at("slope = f(t, y)")
    slope = lorenz_inlined(g, t, y)                               # f64[3]

    taken = 0
    refused = 0

    g.at("while t < end and taken + refused < max_steps:")

    def loop1_test(y, t, h, slope, taken, refused):               # f64[3], f64, f64, f64[3], int, int
        test_less = g.less(t, end)                                # bool_

        def if1_then():
            test_add = g.add(taken, refused)                      # int
            test_less_2 = g.less(test_add, max_steps)             # bool
            return test_less_2

        def if1_else():
            return False

        test = g.if_(test_less, if1_then, if1_else)               # bool
        return test

    def loop1_body(y, t, h, slope, taken, refused):               # f64[3], f64, f64, f64[3], int, int
        g.at("h = min(h, end - t)")
        h_subtract = g.subtract(end, t)                           # f64
        h_less = g.less(h_subtract, h)                            # bool_

        def if2_then():
            return h_subtract

        def if2_else():
            return h

        h = g.if_(h_less, if2_then, if2_else)                     # f64

        g.at("new, error, new_slope = attempt(f, t, y, h, slope)")
        new, error, new_slope = attempt_inlined_2(g, f, t, y, h, slope)  # f64[3], f64[3], f64[3]

        g.at("scale = atol + rtol * np.maximum(np.abs(y), np.abs(new))")
        scale_abs = g.abs(y)                                      # f64[3]
        scale_abs_2 = g.abs(new)                                  # f64[3]
        scale_maximum = g.maximum(scale_abs, scale_abs_2)         # f64[3]
        scale_multiply = g.multiply(rtol, scale_maximum)          # f64[3]
        scale = g.add(atol, scale_multiply)                       # f64[3]

        g.at("norm = np.sqrt(np.mean((error / scale) ** 2))")
        norm_divide = g.divide(error, scale)                      # f64[3]
        norm_pow = g.pow(norm_divide, 2)                          # f64[3]
        norm_mean = g.mean(norm_pow)                              # f64
        norm = g.sqrt(norm_mean)                                  # f64

        g.at("if norm <= 1.0:")
        test = g.less_equal(norm, 1.0)                            # bool_

        def if3_then(t, taken, refused):                          # f64, int, int
            g.at("t += h")
            t = g.add(t, h)                                       # f64

            y, slope = new, new_slope

            g.at("taken += 1")
            taken = g.add(taken, 1)                               # int
            return y, t, slope, taken, refused

        def if3_else(t, taken, refused):                          # f64, int, int
            g.at("refused += 1")
            refused = g.add(refused, 1)                           # int
            return y, t, slope, taken, refused

        y, t, slope, taken, refused = g.if_(test, if3_then, if3_else, (t, taken, refused))  # f64[3], f64, f64[3], int, int

        # The error grows with the cube of the step.
        g.at("h *= min(5.0, max(0.2, 0.9 * norm ** (-1 / 3)))")
        h_pow = g.pow(norm, (-1) / 3)                             # f64
        h_multiply = g.multiply(0.9, h_pow)                       # f64
        h_greater = g.greater(h_multiply, 0.2)                    # bool_

        def if4_then():
            return h_multiply

        def if4_else():
            return 0.2

        h_if = g.if_(h_greater, if4_then, if4_else)               # f64?
        h_less = g.less(h_if, 5.0)                                # bool_?

        def if5_then():
            return h_if

        def if5_else():
            return 5.0

        h_if_2 = g.if_(h_less, if5_then, if5_else)                # f64?
        h = g.multiply(h, h_if_2)                                 # f64
        return y, t, h, slope, taken, refused

    y, t, h, slope, taken, refused = g.while_(                    # f64[3], f64, f64, f64[3], int, int
        loop1_test,
        loop1_body,
        (y, t, h, slope, taken, refused),
    )

    return y, t, taken, refused


@dslc.builder("ode.py", captures=("solve", "lorenz", "attempt"))
def convection(g, y: Tensor[f64, 3], end: float = 1.0, rtol: float = 1e-6, max_steps: int = 1000):
    """The state of Lorenz's system at `end`."""
    g.lines(67)

    g.at("return solve(lorenz, y, end, rtol, 1e-9, max_steps)")
    result = solve_inlined_2(g, lorenz, y, end, rtol, 1e-9, max_steps)  # f64[3], f64, int, int
    return result
