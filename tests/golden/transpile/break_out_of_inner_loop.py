from dslc import Tensor, dims, f32, graph

n, m = dims("n m")


@graph
def row_sums(x: Tensor[f32, n, m], limit: float) -> float:
    total = 0.0
    for i in range(x.shape[0]):
        for j in range(x.shape[1]):
            if x[i, j] > limit:
                break
            total += float(x[i, j])
        total *= 2.0
    return total
# --- calls ---
#: row_sums(np.float32([[1, 9, 1], [2, 3, 4]]), 5.0) == 22.0
#: row_sums(np.zeros((0, 0), np.float32), 5.0) == 0.0
# --- emitted ---
# Written by `dslc build` from break_out_of_inner_loop.py: edit that file and build again.
import dslc
from dslc import Tensor, dims, f32, graph

n, m = dims("n m")


@dslc.builder("break_out_of_inner_loop.py")
def row_sums(g, x: Tensor[f32, n, m], limit: float) -> float:
    g.lines(9, 10, 11, 12, 13, 14)

    total = 0.0

    g.at("for i in range(x.shape[0]):")

    def loop1_body(i, total):                                     # int, float
        g.at("for j in range(x.shape[1]):")

        def loop2_body(j, total):                                 # int, float
            g.at("if x[i, j] > limit:")
            test_index = g.index(x, g.s_[i, j])                   # f32
            test = g.greater(test_index, limit)                   # bool_

            def if1_then(total):                                  # float
                g.at("break")
                return total, g.BREAK

            def if1_else(total):                                  # float
                g.at("total += float(x[i, j])")
                total_index = g.index(x, g.s_[i, j])              # f32
                total_cast = g.cast(total_index, float)           # float
                total = g.add(total, total_cast)                  # float
                return total, g.RUN

            total, exit = g.if_(test, if1_then, if1_else, (total,))  # float, int
            return total, exit

        total, exit = g.for_(g.range(x.shape[1]), loop2_body, (total,), exits=True)  # float, int

        g.at("total *= 2.0")
        total = g.multiply(total, 2.0)                            # float
        return total

    total = g.for_(g.range(x.shape[0]), loop1_body, (total,))     # float

    return total
