# A loop to a tolerance: `while` with a short test, elementwise loops, a reduction that can fail.
import dslc
from dslc import Scalar, Tensor, f32, i64

n = dslc.dims("n")


@dslc.builder("newton.py")
def newton_sqrt(g, x: Tensor[f32, n], tol: Scalar[f32], max_steps: Scalar[i64]):
    g.lines(12, 13, 15, 16, 17, 18)

    g.at("y = np.maximum(x, 1.0)")
    y = g.maximum(x, 1.0)

    g.at("gap = np.max(np.abs(y * y - x))")
    gap_multiply = g.multiply(y, y)
    gap_subtract = g.subtract(gap_multiply, x)
    gap_abs = g.abs(gap_subtract)
    gap = g.max(gap_abs)

    step = 0

    g.at("while gap > tol and step < max_steps:")

    def loop1_test(y, gap, step):
        test_greater = g.greater(gap, tol)
        test_less = g.less(step, max_steps)
        test = g.and_(test_greater, test_less)
        return test

    def loop1_body(y, gap, step):
        g.at("y = 0.5 * (y + x / y)")
        y_divide = g.divide(x, y)
        y_add = g.add(y, y_divide)
        y = g.multiply(0.5, y_add)

        g.at("gap = np.max(np.abs(y * y - x))")
        gap_multiply = g.multiply(y, y)
        gap_subtract = g.subtract(gap_multiply, x)
        gap_abs = g.abs(gap_subtract)
        gap = g.max(gap_abs)

        g.at("step += 1")
        step = g.add(step, 1)
        return y, gap, step

    y, gap, step = g.while_(loop1_test, loop1_body, (y, gap, step))
    return y, step
