# construct: a name that a loop is the first to bind
# nodes: Name
# time: call
# status: supported
from dslc import Tensor, dims, f64, graph

n = dims("n")


@graph
def f(x: Tensor[f64, n], k: int):
    for i in range(k, 0, -2):
        y = x * i
        if i == 3:
            break
    for i in range(x.shape[0]):
        z = y + i
    return z, i  # <--
# --- calls ---
#: f(np.array([1.0, 2.0]), 7)
#: f(np.array([1.0, 2.0]), 2)
#! f(np.array([1.0, 2.0]), 0) UnboundLocalError
#! f(np.array([]), 0) UnboundLocalError
#! f(np.array([]), 4) UnboundLocalError
# --- emitted ---
@dslc.builder("name_of_loop_call.py")
def f(g, x: Tensor[f64, n], k: int):
    g.lines(8, 9, 10, 11, 12, 13, 14)

    g.at("for i in range(k, 0, -2):")
    ran = g.greater(k, 0)                                         # bool

    def loop1_body(i_index, i, y):                                # int, int, f64[n]
        i = i_index

        g.at("y = x * i")
        y = g.multiply(x, i)                                      # f64[n]

        g.at("if i == 3:")
        test = g.equal(i, 3)                                      # bool

        def if1_then():
            g.at("break")
            return g.BREAK

        def if1_else():
            return g.RUN

        exit = g.if_(test, if1_then, if1_else)                    # int
        return i, y, exit

    i, y, exit = g.for_(g.range(k, 0, -2), loop1_body, (g.unset, g.unset), exits=True)  # int, f64[n], int

    g.at("for i in range(x.shape[0]):")
    ran_2 = g.less(0, x.shape[0])                                 # bool

    def loop2_body(i_index, i, z):                                # int, int, f64[n]
        i = i_index

        g.at("z = y + i")
        checked = g.check(                                        # bool
            ran,
            message="cannot access local variable 'y' where it is not associated with a value",
            error="UnboundLocalError",
        )
        z = g.add(y, i)                                           # f64[n]
        return i, z

    i, z = g.for_(g.range(x.shape[0]), loop2_body, (i, g.unset))  # int, f64[n]
    ran_3 = g.or_(ran, ran_2)                                     # bool

    g.at("return z, i")
    checked = g.check(                                            # bool
        ran_2,
        message="cannot access local variable 'z' where it is not associated with a value",
        error="UnboundLocalError",
    )
    checked_2 = g.check(                                          # bool
        ran_3,
        message="cannot access local variable 'i' where it is not associated with a value",
        error="UnboundLocalError",
    )
    return z, i
