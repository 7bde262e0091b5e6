# construct: a write in a nested function to an `InOut` array
# nodes: FunctionDef Assign
# time: run
# status: supported
import numpy as np

from dslc import InOut, dims, f32, graph

n = dims("n")


@graph
def f(counts: InOut[f32, n], times: int):
    alias = counts

    def count(k):
        counts[k] += 1  # <--

    count(0)
    for i in range(times):
        count(1)
    return alias * 2
# --- calls ---
#: f(np.float32([1, 2]), 3)
# --- emitted ---
def f_count(g, k, counts):
    g.lines(13)

    g.at("counts[k] += 1")
    counts_index = g.index(counts, g.s_[k])                       # f32
    counts_add = g.add(counts_index, 1)                           # f32
    g.write(counts, g.s_[k], counts_add)                          # f32[n]
    return None


@dslc.builder("closure_inout_run.py")
def f(g, counts: InOut[f32, n], times: int):
    # updates counts
    g.lines(15, 16, 17, 18)

    alias = counts

    g.at("count(0)")
    f_count(g, 0, counts)

    g.at("for i in range(times):")

    def loop1_body(i):                                            # int, f32[n]
        g.at("count(1)")
        f_count(g, 1, counts)
        return ()

    g.for_(g.range(times), loop1_body, (), writes=(counts,))      # f32[n]

    g.at("return alias * 2")
    result = g.multiply(alias, 2)                                 # f32[n]
    return result
