from dslc import Tensor, f32, graph


@graph
def f(x: 3, y: list, z: "Tensor[f32, nowhere"):  # error: [annotation-unknown]
    return x
# --- diagnostics ---
error[annotation-unknown]: `3` is no annotation for parameter `x` of `f`
 --> annotation_unknown.py:5:7
  |
5 | def f(x: 3, y: list, z: "Tensor[f32, nowhere"):
  |       ^^^^
help: write Tensor[f32, n], Scalar[f32], float, int, bool, Static[...] or a dataclass of these
