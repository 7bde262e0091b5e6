# construct: `in`, `not in`
# nodes: Compare In NotIn
# time: run
# status: supported
# note: Of a tuple, list or set of numbers, of a range, of an array. Two floats are compared only where one is a constant: Python finds a NaN that is the same object.
from dslc import Scalar, Tensor, dims, f32, graph, u8

n = dims("n")


@graph
def f(k: int, m: int, x: Tensor[f32, n], u: Scalar[u8], p: float):
    if k in (1, m) or k not in {3, 4}:  # <--
        k = k + 1
    of_numbers = u in (1, 300), p in (0.0, 2), k not in [m], k in (), (k, 1) in ((m, 1), (1, 2))
    of_range = k in range(5), u not in range(1, m), k in range(1, 20, 3), k in range(m, -5, -2)
    return k, of_numbers, of_range, 3 in x, u not in x, 0 < k in (1, 2)
# --- calls ---
#: f(1, 2, np.float32([3, np.nan]), np.uint8(44), 0.0)
#: f(3, 3, np.float32([]), np.uint8(1), np.nan)
#: f(4, 4, np.float32([44]), np.uint8(44), -0.0)
#: f(-3, 1, np.float32([44]), np.uint8(0), 2.0)
# --- emitted ---
@dslc.builder("in_run.py")
def f(g, k: int, m: int, x: Tensor[f32, n], u: Scalar[u8], p: float):
    g.lines(8, 9, 10, 11, 12)

    g.at("if k in (1, m) or k not in {3, 4}:")
    test_equal = g.equal(k, 1)                                    # bool
    test_equal_2 = g.equal(k, m)                                  # bool
    test_or = g.or_(test_equal, test_equal_2)                     # bool
    test_not_equal = g.not_equal(k, 3)                            # bool
    test_not_equal_2 = g.not_equal(k, 4)                          # bool
    test_and = g.and_(test_not_equal, test_not_equal_2)           # bool
    test = g.or_(test_or, test_and)                               # bool

    def if1_then(k):                                              # int
        g.at("k = k + 1")
        k = g.add(k, 1)                                           # int
        return k

    def if1_else(k):                                              # int
        return k

    k = g.if_(test, if1_then, if1_else, (k,))                     # int

    g.at("of_numbers = u in (1, 300), p in (0.0, 2), k not in [m], k in (), (k, 1) in ((m, 1), ...")
    of_numbers_equal = g.equal(u, 1)                              # bool_
    of_numbers_equal_2 = g.equal(u, 300)                          # bool_
    of_numbers_or = g.or_(of_numbers_equal, of_numbers_equal_2)   # bool
    of_numbers_equal_3 = g.equal(p, 0.0)                          # bool
    of_numbers_equal_4 = g.equal(p, 2)                            # bool
    of_numbers_or_2 = g.or_(of_numbers_equal_3, of_numbers_equal_4)  # bool
    of_numbers_not_equal = g.not_equal(k, m)                      # bool
    of_numbers_equal_5 = g.equal(k, m)                            # bool
    of_numbers_and = g.and_(of_numbers_equal_5, 1 == 1)           # bool
    of_numbers_equal_6 = g.equal(k, 1)                            # bool
    of_numbers_and_2 = g.and_(of_numbers_equal_6, 1 == 2)         # bool
    of_numbers_or_3 = g.or_(of_numbers_and, of_numbers_and_2)     # bool
    of_numbers = (of_numbers_or, of_numbers_or_2, of_numbers_not_equal, False, of_numbers_or_3)

    g.at("of_range = k in range(5), u not in range(1, m), k in range(1, 20, 3), k in range(m, -...")
    of_range_greater_equal = g.greater_equal(k, 0)                # bool
    of_range_less = g.less(k, 5)                                  # bool
    of_range_and = g.and_(of_range_greater_equal, of_range_less)  # bool
    of_range_cast = g.cast(u, int)                                # int
    of_range_greater_equal_2 = g.greater_equal(of_range_cast, 1)  # bool
    of_range_less_2 = g.less(of_range_cast, m)                    # bool
    of_range_and_2 = g.and_(of_range_greater_equal_2, of_range_less_2)  # bool
    of_range_not = g.not_(of_range_and_2)                         # bool
    of_range_greater_equal_3 = g.greater_equal(k, 1)              # bool
    of_range_less_3 = g.less(k, 20)                               # bool
    of_range_and_3 = g.and_(of_range_greater_equal_3, of_range_less_3)  # bool

    def if2_then():
        of_range_subtract = g.subtract(k, 1)                      # int
        of_range_remainder = g.remainder(of_range_subtract, 3)    # int
        of_range_equal = g.equal(of_range_remainder, 0)           # bool
        return of_range_equal

    def if2_else():
        return False

    of_range_if = g.if_(of_range_and_3, if2_then, if2_else)       # bool
    of_range_less_equal = g.less_equal(k, m)                      # bool
    of_range_greater = g.greater(k, -5)                           # bool
    of_range_and_4 = g.and_(of_range_less_equal, of_range_greater)  # bool

    def if3_then():
        of_range_subtract_2 = g.subtract(k, m)                    # int
        of_range_remainder_2 = g.remainder(of_range_subtract_2, 2)  # int
        of_range_equal_2 = g.equal(of_range_remainder_2, 0)       # bool
        return of_range_equal_2

    def if3_else():
        return False

    of_range_if_2 = g.if_(of_range_and_4, if3_then, if3_else)     # bool
    of_range = (of_range_and, of_range_not, of_range_if, of_range_if_2)

    g.at("return k, of_numbers, of_range, 3 in x, u not in x, 0 < k in (1, 2)")
    result_equal = g.equal(x, 3)                                  # bool_[n]
    result_any = g.any(result_equal)                              # bool_
    result_cast = g.cast(result_any, bool)                        # bool
    result_equal_2 = g.equal(x, u)                                # bool_[n]
    result_any_2 = g.any(result_equal_2)                          # bool_
    result_not = g.not_(result_any_2)                             # bool
    result_less = g.less(0, k)                                    # bool
    result_equal_3 = g.equal(k, 1)                                # bool
    result_equal_4 = g.equal(k, 2)                                # bool
    result_or = g.or_(result_equal_3, result_equal_4)             # bool
    result_and = g.and_(result_less, result_or)                   # bool
    return k, of_numbers, of_range, result_cast, result_not, result_and
