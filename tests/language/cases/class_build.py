# construct: a class inside of a function
# nodes: ClassDef
# time: build
# status: refused
from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n]):
    class Config:  # error: [unsupported-construct]
        rate = 2

    return x
# --- diagnostics ---
error[unsupported-construct]: a class is not part of the language
 --> class_build.py:8:5
  |
8 |     class Config:
  |     ^^^^^^^^^^^^^
