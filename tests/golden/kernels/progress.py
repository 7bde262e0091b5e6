# What a graph prints: Python shows the values, in order with all else; long loops can be interrupted.
import dslc
from dslc import Tensor, f32

n = dslc.dims("n")


@dslc.builder("progress.py")
def progress(g, x: Tensor[f32, n], trips: int):
    g.lines(8, 9, 10, 11, 13)

    g.at("for trip in range(trips % 4):")

    def loop1_body(trip, x):
        g.at("x = x * 0.5")
        x = g.multiply(x, 0.5)

        g.at("total = np.sum(x)")
        total = g.sum(x)

        g.at('print(f"{trip:2d}", "total:", total)')
        g.print(g.format("{:2d}", trip), "total:", total)
        return x

    count = g.remainder(trips, 4)
    x = g.for_(g.range(count), loop1_body, (x,))

    g.at('print(x, end="")')
    g.print(x, end="")
    return x
