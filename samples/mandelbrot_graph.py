# Written by `dslc build` from mandelbrot.py: edit that file and build again.
"""How fast points of the plane escape under z * z + c.

Look at: `by_pixel` is three nested loops, the inner one with two ways out; `by_mask` is one loop of
whole arrays that ends when every point is out.
"""

import numpy as np

import dslc
from dslc import Tensor, f64, graph

h, w = dslc.dims("h w")


@dslc.builder("mandelbrot.py")
def by_pixel(
    g,
    height: int = 24, width: int = 32, left: float = -2.0, top: float = -1.2, limit: int = 50
):
    """Steps until each point is farther than 2 from the origin, at most `limit`."""
    g.lines(20, 21, 22, 23, 24, 27, 28, 29, 30)

    g.at("step_x, step_y = 3.0 / width, 2.4 / height")
    step_x_divide = g.divide(3.0, width)                          # float
    step_y_divide = g.divide(2.4, height)                         # float
    step_x, step_y = step_x_divide, step_y_divide

    g.at("steps = np.zeros((height, width), np.int32)")
    steps = g.zeros((height, width), np.int32)                    # i32[height, width]

    g.at("for row in range(height):")

    def loop1_body(row, steps):                                   # int, i32[height, width]
        g.at("for column in range(width):")

        def loop2_body(column, steps):                            # int, i32[height, width]
            g.at("re, im = left + column * step_x, top + row * step_y")
            re_multiply = g.multiply(column, step_x)              # float
            re_add = g.add(left, re_multiply)                     # float
            im_multiply = g.multiply(row, step_y)                 # float
            im_add = g.add(top, im_multiply)                      # float
            re, im = re_add, im_add

            x = 0.0
            y = 0.0
            count = 0

            g.at("while count < limit and x * x + y * y <= 4.0:")

            def loop3_test(x, y, count):                          # float, float, int
                test_less = g.less(count, limit)                  # bool
                test_multiply = g.multiply(x, x)                  # float
                test_multiply_2 = g.multiply(y, y)                # float
                test_add = g.add(test_multiply, test_multiply_2)  # float
                test_less_equal = g.less_equal(test_add, 4.0)     # bool
                test = g.and_(test_less, test_less_equal)         # bool
                return test

            def loop3_body(x, y, count):                          # float, float, int
                g.at("x, y = x * x - y * y + re, 2.0 * x * y + im")
                x_multiply = g.multiply(x, x)                     # float
                x_multiply_2 = g.multiply(y, y)                   # float
                x_subtract = g.subtract(x_multiply, x_multiply_2)  # float
                x_add = g.add(x_subtract, re)                     # float
                y_multiply = g.multiply(2.0, x)                   # float
                y_multiply_2 = g.multiply(y_multiply, y)          # float
                y_add = g.add(y_multiply_2, im)                   # float
                x, y = x_add, y_add

                g.at("count += 1")
                count = g.add(count, 1)                           # int
                return x, y, count

            x, y, count = g.while_(loop3_test, loop3_body, (x, y, count))  # float, float, int

            g.at("steps[row, column] = count")
            steps = g.store(steps, g.s_[row, column], count)      # i32[height, width]
            return steps

        steps = g.for_(g.range(width), loop2_body, (steps,))      # i32[height, width]
        return steps

    steps = g.for_(g.range(height), loop1_body, (steps,))         # i32[height, width]

    return steps


@dslc.builder("mandelbrot.py")
def by_mask(g, re: Tensor[f64, w], im: Tensor[f64, h], limit: int = 50):
    """The same for a grid of points, all of them at once."""
    g.lines(37, 38, 39, 40, 41, 42, 43, 44, 45)

    g.at("c_re, c_im = np.meshgrid(re, im)")
    c_re, c_im = g.meshgrid(re, im)                               # f64[h, w], f64[h, w]

    g.at("x, y = np.zeros_like(c_re), np.zeros_like(c_im)")
    x_zeros_like = g.zeros_like(c_re)                             # f64[h, w]
    y_zeros_like = g.zeros_like(c_im)                             # f64[h, w]
    x, y = x_zeros_like, y_zeros_like

    g.at("steps = np.zeros(c_re.shape, np.int32)")
    steps = g.zeros((c_re.shape[0], c_re.shape[1]), np.int32)     # i32[h, w]

    g.at("for _ in range(limit):")

    def loop1_body(_, x, y, steps):                               # int, f64[h, w], f64[h, w], i32[h, w]
        g.at("inside = x * x + y * y <= 4.0")
        inside_multiply = g.multiply(x, x)                        # f64[h, w]
        inside_multiply_2 = g.multiply(y, y)                      # f64[h, w]
        inside_add = g.add(inside_multiply, inside_multiply_2)    # f64[h, w]
        inside = g.less_equal(inside_add, 4.0)                    # bool_[h, w]

        g.at("if not np.any(inside):")
        test_any = g.any(inside)                                  # bool_
        test = g.not_(test_any)                                   # bool

        def if1_then(x, y, steps):                                # f64[h, w], f64[h, w], i32[h, w]
            g.at("break")
            return x, y, steps, g.BREAK

        def if1_else(x, y, steps):                                # f64[h, w], f64[h, w], i32[h, w]
            g.at("steps[inside] += 1")
            steps_add = g.add(steps, 1)                           # i32[h, w]
            steps = g.copyto(steps, steps_add, where=inside)      # i32[h, w]

            g.at("x, y = (np.where(inside, x * x - y * y + c_re, x), np.where(inside, 2.0 * x *...")
            x_multiply = g.multiply(x, x)                         # f64[h, w]
            x_multiply_2 = g.multiply(y, y)                       # f64[h, w]
            x_subtract = g.subtract(x_multiply, x_multiply_2)     # f64[h, w]
            x_add = g.add(x_subtract, c_re)                       # f64[h, w]
            x_where = g.where(inside, x_add, x)                   # f64[h, w]
            y_multiply = g.multiply(2.0, x)                       # f64[h, w]
            y_multiply_2 = g.multiply(y_multiply, y)              # f64[h, w]
            y_add = g.add(y_multiply_2, c_im)                     # f64[h, w]
            y_where = g.where(inside, y_add, y)                   # f64[h, w]
            x, y = x_where, y_where
            return x, y, steps, g.RUN

        x, y, steps, exit = g.if_(test, if1_then, if1_else, (x, y, steps))  # f64[h, w], f64[h, w], i32[h, w], int
        return x, y, steps, exit

    x, y, steps, exit = g.for_(g.range(limit), loop1_body, (x, y, steps), exits=True)  # f64[h, w], f64[h, w], i32[h, w], int

    return steps
