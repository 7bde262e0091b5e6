# A size that only the run knows: a check, Python integers, branches of different sizes, slices.
import dslc
from dslc import Tensor, f64

n = dslc.dims("n")


@dslc.builder("window.py")
def window(g, x: Tensor[f64, n], start: int, width: int, back: bool):
    g.lines(10, 11, 12, 14, 15, 17)

    g.at('assert width > 0, "an empty window"')
    test = g.greater(width, 0)
    g.check(test, message="an empty window")

    g.at("stop = start + width // 2 * 3")
    stop_floor_divide = g.floor_divide(width, 2)
    stop_multiply = g.multiply(stop_floor_divide, 3)
    stop = g.add(start, stop_multiply)

    g.at("if back:")

    def then1():
        g.at("part = x[::-2]")
        part = g.index(x, g.s_[::-2])
        return part

    def else1():
        g.at("part = x[1:-1]")
        part = g.index(x, g.s_[1:-1])
        return part

    part = g.if_(back, then1, else1)

    g.at("return np.where(part > stop, part, 0.0), part.sum() / stop")
    result_greater = g.greater(part, stop)
    result_where = g.where(result_greater, part, 0.0)
    result_sum = g.sum(part)
    result_divide = g.divide(result_sum, stop)
    return result_where, result_divide
