from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x, y: Tensor[f32, n]):  # error: [annotation-missing]
    return x + y
# --- diagnostics ---
error[annotation-missing]: parameter `x` of `f` has no annotation
 --> annotation_missing.py:7:7
  |
7 | def f(x, y: Tensor[f32, n]):
  |       ^
help: write Tensor[f32, n], Scalar[f32], float, int, bool, Static[...], or a dataclass, tuple, list or dict of these
