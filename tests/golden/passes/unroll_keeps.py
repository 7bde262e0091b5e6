# unroll_loops: loops of many trips, of a long body, with loops inside, that end early
# --- before
import dslc
from dslc import Tensor, f32

n = dslc.dims("n")


@dslc.builder("a.py")
def keeps(g, x: Tensor[f32, n], times: int):
    g.lines(4, 4, 5, 6, 7, 8)
    def loop1_body(i, y):                                         # int, f32[n]
        g.at("y = np.sqrt(y)")
        y = g.sqrt(y)                                             # f32[n]
        return y

    y = g.for_(g.range(100), loop1_body, (x,))                    # f32[n]

    def loop2_body(i, y):                                         # int, f32[n]
        g.at("y = np.sqrt(y)")
        y = g.sqrt(y)                                             # f32[n]
        return y

    y = g.for_(g.range(times), loop2_body, (y,))                  # f32[n]

    def loop3_body(i, y):                                         # int, f32[n]
        def loop4_body(j, y):                                     # int, f32[n]
            g.at("y = np.exp(y)")
            y = g.exp(y)                                          # f32[n]
            return y

        y = g.for_(g.range(9), loop4_body, (y,))                  # f32[n]
        return y

    y = g.for_(g.range(2), loop3_body, (y,))                      # f32[n]

    def loop5_body(i, y):                                         # int, f32[n]
        g.at("y = y + 1.0")
        y = g.add(y, 1.0)                                         # f32[n]
        return y, g.BREAK

    y, _ = g.for_(g.range(2), loop5_body, (y,), exits=True)       # f32[n], int

    def loop6_body(i, y):                                         # int, f32[n]
        g.at("y = y * 0.5")
        y = g.multiply(y, 0.5)                                    # f32[n]
        return y

    y = g.for_(g.range(9), loop6_body, (y,))                      # f32[n]

    def loop7_body(i, y):                                         # int, f32[n]
        g.at("y = np.sin(np.cos(np.tan(np.exp(np.sqrt(y)))))")
        y_sqrt = g.sqrt(y)                                        # f32[n]
        y_exp = g.exp(y_sqrt)                                     # f32[n]
        y_tan = g.tan(y_exp)                                      # f32[n]
        y_cos = g.cos(y_tan)                                      # f32[n]
        y = g.sin(y_cos)                                          # f32[n]
        return y

    y = g.for_(g.range(7), loop7_body, (y,))                      # f32[n]
    return y
# --- after
import dslc
from dslc import Tensor, f32

n = dslc.dims("n")


@dslc.builder("a.py")
def keeps(g, x: Tensor[f32, n], times: int):
    g.lines(4, 4, 5, 6, 7, 8)
    def loop1_body(i, y):                                         # int, f32[n]
        g.at("y = np.sqrt(y)")
        y = g.sqrt(y)                                             # f32[n]
        return y

    y = g.for_(g.range(100), loop1_body, (x,))                    # f32[n]

    def loop2_body(i, y):                                         # int, f32[n]
        g.at("y = np.sqrt(y)")
        y = g.sqrt(y)                                             # f32[n]
        return y

    y = g.for_(g.range(times), loop2_body, (y,))                  # f32[n]

    def loop3_body(i, y):                                         # int, f32[n]
        def loop4_body(j, y):                                     # int, f32[n]
            g.at("y = np.exp(y)")
            y = g.exp(y)                                          # f32[n]
            return y

        y = g.for_(g.range(9), loop4_body, (y,))                  # f32[n]
        return y

    y = g.for_(g.range(2), loop3_body, (y,))                      # f32[n]

    def loop5_body(i, y):                                         # int, f32[n]
        g.at("y = y + 1.0")
        y = g.add(y, 1.0)                                         # f32[n]
        return y, g.BREAK

    y, _ = g.for_(g.range(2), loop5_body, (y,), exits=True)       # f32[n], int

    def loop6_body(i, y):                                         # int, f32[n]
        g.at("y = y * 0.5")
        y = g.multiply(y, 0.5)                                    # f32[n]
        return y

    y = g.for_(g.range(9), loop6_body, (y,))                      # f32[n]

    def loop7_body(i, y):                                         # int, f32[n]
        g.at("y = np.sin(np.cos(np.tan(np.exp(np.sqrt(y)))))")
        y_sqrt = g.sqrt(y)                                        # f32[n]
        y_exp = g.exp(y_sqrt)                                     # f32[n]
        y_tan = g.tan(y_exp)                                      # f32[n]
        y_cos = g.cos(y_tan)                                      # f32[n]
        y = g.sin(y_cos)                                          # f32[n]
        return y

    y = g.for_(g.range(7), loop7_body, (y,))                      # f32[n]
    return y
