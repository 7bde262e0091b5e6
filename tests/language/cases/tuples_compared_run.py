# construct: comparisons of tuples and lists
# nodes: Compare Lt Eq
# time: run
# status: supported
from dslc import Scalar, graph, i32


@graph
def f(k: int, m: int, u: Scalar[i32]):
    less = (k, m) < (m, k)  # <--
    equal = (k, u) == (1, 2), [k, m] != [m, m], (k, m) == (1,), (k, (m, 1)) == (m, (m, 1))
    return less, equal, (k, 1) >= (m, 0), (k,) < (k, 1), [k, 1] <= [1], k < m <= k + 1 != 3
# --- calls ---
#: f(1, 2, np.int32(2))
#: f(2, 1, np.int32(2))
#: f(2, 2, np.int32(0))
# --- emitted ---
@dslc.builder("tuples_compared_run.py")
def f(g, k: int, m: int, u: Scalar[i32]):
    g.lines(6, 7, 8)

    g.at("less = (k, m) < (m, k)")
    less_less = g.less(k, m)                                      # bool
    less_equal = g.equal(k, m)                                    # bool
    less_less_2 = g.less(m, k)                                    # bool
    less_and = g.and_(less_equal, less_less_2)                    # bool
    less = g.or_(less_less, less_and)                             # bool

    g.at("equal = (k, u) == (1, 2), [k, m] != [m, m], (k, m) == (1,), (k, (m, 1)) == (m, (m, 1))")
    equal_equal = g.equal(k, 1)                                   # bool
    equal_equal_2 = g.equal(u, 2)                                 # bool_
    equal_and = g.and_(equal_equal, equal_equal_2)                # bool
    equal_not_equal = g.not_equal(k, m)                           # bool
    equal_not_equal_2 = g.not_equal(m, m)                         # bool
    equal_or = g.or_(equal_not_equal, equal_not_equal_2)          # bool
    equal_equal_3 = g.equal(k, m)                                 # bool
    equal_equal_4 = g.equal(m, m)                                 # bool
    equal_and_2 = g.and_(equal_equal_4, 1 == 1)                   # bool
    equal_and_3 = g.and_(equal_equal_3, equal_and_2)              # bool
    equal = (equal_and, equal_or, False, equal_and_3)

    g.at("return less, equal, (k, 1) >= (m, 0), (k,) < (k, 1), [k, 1] <= [1], k < m <= k + 1 != 3")
    result_greater = g.greater(k, m)                              # bool
    result_equal = g.equal(k, m)                                  # bool
    result_and = g.and_(result_equal, 1 >= 0)                     # bool
    result_or = g.or_(result_greater, result_and)                 # bool
    result_less = g.less(k, k)                                    # bool
    result_equal_2 = g.equal(k, k)                                # bool
    result_or_2 = g.or_(result_less, result_equal_2)              # bool
    result_less_2 = g.less(k, 1)                                  # bool
    result_equal_3 = g.equal(k, 1)                                # bool
    result_less_3 = g.less(k, m)                                  # bool
    result_less_equal = g.less_equal(m, k + 1)                    # bool
    result_and_2 = g.and_(result_less_3, result_less_equal)       # bool
    result_not_equal = g.not_equal(k + 1, 3)                      # bool
    result_and_3 = g.and_(result_and_2, result_not_equal)         # bool
    return less, equal, result_or, result_or_2, result_less_2, result_and_3
