# construct: a nested function
# nodes: FunctionDef arguments arg
# time: run
# status: supported
# note: It reads variables, not values: what they hold where it is called.
import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n], steps: int, limit: float):
    by = 1.0

    def step(v, *, plus=1):
        """The next one."""
        if np.max(v) > limit:
            return v
        return v * by + plus

    y = step(x)
    for i in range(steps):
        by = by + i
        y = step(y, plus=i)  # <--
    if steps > 2:
        by = 0.5
        y = step(y)
    return y
# --- calls ---
#: f(np.float32([1, 2]), 3, 100.0)
#: f(np.float32([1, 2]), 0, 100.0)
#: f(np.float32([1, 2]), 5, 10.0)
# --- emitted ---
def f_step(g, v, plus, limit, by):
    g.lines(14, 15, 16)

    g.at("if np.max(v) > limit:")
    test_max = g.max(v)                                           # f32
    test = g.greater(test_max, limit)                             # bool_

    def if1_then():
        g.at("return v")
        return v

    def if1_else():
        g.at("return v * by + plus")
        result_multiply = g.multiply(v, by)                       # f32[n]
        result = g.add(result_multiply, plus)                     # f32[n]
        return result

    result = g.if_(test, if1_then, if1_else)                      # f32[n]
    return result


@dslc.builder("nested_function_run.py")
def f(g, x: Tensor[f32, n], steps: int, limit: float):
    g.lines(18, 19, 20, 21, 22, 24)

    by = 1.0

    g.at("y = step(x)")
    y = f_step(g, x, 1, limit, by)                                # f32[n]

    g.at("for i in range(steps):")

    def loop1_body(i, by, y):                                     # int, float, f32[n]
        g.at("by = by + i")
        by = g.add(by, i)                                         # float

        g.at("y = step(y, plus=i)")
        y = f_step(g, y, i, limit, by)                            # f32[n]
        return by, y

    by, y = g.for_(g.range(steps), loop1_body, (by, y))           # float, f32[n]

    g.at("if steps > 2:")
    test = g.greater(steps, 2)                                    # bool

    def if1_then(y):                                              # f32[n]
        by = 0.5

        g.at("y = step(y)")
        y = f_step(g, y, 1, limit, by)                            # f32[n]
        return y

    def if1_else(y):                                              # f32[n]
        return y

    y = g.if_(test, if1_then, if1_else, (y,))                     # f32[n]

    return y
