from dslc import Tensor, dims, f32, graph

n, m = dims("n m")


@graph
def find(x: Tensor[f32, n, m], value: float) -> tuple[int, int]:
    for row in range(x.shape[0]):
        column = 0
        while column < x.shape[1]:
            if x[row, column] == value:
                return row, column
            column += 1
    return -1, -1
# --- calls ---
#: find(np.float32([[1, 2], [3, 4]]), 3.0) == (1, 0)
#: find(np.float32([[1, 2], [3, 4]]), 5.0) == (-1, -1)
#: find(np.zeros((0, 2), np.float32), 0.0) == (-1, -1)
#: find(np.zeros((2, 0), np.float32), 0.0) == (-1, -1)
# --- emitted ---
# Written by `dslc build` from return_in_nested_loops.py: edit that file and build again.
import dslc
from dslc import Tensor, dims, f32, graph

n, m = dims("n m")


@dslc.builder("return_in_nested_loops.py")
def find(g, x: Tensor[f32, n, m], value: float) -> tuple[int, int]:
    g.lines(8, 10, 11, 12, 13, 14)

    g.at("for row in range(x.shape[0]):")

    def loop1_body(row, result):                                  # int, (int, int)
        column = 0

        g.at("while column < x.shape[1]:")

        def loop2_test(column, result):                           # int, (int, int)
            test = g.less(column, x.shape[1])                     # bool
            return test

        def loop2_body(column, result):                           # int, (int, int)
            g.at("if x[row, column] == value:")
            test_index = g.index(x, g.s_[row, column])            # f32
            test = g.equal(test_index, value)                     # bool_

            def if1_then(column):                                 # int
                g.at("return row, column")
                return column, (row, column), g.RETURN

            def if1_else(column):                                 # int
                g.at("column += 1")
                column = g.add(column, 1)                         # int
                return column, (g.unset, g.unset), g.RUN

            column, result, exit = g.if_(test, if1_then, if1_else, (column,))  # int, (int, int), int
            return column, result, exit

        column, result, exit = g.while_(                          # int, (int, int), int
            loop2_test,
            loop2_body,
            (column, (g.unset, g.unset)),
            exits=True,
        )
        return result, exit

    result, exit = g.for_(g.range(x.shape[0]), loop1_body, ((g.unset, g.unset),), exits=True)  # (int, int), int
    going = g.not_equal(exit, g.RETURN)                           # bool

    def if2_then():
        g.at("return -1, -1")
        return (-1, -1)

    def if2_else():
        return result

    result = g.if_(going, if2_then, if2_else)                     # int, int
    return result
