# construct: `:=` behind `and`, `or` and in a conditional expression
# nodes: NamedExpr BoolOp And Or IfExp
# time: run
# status: supported
# note: The name is bound on the path that comes to it, and may be read where that is certain.
import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n], k: int):
    y = x
    if k > 0 and (t := x[k]) > 4:  # <--
        y = x * t
    return y


@graph
def otherwise(x: Tensor[f32, n], k: int):
    if k < 0 or (t := x[k]) > 4:
        return x
    elif t > 0 and (u := x[k + 1]) > 1 and (v := u + t) > 3:
        return x * u - v
    return x + t


@graph
def kept(x: Tensor[f32, n], k: int):
    t = 7
    ok = k > 0 and (t := k * 2) > 4
    y = (u := k + 1) * u if ok else (u := k - 1)
    z = x[k] + (w := np.sum(x)) * w
    assert k > -9 and (v := x[k]) < 99, "too much"
    return t, ok, y, u, z, w, v


@graph
def looped(x: Tensor[f32, n], most: float):
    i = 0
    last = np.float32(0)
    while i < x.shape[0] and (v := x[i]) < most and (w := v * 2) > last:
        i += 1
        if v == 1:
            continue
        last = w
    return i, last
# --- calls ---
#: f(np.float32([1, 5]), 1) == np.float32([5, 25])
#: f(np.float32([1, 3]), 1) == np.float32([1, 3])
#: f(np.float32([1, 3]), 0) == np.float32([1, 3])
#! f(np.float32([1, 3]), 2) IndexError
#: f(np.float32([1, 3]), -2) == np.float32([1, 3])
#: otherwise(np.float32([1, 5]), -2) == np.float32([1, 5])
#: otherwise(np.float32([1, 5]), 1) == np.float32([1, 5])
#: otherwise(np.float32([1, 5]), 0) == np.float32([-1, 19])
#: otherwise(np.float32([1, 1]), 0) == np.float32([2, 2])
#: otherwise(np.float32([-1]), 0) == np.float32([-2])
#! otherwise(np.float32([1]), 0) IndexError
#: kept(np.float32([1, 2, 3, 4]), 3)
#: kept(np.float32([1, 2, 3, 4]), 1)
#: kept(np.float32([1, 2, 3, 4]), -1)
#! kept(np.float32([100]), 0) AssertionError
#! kept(np.float32([1]), 1) IndexError
#: looped(np.float32([1, 2, 3, 9]), 5.0) == (3, np.float32(6))
#: looped(np.float32([1, 2, 1]), 5.0) == (2, np.float32(4))
#: looped(np.float32([]), 5.0) == (0, np.float32(0))
# --- emitted ---
@dslc.builder("walrus_behind_run.py")
def f(g, x: Tensor[f32, n], k: int):
    g.lines(11, 11, 11, 12)

    y = x

    g.at("if k > 0 and (t := x[k]) > 4:")
    test = g.greater(k, 0)                                        # bool

    def if1_then(y):                                              # f32[n]
        g.at("t := x[k]")
        t = g.index(x, g.s_[k])                                   # f32

        g.at("if k > 0 and (t := x[k]) > 4:")
        test = g.greater(t, 4)                                    # bool_

        def if2_then():
            g.at("y = x * t")
            y = g.multiply(x, t)                                  # f32[n]
            return y

        def if2_else():
            return y

        y = g.if_(test, if2_then, if2_else)                       # f32[n]
        return y

    def if1_else(y):                                              # f32[n]
        return y

    y = g.if_(test, if1_then, if1_else, (y,))                     # f32[n]

    return y


@dslc.builder("walrus_behind_run.py")
def otherwise(g, x: Tensor[f32, n], k: int):
    g.lines(18, 18, 18, 18, 19, 20, 20, 20, 20, 20, 20, 20, 21, 22)

    g.at("if k < 0 or (t := x[k]) > 4:")
    first = g.less(k, 0)                                          # bool

    g.at("if k < 0 or (t := x[k]) > 4:")
    test = g.not_(first)                                          # bool

    def if1_then():
        g.at("t := x[k]")
        t = g.index(x, g.s_[k])                                   # f32
        return t

    def if1_else():
        return g.unset

    t = g.if_(test, if1_then, if1_else)                           # f32

    g.at("if k < 0 or (t := x[k]) > 4:")

    def if2_then():
        return True

    def if2_else():
        test_greater = g.greater(t, 4)                            # bool_
        test_cast = g.cast(test_greater, bool)                    # bool
        return test_cast

    test = g.if_(first, if2_then, if2_else)                       # bool

    def if3_then():
        g.at("return x")
        return x

    def if3_else():
        g.at("elif t > 0 and (u := x[k + 1]) > 1 and (v := u + t) > 3:")
        first_2 = g.greater(t, 0)                                 # bool_

        g.at("elif t > 0 and (u := x[k + 1]) > 1 and (v := u + t) > 3:")

        def if4_then():
            g.at("u := x[k + 1]")
            u = g.index(x, g.s_[k + 1])                           # f32
            return u

        def if4_else():
            return g.unset

        u = g.if_(first_2, if4_then, if4_else)                    # f32

        g.at("elif t > 0 and (u := x[k + 1]) > 1 and (v := u + t) > 3:")

        def if5_then():
            first_3_greater = g.greater(u, 1)                     # bool_
            first_3_cast = g.cast(first_3_greater, bool)          # bool
            return first_3_cast

        def if5_else():
            return False

        first_3 = g.if_(first_2, if5_then, if5_else)              # bool

        g.at("elif t > 0 and (u := x[k + 1]) > 1 and (v := u + t) > 3:")

        def if6_then():
            g.at("v := u + t")
            v = g.add(u, t)                                       # f32
            return v

        def if6_else():
            return g.unset

        v = g.if_(first_3, if6_then, if6_else)                    # f32

        g.at("elif t > 0 and (u := x[k + 1]) > 1 and (v := u + t) > 3:")

        def if7_then():
            test_greater = g.greater(v, 3)                        # bool_
            test_cast = g.cast(test_greater, bool)                # bool
            return test_cast

        def if7_else():
            return False

        test = g.if_(first_3, if7_then, if7_else)                 # bool

        def if8_then():
            g.at("return x * u - v")
            result_multiply = g.multiply(x, u)                    # f32[n]
            result = g.subtract(result_multiply, v)               # f32[n]
            return result

        def if8_else():
            g.at("return x + t")
            result = g.add(x, t)                                  # f32[n]
            return result

        result = g.if_(test, if8_then, if8_else)                  # f32[n]
        return result

    result = g.if_(test, if3_then, if3_else)                      # f32[n]
    return result


