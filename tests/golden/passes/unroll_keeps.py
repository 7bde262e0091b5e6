# unroll_loops: loops of many trips, with loops inside, that end early
# --- before
import dslc
from dslc import Tensor, f32

n = dslc.dims("n")


@dslc.builder("a.py")
def keeps(g, x: Tensor[f32, n], times: int):
    g.lines(4, 4, 5, 6)
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
    return y
# --- after
import dslc
from dslc import Tensor, f32

n = dslc.dims("n")


@dslc.builder("a.py")
def keeps(g, x: Tensor[f32, n], times: int):
    g.lines(4, 4, 5, 6)
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
    return y
