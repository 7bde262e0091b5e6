# A loop over time that leaves early: `for` with an exit code, a callee, rows stored in place.
import dslc
from dslc import Tensor, f32

t, m, n = dslc.dims("t m n")


@dslc.builder("recurrent.py")
def step(g, x: Tensor[f32, n], h: Tensor[f32, m], weight: Tensor[f32, n, m]):
    g.lines(9)
    g.at("return np.tanh(x @ weight + h)")
    result_matmul = g.matmul(x, weight)
    result_add = g.add(result_matmul, h)
    result = g.tanh(result_add)
    return result


@dslc.builder("recurrent.py")
def run_cell(g, xs: Tensor[f32, t, n], h: Tensor[f32, m], weight: Tensor[f32, n, m], settled: float):
    g.lines(14, 15, 17, 18, 19, 20)

    g.at("out = np.zeros((xs.shape[0], h.shape[0]), dtype=np.float32)")
    out = g.zeros((xs.shape[0], h.shape[0]), dtype=f32)

    g.at("for i in range(xs.shape[0]):")

    def loop1_body(i, out, h):
        before = h

        g.at("h = step(xs[i], h, weight)")
        h_index = g.index(xs, g.s_[i])
        h = g.call(step, h_index, h, weight)

        g.at("out[i] = h")
        out = g.store(out, g.s_[i], h)

        g.at("if np.sum(np.abs(h - before)) < settled:")
        test_subtract = g.subtract(h, before)
        test_abs = g.abs(test_subtract)
        test_sum = g.sum(test_abs)
        test = g.less(test_sum, settled)

        def then1():
            return g.BREAK

        def else1():
            return g.RUN

        exit = g.if_(test, then1, else1)
        return out, h, exit

    out, h, exit = g.for_(g.range(xs.shape[0]), loop1_body, (out, h), exits=True)
    return out, h
