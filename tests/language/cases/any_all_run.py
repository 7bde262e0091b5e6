# construct: `any`, `all`
# nodes: Call
# time: run
# status: supported
from dslc import Scalar, Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n], u: Scalar[f32], k: int, ks: list[float]):
    if any((k > 2, u, 0)) and not all([u, k]):  # <--
        k = 10 // k
    return k, any((k,)), all((u,)), any(()), any(x), all(x > 0), any(ks), all(ks), all((3, u))
# --- calls ---
#: f(np.float32([1, 0]), np.float32(0), 3, [0.0, 2.0])
#! f(np.float32([]), np.float32(np.nan), 0, []) ZeroDivisionError
#: f(np.float32([]), np.float32(np.nan), 3, [])
#: f(np.float32([-0.0]), np.float32(-0.0), 0, [np.nan])
#: f(np.float32([np.nan]), np.float32(1), 1, [0.0, -0.0])
# --- emitted ---
@dslc.builder("any_all_run.py")
def f(g, x: Tensor[f32, n], u: Scalar[f32], k: int, ks: list[float]):
    g.lines(8, 9, 10)

    g.at("if any((k > 2, u, 0)) and not all([u, k]):")
    test_greater = g.greater(k, 2)                                # bool
    test_or = g.or_(test_greater, u)                              # bool
    test_or_2 = g.or_(test_or, 0)                                 # bool
    test_and = g.and_(u, k)                                       # bool
    test_not = g.not_(test_and)                                   # bool
    test = g.and_(test_or_2, test_not)                            # bool

    def if1_then(k):                                              # int
        g.at("k = 10 // k")
        k = g.floor_divide(10, k)                                 # int
        return k

    def if1_else(k):                                              # int
        return k

    k = g.if_(test, if1_then, if1_else, (k,))                     # int

    g.at("return k, any((k,)), all((u,)), any(()), any(x), all(x > 0), any(ks), all(ks), all((3...")
    result_cast = g.cast(k, bool)                                 # bool
    result_cast_2 = g.cast(u, bool)                               # bool
    result_any = g.any(x)                                         # bool_
    result_cast_3 = g.cast(result_any, bool)                      # bool
    result_greater = g.greater(x, 0)                              # bool_[n]
    result_all = g.all(result_greater)                            # bool_
    result_cast_4 = g.cast(result_all, bool)                      # bool
    result_any_2 = False
    for each in ks:
        result_any_2 = g.or_(result_any_2, each)                  # bool
    result_all_2 = True
    for each_2 in ks:
        result_all_2 = g.and_(result_all_2, each_2)               # bool
    result_and = g.and_(3, u)                                     # bool
    return k, result_cast, result_cast_2, any(()), result_cast_3, result_cast_4, result_any_2, result_all_2, result_and
