# construct: `**` of a dict whose keys are not known
# nodes: keyword Call
# time: build
# status: refused
from dslc import Static, Tensor, dims, f32, graph

n = dims("n")


def scaled(x, by):
    return x * by


@graph(check=[dict(options={"by": 2})])
def f(x: Tensor[f32, n], options: Static[dict]):
    return scaled(x, **options)  # error: [unsupported-construct]
# --- diagnostics ---
error[unsupported-construct]: `**` of a dict whose keys are not known here is not part of the language
  --> double_star_open_build.py:12:24
   |
12 |     return scaled(x, **options)
   |                        ^^^^^^^
help: write the keywords
