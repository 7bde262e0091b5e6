# apply_checks: the same test again, what follows from it, arrays that are equal; scopes end
# --- before
import dslc
from dslc import Tensor, f32, i64

n, m = dslc.dims("n m")


@dslc.builder("a.py")
def checked(g, x: Tensor[f32, n], a: Tensor[i64, m], b: Tensor[i64, m], k: int, up: bool):
    g.lines(4, 5, 6, 7, 8, 9, 0)

    g.at("assert np.array_equal(a, b)")
    same = g.array_equal(a, b)                                    # bool
    checked_2 = g.check(same)                                     # bool

    g.at("assert np.array_equal(b, a), k")
    again = g.array_equal(b, a)                                   # bool
    checked_2 = g.check(again, message=g.format("at {}", k))      # bool

    g.at("assert k > 2 and not up")
    more = g.greater(k, 2)                                        # bool
    down = g.not_(up)                                             # bool
    both = g.and_(more, down)                                     # bool
    checked_3 = g.check(both)                                     # bool
    again_2 = g.greater(k, 2)                                     # bool
    less = g.not_(again_2)                                        # bool
    either = g.or_(up, less)                                      # bool

    def if1_then():
        g.at("x * 2 if up or not k > 2 else x + b")
        y = g.multiply(x, 2)                                      # f32[n]
        return y

    def if1_else():
        g.at("x * 2 if up or not k > 2 else x + b")
        total = g.sum(b, axis=(0,))                               # i64
        y = g.multiply(x, 3)                                      # f32[n]
        return y

    y = g.if_(either, if1_then, if1_else)                         # f32[n]
    total = g.sum(b, axis=(0,))                                   # i64
    seven = g.greater(k, 7)                                       # bool

    def if2_then():
        g.at("assert k > 5")
        five = g.greater(k, 5)                                    # bool
        checked_4 = g.check(five)                                 # bool

        def if3_then():
            return 1

        def if3_else():
            return 0

        z = g.if_(five, if3_then, if3_else)                       # int
        return z

    def if2_else():
        g.at("assert k > 5")
        five = g.greater(k, 5)                                    # bool
        checked_4 = g.check(five)                                 # bool
        return 2

    z = g.if_(seven, if2_then, if2_else)                          # int
    return y, total, z, b
# --- after
import dslc
from dslc import Tensor, f32, i64

n, m = dslc.dims("n m")


@dslc.builder("a.py")
def checked(g, x: Tensor[f32, n], a: Tensor[i64, m], b: Tensor[i64, m], k: int, up: bool):
    g.lines(4, 5, 6, 7, 8, 9, 0)

    g.at("assert np.array_equal(a, b)")
    same = g.array_equal(a, b)                                    # bool
    checked_2 = g.check(same)                                     # bool

    g.at("assert np.array_equal(b, a), k")
    checked_2 = g.check(True)                                     # bool

    g.at("assert k > 2 and not up")
    more = g.greater(k, 2)                                        # bool
    down = g.not_(up)                                             # bool
    both = g.and_(more, down)                                     # bool
    checked_3 = g.check(both)                                     # bool
    less = g.not_(True)                                           # bool
    either = g.or_(False, less)                                   # bool

    def if1_then():
        g.at("x * 2 if up or not k > 2 else x + b")
        y = g.multiply(x, 2)                                      # f32[n]
        return y

    def if1_else():
        g.at("x * 2 if up or not k > 2 else x + b")
        y = g.multiply(x, 3)                                      # f32[n]
        return y

    y = g.if_(either, if1_then, if1_else)                         # f32[n]
    total = g.sum(a, axis=(0,))                                   # i64
    seven = g.greater(k, 7)                                       # bool

    def if2_then():
        g.at("assert k > 5")
        five = g.greater(k, 5)                                    # bool
        checked_4 = g.check(five)                                 # bool

        def if3_then():
            return 1

        def if3_else():
            return 0

        z = g.if_(True, if3_then, if3_else)                       # int
        return z

    def if2_else():
        g.at("assert k > 5")
        five = g.greater(k, 5)                                    # bool
        checked_4 = g.check(five)                                 # bool
        return 2

    z = g.if_(seven, if2_then, if2_else)                          # int
    return y, total, z, b
