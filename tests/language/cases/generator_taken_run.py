# construct: `tuple` or `list` of a generator expression
# nodes: GeneratorExp comprehension
# time: run
# status: supported
from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n]):
    rows = tuple(x * i for i in range(3))  # <--
    first = list(row + 1 for row in rows)
    return rows[1:], first
# --- calls ---
#: f(np.float32([2]))
#: f(np.zeros(0, np.float32))
# --- emitted ---
@dslc.builder("generator_taken_run.py")
def f(g, x: Tensor[f32, n]):
    g.lines(8, 9)

    g.at("rows = tuple(x * i for i in range(3))")
    rows = tuple(g.multiply(x, i) for i in range(3))              # f32[n]

    g.at("first = list(row + 1 for row in rows)")
    first = [g.add(row, 1) for row in rows]                       # f32[n]

    return (rows[1], rows[2]), first
