from dslc import Static, Tensor, dims, f32, graph

n = dims("n")


@graph
def f(x: Tensor[f32, n], k: int, count: Static[int] = 3):
    return any(x[i + k] > 2 for i in range(count))  # error: [unsupported-construct]
# --- diagnostics ---
error[unsupported-construct]: `any` of items that may raise, or show something, is not part of the language
 --> any_of_open_items.py:8:16
  |
8 |     return any(x[i + k] > 2 for i in range(count))
  |                ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
help: write a loop that ends at the first
