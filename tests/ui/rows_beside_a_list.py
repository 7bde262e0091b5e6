from dslc import Tensor, dims, f32, graph

n, m = dims("n m")


@graph
def f(x: Tensor[f32, n, m], y: Tensor[f32, m]):
    for row, other in zip(x, [y, y]):  # error: [unsupported-construct]
        y = y + row * other
    for i, row in enumerate(x, y):  # error: [unsupported-construct]
        y = y + row * i
    for pair in reversed(zip(x, x)):  # error: [unsupported-construct]
        y = y + pair[0]
    for i, v in zip(range(0, n_of(x), 2), y):  # error: [unsupported-construct]
        y = y + i * v
    return y


def n_of(x):
    return x.shape[0]
# --- diagnostics ---
error[unsupported-construct]: what building goes through beside an array of the run is not part of the language
 --> rows_beside_a_list.py:8:30
  |
8 |     for row, other in zip(x, [y, y]):
  |                              ^^^^^^
help: stack its items into an array

error[unsupported-construct]: `enumerate` with these arguments is not part of the language
  --> rows_beside_a_list.py:10:19
   |
10 |     for i, row in enumerate(x, y):
   |                   ^^^^^^^^^^^^^^^

error[unsupported-construct]: `reversed` with these arguments is not part of the language
  --> rows_beside_a_list.py:12:17
   |
12 |     for pair in reversed(zip(x, x)):
   |                 ^^^^^^^^^^^^^^^^^^^

error[unsupported-construct]: a range with a step beside rows is not part of the language
  --> rows_beside_a_list.py:14:17
   |
14 |     for i, v in zip(range(0, n_of(x), 2), y):
   |                 ^^^^^^^^^^^^^^^^^^^^^^^^^^^^
