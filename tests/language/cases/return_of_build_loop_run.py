# construct: `return` and `continue` in a loop over build values, under a run-time condition
# nodes: Return Continue
# time: run
# status: supported
from dslc import graph


@graph
def f(x: float):
    total = 0.0
    for name, rate in (("a", 2.0), ("b", -1.0), ("c", 3.0)):
        y = x * rate
        if y < 0:
            continue
        if y > 8:
            return name != "c", y  # <--
        total += y
    return False, total + y
# --- calls ---
#: f(1.0) == (False, 8.0)
#: f(-1.0) == (False, -2.0)
#: f(3.0) == (False, 9.0)
#: f(5.0) == (True, 10.0)
#: f(-9.0) == (True, 9.0)
#: f(nan)
# --- emitted ---
@dslc.builder("return_of_build_loop_run.py")
def f(g, x: float):
    g.lines(7, 8, 9, 10, 11, 12, 13, 14)

    total = 0.0

    g.at('for name, rate in (("a", 2.0), ("b", -1.0), ("c", 3.0)):')
    exit = g.RUN
    result = (g.unset, g.unset)
    y = g.unset
    for name, rate in (("a", 2.0), ("b", -1.0), ("c", 3.0)):
        going = g.less(exit, g.BREAK)                             # bool

        def if1_then(total):                                      # float
            g.at("y = x * rate")
            y = g.multiply(x, rate)                               # float

            g.at("if y < 0:")
            test = g.less(y, 0)                                   # bool

            def if2_then(total):                                  # float
                g.at("continue")
                return total, (g.unset, g.unset), g.CONTINUE

            def if2_else(total):                                  # float
                g.at("if y > 8:")
                test = g.greater(y, 8)                            # bool

                def if3_then(total):                              # float
                    g.at('return name != "c", y')
                    return total, (name != "c", y), g.RETURN

                def if3_else(total):                              # float
                    g.at("total += y")
                    total = g.add(total, y)                       # float
                    return total, (g.unset, g.unset), g.RUN

                total, result, exit = g.if_(test, if3_then, if3_else, (total,))  # float, (bool, float), int
                return total, result, exit

            total, result, exit = g.if_(test, if2_then, if2_else, (total,))  # float, (bool, float), int
            return total, y, result, exit

        def if1_else(total):                                      # float
            return total, y, result, exit

        total, y, result, exit = g.if_(going, if1_then, if1_else, (total,))  # float, float, (bool, float), int
    going = g.not_equal(exit, g.RETURN)                           # bool

    def if4_then():
        g.at("return False, total + y")
        result_add = g.add(total, y)                              # float
        return (False, result_add)

    def if4_else():
        return result

    result = g.if_(going, if4_then, if4_else)                     # bool, float
    return result
