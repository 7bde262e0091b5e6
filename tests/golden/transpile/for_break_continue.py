from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def partial(x: Tensor[f32, n], stop: float) -> tuple[float, int]:
    total = 0.0
    skipped = 0
    for i in range(x.shape[0]):
        if x[i] < 0.0:
            skipped += 1
            continue
        if x[i] > stop:
            break
        total = total + float(x[i])
    return total, skipped
# --- calls ---
#: partial(np.float32([1, -1, 2, 9, 4]), 5.0) == (3.0, 1)
#: partial(np.float32([]), 5.0) == (0.0, 0)
#: partial(np.float32([nan, 9]), 5.0)
# --- emitted ---
# Written by `dslc build` from for_break_continue.py: edit that file and build again.
import dslc
from dslc import Tensor, dims, f32, graph

n = dims("n")


@dslc.builder("for_break_continue.py")
def partial(g, x: Tensor[f32, n], stop: float) -> tuple[float, int]:
    g.lines(10, 11, 12, 13, 14, 15, 16)

    total = 0.0
    skipped = 0

    g.at("for i in range(x.shape[0]):")

    def loop1_body(i, total, skipped):                            # int, float, int
        g.at("if x[i] < 0.0:")
        test_index = g.index(x, g.s_[i])                          # f32
        test = g.less(test_index, 0.0)                            # bool_

        def if1_then(total, skipped):                             # float, int
            g.at("skipped += 1")
            skipped = g.add(skipped, 1)                           # int

            g.at("continue")
            return total, skipped, g.CONTINUE

        def if1_else(total, skipped):                             # float, int
            g.at("if x[i] > stop:")
            test_index = g.index(x, g.s_[i])                      # f32
            test = g.greater(test_index, stop)                    # bool_

            def if2_then(total):                                  # float
                g.at("break")
                return total, g.BREAK

            def if2_else(total):                                  # float
                g.at("total = total + float(x[i])")
                total_index = g.index(x, g.s_[i])                 # f32
                total_cast = g.cast(total_index, float)           # float
                total = g.add(total, total_cast)                  # float
                return total, g.RUN

            total, exit = g.if_(test, if2_then, if2_else, (total,))  # float, int
            return total, skipped, exit

        total, skipped, exit = g.if_(test, if1_then, if1_else, (total, skipped))  # float, int, int
        return total, skipped, exit

    total, skipped, exit = g.for_(g.range(x.shape[0]), loop1_body, (total, skipped), exits=True)  # float, int, int

    return total, skipped
