from dslc import COO, Ragged, Tensor, f32, graph


@graph
def f(x: 3, y: list, z: "Tensor[f32"):  # error: [annotation-unknown] [annotation-unknown] [annotation-unknown]
    return x


@graph
def g(x: float) -> complex:  # error: [annotation-unknown]
    return x


@graph
def h(x: COO, y: Ragged):  # error: [annotation-unknown] [annotation-unknown]
    return x
# --- diagnostics ---
error[annotation-unknown]: `3` is no annotation for parameter `x` of `f`
 --> annotation_unknown.py:5:7
  |
5 | def f(x: 3, y: list, z: "Tensor[f32"):
  |       ^^^^
help: write Tensor[f32, n], Scalar[f32], float, int, bool, Static[...], or a dataclass, tuple, list or dict of these

error[annotation-unknown]: `list` is no annotation for parameter `y` of `f`
 --> annotation_unknown.py:5:13
  |
5 | def f(x: 3, y: list, z: "Tensor[f32"):
  |             ^^^^^^^
help: write Tensor[f32, n], Scalar[f32], float, int, bool, Static[...], or a dataclass, tuple, list or dict of these

error[annotation-unknown]: the annotation of parameter `z` of `f` cannot be evaluated: '[' was never closed (<string>, line 1)
 --> annotation_unknown.py:5:22
  |
5 | def f(x: 3, y: list, z: "Tensor[f32"):
  |                      ^^^^^^^^^^^^^^^

error[annotation-unknown]: `complex` is no annotation for the result of `g`
  --> annotation_unknown.py:10:20
   |
10 | def g(x: float) -> complex:
   |                    ^^^^^^^
help: write Tensor[f32, n], Scalar[f32], float, int, bool, Static[...], or a dataclass, tuple, list or dict of these

error[annotation-unknown]: `COO` of parameter `x` of `h` needs its dtype and sizes
  --> annotation_unknown.py:15:7
   |
15 | def h(x: COO, y: Ragged):
   |       ^^^^^^
help: write CSR[f32, n, m] or COO[f32, n, m]

error[annotation-unknown]: `Ragged` of parameter `y` of `h` needs its dtype and sizes
  --> annotation_unknown.py:15:15
   |
15 | def h(x: COO, y: Ragged):
   |               ^^^^^^^^^
help: write Ragged[f32, B, "*"]
