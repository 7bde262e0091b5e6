# construct: type parameters
# nodes: TypeVar ParamSpec TypeVarTuple
# time: build
# status: refused
# since: 3.12
from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n]):
    def same[T, *Ts, **P](v):  # error: [unsupported-construct]
        return v

    return x
# --- diagnostics ---
error[unsupported-construct]: a nested function is not part of the language
 --> type_parameters_build.py:8:5
  |
8 |     def same[T, *Ts, **P](v):
  |     ^^^^^^^^^^^^^^^^^^^^^^^^^
help: move it to the module's top level
