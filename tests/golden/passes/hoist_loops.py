# hoist_invariants: out of loops inside each other, as far as a node goes
# --- before
import dslc
from dslc import Tensor, f32

n = dslc.dims("n")


@dslc.builder("a.py")
def loops(g, x: Tensor[f32, n], w: Tensor[f32, n, n], times: int):
    g.lines(4, 5, 6, 7)
    def loop1_body(i, y):                                         # int, f32[n]
        g.at("y = y + np.exp(x) * i")
        y_exp = g.exp(x)                                          # f32[n]
        y_mul = g.multiply(y_exp, i)                              # f32[n]
        y = g.add(y, y_mul)                                       # f32[n]

        def loop2_body(j, y):                                     # int, f32[n]
            g.at("y = y * np.sum(x * x) + i * x")
            y_square = g.multiply(x, x)                           # f32[n]
            y_sum = g.sum(y_square, axis=(0,))                    # f32
            y_mul_2 = g.multiply(y, y_sum)                        # f32[n]
            y_scaled = g.multiply(x, i)                           # f32[n]
            y = g.add(y_mul_2, y_scaled)                          # f32[n]
            return y

        y = g.for_(g.range(times), loop2_body, (y,))              # f32[n]
        return y

    y = g.for_(g.range(times), loop1_body, (x,))                  # f32[n]

    def loop3_test(y):                                            # f32[n]
        g.at("while np.max(y) < np.max(w @ x):")
        test_max = g.max(y, axis=(0,))                            # f32
        test_matmul = g.matmul(w, x)                              # f32[n]
        test_max_2 = g.max(test_matmul, axis=(0,))                # f32
        test = g.less(test_max, test_max_2)                       # bool_
        return test

    def loop3_body(y):                                            # f32[n]
        g.at("y = y * 2.0 + 1.0 / 3.0")
        y_mul = g.multiply(y, 2.0)                                # f32[n]
        y_div = g.sqrt(x)                                         # f32[n]
        y = g.add(y_mul, y_div)                                   # f32[n]
        return y

    y = g.while_(loop3_test, loop3_body, (y,))                    # f32[n]
    return y
# --- after
import dslc
from dslc import Tensor, f32

n = dslc.dims("n")


@dslc.builder("a.py")
def loops(g, x: Tensor[f32, n], w: Tensor[f32, n, n], times: int):
    g.lines(4, 5, 4, 5, 4, 5, 6, 7, 6)

    g.at("y = y + np.exp(x) * i")
    y_exp = g.exp(x)                                              # f32[n]

    g.at("y = y * np.sum(x * x) + i * x")
    y_square = g.multiply(x, x)                                   # f32[n]
    y_sum = g.sum(y_square, axis=(0,))                            # f32

    def loop1_body(i, y):                                         # int, f32[n]
        g.at("y = y + np.exp(x) * i")
        y_mul = g.multiply(y_exp, i)                              # f32[n]
        y = g.add(y, y_mul)                                       # f32[n]

        g.at("y = y * np.sum(x * x) + i * x")
        y_scaled = g.multiply(x, i)                               # f32[n]

        g.at("y = y + np.exp(x) * i")

        def loop2_body(j, y):                                     # int, f32[n]
            g.at("y = y * np.sum(x * x) + i * x")
            y_mul_2 = g.multiply(y, y_sum)                        # f32[n]
            y = g.add(y_mul_2, y_scaled)                          # f32[n]
            return y

        y = g.for_(g.range(times), loop2_body, (y,))              # f32[n]
        return y

    y = g.for_(g.range(times), loop1_body, (x,))                  # f32[n]

    g.at("while np.max(y) < np.max(w @ x):")
    test_matmul = g.matmul(w, x)                                  # f32[n]

    g.at("y = y * 2.0 + 1.0 / 3.0")
    y_div = g.sqrt(x)                                             # f32[n]

    def loop3_test(y):                                            # f32[n]
        g.at("while np.max(y) < np.max(w @ x):")
        test_max = g.max(y, axis=(0,))                            # f32
        test_max_2 = g.max(test_matmul, axis=(0,))                # f32
        test = g.less(test_max, test_max_2)                       # bool_
        return test

    def loop3_body(y):                                            # f32[n]
        y_mul = g.multiply(y, 2.0)                                # f32[n]
        y = g.add(y_mul, y_div)                                   # f32[n]
        return y

    y = g.while_(loop3_test, loop3_body, (y,))                    # f32[n]
    return y
