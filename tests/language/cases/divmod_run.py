# construct: `divmod`, `pow`
# nodes: Call
# time: run
# status: supported
from dslc import Scalar, Tensor, dims, f32, graph

n = dims("n")


@graph
def f(k: int, m: int, x: float, a: Tensor[f32, n], u: Scalar[f32]):
    q, r = divmod(k, m)  # <--
    return q, r, divmod(x, m), divmod(a, u), divmod(u, k), pow(m, 2), pow(base=u, exp=2)
# --- calls ---
#: f(7, -2, 7.5, np.float32([7, -7, 0, -0.0, np.inf]), np.float32(-2))
#~ f(-7, 2, -0.0, np.float32([1, -1, 0, np.nan]), np.float32(0))
#~ f(7, 2, np.inf, np.float32([1, -1, 0]), np.float32(np.inf))
#! f(7, 0, 1.0, np.float32([1]), np.float32(1)) ZeroDivisionError
# --- emitted ---
@dslc.builder("divmod_run.py")
def f(g, k: int, m: int, x: float, a: Tensor[f32, n], u: Scalar[f32]):
    g.lines(8, 9)

    g.at("q, r = divmod(k, m)")
    q_r_floor_divide = g.floor_divide(k, m)                       # int
    q_r_remainder = g.remainder(k, m)                             # int
    q, r = q_r_floor_divide, q_r_remainder

    g.at("return q, r, divmod(x, m), divmod(a, u), divmod(u, k), pow(m, 2), pow(base=u, exp=2)")
    result_floor_divide = g.floor_divide(x, m)                    # float
    result_remainder = g.remainder(x, m)                          # float
    result_floor_divide_2 = g.floor_divide(a, u)                  # f32[n]
    result_remainder_2 = g.remainder(a, u)                        # f32[n]
    result_floor_divide_3 = g.floor_divide(u, k)                  # f32
    result_remainder_3 = g.remainder(u, k)                        # f32
    result_pow = g.pow(m, 2)                                      # int
    result_pow_2 = g.pow(u, 2)                                    # f32
    return q, r, (result_floor_divide, result_remainder), (result_floor_divide_2, result_remainder_2), (result_floor_divide_3, result_remainder_3), result_pow, result_pow_2
