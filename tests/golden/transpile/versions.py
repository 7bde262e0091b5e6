import dslc
from dslc import Tensor, dims, f32, graph

n, m = dims("n m")
BUCKETS = (32, 64, 128)


@graph(specialize={n: BUCKETS, m: dslc.multiple_of(16)})
def scaled(x: Tensor[f32, n, m], factor: float) -> Tensor[f32, n, m]:
    return x * factor


@graph(
    specialize={
        "n": (dslc.exact(1, 2, 4, 8), dslc.multiple_of(64), dslc.multiple_of(128)),
        "times": (1, dslc.auto(after=10, most=2)),
    }
)
def repeated(x: Tensor[f32, n], times: int) -> Tensor[f32, n]:
    return x * times


@graph(specialize="auto")
def shifted(x: Tensor[f32, n]) -> Tensor[f32, n]:
    return x + 1.0
# --- calls ---
#: scaled(np.ones((40, 16), np.float32), 2.0) == np.full((40, 16), 2.0)
#: scaled(np.ones((3, 5), np.float32), 2.0) == np.full((3, 5), 2.0)
#: repeated(np.ones(2, np.float32), 3) == [3, 3]
#: shifted(np.ones(2, np.float32)) == [2, 2]
# --- emitted ---
# Written by `dslc build` from versions.py: edit that file and build again.
import dslc
from dslc import Tensor, dims, f32, graph

n, m = dims("n m")
BUCKETS = (32, 64, 128)


@dslc.builder("versions.py", specialize={"n": (32, 64, 128), "m": dslc.multiple_of(16)})
def scaled(g, x: Tensor[f32, n, m], factor: float) -> Tensor[f32, n, m]:
    g.lines(10)

    g.at("return x * factor")
    result = g.multiply(x, factor)                                # f32[n, m]
    return result


@dslc.builder(
    "versions.py",
    specialize={
        "n": (dslc.exact(1, 2, 4, 8), dslc.multiple_of(128), dslc.multiple_of(64)),
        "times": (1, dslc.auto(after=10, most=2)),
    },
)
def repeated(g, x: Tensor[f32, n], times: int) -> Tensor[f32, n]:
    g.lines(20)

    g.at("return x * times")
    result = g.multiply(x, times)                                 # f32[n]
    return result


@dslc.builder("versions.py", specialize="auto")
def shifted(g, x: Tensor[f32, n]) -> Tensor[f32, n]:
    g.lines(25)

    g.at("return x + 1.0")
    result = g.add(x, 1.0)                                        # f32[n]
    return result
