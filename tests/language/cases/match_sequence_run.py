# construct: `match` with patterns of sequences
# nodes: Match match_case MatchSequence MatchStar MatchAs MatchOr MatchValue
# time: run
# status: supported
# note: What a subject is made of is known while building; what it holds is compared when the graph runs.
import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n], k: int, most: float):
    w = 100.0
    match (k, most, x):  # <--
        case (0, w, [*_]):
            y = x
        case (0, w, v) if w > v[0]:
            y = x + w
        case (1 | 2 as by, w, _) | (by, w, None):
            y = x * by
        case (3, *others):
            y = x - len(others)
        case _:
            y = -x
    return y, w


@graph
def added(x: Tensor[f32, n]):
    rows = [x, x + 1, x * 2]
    match rows:
        case [only]:
            return only
        case [first, *others]:
            others.append(first * 3)
            return np.stack(others)


@graph
def kept(x: Tensor[f32, n], k: int):
    match (k, x):
        case (1, v) if v[0] >= 0 or True:
            return v
    return -x
# --- calls ---
#: f(np.float32([3]), 0, 4.0) == (np.float32([7]), 4.0)
#: f(np.float32([3]), 0, 2.0) == (np.float32([-3]), 2.0)
#! f(np.float32([]), 0, 2.0) IndexError
#: f(np.float32([]), 1, 2.0) == (np.float32([]), 2.0)
#: f(np.float32([3]), 2, 2.0) == (np.float32([6]), 2.0)
#: f(np.float32([3]), 3, 2.0) == (np.float32([1]), 100.0)
#: f(np.float32([3]), 4, 2.0) == (np.float32([-3]), 100.0)
#: added(np.float32([1])) == np.float32([[2], [2], [3]])
#: kept(np.float32([3]), 1) == np.float32([3])
#: kept(np.float32([3]), 2) == np.float32([-3])
#! kept(np.float32([]), 1) IndexError
#: kept(np.float32([]), 2) == np.float32([])
# --- emitted ---
@dslc.builder("match_sequence_run.py")
def f(g, x: Tensor[f32, n], k: int, most: float):
    g.lines(12, 14, 14, 14, 15, 16, 17, 18, 19, 21)

    w = 100.0
    matched = (k, most, x)

    g.at("case (0, w, [*_]):")
    test_equal = g.equal(matched[0], 0)                           # bool

    g.at("case (0, w, v) if w > v[0]:")
    fits = g.equal(matched[0], 0)                                 # bool

    g.at("case (0, w, v) if w > v[0]:")

    def if1_then():
        w = matched[1]
        v = matched[2]
        return w, v

    def if1_else():
        return w, g.unset

    w, v = g.if_(fits, if1_then, if1_else)                        # float, f32[n]

    g.at("case (0, w, v) if w > v[0]:")

    def if2_then():
        test_index = g.index(v, g.s_[0])                          # f32
        test_greater = g.greater(w, test_index)                   # bool_
        test_cast = g.cast(test_greater, bool)                    # bool
        return test_cast

    def if2_else():
        return False

    test = g.if_(fits, if2_then, if2_else)                        # bool

    def if3_then(w):                                              # float
        g.at("y = x + w")
        y = g.add(x, w)                                           # f32[n]
        return w, y

    def if3_else(w):                                              # float
        g.at("case (1 | 2 as by, w, _) | (by, w, None):")
        test_equal = g.equal(matched[0], 1)                       # bool
        test_equal_2 = g.equal(matched[0], 2)                     # bool
        test_or = g.or_(test_equal, test_equal_2)                 # bool

        def if4_then():
            by = matched[0]
            w = matched[1]

            g.at("y = x * by")
            y = g.multiply(x, by)                                 # f32[n]
            return w, y

        def if4_else():
            g.at("case (3, *others):")
            test_equal = g.equal(matched[0], 3)                   # bool

            def if5_then():
                others = [matched[1], matched[2]]

                g.at("y = x - len(others)")
                y = g.subtract(x, len(others))                    # f32[n]
                return y

            def if5_else():
                g.at("y = -x")
                y = g.negative(x)                                 # f32[n]
                return y

            y = g.if_(test_equal, if5_then, if5_else)             # f32[n]
            return w, y

        w, y = g.if_(test_or, if4_then, if4_else)                 # float, f32[n]
        return w, y

    w, y = g.if_(test, if3_then, if3_else, (w,))                  # float, f32[n]

    return y, w


@dslc.builder("match_sequence_run.py")
def added(g, x: Tensor[f32, n]):
    g.lines(27, 32, 33)

    g.at("rows = [x, x + 1, x * 2]")
    rows_add = g.add(x, 1)                                        # f32[n]
    rows_multiply = g.multiply(x, 2)                              # f32[n]
    rows = [x, rows_add, rows_multiply]

    first = rows[0]
    others = [rows[1], rows[2]]

    g.at("others.append(first * 3)")
    others_multiply = g.multiply(first, 3)                        # f32[n]
    others.append(others_multiply)

    g.at("return np.stack(others)")
    result = g.stack((others[0], others[1], others[2]))           # f32[3, n]
    return result


@dslc.builder("match_sequence_run.py")
def kept(g, x: Tensor[f32, n], k: int):
    g.lines(39, 39, 39, 40, 41)

    matched = (k, x)

    g.at("case (1, v) if v[0] >= 0 or True:")
    fits = g.equal(matched[0], 1)                                 # bool

    g.at("case (1, v) if v[0] >= 0 or True:")

    def if1_then():
        v = matched[1]
        return v

    def if1_else():
        return g.unset

    v = g.if_(fits, if1_then, if1_else)                           # f32[n]

    g.at("case (1, v) if v[0] >= 0 or True:")

    def if2_then():
        test_index = g.index(v, g.s_[0])                          # f32
        test_greater_equal = g.greater_equal(test_index, 0)       # bool_
        return True

    def if2_else():
        return False

    test = g.if_(fits, if2_then, if2_else)                        # bool

    def if3_then():
        g.at("return v")
        return v

    def if3_else():
        g.at("return -x")
        result = g.negative(x)                                    # f32[n]
        return result

    result = g.if_(test, if3_then, if3_else)                      # f32[n]
    return result
