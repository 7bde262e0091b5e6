# choose_layouts: a transpose stays where none cancels, where the order of axes matters, or a mask counts
# --- before
import dslc
from dslc import Tensor, f32

n, m = dslc.dims("n m")


@dslc.builder("a.py")
def kept(g, x: Tensor[f32, n, m], y: Tensor[f32, m, n], v: Tensor[f32, n]):
    g.lines(4, 5, 6)

    g.at("alone = np.exp(x.T)")
    alone_turned = g.transpose(x, axes=(1, 0))                    # f32[m, n]
    alone = g.exp(alone_turned)                                   # f32[m, n]

    g.at("both = x.T + y")
    both_turned = g.transpose(x, axes=(1, 0))                     # f32[m, n]
    both = g.add(both_turned, y)                                  # f32[m, n]
    both_back = g.transpose(both, axes=(1, 0))                    # f32[n, m]

    g.at("total = np.cumsum(x.T, axis=0).T")
    total_turned = g.transpose(x, axes=(1, 0))                    # f32[m, n]
    total_sum = g.cumsum(total_turned, axis=0)                    # f32[m, n]
    total = g.transpose(total_sum, axes=(1, 0))                   # f32[n, m]
    return alone, both, both_back, total
# --- after
import dslc
from dslc import Tensor, f32

n, m = dslc.dims("n m")


@dslc.builder("a.py")
def kept(g, x: Tensor[f32, n, m], y: Tensor[f32, m, n], v: Tensor[f32, n]):
    g.lines(4, 5, 6)

    g.at("alone = np.exp(x.T)")
    alone_turned = g.transpose(x, axes=(1, 0))                    # f32[m, n]
    alone = g.exp(alone_turned)                                   # f32[m, n]

    g.at("both = x.T + y")
    both_turned = g.transpose(x, axes=(1, 0))                     # f32[m, n]
    both = g.add(both_turned, y)                                  # f32[m, n]
    both_back = g.transpose(both, axes=(1, 0))                    # f32[n, m]

    g.at("total = np.cumsum(x.T, axis=0).T")
    total_turned = g.transpose(x, axes=(1, 0))                    # f32[m, n]
    total_sum = g.cumsum(total_turned, axis=0)                    # f32[m, n]
    total = g.transpose(total_sum, axes=(1, 0))                   # f32[n, m]
    return alone, both, both_back, total
