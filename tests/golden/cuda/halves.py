# Elements of 16 bits: computed in f32, what each op gives is rounded.
import dslc
from dslc import Tensor, f16

n, m = dslc.dims("n m")


@dslc.builder("halves.py")
def scores(g, x: Tensor[f16, n, 64], w: Tensor[f16, 64, m], b: Tensor[f16, m]):
    hidden = g.maximum(g.add(g.matmul(x, w), b), 0.1)
    return hidden, g.softmax(hidden), g.sum(hidden)
