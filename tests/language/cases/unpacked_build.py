# construct: a build-time value unpacked
# nodes: Assign Tuple
# time: build
# status: supported
from dslc import Static, Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n], width: Static[int] = 13):
    whole, rest = divmod(width, 5)  # <--
    first, second = [width * i for i in range(2)]
    return x * whole + rest, x * first + second
# --- calls ---
#: f(np.float32([1, 2]))
#: f(np.float32([1, 2]), width=7)
# --- emitted ---
@dslc.builder("unpacked_build.py")
def f(g, x: Tensor[f32, n], width: Static[int] = 13):
    g.lines(10)

    whole, rest = divmod(width, 5)
    first, second = [width * i for i in range(2)]

    g.at("return x * whole + rest, x * first + second")
    result_multiply = g.multiply(x, whole)                        # f32[n]
    result_add = g.add(result_multiply, rest)                     # f32[n]
    result_multiply_2 = g.multiply(x, first)                      # f32[n]
    result_add_2 = g.add(result_multiply_2, second)               # f32[n]
    return result_add, result_add_2
