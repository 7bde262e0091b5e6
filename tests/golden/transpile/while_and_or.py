from dslc import graph


@graph
def collatz(k: int, limit: int) -> int:
    steps = 0
    while k != 1 and (steps < limit or k % 2 == 0):
        if k % 2 == 0:
            k = k // 2
        else:
            k = 3 * k + 1
        steps += 1
    return steps
# --- calls ---
#: collatz(6, 100) == 8
#: collatz(27, 5)
#: collatz(1, 0) == 0
# --- emitted ---
# Written by `dslc build` from while_and_or.py: edit that file and build again.
import dslc
from dslc import graph


@dslc.builder("while_and_or.py")
def collatz(g, k: int, limit: int) -> int:
    g.lines(7, 8, 9, 11, 12)

    steps = 0

    g.at("while k != 1 and (steps < limit or k % 2 == 0):")

    def loop1_test(k, steps):                                     # int, int
        test_not_equal = g.not_equal(k, 1)                        # bool
        test_less = g.less(steps, limit)                          # bool
        test_remainder = g.remainder(k, 2)                        # int
        test_equal = g.equal(test_remainder, 0)                   # bool
        test_or = g.or_(test_less, test_equal)                    # bool
        test = g.and_(test_not_equal, test_or)                    # bool
        return test

    def loop1_body(k, steps):                                     # int, int
        g.at("if k % 2 == 0:")
        test_remainder = g.remainder(k, 2)                        # int
        test = g.equal(test_remainder, 0)                         # bool

        def if1_then(k):                                          # int
            g.at("k = k // 2")
            k = g.floor_divide(k, 2)                              # int
            return k

        def if1_else(k):                                          # int
            g.at("k = 3 * k + 1")
            k_multiply = g.multiply(3, k)                         # int
            k = g.add(k_multiply, 1)                              # int
            return k

        k = g.if_(test, if1_then, if1_else, (k,))                 # int

        g.at("steps += 1")
        steps = g.add(steps, 1)                                   # int
        return k, steps

    k, steps = g.while_(loop1_test, loop1_body, (k, steps))       # int, int

    return steps
