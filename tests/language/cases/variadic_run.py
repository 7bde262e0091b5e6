# construct: `*args`, `**kwargs` of a plain function
# nodes: arguments arg
# time: run
# status: supported
import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


def total(first, *parts, by=1, **named):
    for part in parts:
        first = first + part
    return first * by + named.get("plus", len(named))


def passed_on(*args, **kwargs):
    return total(*args, **kwargs)


@graph
def f(x: Tensor[f32, n]):
    y = total(x)
    return total(x, x, y, plus=x), passed_on(x, 2, by=3, minus=1)  # <--
# --- calls ---
#: f(np.float32([3, 4]))
#: f(np.zeros(0, np.float32))
# --- emitted ---
def total_inlined(g, first, parts, by, named):
    g.lines(10, 11)

    for part in parts:
        g.at("first = first + part")
        first = g.add(first, part)                                # f32[n]

    g.at('return first * by + named.get("plus", len(named))')
    result_multiply = g.multiply(first, by)                       # f32[n]
    result = g.add(result_multiply, len(named))                   # f32[n]
    return result


def total_inlined_2(g, first, parts, by, named):
    g.lines(10, 11)

    for part in parts:
        g.at("first = first + part")
        first = g.add(first, part)                                # f32[n]

    g.at('return first * by + named.get("plus", len(named))')
    result_multiply = g.multiply(first, by)                       # f32[n]
    result = g.add(result_multiply, named["plus"])                # f32[n]
    return result


def passed_on_inlined(g, args, kwargs):
    g.lines(15)

    g.at("return total(*args, **kwargs)")
    result = total_inlined(g, args[0], (args[1],), kwargs["by"], {"minus": kwargs["minus"]})  # f32[n]
    return result


@dslc.builder("variadic_run.py", captures=("total", "passed_on"))
def f(g, x: Tensor[f32, n]):
    g.lines(20, 21)

    g.at("y = total(x)")
    y = total_inlined(g, x, (), 1, {})                            # f32[n]

    g.at("return total(x, x, y, plus=x), passed_on(x, 2, by=3, minus=1)")
    result_total = total_inlined_2(g, x, (x, y), 1, {"plus": x})  # f32[n]
    result_passed_on = passed_on_inlined(g, (x, 2), {"by": 3, "minus": 1})  # f32[n]
    return result_total, result_passed_on