@dslc.builder("walrus_behind_run.py")
def kept(g, x: Tensor[f32, n], k: int):
    g.lines(28, 28, 28, 29, 30, 30, 30, 31, 31, 31)

    t = 7

    g.at("ok = k > 0 and (t := k * 2) > 4")
    ok = g.greater(k, 0)                                          # bool

    g.at("ok = k > 0 and (t := k * 2) > 4")

    def if1_then():
        t = k * 2

        g.at("ok = k > 0 and (t := k * 2) > 4")
        ok = g.greater(t, 4)                                      # bool
        return t, ok

    def if1_else():
        return t, ok

    t, ok = g.if_(ok, if1_then, if1_else)                         # int, bool

    g.at("y = (u := k + 1) * u if ok else (u := k - 1)")

    def if2_then():
        u = k + 1
        y = u * u
        return u, y

    def if2_else():
        u = k - 1
        y = u
        return u, y

    u, y = g.if_(ok, if2_then, if2_else)                          # int, int

    g.at("x[k]")
    part = g.index(x, g.s_[k])                                    # f32

    g.at("w := np.sum(x)")
    w = g.sum(x)                                                  # f32

    g.at("z = x[k] + (w := np.sum(x)) * w")
    z_multiply = g.multiply(w, w)                                 # f32
    z = g.add(part, z_multiply)                                   # f32

    g.at('assert k > -9 and (v := x[k]) < 99, "too much"')
    test = g.greater(k, -9)                                       # bool
    checked = g.check(test, message="too much")                   # bool

    g.at("v := x[k]")
    v = g.index(x, g.s_[k])                                       # f32

    g.at('assert k > -9 and (v := x[k]) < 99, "too much"')
    test = g.less(v, 99)                                          # bool_
    checked = g.check(test, message="too much")                   # bool

    return t, ok, y, u, z, w, v


@dslc.builder("walrus_behind_run.py")
def looped(g, x: Tensor[f32, n], most: float):
    g.lines(39, 39, 39, 39, 39, 39, 39, 40, 41, 42)

    i = 0
    last = np.float32(0)

    g.at("while i < x.shape[0] and (v := x[i]) < most and (w := v * 2) > last:")

    def loop1_test(i, last):                                      # int, f32
        test = g.less(i, x.shape[0])                              # bool
        return test

    def loop1_body(i, last):                                      # int, f32
        g.at("v := x[i]")
        v = g.index(x, g.s_[i])                                   # f32

        g.at("(v := x[i]) < most")
        test_less = g.less(v, most)                               # bool_
        test = g.not_(test_less)                                  # bool

        def if1_then(i, last):                                    # int, f32
            g.at("while i < x.shape[0] and (v := x[i]) < most and (w := v * 2) > last:")
            return i, last, g.BREAK

        def if1_else(i, last):                                    # int, f32
            g.at("w := v * 2")
            w = g.multiply(v, 2)                                  # f32

            g.at("(w := v * 2) > last")
            test_greater = g.greater(w, last)                     # bool_
            test = g.not_(test_greater)                           # bool

            def if2_then(i, last):                                # int, f32
                g.at("while i < x.shape[0] and (v := x[i]) < most and (w := v * 2) > last:")
                return i, last, g.BREAK

            def if2_else(i, last):                                # int, f32
                g.at("i += 1")
                i = g.add(i, 1)                                   # int

                g.at("if v == 1:")
                test = g.equal(v, 1)                              # bool_

                def if3_then():
                    g.at("continue")
                    return last

                def if3_else():
                    last = w
                    return last

                last = g.if_(test, if3_then, if3_else)            # f32
                return i, last, g.RUN

            i, last, exit = g.if_(test, if2_then, if2_else, (i, last))  # int, f32, int
            return i, last, exit

        i, last, exit = g.if_(test, if1_then, if1_else, (i, last))  # int, f32, int
        return i, last, exit

    i, last, exit = g.while_(loop1_test, loop1_body, (i, last), exits=True)  # int, f32, int

    return i, last
